-- What a source was told is forgotten once it is old; and whoever may accept the batches of a file is told that they wait.

-- ---------------------------------------------------------------------------------------------------------------------
-- A message that was sent may go when it is old, and its tries with it; one that waits or was given up stays.

create index webhook_message_age on webhook_message (created_at) where state = 'sent';
grant delete on webhook_message to talaan_jobs;

create function check_webhook_message_gone() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if old.state <> 'sent' or exists (
    select from webhook_attempt where message_id = old.id and at > now() - interval '30 days') then
    raise exception using errcode = '23514', constraint = 'webhook_message_kept', table = 'webhook_message',
      message = format('Message %s is kept: it was not sent, or not so long ago.', old.id);
  end if;
  return old;
end $$;
create trigger webhook_message_kept before delete on webhook_message for each row execute function check_webhook_message_gone();

alter table webhook_attempt drop constraint webhook_attempt_message_id_fkey;
alter table webhook_attempt add constraint webhook_attempt_message_id_fkey
  foreign key (message_id) references webhook_message on delete cascade;
drop trigger webhook_attempt_append_only on webhook_attempt;
create trigger webhook_attempt_append_only before update or truncate on webhook_attempt
  for each statement execute function refuse_change('webhook_attempt_append_only');
alter table webhook_attempt enable always trigger webhook_attempt_append_only;

create function check_webhook_attempt_gone() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from webhook_message where id = old.message_id) then
    raise exception using errcode = '23514', constraint = 'webhook_attempt_kept', table = 'webhook_attempt',
      message = format('Try %s goes with its message.', old.id);
  end if;
  return old;
end $$;
create trigger webhook_attempt_kept before delete on webhook_attempt for each row execute function check_webhook_attempt_gone();

-- ---------------------------------------------------------------------------------------------------------------------
-- Batches of a file wait until somebody who uploaded none of them accepts them.

alter table notification add column upload_file_id bigint constraint notification_upload_file references upload_file;
create unique index notification_of_upload_file on notification (upload_file_id, user_id) where upload_file_id is not null;
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about check (num_nonnulls(move_id, about_user, file_id, cheque_run_id,
  cheque_alarm_id, webhook_endpoint_id, report_sending_id, backup_run_id, upload_file_id) = 1);
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over',
  'file_ready', 'file_failed', 'cheque_misprint', 'cheque_alarm', 'webhook_off', 'schedule_stopped', 'schedule_withheld',
  'backup_failed', 'file_to_accept'));
grant insert (upload_file_id) on notification to talaan_app;
