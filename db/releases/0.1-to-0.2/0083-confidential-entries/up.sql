-- The entries of confidential batches, mirrors with them, with what tells who may read them: reports by payee take them out and look
-- for nothing else. From the few batches on, each by its key.
create view confidential_entry as
select e.id as entry_id, b.document_type, b.prepared_by, b.is_confidential
from batch b
join document d on d.batch_id = b.id
cross join lateral (
  select o.id from journal_entry o where o.document_id = d.id and o.reverses_id is null
  union all
  select m.id from journal_entry o join journal_entry m on m.reverses_id = o.id where o.document_id = d.id and o.reverses_id is null
) e
where b.is_confidential = 1;
grant select on confidential_entry to talaan_app, talaan_report;
