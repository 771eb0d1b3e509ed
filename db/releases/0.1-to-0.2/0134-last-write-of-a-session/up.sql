-- How far the write-ahead log was after the last write of a session: its reports are never of an earlier moment.

alter table session add column last_write_lsn pg_lsn;
grant update (last_write_lsn) on session to talaan_app;
