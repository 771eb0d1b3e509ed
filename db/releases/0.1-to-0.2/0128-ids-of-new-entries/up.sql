-- Ids of new batches and documents are taken before their rows are written, so that a line finds its document by its place in the set
-- and not by looking through all others.
grant usage on sequence batch_id_seq, document_id_seq to talaan_app;
