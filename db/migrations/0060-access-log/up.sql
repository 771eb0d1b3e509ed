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
revoke execute on function note_refusal(int, text, text, text, text, text) from public;
grant execute on function note_refusal(int, text, text, text, text, text) to talaan_app;
grant select on access_refusal to talaan_app;

-- What was taken out is found among millions of changes.
create index audit_event_taken_out on audit_event (id) where action in ('export', 'download');
