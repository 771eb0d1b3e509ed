-- The invoices of which something may have been open at the end of a day: what is open now, and what was billed, settled or cancelled
-- after it. `open_invoices` looks at every invoice there ever was; joined with these it looks at no others.
create function perhaps_open_invoices(p_as_of date) returns table (document_id bigint)
  language sql stable
as $$
  select d.id from batch b join document d on d.batch_id = b.id where b.collection_status in (0, 1) and b.deleted_at is null
  union
  select e.document_id from journal_entry e where e.document_type = 'BI' and e.entry_date > p_as_of
  union
  select a.billing_document_id from journal_entry e join collection_application a on a.document_id = e.document_id
  where e.document_type = 'CN' and e.entry_date > p_as_of
  union
  select p.invoice_id from posting p where p.invoice_id is not null and p.entry_date > p_as_of
$$;
