-- Files of reports that are made in the background.

create table report_file (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references app_user on delete cascade,
  report text not null collate "C" check (length(report) between 1 and 60),
  title name_text not null,
  -- What it is of, as its heading says it.
  subject name_text not null,
  filter jsonb not null check (jsonb_typeof(filter) = 'object'),
  format text not null collate "C" check (format in ('xlsx', 'pdf', 'csv')),
  state text not null default 'waiting' collate "C" check (state in ('waiting', 'working', 'ready', 'failed')),
  asked_at timestamptz not null default now(),
  -- How often somebody began to make it, and when he last said that he is still at it.
  attempt int not null default 0 check (attempt >= 0),
  beat_at timestamptz,
  rows_done int not null default 0 check (rows_done >= 0),
  rows_expected int check (rows_expected >= 0),
  name text,
  size bigint check (size > 0),
  reason text,
  ended_at timestamptz,
  constraint report_file_attempt unique (id, attempt),
  constraint report_file_ready check ((state = 'ready') = (name is not null and size is not null)),
  constraint report_file_failed check ((state = 'failed') = (reason is not null)),
  constraint report_file_ended check ((state in ('ready', 'failed')) = (ended_at is not null))
);
create index report_file_tray on report_file (user_id, asked_at desc);
create index report_file_work on report_file (asked_at) where state in ('waiting', 'working');
create index report_file_old on report_file (ended_at) where ended_at is not null;

create table report_file_part (
  file_id uuid not null,
  attempt int not null,
  no int not null check (no >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (file_id, no),
  constraint report_file_part_attempt foreign key (file_id, attempt) references report_file (id, attempt) on delete cascade
);
-- Workbooks and PDF are packed already.
alter table report_file_part alter column bytes set storage external;

create function check_report_file() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if row(new.id, new.user_id, new.report, new.filter, new.format, new.asked_at)
    is distinct from row(old.id, old.user_id, old.report, old.filter, old.format, old.asked_at)
    or not (old.state = 'waiting' and new.state in ('working', 'failed')
      or old.state = 'working' and new.state in ('working', 'ready', 'failed')) then
    raise exception using errcode = '23514', constraint = 'report_file_moves', table = 'report_file',
      message = format('A file that is %s does not become %s.', old.state, new.state);
  end if;
  if new.state = 'ready' and not exists (
    select from report_file_part p where p.file_id = new.id
    having sum(octet_length(p.bytes)) = new.size and max(p.no) = count(*) - 1) then
    raise exception using errcode = '23514', constraint = 'report_file_whole', table = 'report_file',
      message = 'Not every piece of the file is there.';
  end if;
  return new;
end $$;
create trigger report_file_moves before update on report_file for each row execute function check_report_file();

-- Pieces come and go while their file is being made, and go with it.
create function check_report_file_part() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    perform from report_file f where f.id = new.file_id and f.state = 'working' for share;
    if not found then
      raise exception using errcode = '23514', constraint = 'report_file_part_kept', table = 'report_file_part',
        message = 'A file takes pieces while it is being made.';
    end if;
    return new;
  end if;
  if exists (select from report_file f where f.id = old.file_id and f.state = 'ready') then
    raise exception using errcode = '23514', constraint = 'report_file_part_kept', table = 'report_file_part',
      message = 'The pieces of a file that is ready stay with it.';
  end if;
  return old;
end $$;
create trigger report_file_part_kept before insert or delete on report_file_part
  for each row execute function check_report_file_part();

alter table notification add column file_id uuid references report_file on delete cascade;
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about check (num_nonnulls(move_id, about_user, file_id) = 1);
alter table notification add constraint notification_file_once unique (user_id, file_id);
create index notification_file on notification (file_id) where file_id is not null;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over',
  'file_ready', 'file_failed'));

grant select, insert (user_id, report, title, subject, filter, format), delete on report_file to talaan_app;
grant update (state, attempt, beat_at, rows_done, rows_expected, name, size, reason, ended_at) on report_file to talaan_app;
grant select, insert, delete on report_file_part to talaan_app;
grant insert (file_id) on notification to talaan_app;
