-- Backups that the server makes by itself: what became of each, and whom it is told when one failed.
create table backup_run (
  id bigint generated always as identity primary key,
  -- The moment for which it was due.
  due_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Name of the file, without its folder, and what was measured when it was read back.
  file text,
  bytes bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Why there is none.
  failure text,
  constraint backup_run_outcome check (num_nulls(file, bytes, sha256) = case when failure is null then 0 else 3 end)
);
alter table notification add column backup_run_id bigint constraint notification_backup_run references backup_run;
alter table notification add constraint notification_about check (num_nonnulls(move_id, about_user, file_id, cheque_run_id,
  cheque_alarm_id, webhook_endpoint_id, report_sending_id, backup_run_id, upload_file_id) = 1);
create index backup_run_due on backup_run (due_at);
comment on table backup_run is 'Every backup that was made by the clock, or why it was not.';
grant select on backup_run to talaan_app;
grant insert on backup_run to talaan_jobs;
grant select on backup_run to talaan_report;
create index notification_of_backup_run on notification (backup_run_id) where backup_run_id is not null;

-- Whoever administers users is told of the first failure of a day; the tries after it are no news.
create function tell_backup_failed() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, backup_run_id)
  select u.id, 'backup_failed', new.id from app_user u
  where may_sign_in(u) and 4 <= any (
    select e.level from effective_access e where e.user_id = u.id and e.module_name = 'Users')
    and not exists (select from backup_run b where b.due_at = new.due_at and b.id < new.id);
  return null;
end $$;
revoke execute on function tell_backup_failed() from public;
create trigger backup_run_told after insert on backup_run for each row
  when (new.failure is not null) execute function tell_backup_failed();
