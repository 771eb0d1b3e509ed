-- Lists of what waits in all months, and of one bank (docs/bench.md, L2).

-- With date and id, so that what is on its way is sorted without reading its rows; it serves what batch_stage did, of which
-- most rows were approved long ago.
drop index batch_queue;
create index batch_queue on batch (document_type, status)
  include (document_date, id, prepared_by, is_confidential, processing, heartbeat_at)
  where status between 1 and 6 and deleted_at is null;
drop index batch_stage;

-- The documents of a bank in a month; document_number_list serves the other lists of a month.
create index document_of_bank on document (bank_id, document_date) include (batch_id) where bank_id is not null;
drop index document_list;
