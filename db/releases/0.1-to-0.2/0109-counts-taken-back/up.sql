-- A count that was entered for the wrong branch or month is taken back; the audit trail keeps what it was, and who took it back.
grant delete on branch_statistic to talaan_app;
