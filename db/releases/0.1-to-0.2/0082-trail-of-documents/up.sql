-- What the audit trail shows beside the entries.

-- As before; with the day on which the batch was entered, which no edit changes.
create or replace view posted_document as
select e.id as entry_id, e.document_type, d.batch_id, b.batch_number, n.document_number, n.or_number, n.ar_number, e.payee_id,
  e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id, b.prepared_by, b.is_confidential, b.date_encoded
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

-- The documents that have no entry of their round, as they are now: drafts and what is on its way, what matures, what was archived
-- or deleted. A posted document is none of them until it is restored, so that nothing read here is said of what is posted.
create view unposted_document as
select d.id as document_id, d.document_type, d.batch_id, b.batch_number, d.document_number, d.document_date, d.payee_id, d.remarks,
  b.status, b.deleted_at, d.voided_at, b.date_encoded, b.edit_by, b.edit_date, b.prepared_by, b.is_confidential,
  (select coalesce(sum(l.debit_php), 0) from line l where l.document_id = d.id) as debit,
  (select coalesce(sum(l.credit_php), 0) from line l where l.document_id = d.id) as credit
from document d
join batch b on b.id = d.batch_id
where not exists (
  select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null);
comment on column unposted_document.document_number is 'nullable';
comment on column unposted_document.payee_id is 'nullable';
comment on column unposted_document.remarks is 'nullable';
comment on column unposted_document.deleted_at is 'nullable';
comment on column unposted_document.voided_at is 'nullable';
comment on column unposted_document.edit_by is 'nullable';
comment on column unposted_document.edit_date is 'nullable';
grant select on unposted_document to talaan_app, talaan_report;
