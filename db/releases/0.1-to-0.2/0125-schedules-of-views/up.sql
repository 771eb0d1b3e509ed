-- Schedules of saved views (reports §1 S10): who is sent the link of which report, when and for which days; and what was sent.

create table report_schedule (
  id int generated always as identity primary key,
  owner_id int not null references app_user on delete cascade,
  -- The name of the report, whatever becomes of the view.
  report code_text not null,
  view_id int,
  rhythm text not null collate "C" check (rhythm in ('daily', 'weekly', 'month_end')),
  -- 1 Monday to 7 Sunday.
  weekday smallint check (weekday between 1 and 7),
  -- In Manila.
  hour smallint not null check (hour between 0 and 23),
  -- 'saved', or how they follow from the day on which it is due.
  days text not null collate "C" check (days ~ '^[a-z_]{1,20}$'),
  -- What its link opens: the report, or a file of it that is made then.
  format text not null collate "C" check (format in ('link', 'pdf', 'xlsx')),
  state text not null default 'running' collate "C" check (state in ('running', 'paused', 'stopped')),
  stopped_reason text check (length(stopped_reason) <= 500),
  -- Of what was due before nothing is made up for.
  runs_from timestamptz not null default now(),
  constraint report_schedule_view foreign key (view_id, report) references report_view (id, report) on delete set null (view_id),
  constraint report_schedule_weekday check ((rhythm = 'weekly') = (weekday is not null)),
  constraint report_schedule_stopped check ((state = 'stopped') = (stopped_reason is not null))
);
create index report_schedule_owner on report_schedule (owner_id);
create index report_schedule_of_view on report_schedule (view_id) where view_id is not null;
create index report_schedule_running on report_schedule (id) where state = 'running';
call make_master('report_schedule');
-- Whoever acts is stamped, so nobody sends in the name of another.
alter table report_schedule add constraint report_schedule_own check (input_by = owner_id);
create index report_schedule_editor on report_schedule (edit_by);

create table report_schedule_recipient (
  schedule_id int not null references report_schedule on delete cascade,
  user_id int not null references app_user on delete cascade,
  primary key (schedule_id, user_id)
);
create index report_schedule_recipient_user on report_schedule_recipient (user_id);
call audit_table('report_schedule_recipient', 'schedule_id,user_id');
grant select, insert, delete on report_schedule_recipient to talaan_app;
grant select on report_schedule_recipient to talaan_report;

create table report_sending (
  id bigint generated always as identity primary key,
  schedule_id int not null references report_schedule on delete cascade,
  -- When it was due; of one that somebody asked for, when he did.
  due_at timestamptz not null,
  asked_by int references app_user on delete set null,
  at timestamptz not null default now(),
  -- The address that was sent, from the root of the application, and its days in words; null where nothing was.
  path text check (path ~ '^/' and length(path) <= 8000),
  period text check (length(period) <= 100),
  stopped_reason text check (length(stopped_reason) <= 500),
  constraint report_sending_once unique (schedule_id, due_at),
  constraint report_sending_outcome check (num_nonnulls(path, stopped_reason) = 1 and (path is null) = (period is null))
);
create index report_sending_asked_by on report_sending (asked_by) where asked_by is not null;
call audit_table('report_sending', 'id');
grant select, insert (schedule_id, due_at, asked_by, path, period, stopped_reason) on report_sending to talaan_app;
grant select on report_sending to talaan_report;

create table report_sending_recipient (
  sending_id bigint not null references report_sending on delete cascade,
  user_id int not null references app_user on delete cascade,
  message_id bigint references mail_message,
  -- Why he got nothing.
  withheld text check (length(withheld) <= 500),
  primary key (sending_id, user_id),
  constraint report_sending_recipient_outcome check (num_nonnulls(message_id, withheld) = 1)
);
create index report_sending_recipient_user on report_sending_recipient (user_id);
create index report_sending_recipient_message on report_sending_recipient (message_id) where message_id is not null;
call audit_table('report_sending_recipient', 'sending_id,user_id');
grant select, insert on report_sending_recipient to talaan_app;
grant select on report_sending_recipient to talaan_report;

-- ---------------------------------------------------------------------------------------------------------------------
-- The owner is told that a schedule stopped, or that somebody got nothing.

alter table notification add column report_sending_id bigint
  constraint notification_report_sending references report_sending on delete cascade;
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about check (
  num_nonnulls(move_id, about_user, file_id, cheque_run_id, cheque_alarm_id, webhook_endpoint_id, report_sending_id) = 1);
create unique index notification_of_report_sending on notification (report_sending_id, user_id) where report_sending_id is not null;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over',
  'file_ready', 'file_failed', 'cheque_misprint', 'cheque_alarm', 'webhook_off', 'schedule_stopped', 'schedule_withheld'));
grant insert (report_sending_id) on notification to talaan_app;
