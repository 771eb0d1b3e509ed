-- As before; an opening invoice keeps the number of the old books, which none of our series issued.
create or replace view posted_document as
select e.id as entry_id, e.document_type, d.batch_id, b.batch_number,
  coalesce(n.document_number, case when b.moving_in_id is not null then d.document_number end)::code_text as document_number, n.or_number, n.ar_number,
  e.payee_id, e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id, b.prepared_by, b.is_confidential, b.date_encoded
from journal_entry e
join document d on d.id = e.document_id
join batch b on b.id = d.batch_id
cross join lateral (
  select
    (array_agg(i.number_text order by i.cycle desc, i.issued_at desc, i.number desc) filter (where s.kind not in ('or', 'ar')))[1]
      as document_number,
    max(i.number_text) filter (where s.kind = 'or' and i.cycle = e.round) as or_number,
    max(i.number_text) filter (where s.kind = 'ar' and i.cycle = e.round) as ar_number
  from number_issue i join number_series s on s.id = i.series_id
  where i.document_id = e.document_id and i.cycle <= e.round) n;
