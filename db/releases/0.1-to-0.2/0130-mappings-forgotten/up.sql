-- A mapping under a wrong name, or of a file that nobody sends any more, is forgotten; the audit trail keeps what it said.
grant delete on upload_mapping to talaan_app;
