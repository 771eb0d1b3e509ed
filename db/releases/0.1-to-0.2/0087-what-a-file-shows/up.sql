-- The confidential batches that the owner of a file saw when it was made: what it may show of them, it shows to nobody who does not
-- see them when it is taken out.
alter table report_file add column confidential bigint[] not null default '{}';
grant update (confidential) on report_file to talaan_app;
