-- Users, roles, rights, sessions and approving officers (data-model §2). Outside app_user, user_id is app_user.id.

create table app_user (
  id int generated always as identity primary key,
  user_id code_text not null,
  user_first_name name_text not null,
  user_middle_name short_text,
  user_last_name name_text not null,
  email short_text,
  password_hash text,
  sper_user flag not null default 0,
  approver flag not null default 0,
  max_amount amount,
  jobt_code short_text,
  dept_id int,
  dept_code code_text references department (dept_code) on update cascade,
  brnc_code code_text references branch (brnc_code) on update cascade,
  start_date accounting_date not null default manila_today(),
  end_date accounting_date,
  profile_file_id uuid,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint app_user_dates check (end_date >= start_date),
  constraint app_user_department foreign key (dept_id, dept_code) references department (id, dept_code) on update cascade
);
create unique index app_user_name_once on app_user (lower(user_id));
create unique index app_user_email_once on app_user (lower(email));

-- dept_id and dept_code are one fact on two wire fields: what is given fills the other.
create function fill_user_department() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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

-- Somebody must always be able to administer (INV-30). The lock makes two removals at the same moment see each other.
create function keep_super_user() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7002, 0);
  if not exists (
    select from app_user
    where sper_user = 1 and start_date <= manila_today() and (end_date is null or end_date >= manila_today())
  ) then
    raise exception using errcode = '23514', constraint = 'super_user_remains', table = 'app_user',
      message = 'At least one active super user must remain.';
  end if;
  return null;
end $$;
create constraint trigger super_user_remains after update of sper_user, start_date, end_date or delete on app_user
  deferrable initially deferred for each row when (old.sper_user = 1) execute function keep_super_user();

call make_master('app_user', 'password_hash');
revoke select on app_user from talaan_report;
grant select (id, user_id, user_first_name, user_middle_name, user_last_name, dept_id, dept_code, brnc_code) on app_user
  to talaan_report;

-- The masters that were made before there were users.
do $$
declare
  master text;
begin
  foreach master in array array['company', 'department', 'section', 'currency', 'currency_rate', 'accounting_period',
    'alpha_tax_code', 'payee', 'payee_bank', 'branch', 'account', 'module', 'role'] loop
    execute format('alter table %I add foreign key (input_by) references app_user, add foreign key (edit_by) references app_user', master);
  end loop;
end $$;

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
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint role_access_once unique (role_id, module_id)
);
call make_master('role_access');

create table user_access_privilege (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  prog_code name_text not null references module (module_name) on update cascade,
  access_level char(1) not null check (access_level in ('N', 'S', 'I', 'U', 'D')),
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint user_access_privilege_once unique (user_id, prog_code)
);
call make_master('user_access_privilege');

-- 0 No Access … 4 Delete: super user 4; else the user's own privilege; else the best of the roles; else 0 (decisions §8).
create view effective_access as
select u.id as user_id, m.id as module_id, m.module_name, m.module_type,
  (case
    when u.sper_user = 1 then 4
    when p.access_level is not null then position(p.access_level in 'NSIUD') - 1
    else coalesce((
      select max(ra.access_level)
      from user_role ur join role_access ra on ra.role_id = ur.role_id
      where ur.user_id = u.id and ra.module_id = m.id), 0)
  end)::smallint as level
from app_user u
cross join module m
left join user_access_privilege p on p.user_id = u.id and p.prog_code = m.module_name;

create table user_identity (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  constraint user_identity_once unique (issuer, subject)
);
call audit_table('user_identity', 'id');

create table session (
  token_hash bytea primary key,
  user_id int not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint session_length check (expires_at <= created_at + interval '12 hours')
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create table approving_level (
  id int generated always as identity primary key,
  level_code code_text not null unique,
  level_name name_text not null,
  min_amount amount not null constraint approving_level_min_once unique,
  max_amount amount not null default 0,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint approving_level_limits check (max_amount = 0 or max_amount >= min_amount)
);

create function limit_approving_levels() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7002, 1);
  if (select count(*) from approving_level) > 3 then
    raise exception using errcode = '23514', constraint = 'approving_level_three', table = 'approving_level',
      message = 'There are three approval stages, so there can be at most three approving levels.';
  end if;
  return null;
end $$;
create trigger approving_level_three after insert on approving_level
  for each statement execute function limit_approving_levels();
call make_master('approving_level');

-- Limits are in the officer's currency; 0 or empty means no limit (decisions §3).
create table approving_officer (
  id int generated always as identity primary key,
  user_id int not null references app_user,
  level code_text not null references approving_level (level_code) on update cascade,
  currency_id int not null references currency,
  min_amount amount not null default 0,
  max_amount amount,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint approving_officer_once unique (user_id, level, currency_id),
  constraint approving_officer_limits check (max_amount = 0 or max_amount >= min_amount)
);
call make_master('approving_officer');

create table delegation (
  id int generated always as identity primary key,
  from_user int not null references app_user,
  to_user int not null references app_user,
  from_date accounting_date not null,
  to_date accounting_date not null,
  reason name_text not null,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint delegation_dates check (to_date >= from_date),
  constraint delegation_other_person check (from_user <> to_user),
  constraint delegation_once exclude using gist (from_user with =, daterange(from_date, to_date, '[]') with &&)
);
call make_master('delegation');

grant select, insert, delete on user_role to talaan_app;
grant select, insert, delete on user_identity to talaan_app;
grant select, insert, delete, update (expires_at) on session to talaan_app;
grant select on effective_access to talaan_app;
