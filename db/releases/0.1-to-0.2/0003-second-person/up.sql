-- Four eyes: with a switch on, what it guards changes only when a second person confirms; and nobody grants himself
-- anything (decisions §8). Every door is guarded where it is stored: here those to rights and sign-in, elsewhere beside
-- their table.

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

-- Whether the running transaction confirms a change under the switch: its decision carries the transaction's own time.
create function confirms_change() returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select exists (
    select from pending_change where state = 'confirmed' and decided_by = current_actor() and decided_at = now())
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- When it is on. A switch that nobody set counts as on as soon as two people could decide about what it guards; from then
-- on it stays on.

-- The modules on which a second person needs Delete to decide everything under a switch.
create function deciding_modules(p_switch text) returns text[]
  language sql immutable
as $$
  select case p_switch
    when 'bank_details' then array['Payee Details']
    when 'limits' then array['Approving Officers', 'Approving Levels']
    when 'roles' then array['Role Access', 'User Roles', 'Users'] end
$$;

create function people_who_decide(p_switch text) returns int
  language sql stable
  set search_path = public, pg_temp
as $$
  select count(*)::int from app_user u
  where may_sign_in(u) and u.input_date < now()
    and 4 <= all (select e.level from effective_access e
      where e.user_id = u.id and e.module_name = any (deciding_modules(p_switch)))
$$;

create function four_eyes_on(p_switch text) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce((select (value ->> p_switch)::boolean from setting where key = 'four_eyes'),
    people_who_decide(p_switch) >= 2)
$$;

-- Before a write that may change who decides: a switch that is on by now stays on, or the first person would only have to
-- remove the second one; and one that the write itself would bring about is not on for it, or there would never be a second.
create function keep_four_eyes_on() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  update setting s set value = s.value || on_by_now.switches
  from (
    select jsonb_object_agg(name, true) as switches
    from unnest(array['bank_details', 'limits', 'roles']) name, setting kept
    where kept.key = 'four_eyes' and case when not kept.value ? name then people_who_decide(name) >= 2 end
  ) on_by_now
  where s.key = 'four_eyes' and on_by_now.switches is not null;
  return null;
end $$;
do $$
declare
  deciding text;
begin
  foreach deciding in array array['app_user', 'user_role', 'role_access', 'user_access_privilege'] loop
    execute format('create trigger four_eyes_stay_on before insert or update or delete on %I
      for each statement execute function keep_four_eyes_on()', deciding);
  end loop;
end $$;

-- One person neither switches off what is on, nor decides beforehand that it never goes on.
create function keep_four_eyes() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if current_actor() is not null and not confirms_change() and exists (
    select from unnest(array['bank_details', 'limits', 'roles']) name
    where (new.value -> name is distinct from 'true' and old.value -> name = 'true')
      or (new.value -> name = 'false' and not old.value ? name)
  ) then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = 'setting',
      detail = 'settings', message = 'Switching the confirmation off needs the confirmation of a second person.';
  end if;
  return new;
end $$;
create trigger setting_four_eyes before update on setting for each row
  when (old.key = 'four_eyes') execute function keep_four_eyes();

-- ---------------------------------------------------------------------------------------------------------------------
-- What it guards.

-- What is wrong with a write that gives rights: it gives them to whoever writes it ('own_grant'), or one person alone
-- gives more than he has ('grant_beyond_own'); null for nothing. In: the table, the row before and after, and who writes.
create function faulty_grant(p_table text, p_old jsonb, p_new jsonb, p_actor int) returns text
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  is_super boolean := (select sper_user = 1 from app_user where id = p_actor);
  -- What two people agree on may be more than one of them has.
  is_bound boolean := not is_super and not confirms_change();
  -- Whom the row is about; of a user his own id, for there user_id is the sign-in name.
  owner int := (coalesce(p_new, p_old) ->> case p_table when 'app_user' then 'id' else 'user_id' end)::int;
begin
  case p_table
    when 'user_access_privilege' then
      if owner = p_actor then return 'own_grant'; end if;
      if is_bound and position(p_new ->> 'access_level' in 'NSIUD') - 1 > (
        select level from effective_access where user_id = p_actor and module_name = p_new ->> 'prog_code')
      then return 'grant_beyond_own'; end if;
    when 'user_role' then
      if p_new is null then return null; end if;
      if owner = p_actor then return 'own_grant'; end if;
      if is_bound and exists (
        select from role_access ra join effective_access e on e.module_id = ra.module_id and e.user_id = p_actor
        where ra.role_id = (p_new ->> 'role_id')::int and ra.access_level > e.level)
      then return 'grant_beyond_own'; end if;
    when 'role_access' then
      -- A super user has every level already.
      if is_super or p_new is null or (p_new ->> 'access_level')::int <= coalesce((p_old ->> 'access_level')::int, 0)
      then return null; end if;
      if exists (select from user_role where user_id = p_actor and role_id = (p_new ->> 'role_id')::int)
      then return 'own_grant'; end if;
      if is_bound and (p_new ->> 'access_level')::int > (
        select level from effective_access where user_id = p_actor and module_id = (p_new ->> 'module_id')::int)
      then return 'grant_beyond_own'; end if;
    when 'approving_officer', 'billing_officer' then
      if p_new is not null and owner = p_actor then return 'own_grant'; end if;
    when 'app_user' then
      if owner = p_actor and (
        p_new ->> 'max_amount' is distinct from p_old ->> 'max_amount'
        or (p_new ->> 'sper_user')::int > (p_old ->> 'sper_user')::int
        or (p_new ->> 'approver')::int > (p_old ->> 'approver')::int)
      then return 'own_grant'; end if;
      if is_bound and (p_new ->> 'sper_user')::int > coalesce((p_old ->> 'sper_user')::int, 0)
      then return 'grant_beyond_own'; end if;
    else null;
  end case;
  return null;
end $$;

-- Argument: the switch. First whether a second person must confirm, so that one may ask for oneself what another then
-- decides; then whether whoever writes it gains by it. The system itself may write; a cascade follows a change that was
-- judged where it began.
create function require_second_person() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  fault text;
  is_on boolean;
  -- Then what was on before the write counts; keep_four_eyes_on has written it down.
  says_who_decides boolean := tg_table_name in ('app_user', 'user_role', 'role_access', 'user_access_privilege');
begin
  if actor is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  if says_who_decides then
    select value -> tg_argv[0] = 'true' into is_on from setting where key = 'four_eyes';
  else
    is_on := four_eyes_on(tg_argv[0]);
  end if;
  if is_on and not confirms_change() then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = tg_table_name,
      detail = tg_argv[0], message = 'This change needs the confirmation of a second person.';
  end if;
  fault := faulty_grant(tg_table_name, to_jsonb(old), to_jsonb(new), actor);
  if fault is not null then
    raise exception using errcode = '23514', constraint = fault, table = tg_table_name,
      message = 'Nobody gives himself rights, nor others more than he has.';
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

call guard_with_second_person('role', 'roles');
call guard_with_second_person('role_access', 'roles');
call guard_with_second_person('user_access_privilege', 'roles');
call guard_with_second_person('user_role', 'roles');

-- Of a user: his cap and approver mark, being a super user, the e-mail by which somebody else signs in, and his password.
-- One's own e-mail and password are one's own.
create trigger second_person_limit after update of max_amount, approver on app_user for each row
  when (old.max_amount is distinct from new.max_amount or old.approver <> new.approver)
  execute function require_second_person('limits');
create trigger second_person_new_limit after insert on app_user for each row
  when (new.max_amount is not null or new.approver = 1) execute function require_second_person('limits');
create trigger second_person_super after update of sper_user on app_user for each row
  when (old.sper_user <> new.sper_user) execute function require_second_person('roles');
create trigger second_person_new_super after insert on app_user for each row
  when (new.sper_user = 1) execute function require_second_person('roles');
create trigger second_person_email after update of email on app_user for each row
  when (old.email is distinct from new.email and new.id is distinct from current_actor())
  execute function require_second_person('roles');
create trigger second_person_new_email after insert on app_user for each row
  when (new.email is not null) execute function require_second_person('roles');
create trigger second_person_password after update of password_hash on app_user for each row
  when (old.password_hash is distinct from new.password_hash and new.id is distinct from current_actor())
  execute function require_second_person('roles');
create trigger second_person_new_password after insert on app_user for each row
  when (new.password_hash is not null) execute function require_second_person('roles');
