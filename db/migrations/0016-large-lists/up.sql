-- Lists of a hundred thousand records: searched through one text, sorted by index.

-- What a search looks at, in small letters, so that words of one or two letters, which no trigram index finds, are found
-- by one comparison a row. The line breaks keep a word from matching across two fields.
alter table payee add column search_text text collate "C" not null generated always as (
  lower((payee_code::text || E'\n' || payee_desc || E'\n' || coalesce(trader_name, '') || E'\n' || coalesce(tin, ''))
    collate "default")) stored;
drop index payee_search;
create index payee_search on payee using gin (search_text gin_trgm_ops);

-- A search text is no fact of a record: its history shows the fields that it is made of.
create or replace function audit_change() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  request text := nullif(current_setting('talaan.request_id', true), '');
  keys text[] := string_to_array(tg_argv[0], ',');
  hidden text[] := string_to_array(coalesce(tg_argv[1], ''), ',');
  derived text[] := array['search_text'];
  old_row jsonb;
  new_row jsonb;
begin
  if tg_op = 'INSERT' then
    with event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, after)
      select actor, request, tg_table_name, concat_ws('/', r ->> keys[1], r ->> keys[2], r ->> keys[3]), 'insert', r - hidden - derived
      from (select to_jsonb(n) as r from new_rows n) s
      returning id
    )
    insert into audit_pending select id from event;
  elsif tg_op = 'DELETE' then
    with event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, before)
      select actor, request, tg_table_name, concat_ws('/', r ->> keys[1], r ->> keys[2], r ->> keys[3]), 'delete', r - hidden - derived
      from (select to_jsonb(o) as r from old_rows o) s
      returning id
    )
    insert into audit_pending select id from event;
  else
    old_row := to_jsonb(old);
    new_row := to_jsonb(new);
    with change as (
      select jsonb_object_agg(k, case when k = any (hidden) then '"hidden"' else old_row -> k end) as before,
        jsonb_object_agg(k, case when k = any (hidden) then '"hidden"' else new_row -> k end) as after
      from jsonb_object_keys(new_row) k
      where k <> all (derived) and old_row -> k is distinct from new_row -> k
    ), event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, before, after)
      select actor, request, tg_table_name,
        concat_ws('/', old_row ->> keys[1], old_row ->> keys[2], old_row ->> keys[3]), 'update', c.before, c.after
      from change c where c.after is not null
      returning id
    )
    insert into audit_pending select id from event;
  end if;
  return null;
end $$;

-- The columns that the list of payees shows; payee_code and payee_desc have theirs.
create index payee_by_trader on payee (trader_name, id);
create index payee_by_tin on payee (tin, id);
create index payee_by_email on payee (email_add, id);
create index payee_by_city on payee (city, id);
create index payee_by_type on payee (payee_type, id);
