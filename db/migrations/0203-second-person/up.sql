-- Four eyes: with a switch on, what it guards changes only when a second person confirms; and nobody grants himself
-- anything (decisions §8). Every door is guarded where it is stored: here those to rights and sign-in, elsewhere beside
-- their table.

-- Functions of this part name tables of later ones.
set local check_function_bodies = off;

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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select exists (
    select from pending_change where state = 'confirmed' and decided_by = current_actor() and decided_at = now())
$$;

-- Whether a switch is on for anything that it covers.
create function four_eyes_on(p_switch text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select bool_or(four_eyes_on(switch, module_name)) from guarded_things() where switch = p_switch
$$;

-- Before a write that may change who decides: a switch that is on by now stays on, or the first person would only have to
-- remove the second one; and one that the write itself would bring about is not on for it, or there would never be a second.
create function keep_four_eyes_on() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update setting s set value = s.value || on_by_now.things
  from (
    select jsonb_object_agg(t.thing, true) as things
    from (select distinct switch, module_name, switch || ': ' || module_name as thing from guarded_things()) t,
      setting kept
    where kept.key = 'four_eyes'
      and case when not kept.value ? t.switch and not kept.value ? t.thing then people_who_decide_on(t.module_name) >= 2 end
  ) on_by_now
  where s.key = 'four_eyes' and on_by_now.things is not null;
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if current_actor() is not null and not confirms_change() and exists (
    select from jsonb_object_keys(old.value || new.value) name
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  fault text;
  is_on boolean;
  module text := (select module_name from guarded_things() where switch = tg_argv[0] and guarded_table = tg_table_name);
  -- Then what was on before the write counts; keep_four_eyes_on has written it down.
  says_who_decides boolean := tg_table_name in ('app_user', 'user_role', 'role_access', 'user_access_privilege');
begin
  if actor is null or pg_trigger_depth() > 1 then
    return null;
  elsif module is null then
    raise exception 'guarded_things() does not say who decides about %', tg_table_name;
  end if;
  if says_who_decides then
    select coalesce(value ->> tg_argv[0], value ->> (tg_argv[0] || ': ' || module)) = 'true' into is_on
    from setting where key = 'four_eyes';
  else
    is_on := four_eyes_on(tg_argv[0], module);
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

-- Which documents need review and approval.
create trigger second_person_approvals after insert on setting for each row
  when (new.key in ('approval_required', 'review_stage')) execute function require_second_person('limits');
create trigger second_person_approvals_changed after update on setting for each row
  when (new.key in ('approval_required', 'review_stage') and old.value is distinct from new.value)
  execute function require_second_person('limits');

-- Raising it lets one person write off alone.
create trigger second_person_write_offs after insert on setting for each row
  when (new.key = 'write_off_without_approval') execute function require_second_person('limits');
create trigger second_person_write_offs_changed after update on setting for each row
  when (new.key = 'write_off_without_approval' and old.value is distinct from new.value)
  execute function require_second_person('limits');

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
create trigger second_person_new_email after insert on app_user for each row
  when (new.email is not null) execute function require_second_person('roles');
create trigger second_person_password after update of password_hash on app_user for each row
  when (old.password_hash is distinct from new.password_hash and new.id is distinct from current_actor())
  execute function require_second_person('roles');
create trigger second_person_new_password after insert on app_user for each row
  when (new.password_hash is not null) execute function require_second_person('roles');

-- Whatever lets a source do more waits for a second person; it is put out of use at once by one.
create function guarded_things() returns table (switch text, guarded_table text, module_name text)
  language sql immutable
as $$
  values
    ('bank_details', 'payee_bank', 'Payee Details'),
    ('bank_details', 'payee', 'Payee Details'),
    ('bank_details', 'bank', 'Banks'),
    ('bank_details', 'cheque_layout', 'Banks'),
    ('bank_details', 'cheque_layout_field', 'Banks'),
    ('limits', 'approving_level', 'Approving Levels'),
    ('limits', 'approving_officer', 'Approving Officers'),
    ('limits', 'delegation', 'Approving Officers'),
    ('limits', 'billing_officer', 'Billing Officers'),
    ('limits', 'setting', 'Companies'),
    ('limits', 'company_text', 'Companies'),
    ('limits', 'app_user', 'Users'),
    ('limits', 'integration_source', 'Users'),
    ('limits', 'integration_source_department', 'Users'),
    ('limits', 'report_map_version', 'Profitability'),
    ('roles', 'role', 'Roles'),
    ('roles', 'role_access', 'Role Access'),
    ('roles', 'user_access_privilege', 'User Roles'),
    ('roles', 'user_role', 'Users'),
    ('roles', 'app_user', 'Users')
$$;

-- Who could decide about a thing: whoever has Update on its module, was there before this moment and may sign in.
create function decides_on(p_user app_user, p_module text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select may_sign_in(p_user) and p_user.input_date < now() and exists (
    select from effective_access e where e.user_id = p_user.id and e.module_name = p_module and e.level >= 3)
$$;

create function people_who_decide_on(p_module text) returns int
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select count(*)::int from app_user u where decides_on(u, p_module)
$$;

-- A switch that somebody set acts so for all that it covers; else each thing for itself, under the key `switch: module`,
-- where it was once on.
create function four_eyes_on(p_switch text, p_module text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select coalesce((value ->> p_switch)::boolean, (value ->> (p_switch || ': ' || p_module))::boolean,
    people_who_decide_on(p_module) >= 2)
  from setting where key = 'four_eyes'
$$;

create function let_email_stand() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.email_stands_at := case
    when tg_op = 'UPDATE' and new.email is not distinct from old.email then old.email_stands_at
    -- Nobody has an identity yet that it could take.
    when tg_op = 'INSERT' or old.email is null and old.password_hash is null and not decides_anything(old) then now()
    when current_actor() is null or confirms_change() then now()
    else now() + interval '1 day' end;
  return new;
end $$;

-- Whether a person decides something: he approves, or confirms what is guarded.
create function decides_anything(p_user app_user) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select p_user.sper_user = 1 or p_user.approver = 1
    or exists (select from approving_officer o where o.user_id = p_user.id)
    or exists (select from billing_officer o where o.user_id = p_user.id)
    or exists (
      select from effective_access e join guarded_things() g on g.module_name = e.module_name
      where e.user_id = p_user.id and e.level >= 3)
$$;
create trigger email_stands before insert or update of email, email_stands_at on app_user
  for each row execute function let_email_stand();

-- Whether whoever writes needs a second person for the identity of another, whatever the switches say: somebody else could
-- confirm it, or once could.
create function identity_needs_second_person(p_actor int) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select not confirms_change() and (
    exists (select from app_user u where u.id <> p_actor and decides_on(u, 'Users'))
    or exists (select from setting where key = 'four_eyes'
      and coalesce(value ->> 'roles', value ->> 'roles: Users') = 'true'))
$$;

create function guard_identity() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
begin
  if actor is not null and actor <> new.id and identity_needs_second_person(actor) then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = 'app_user',
      detail = 'roles', message = 'This change needs the confirmation of a second person.';
  end if;
  return null;
end $$;
create trigger second_person_email after update of email on app_user for each row
  when (old.email is distinct from new.email) execute function guard_identity();

-- A link goes alone to nobody who decides something, and to no address that does not stand yet.
create function guard_password_link() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  owner app_user;
begin
  select * into owner from app_user where id = new.user_id;
  if actor is null or confirms_change() then
    return new;
  end if;
  if (owner.email_stands_at > now() or decides_anything(owner)) and identity_needs_second_person(actor) then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = 'password_link',
      detail = 'roles', message = 'This link needs the confirmation of a second person.';
  elsif owner.email_stands_at > now() then
    raise exception using errcode = '23514', constraint = 'password_link_address', table = 'password_link',
      message = format('The e-mail of %s %s was changed less than a day ago. A link goes to it from %s on.',
        owner.user_first_name, owner.user_last_name,
        to_char(owner.email_stands_at at time zone 'Asia/Manila', 'YYYY-MM-DD HH24:MI'));
  end if;
  return new;
end $$;
