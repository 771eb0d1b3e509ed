-- Sign-in: visits to a single sign-on provider, tickets of the sign-in window, and counts of failed tries.

-- The CSRF token of a session is derived from its cookie, so nothing of it is stored. The HR system's access token is
-- encrypted with the session cookie: the database alone does not reveal it.
alter table session add column hr_token bytea;

-- A password change ends the sessions of its user, whoever makes it and however.
create function end_sessions_of_user() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  delete from session where user_id = new.id;
  return null;
end $$;
revoke execute on function end_sessions_of_user() from public;
create trigger end_sessions_on_password_change after update of password_hash on app_user
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_user();

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
grant select, insert, delete on login_state to talaan_app;

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
grant select, insert, delete on sign_in_ticket to talaan_app;

-- Failed sign-ins by account and by address; columns and their order are the rate limiter's.
create table sign_in_try (
  key text primary key,
  points int not null default 0,
  expire bigint
);
grant select, insert, update, delete on sign_in_try to talaan_app;

-- Who calls, with the levels that the rule of the call needs: run with every request, so it is planned once per
-- connection. No row when the session has ended or its user may not sign in today.
create function find_session(p_token_hash bytea, p_modules text[])
  returns table (user_id int, login text, name text, super_user boolean, expires_at timestamptz, seconds_left float8, levels json)
  language plpgsql stable
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select s.user_id, u.user_id::text, concat_ws(' ', u.user_first_name, u.user_last_name), u.sper_user = 1,
      s.expires_at, extract(epoch from s.expires_at - now())::float8,
      (select coalesce(json_object_agg(e.module_name, e.level), '{}') from effective_access e
       where e.user_id = s.user_id and e.module_name = any (p_modules))
    from session s join app_user u on u.id = s.user_id
    where s.token_hash = p_token_hash and s.expires_at > now()
      and u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today());
end $$;
