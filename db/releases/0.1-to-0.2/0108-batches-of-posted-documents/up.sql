-- What reports may know of a batch: what it is called and who may read it, neither of which changes when it is restored. It is what
-- `posted_document` says of it, for who needs none of the numbers of an entry and would look them up one by one.
create view posted_batch as
select b.id as batch_id, b.document_type, b.batch_number, b.prepared_by, b.is_confidential from batch b;
grant select on posted_batch to talaan_app, talaan_report;
