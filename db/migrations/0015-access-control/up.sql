-- Looking at the product as another user, confirmation by a second person, reasons of access, logo of the company.

-- ---------------------------------------------------------------------------------------------------------------------
-- Where a level comes from: the columns after `level` are read by the explanation only.

create or replace view effective_access as
select u.id as user_id, m.id as module_id, m.module_name, m.module_type,
  (case
    when u.sper_user = 1 then 4
    when p.access_level is not null then position(p.access_level in 'NSIUD') - 1
    else coalesce((
      select max(ra.access_level)
      from user_role ur join role_access ra on ra.role_id = ur.role_id
      where ur.user_id = u.id and ra.module_id = m.id), 0)
  end)::smallint as level,
  u.sper_user = 1 as is_super_user,
  (position(p.access_level in 'NSIUD') - 1)::smallint as privilege_level,
  (select coalesce(jsonb_agg(jsonb_build_object('role', r.roles, 'level', ra.access_level)
      order by ra.access_level desc, r.roles), '[]')
    from user_role ur join role_access ra on ra.role_id = ur.role_id join role r on r.id = ur.role_id
    where ur.user_id = u.id and ra.module_id = m.id) as role_levels
from app_user u
cross join module m
left join user_access_privilege p on p.user_id = u.id and p.prog_code = m.module_name;
comment on column effective_access.privilege_level is 'nullable';

-- ---------------------------------------------------------------------------------------------------------------------
-- A session that looks at the product as another user keeps its own: user_id is who signed in and answers for it.

alter table session
  add column preview_user_id int references app_user on delete cascade,
  add column preview_since timestamptz,
  add constraint session_preview check ((preview_user_id is null) = (preview_since is null)),
  add constraint session_preview_other check (preview_user_id <> user_id);
create index session_preview_of on session (preview_user_id);
grant update (preview_user_id, preview_since) on session to talaan_app;

-- Who calls, with the levels that the rule of the call needs: run with every request, so it is planned once per
-- connection. No row when the session has ended, its user or the one he looks at may not sign in today, or he lost the
-- right to look.
drop function find_session(bytea, text[]);
create function find_session(p_token_hash bytea, p_modules text[])
  returns table (user_id int, login text, name text, super_user boolean, expires_at timestamptz, seconds_left float8,
    levels json, preview json)
  language plpgsql stable
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select u.id, u.user_id::text, concat_ws(' ', u.user_first_name, u.user_last_name), u.sper_user = 1,
      s.expires_at, extract(epoch from s.expires_at - now())::float8,
      (select coalesce(json_object_agg(e.module_name, e.level), '{}') from effective_access e
       where e.user_id = u.id and e.module_name = any (p_modules)),
      case when s.preview_user_id is not null then json_build_object('user_id', own.id,
        'name', concat_ws(' ', own.user_first_name, own.user_last_name), 'since', s.preview_since) end
    from session s
    join app_user own on own.id = s.user_id
    join app_user u on u.id = coalesce(s.preview_user_id, s.user_id)
    where s.token_hash = p_token_hash and s.expires_at > now()
      and own.start_date <= manila_today() and (own.end_date is null or own.end_date >= manila_today())
      and u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
      and (s.preview_user_id is null
        or exists (select from effective_access e where e.user_id = own.id and e.module_name = 'Users' and e.level = 4));
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Settings carry a version, so that two people who change them notice one another.

alter table setting add column row_version int not null default 1;
create function count_setting_change() returns trigger
  language plpgsql
as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger setting_version before update on setting for each row
  when (old.value is distinct from new.value) execute function count_setting_change();

-- ---------------------------------------------------------------------------------------------------------------------
-- Four eyes: with a switch on, what it guards changes only when a second person confirms (decisions §8).

create table pending_change (
  id int generated always as identity primary key,
  -- The switch under which it waits; 'settings': the switches themselves.
  guard text not null check (guard in ('bank_details', 'limits', 'roles', 'settings')),
  -- The resource, or 'setting'; with the module whose level lets a person decide.
  resource text not null collate "C",
  module_name name_text not null references module (module_name) on update cascade,
  record_id int,
  action text not null check (action in ('create', 'update', 'delete')),
  -- What the record is called, for people.
  label text not null,
  -- What was sent, and the record before and after it.
  body jsonb not null,
  before jsonb,
  after jsonb,
  requested_by int not null references app_user,
  requested_at timestamptz not null,
  state text not null check (state in ('waiting', 'confirmed', 'refused', 'withdrawn')),
  decided_by int references app_user,
  decided_at timestamptz,
  remarks name_text,
  constraint pending_change_record check ((action = 'create') = (record_id is null) or resource = 'setting'),
  constraint pending_change_decided check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint pending_change_second_person check (state not in ('confirmed', 'refused') or decided_by <> requested_by),
  constraint pending_change_withdrawn check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index pending_change_once on pending_change (resource, coalesce(record_id, 0))
  where state = 'waiting' and (record_id is not null or resource = 'setting');
create index pending_change_newest on pending_change (state, id desc);
create index pending_change_confirmation on pending_change (decided_at) where state = 'confirmed';
call audit_table('pending_change', 'id', 'body');
grant select, insert, update (state, decided_by, decided_at, remarks) on pending_change to talaan_app;

-- Who asks and who decides is whoever acts, never what a caller says; a decision is made once.
create function stamp_pending_change() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    new.requested_by := current_actor();
    new.requested_at := now();
    new.state := 'waiting';
    new.decided_by := null;
    new.decided_at := null;
  else
    if old.state <> 'waiting' then
      raise exception using errcode = '23514', constraint = 'pending_change_once_decided', table = 'pending_change',
        message = 'This change has been decided already.';
    end if;
    new.decided_by := current_actor();
    new.decided_at := now();
  end if;
  return new;
end $$;
create trigger pending_change_stamp before insert or update on pending_change
  for each row execute function stamp_pending_change();

create function four_eyes_on(p_switch text) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce((select (value ->> p_switch)::boolean from setting where key = 'four_eyes'), false)
$$;

-- Whether the running transaction confirms a change under the switch: its decision carries the transaction's own time.
create function confirms_change() returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select exists (
    select from pending_change where state = 'confirmed' and decided_by = current_actor() and decided_at = now())
$$;

-- Argument: the switch. The system itself may write; a cascade follows a change that was judged where it began.
create function require_second_person() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if pg_trigger_depth() = 1 and four_eyes_on(tg_argv[0]) and current_actor() is not null
      and not confirms_change() then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = tg_table_name,
      detail = tg_argv[0], message = 'This change needs the confirmation of a second person.';
  end if;
  return null;
end $$;

create procedure guard_with_second_person(target regclass, switch text)
  language plpgsql
as $$
begin
  execute format('create trigger second_person after insert or update or delete on %s for each row
    execute function require_second_person(%L)', target, switch);
end $$;

call guard_with_second_person('payee_bank', 'bank_details');
call guard_with_second_person('approving_level', 'limits');
call guard_with_second_person('approving_officer', 'limits');
call guard_with_second_person('role', 'roles');
call guard_with_second_person('role_access', 'roles');
call guard_with_second_person('user_access_privilege', 'roles');
call guard_with_second_person('user_role', 'roles');
create trigger second_person_limit after update of max_amount, approver on app_user for each row
  when (old.max_amount is distinct from new.max_amount or old.approver <> new.approver)
  execute function require_second_person('limits');
create trigger second_person_super after update of sper_user on app_user for each row
  when (old.sper_user <> new.sper_user) execute function require_second_person('roles');
create trigger second_person_new_limit after insert on app_user for each row
  when (new.max_amount is not null or new.approver = 1) execute function require_second_person('limits');
create trigger second_person_new_super after insert on app_user for each row
  when (new.sper_user = 1) execute function require_second_person('roles');
do $$
begin
  if to_regclass('billing_officer') is not null then
    call guard_with_second_person('billing_officer', 'limits');
  end if;
end $$;

-- A switch that is on is not switched off by one person.
create function keep_four_eyes() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if current_actor() is not null and not confirms_change() and exists (
    select from jsonb_each(old.value) before
    where before.value = 'true' and new.value -> before.key is distinct from 'true'
  ) then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = 'setting',
      detail = 'settings', message = 'Switching the confirmation off needs the confirmation of a second person.';
  end if;
  return new;
end $$;
create trigger setting_four_eyes before update on setting for each row
  when (old.key = 'four_eyes') execute function keep_four_eyes();

-- ---------------------------------------------------------------------------------------------------------------------
-- The logo that papers carry.

alter table company add column logo_file_id uuid references file;
