-- Who may sign in, with a password that only its owner knows (decisions §8): blocking, links by which people choose their
-- password, passwords that somebody else set, and who is told.

alter table app_user
  -- Kept out at once, whatever the dates say.
  add column blocked_at timestamptz,
  -- To be changed by its owner before anything else.
  add column password_set_by_other boolean not null default false;

-- Whether a user may sign in today, and counts where it is asked who could act.
create function may_sign_in(u app_user) returns boolean
  language sql stable
as $$
  select u.start_date <= manila_today() and coalesce(u.end_date, 'infinity') >= manila_today() and u.blocked_at is null
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Passwords: one that a person sets for another says so by itself; the console and the demo's seed act as the system.

create function note_who_set_password() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and new.password_hash is not distinct from old.password_hash then
    new.password_set_by_other := old.password_set_by_other;
  else
    new.password_set_by_other := new.password_hash is not null and current_actor() is not null
      and current_actor() <> new.id;
  end if;
  return new;
end $$;
create trigger note_who_set_password before insert or update of password_hash, password_set_by_other on app_user
  for each row execute function note_who_set_password();

create trigger second_person_password after update of password_hash on app_user for each row
  when (old.password_hash is distinct from new.password_hash and new.id is distinct from current_actor())
  execute function require_second_person('roles');
create trigger second_person_new_password after insert on app_user for each row
  when (new.password_hash is not null) execute function require_second_person('roles');

-- ---------------------------------------------------------------------------------------------------------------------
-- A blocked user: his sessions end, nobody blocks or unblocks himself, and the last super user stays.

create function check_block() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if new.id = current_actor() then
    raise exception using errcode = '23514', constraint = 'own_block', table = 'app_user',
      message = 'Nobody blocks himself.';
  end if;
  new.blocked_at := case when new.blocked_at is not null then now() end;
  return new;
end $$;
create trigger check_block before update of blocked_at on app_user
  for each row when (old.blocked_at is distinct from new.blocked_at) execute function check_block();
create trigger end_sessions_on_block after update of blocked_at on app_user
  for each row when (new.blocked_at is not null) execute function end_sessions_of_user();

create or replace function keep_super_user() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7002, 0);
  if not exists (select from app_user u where u.sper_user = 1 and may_sign_in(u)) then
    raise exception using errcode = '23514', constraint = 'super_user_remains', table = 'app_user',
      message = 'At least one active super user must remain.';
  end if;
  return null;
end $$;
drop trigger super_user_remains on app_user;
create constraint trigger super_user_remains after update of sper_user, start_date, end_date, blocked_at or delete on app_user
  deferrable initially deferred for each row when (old.sper_user = 1) execute function keep_super_user();

create or replace function people_who_decide(p_switch text) returns int
  language sql stable
  set search_path = public, pg_temp
as $$
  select count(*)::int from app_user u
  where may_sign_in(u) and u.input_date < now()
    and 4 <= all (select e.level from effective_access e
      where e.user_id = u.id and e.module_name = any (deciding_modules(p_switch)))
$$;

create or replace view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount,
  u.max_amount as user_max_amount, concat_ws(' ', u.user_first_name, u.user_last_name) as acting_user_name
from approving_officer o
join app_user u on u.id = o.user_id
where may_sign_in(u)
union all
select d.to_user, o.user_id, o.level, o.currency_id, o.min_amount, o.max_amount, u.max_amount,
  concat_ws(' ', s.user_first_name, s.user_last_name)
from delegation d
join approving_officer o on o.user_id = d.from_user
join app_user u on u.id = o.user_id
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date and d.ended_at is null and may_sign_in(u) and may_sign_in(s);

-- As in 0015, with blocking, and whether the caller must choose his own password first.
drop function find_session(bytea, text[]);
create function find_session(p_token_hash bytea, p_modules text[])
  returns table (user_id int, login text, name text, super_user boolean, password_due boolean, expires_at timestamptz,
    seconds_left float8, levels json, preview json)
  language plpgsql stable
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select u.id, u.user_id::text, concat_ws(' ', u.user_first_name, u.user_last_name), u.sper_user = 1,
      own.password_set_by_other, s.expires_at, extract(epoch from s.expires_at - now())::float8,
      (select coalesce(json_object_agg(e.module_name, e.level), '{}') from effective_access e
       where e.user_id = u.id and e.module_name = any (p_modules)),
      case when s.preview_user_id is not null then json_build_object('user_id', own.id,
        'name', concat_ws(' ', own.user_first_name, own.user_last_name), 'since', s.preview_since) end
    from session s
    join app_user own on own.id = s.user_id
    join app_user u on u.id = coalesce(s.preview_user_id, s.user_id)
    where s.token_hash = p_token_hash and s.expires_at > now() and may_sign_in(own) and may_sign_in(u)
      and (s.preview_user_id is null
        or exists (select from effective_access e where e.user_id = own.id and e.module_name = 'Users' and e.level = 4));
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Links by which their owner chooses a new password: one open at a time, used once. The secret of a link is made when its
-- mail is sent, or printed; here is its SHA-256.

create table password_link (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  token_hash bytea unique,
  -- The mail that carries it; null for one that the console printed.
  message_id bigint unique references mail_message,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  ended_at timestamptz,
  ended_as text collate "C" check (ended_as in ('used', 'replaced')),
  constraint password_link_ended check ((ended_at is null) = (ended_as is null))
);
create unique index password_link_open on password_link (user_id) where ended_at is null;
call audit_table('password_link', 'id', 'token_hash');
grant select, insert (user_id, token_hash, message_id), update (token_hash, ended_at, ended_as) on password_link to talaan_app;

-- What ended stays ended.
create function check_password_link() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.ended_at is not null then
    raise exception using errcode = '23514', constraint = 'password_link_once', table = 'password_link',
      message = 'This link has ended.';
  end if;
  return new;
end $$;
create trigger password_link_once before update on password_link for each row execute function check_password_link();

-- A link in a mailbox that is another's now, or to a password that was changed since, serves nobody.
create function end_password_links() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update password_link set ended_at = now(), ended_as = 'replaced' where user_id = new.id and ended_at is null;
  return null;
end $$;
revoke execute on function end_password_links() from public;
create trigger end_password_links after update of password_hash, email, blocked_at on app_user for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
    or old.blocked_at is distinct from new.blocked_at)
  execute function end_password_links();

-- ---------------------------------------------------------------------------------------------------------------------
-- Notices about a user's sign-in stand in the bell beside those about batches.

alter table notification
  alter column move_id drop not null,
  add column about_user int references app_user on delete cascade,
  add column by_user int references app_user on delete set null,
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in
    ('waiting', 'returned', 'rejected', 'for_release', 'posted', 'voided', 'not_matured',
     'password_link', 'password_changed', 'email_changed')),
  add constraint notification_about check ((move_id is null) = (about_user is not null));
create index notification_about_user on notification (about_user);
grant insert (about_user, by_user) on notification to talaan_app;
