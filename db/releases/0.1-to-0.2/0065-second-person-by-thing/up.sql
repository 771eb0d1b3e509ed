-- The second person, thing by thing (decisions §8): each thing that a switch covers is guarded as soon as two people could
-- decide that thing, not only when the same two could decide all of them; and a person's identity is guarded by itself.

-- What a switch covers: each table with the module on which a person needs Update to decide about it.
create function guarded_things() returns table (switch text, guarded_table text, module_name text)
  language sql immutable
as $$
  values
    ('bank_details', 'payee_bank', 'Payee Details'),
    ('bank_details', 'payee', 'Payee Details'),
    ('limits', 'approving_level', 'Approving Levels'),
    ('limits', 'approving_officer', 'Approving Officers'),
    ('limits', 'delegation', 'Approving Officers'),
    ('limits', 'billing_officer', 'Billing Officers'),
    ('limits', 'setting', 'Companies'),
    ('limits', 'company_text', 'Companies'),
    ('limits', 'app_user', 'Users'),
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select may_sign_in(p_user) and p_user.input_date < now() and exists (
    select from effective_access e where e.user_id = p_user.id and e.module_name = p_module and e.level >= 3)
$$;

create function people_who_decide_on(p_module text) returns int
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select count(*)::int from app_user u where decides_on(u, p_module)
$$;

-- A switch that somebody set acts so for all that it covers; else each thing for itself, under the key `switch: module`,
-- where it was once on.
create function four_eyes_on(p_switch text, p_module text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce((value ->> p_switch)::boolean, (value ->> (p_switch || ': ' || p_module))::boolean,
    people_who_decide_on(p_module) >= 2)
  from setting where key = 'four_eyes'
$$;

-- Whether a switch is on for anything that it covers.
create or replace function four_eyes_on(p_switch text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select bool_or(four_eyes_on(switch, module_name)) from guarded_things() where switch = p_switch
$$;

-- Before a write that may change who decides: what is on by now stays on, or the first person would only have to remove the
-- second one; and what the write itself would bring about is not on for it, or there would never be a second.
create or replace function keep_four_eyes_on() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- One person neither switches off what is on, nor decides beforehand that it never goes on.
create or replace function keep_four_eyes() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- Argument: the switch. First whether a second person must confirm, so that one may ask for oneself what another then
-- decides; then whether whoever writes it gains by it. The system itself may write; a cascade follows a change that was
-- judged where it began.
create or replace function require_second_person() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

drop function people_who_decide(text);
drop function deciding_modules(text);

-- ---------------------------------------------------------------------------------------------------------------------
-- A person's identity: the address by which he signs in and gets a link to choose a password.

-- From when on links go to the address, and a provider's identity is known by it: what one person alone wrote stands a day
-- before it counts, so that its owner, who is told at the old address, can have it taken back.
alter table app_user add column email_stands_at timestamptz not null default now();

create function let_email_stand() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select not confirms_change() and (
    exists (select from app_user u where u.id <> p_actor and decides_on(u, 'Users'))
    or exists (select from setting where key = 'four_eyes'
      and coalesce(value ->> 'roles', value ->> 'roles: Users') = 'true'))
$$;

create function guard_identity() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
drop trigger second_person_email on app_user;
create trigger second_person_email after update of email on app_user for each row
  when (old.email is distinct from new.email) execute function guard_identity();

-- A link goes alone to nobody who decides something, and to no address that does not stand yet.
create function guard_password_link() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
create trigger password_link_guarded before insert on password_link
  for each row execute function guard_password_link();
