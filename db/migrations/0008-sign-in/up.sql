-- Sign-in: visits to a single sign-on provider, tickets of the sign-in window, and counts of failed tries.

-- The CSRF token of a session is derived from its cookie, so nothing of it is stored. The HR system's access token is
-- encrypted with the session cookie: the database alone does not reveal it.
alter table session drop column csrf_hash, add column hr_token bytea;
grant update (expires_at) on session to talaan_app;

-- A password change ends the sessions of its user, whoever makes it and however.
create function end_sessions_of_user() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  delete from session where user_id = new.id;
  return null;
end $$;
create trigger end_sessions_on_password_change after update of password_hash on app_user
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_sessions_of_user();

-- What a visit to the provider must be answered with. Taken out when the provider returns, so no answer counts twice.
drop table login_state;
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
