-- What the bank paid of cheques that it should not have: a spoiled leaf, a stopped or void cheque, one that never left the house.

create table cheque_alarm (
  id int generated always as identity primary key,
  cheque_id int not null constraint cheque_alarm_cheque references cheque,
  -- As what the register had it.
  state text not null collate "C",
  -- The day of the bank statement.
  cleared_on accounting_date not null,
  reported_by int default current_actor() constraint cheque_alarm_reported_by references app_user,
  reported_at timestamptz not null default now(),
  settlement long_text,
  settled_by int constraint cheque_alarm_settled_by references app_user,
  settled_at timestamptz,
  constraint cheque_alarm_settlement check (num_nonnulls(settlement, settled_at) in (0, 2) and btrim(settlement) <> '')
);
-- One at a time: a second statement line of the same leaf is told by the first until that is settled.
create unique index cheque_alarm_once on cheque_alarm (cheque_id) where settled_at is null;
create index cheque_alarm_of_cheque on cheque_alarm (cheque_id, id);
create index cheque_alarm_by on cheque_alarm (reported_by);
create index cheque_alarm_settler on cheque_alarm (settled_by);
call audit_table('cheque_alarm', 'id');
grant select, insert (cheque_id, cleared_on), update (settlement) on cheque_alarm to talaan_app;
grant select on cheque_alarm to talaan_report;

-- It is raised by what the register says; it is settled once, by somebody who neither reported it nor printed the leaf nor
-- brought it to what it is.
create function check_cheque_alarm() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
begin
  select * into leaf from cheque where id = new.cheque_id for no key update;
  if tg_op = 'INSERT' then
    if leaf.state in ('queued', 'released', 'matured', 'cleared') or leaf.cheque_number is null then
      raise exception using errcode = '23514', constraint = 'cheque_alarm_state', table = 'cheque_alarm',
        message = format('Cheque %s is %s: what the bank paid of it is no alarm.', leaf.cheque_number, leaf.state);
    end if;
    if new.cleared_on > manila_today() then
      raise exception using errcode = '23514', constraint = 'cheque_alarm_day', table = 'cheque_alarm',
        message = format('The date %s is later than today.', new.cleared_on);
    end if;
    new.state := leaf.state;
    return new;
  end if;
  if old.settled_at is not null then
    raise exception using errcode = '23514', constraint = 'cheque_alarm_settled', table = 'cheque_alarm',
      message = format('The alarm of cheque %s was settled already.', leaf.cheque_number);
  end if;
  if current_actor() is not null and (current_actor() = old.reported_by or exists (
    select from cheque_move m
    where m.cheque_id = leaf.id and m.user_id = current_actor() and m.state_to in ('printed', 'spoiled', 'stopped', 'void'))) then
    raise exception using errcode = '23514', constraint = 'cheque_alarm_second_person', table = 'cheque_alarm',
      message = format('You reported the alarm of cheque %s, printed it or took it back: somebody else settles it.', leaf.cheque_number);
  end if;
  new.settled_by := current_actor();
  new.settled_at := now();
  return new;
end $$;
create trigger cheque_alarm_checked before insert or update on cheque_alarm
  for each row execute function check_cheque_alarm();

alter table notification add column cheque_alarm_id int constraint notification_cheque_alarm references cheque_alarm;
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about
  check (num_nonnulls(move_id, about_user, file_id, cheque_run_id, cheque_alarm_id) = 1);
alter table notification add constraint notification_cheque_alarm_once unique (user_id, cheque_alarm_id);
create index notification_of_cheque_alarm on notification (cheque_alarm_id) where cheque_alarm_id is not null;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over',
  'file_ready', 'file_failed', 'cheque_misprint', 'cheque_alarm'));

-- Everybody who could void a cheque is told, whoever reported it.
create function tell_cheque_alarm() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, cheque_alarm_id) select p.id, 'cheque_alarm', new.id from people_of_cheques() p (id);
  return null;
end $$;
revoke execute on function tell_cheque_alarm() from public;
create trigger cheque_alarm_told after insert on cheque_alarm for each row execute function tell_cheque_alarm();
