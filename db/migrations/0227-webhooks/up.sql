-- Webhooks (decisions §7): where a source is told what became of its batches, what it is told, and every try.

-- ---------------------------------------------------------------------------------------------------------------------
-- Addresses: one counts for a source, and one more may wait to replace it.
create table webhook_endpoint (
  id int generated always as identity primary key,
  source_id int not null references integration_source,
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  -- What its messages are signed by, sealed by a key that the database does not hold; the one before counts for a day beside it.
  secret_sealed bytea not null,
  previous_sealed bytea,
  previous_until timestamptz,
  made_by int not null references app_user,
  made_at timestamptz not null,
  confirmed_by int references app_user,
  -- Since when it counts; null while it waits for somebody else than who wrote it.
  live_at timestamptz,
  -- Since when no try arrived.
  failing_since timestamptz,
  -- It answered that it is gone, or not at all for days: nothing is sent until somebody switches it on again.
  off_at timestamptz,
  off_reason text check (length(off_reason) <= 250),
  ended_by int references app_user,
  ended_at timestamptz,
  constraint webhook_endpoint_second_person check (confirmed_by <> made_by and (confirmed_by is null or live_at is not null)),
  constraint webhook_endpoint_off check ((off_at is null) = (off_reason is null))
);
-- An address that was switched off.
alter table notification add column webhook_endpoint_id int constraint notification_webhook_endpoint references webhook_endpoint;
create unique index webhook_endpoint_live on webhook_endpoint (source_id) where live_at is not null and ended_at is null;
create unique index webhook_endpoint_waiting on webhook_endpoint (source_id) where live_at is null and ended_at is null;
create index webhook_endpoint_source on webhook_endpoint (source_id, id desc);
call audit_table('webhook_endpoint', 'id', 'secret_sealed,previous_sealed', 'secret_sealed, live_at, off_at, ended_at');
grant select, insert (source_id, url, secret_sealed), update (secret_sealed, live_at, failing_since, off_at, off_reason, ended_at)
  on webhook_endpoint to talaan_app;

create function check_webhook_endpoint() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
begin
  if tg_op = 'INSERT' then
    new.made_by := actor;
    new.made_at := now();
    new.confirmed_by := null;
    new.live_at := case when not four_eyes_on('limits', 'Users') then now() end;
    new.ended_by := null;
    new.ended_at := null;
  else
    if old.ended_at is not null then
      raise exception using errcode = '23514', constraint = 'webhook_endpoint_ended', table = 'webhook_endpoint',
        message = 'This address was replaced or removed.';
    end if;
    if row(new.source_id, new.url, new.made_by, new.made_at) is distinct from row(old.source_id, old.url, old.made_by, old.made_at)
       or old.live_at is not null and new.live_at is distinct from old.live_at then
      raise exception using errcode = '23514', constraint = 'webhook_endpoint_stands', table = 'webhook_endpoint',
        message = 'An address stands as it was written and confirmed. Write another one.';
    end if;
    new.confirmed_by := old.confirmed_by;
    if new.live_at is distinct from old.live_at then
      -- Never who wrote it, super users included; nor the system, which nobody confirms for.
      if actor is null or actor = old.made_by then
        raise exception using errcode = '23514', constraint = 'webhook_endpoint_second_person', table = 'webhook_endpoint',
          message = 'Somebody else than who wrote an address confirms it.';
      end if;
      new.live_at := now();
      new.confirmed_by := actor;
    end if;
    if new.secret_sealed is distinct from old.secret_sealed then
      new.previous_sealed := old.secret_sealed;
      new.previous_until := now() + interval '24 hours';
    end if;
    if new.ended_at is not null then
      new.ended_by := actor;
    end if;
  end if;
  -- What counts from now on replaces what counted before; what waits, what waited.
  if new.ended_at is null and (tg_op = 'INSERT' or new.live_at is distinct from old.live_at) then
    update webhook_endpoint e set ended_at = now()
    where e.source_id = new.source_id and e.ended_at is null and e.id <> new.id and (new.live_at is not null or e.live_at is null);
  end if;
  return new;
end $$;
create trigger webhook_endpoint_stands before insert or update on webhook_endpoint for each row execute function check_webhook_endpoint();

-- ---------------------------------------------------------------------------------------------------------------------
-- Messages: written with the move that they tell of, and sent to the address that counts when they go out.
create table webhook_message (
  id bigint generated always as identity primary key,
  -- The same in every try, so that its reader knows a repetition.
  message_key uuid not null default gen_random_uuid(),
  source_id int not null references integration_source,
  integrated_batch_id bigint not null references integrated_batch,
  event text not null collate "C" check (event in ('batch.posted', 'batch.rejected', 'batch.reversed')),
  body text not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' collate "C" check (state in ('waiting', 'sent', 'failed')),
  -- Tries since it was written or sent again by hand.
  tries smallint not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- A server that sends it holds it until then, so that no other one sends it too.
  held_until timestamptz,
  constraint webhook_message_once unique (integrated_batch_id, event)
);
create index webhook_message_waiting on webhook_message (next_try_at, id) where state = 'waiting';
create index webhook_message_list on webhook_message (source_id, id desc);
grant select, update (state, tries, next_try_at, held_until) on webhook_message to talaan_app;

create table webhook_attempt (
  id bigint generated always as identity primary key,
  message_id bigint not null references webhook_message on delete cascade,
  endpoint_id int not null references webhook_endpoint,
  at timestamptz not null default now(),
  -- Of its HTTP answer; null where none came.
  status smallint,
  took_ms int not null check (took_ms >= 0),
  -- What it answered, or what went wrong on the way to it.
  reply text not null check (length(reply) <= 1000)
);
create index webhook_attempt_message on webhook_attempt (message_id, id);
create index webhook_attempt_endpoint on webhook_attempt (endpoint_id);
grant select, insert (message_id, endpoint_id, status, took_ms, reply) on webhook_attempt to talaan_app;

create function check_webhook_message() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if row(new.id, new.message_key, new.source_id, new.integrated_batch_id, new.event, new.body, new.created_at)
     is distinct from row(old.id, old.message_key, old.source_id, old.integrated_batch_id, old.event, old.body, old.created_at) then
    raise exception using errcode = '23514', constraint = 'webhook_message_stands', table = 'webhook_message',
      message = format('Message %s stands as it was written.', old.id);
  end if;
  if new.state = 'sent' and old.state <> 'sent'
     and not exists (select from webhook_attempt where message_id = new.id and status between 200 and 299) then
    raise exception using errcode = '23514', constraint = 'webhook_message_sent', table = 'webhook_message',
      message = format('Nobody took message %s.', old.id);
  end if;
  return new;
end $$;
create trigger webhook_message_stands before update on webhook_message for each row execute function check_webhook_message();

-- A source with an address is told that its batch was posted, rejected or reversed: which one, where it is now and since when, and
-- where more is read with a token. An amount or a name is in no message: whoever reads an address that leaked learns none.
create function tell_source() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  told text := case when new.status = 7 then 'posted' when old.status = 7 then 'reversed' else 'rejected' end;
  moment text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
begin
  insert into webhook_message (source_id, integrated_batch_id, event, body)
  select i.source_id, i.id, 'batch.' || told, json_build_object('type', 'batch.' || told, 'timestamp', moment, 'data',
    json_build_object('source', s.source_code, 'batch_no', i.batch_no, 'batch_number', new.batch_number,
      'state', case told when 'reversed' then 'deleted' else told end, 'at', moment,
      'link', '/api/trx/integrated/' || replace(i.batch_no, '/', '%2F')))::text
  from (select id, source_id, batch_no from integrated_batch where id = new.integrated_batch_id offset 0) i
  cross join lateral (select source_code from integration_source where id = i.source_id offset 0) s
  where exists (select from webhook_endpoint e where e.source_id = i.source_id and e.live_at is not null and e.ended_at is null)
  on conflict on constraint webhook_message_once do nothing;
  return null;
end $$;
revoke execute on function tell_source() from public;
create trigger received_told after update of status on batch for each row
  when (new.integrated_batch_id is not null and new.status in (7, 20) and old.status <> new.status) execute function tell_source();
create index notification_of_webhook_endpoint on notification (webhook_endpoint_id) where webhook_endpoint_id is not null;

create function tell_webhook_off() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, webhook_endpoint_id)
  select u.id, 'webhook_off', new.id from app_user u
  where may_sign_in(u) and 4 <= any (
    select e.level from effective_access e where e.user_id = u.id and e.module_name = 'Users');
  return null;
end $$;
revoke execute on function tell_webhook_off() from public;
create trigger webhook_endpoint_told after update of off_at on webhook_endpoint for each row
  when (new.off_at is not null and old.off_at is null) execute function tell_webhook_off();

-- What a source was told is forgotten once it is old; and whoever may accept the batches of a file is told that they wait.

-- ---------------------------------------------------------------------------------------------------------------------
-- A message that was sent may go when it is old, and its tries with it; one that waits or was given up stays.
create index webhook_message_age on webhook_message (created_at) where state = 'sent';
grant delete on webhook_message to talaan_jobs;

create function check_webhook_message_gone() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if old.state <> 'sent' or exists (
    select from webhook_attempt where message_id = old.id and at > now() - interval '30 days') then
    raise exception using errcode = '23514', constraint = 'webhook_message_kept', table = 'webhook_message',
      message = format('Message %s is kept: it was not sent, or not so long ago.', old.id);
  end if;
  return old;
end $$;
create trigger webhook_message_kept before delete on webhook_message for each row execute function check_webhook_message_gone();
-- Tries are not changed; they go with their message alone.
create trigger webhook_attempt_append_only before update or truncate on webhook_attempt
  for each statement execute function refuse_change('webhook_attempt_append_only');
alter table webhook_attempt enable always trigger webhook_attempt_append_only;

create function check_webhook_attempt_gone() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from webhook_message where id = old.message_id) then
    raise exception using errcode = '23514', constraint = 'webhook_attempt_kept', table = 'webhook_attempt',
      message = format('Try %s goes with its message.', old.id);
  end if;
  return old;
end $$;
create trigger webhook_attempt_kept before delete on webhook_attempt for each row execute function check_webhook_attempt_gone();
