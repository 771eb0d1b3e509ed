-- Users, roles, rights, sessions and sign-in (data-model §2). Outside app_user, user_id is app_user.id.
create table app_user (
  id int generated always as identity primary key,
  user_id code_text not null,
  user_first_name name_text not null,
  user_middle_name short_text,
  user_last_name name_text not null,
  email short_text,
  password_hash text,
  -- To be changed by its owner before anything else.
  password_set_by_other boolean not null default false,
  sper_user flag not null default 0,
  approver flag not null default 0,
  max_amount amount,
  jobt_code short_text,
  dept_id int,
  dept_code code_text,
  brnc_code code_text,
  start_date accounting_date not null default manila_today(),
  end_date accounting_date,
  -- Kept out at once, whatever the dates say.
  blocked_at timestamptz,
  profile_file_id uuid,
  -- From when on links go to the address, and a provider's identity is known by it: what one person alone wrote stands a day
  -- before it counts, so that its owner, who is told at the old address, can have it taken back.
  email_stands_at timestamptz not null default now(),
  constraint app_user_dates check (end_date >= start_date)
);
call make_master('app_user', 'password_hash');
create unique index app_user_name_once on app_user (lower(user_id));
create unique index app_user_email_once on app_user (lower(email));
revoke select on app_user from talaan_report;
grant select (id, user_id, user_first_name, user_middle_name, user_last_name, dept_id, dept_code, brnc_code) on app_user
  to talaan_report;

-- dept_id and dept_code are one fact on two wire fields: what is given fills the other.
create function fill_user_department() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op = 'UPDATE' and new.dept_code is distinct from old.dept_code and new.dept_id is not distinct from old.dept_id then
    new.dept_id := null;
  elsif tg_op = 'UPDATE' and new.dept_id is distinct from old.dept_id and new.dept_code is not distinct from old.dept_code then
    new.dept_code := null;
  end if;
  if new.dept_id is null and new.dept_code is not null then
    select id into new.dept_id from department where dept_code = new.dept_code;
  elsif new.dept_code is null and new.dept_id is not null then
    select dept_code into new.dept_code from department where id = new.dept_id;
  end if;
  return new;
end $$;
create trigger fill_user_department before insert or update of dept_id, dept_code on app_user
  for each row execute function fill_user_department();

-- Whether a user may sign in today, and counts where it is asked who could act.
create function may_sign_in(u app_user) returns boolean
  language sql stable
as $$
  select u.start_date <= manila_today() and coalesce(u.end_date, 'infinity') >= manila_today() and u.blocked_at is null
$$;

-- Somebody must always be able to administer (INV-30). The lock makes two removals at the same moment see each other.
create function keep_super_user() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7002, 0);
  if not exists (select from app_user u where u.sper_user = 1 and may_sign_in(u)) then
    raise exception using errcode = '23514', constraint = 'super_user_remains', table = 'app_user',
      message = 'At least one active super user must remain.';
  end if;
  return null;
end $$;
create constraint trigger super_user_remains after update of sper_user, start_date, end_date, blocked_at or delete on app_user
  deferrable initially deferred for each row when (old.sper_user = 1) execute function keep_super_user();

-- A password that a person sets for another says so by itself; the console and the demo's seed act as the system.
create function note_who_set_password() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- Nobody blocks or unblocks himself.
create function check_block() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Pictures of people, logos, attachments. The bytes of a file never change: approvers sign them.
create table file (
  id uuid primary key,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size int not null check (size between 1 and 52428800),
  media_type text not null,
  state text not null default 'stored' check (state in ('pending', 'stored', 'refused')),
  created_by int references app_user,
  created_at timestamptz not null default now()
);
alter table app_user add foreign key (profile_file_id) references file;
-- Where else a file is attached.
create index file_digest on file (sha256);
call make_append_only('file', 'file_append_only');

create table file_chunk (
  file_id uuid not null references file on delete cascade,
  no int not null check (no >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (file_id, no)
);
call make_append_only('file_chunk', 'file_append_only');

-- ---------------------------------------------------------------------------------------------------------------------
-- Modules and roles.
create table module (
  id int generated always as identity primary key,
  module_name name_text not null unique,
  module_type char(1) not null check (module_type in ('F', 'T', 'R')),
  built_in boolean not null default false
);
call make_master('module');
call make_key('module', 'module_name');

-- Access is matched by the name of the module, which is its menu label: a built-in name stays what it is.
create function keep_built_in_module() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if old.built_in and (tg_op = 'DELETE' or row(new.module_name, new.built_in) is distinct from row(old.module_name, true)) then
    raise exception using errcode = '23514', constraint = 'module_built_in', table = 'module',
      message = format('Module %s belongs to the product and keeps its name.', old.module_name);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger module_built_in before update or delete on module for each row execute function keep_built_in_module();

create table role (
  id int generated always as identity primary key,
  roles name_text not null unique
);
call make_master('role');
call make_key('role', 'roles');

create table user_role (
  user_id int not null references app_user on delete cascade,
  role_id int not null references role,
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);
call audit_table('user_role', 'user_id,role_id');

create table role_access (
  id int generated always as identity primary key,
  role_id int not null references role on delete cascade,
  module_id int not null references module,
  access_level smallint not null default 1 check (access_level between 0 and 4),
  constraint role_access_once unique (role_id, module_id)
);
call make_master('role_access');

create table user_access_privilege (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  prog_code name_text not null references module (module_name) on update cascade,
  access_level char(1) not null check (access_level in ('N', 'S', 'I', 'U', 'D')),
  constraint user_access_privilege_once unique (user_id, prog_code)
);
call make_master('user_access_privilege');

-- 0 No Access … 4 Delete: super user 4; else the user's own privilege; else the best of the roles; else 0 (decisions §8).
-- Where a level comes from, the columns after `level`, is read by the explanation only.
create view effective_access as
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

insert into module (module_name, module_type, built_in)
select name, 'F', true from unnest(array['Accounting Period', 'Acknowledgement Receipt', 'Approving Levels',
  'Approving Officers', 'ATC Codes', 'Bank Headers', 'Banks', 'Billing Invoice', 'Billing Officers', 'Billing Services',
  'BP Banks', 'BP Locations', 'Branches', 'Business Partners', 'Chart of Accounts', 'Companies', 'Currencies',
  'Departments', 'Modules', 'Official Receipt', 'Payee Details', 'Rates', 'Regional Heads', 'Regular Transactions',
  'Role Access', 'Roles', 'Sections', 'Transaction Type', 'User Roles', 'Users', 'Voucher Series']) name
union all
select name, 'T', true from unnest(array['Active Transactions', 'Archived Transactions', 'Billing', 'Cash Receipt',
  'Check Transactions', 'Collection', 'Disbursements', 'Integrated Transactions', 'Journal Entries', 'Payment',
  'Purchase Order', 'Upload from IS']) name
union all
select name, 'R', true from unnest(array['AR Aging', 'Audit Trail', 'Billing List', 'BIR Form 2307', 'Books Of Account',
  'CV CIB Subsidiary Schedule', 'Profitability', 'Revolving Fund Account', 'Sales Journal', 'Subsidiary',
  'Subsidiary by Analysis', 'Trial Balance', 'General Ledger', 'Month-end Proofs', 'Balance Sheet', 'Income Statement', 'Cash Flow']) name;

-- A number that moves with everything that decides who somebody is and what he may do, in the same transaction: what is
-- computed of a user is kept by it, and the call after a change computes it anew. It moves at commit, once, so that nobody
-- who changes users or rights waits for another before that.
create table access_version (
  one boolean primary key default true check (one),
  version bigint not null default 1
);
insert into access_version default values;

create function move_access_version() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update access_version set version = version + 1 where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;
revoke execute on function move_access_version() from public;
create constraint trigger access_changed after insert or update or delete on app_user
  deferrable initially deferred for each row execute function move_access_version();
create constraint trigger access_changed after insert or update or delete on user_access_privilege
  deferrable initially deferred for each row execute function move_access_version();
create constraint trigger access_changed after insert or update or delete on user_role
  deferrable initially deferred for each row execute function move_access_version();
create constraint trigger access_changed after insert or update or delete on role_access
  deferrable initially deferred for each row execute function move_access_version();
create constraint trigger access_changed after insert or update or delete on module
  deferrable initially deferred for each row execute function move_access_version();

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions. The CSRF token of a session is derived from its cookie, so nothing of it is stored. The HR system's access
-- token is encrypted with the session cookie: the database alone does not reveal it. A session that looks at the product
-- as another user keeps its own: user_id is who signed in and answers for it.
create table session (
  token_hash bytea primary key,
  user_id int not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  hr_token bytea,
  preview_user_id int references app_user on delete cascade,
  preview_since timestamptz,
  -- How far the write-ahead log was after the last write of a session: its reports are never of an earlier moment.
  last_write_lsn pg_lsn,
  constraint session_length check (expires_at <= created_at + interval '12 hours'),
  constraint session_preview check ((preview_user_id is null) = (preview_since is null)),
  constraint session_preview_other check (preview_user_id <> user_id)
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);
create index session_preview_of on session (preview_user_id);

-- A password change or a block ends the sessions of its user, whoever makes it and however.
create function end_sessions_of_user() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  delete from session where user_id = new.id;
  return null;
end $$;
revoke execute on function end_sessions_of_user() from public;
create trigger end_sessions_on_password_change after update of password_hash on app_user
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_user();
create trigger end_sessions_on_block after update of blocked_at on app_user
  for each row when (new.blocked_at is not null) execute function end_sessions_of_user();

-- ---------------------------------------------------------------------------------------------------------------------
-- Sign-in: visits to a single sign-on provider, tickets of the sign-in window, and counts of failed tries.
create table user_identity (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  constraint user_identity_once unique (issuer, subject)
);
call audit_table('user_identity', 'id');

-- What a visit to the provider must be answered with. Taken out when the provider returns, so no answer counts twice.
create table login_state (
  cookie_hash bytea primary key,
  provider text not null check (provider in ('okta', 'google')),
  purpose text not null check (purpose in ('sign_in', 'hr')),
  state text not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index login_state_expiry on login_state (expires_at);

-- A person whom a provider has vouched for and who has not taken up the session yet. user_id null: nobody of ours.
create table sign_in_ticket (
  ticket_hash bytea primary key,
  -- The browser that made the visit; null for a ticket that a program asked for.
  cookie_hash bytea,
  method text not null check (method in ('okta', 'google', 'hr')),
  user_id int references app_user on delete cascade,
  hr_token bytea,
  expires_at timestamptz not null
);
create index sign_in_ticket_expiry on sign_in_ticket (expires_at);

-- Failed sign-ins by account and by address; columns and their order are the rate limiter's.
create table sign_in_try (
  key text primary key,
  points int not null default 0,
  expire bigint
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Who was refused what. The audit trail keeps one event for every act; of refusals a flood may come, so they are counted:
-- one row per person, call, reason and minute, and beyond 30 of them one row for all further calls of that minute.
create table access_refusal (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  user_id int,
  -- The call as it is declared, such as PUT /settings, and what it does.
  call text not null,
  what text not null,
  code text not null,
  -- The last of them: sentence, request and instant.
  message text not null,
  request_id text not null,
  last_at timestamptz not null,
  times int not null default 1,
  constraint access_refusal_once unique nulls not distinct (minute, user_id, call, code)
);
comment on table access_refusal is 'Refused calls, counted by minute; user_id null is nobody who was signed in.';
create index access_refusal_last on access_refusal (last_at);

-- Counts a refusal. The only way in; a count never goes down.
create function note_refusal(p_user int, p_call text, p_what text, p_code text, p_message text, p_request text) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  this_minute timestamptz := date_trunc('minute', clock_timestamp());
  seen int;
begin
  -- Nothing else is written here, and the last refusals before a crash are worth no wait.
  perform set_config('synchronous_commit', 'off', true);
  select count(*) into seen from access_refusal where minute = this_minute and user_id is not distinct from p_user;
  if seen >= 30 and not exists (
    select from access_refusal
    where minute = this_minute and user_id is not distinct from p_user and call = p_call and code = p_code) then
    p_call := '*';
    p_what := 'Further calls';
    p_code := '*';
  end if;
  insert into access_refusal (minute, user_id, call, what, code, message, request_id, last_at)
  values (this_minute, p_user, p_call, p_what, p_code, p_message, p_request, clock_timestamp())
  on conflict on constraint access_refusal_once do update
    set times = access_refusal.times + 1, message = excluded.message, request_id = excluded.request_id,
      last_at = excluded.last_at;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
grant select, insert on file, file_chunk to talaan_app;
grant select, insert, delete on user_role, user_identity, login_state, sign_in_ticket to talaan_app;
grant select, insert, update, delete on sign_in_try to talaan_app;
grant select, insert, delete, update (expires_at, preview_user_id, preview_since) on session to talaan_app;
grant select on effective_access, access_version, access_refusal to talaan_app;
revoke execute on function note_refusal(int, text, text, text, text, text) from public;
grant execute on function note_refusal(int, text, text, text, text, text) to talaan_app;
grant update (last_write_lsn) on session to talaan_app;
