-- A list in the order of its amounts reads and sorts every row under its filters: by the index alone, where it has the amount.
drop index batch_list;
create index batch_list on batch (document_type, document_date, id)
  include (status, is_confidential, prepared_by, total_amount) where deleted_at is null;
drop index batch_collection;
create index batch_collection on batch (collection_status, document_date, id)
  include (document_type, status, is_confidential, prepared_by, total_amount)
  where collection_status is not null and deleted_at is null;

-- What waits since some days: the queue has the round of each batch, and the day of its submission is found by the round.
drop index batch_queue;
create index batch_queue on batch (document_type, status)
  include (document_date, id, cycle, prepared_by, is_confidential, processing, heartbeat_at)
  where status between 1 and 6 and deleted_at is null;
create index batch_move_submitted on batch_move (batch_id, cycle) include (at) where status_from = 1;
