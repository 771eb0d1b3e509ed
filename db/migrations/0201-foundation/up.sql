-- Extensions, domains, database roles, the actor of a transaction, row versions, append-only tables, the audit trail, and
-- the tables of the platform.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Roles belong to the whole server, so two databases may be migrated at the same moment.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['talaan_app', 'talaan_jobs', 'talaan_report'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;

grant usage on schema public to talaan_app, talaan_report;

-- ---------------------------------------------------------------------------------------------------------------------
-- Domains. An amount is unconstrained numeric: numeric(18,2) would round before the check sees the value, and BETWEEN
-- also refuses NaN (INV-02).
create domain amount as numeric
  constraint amount_range check (scale(value) <= 2 and value between 0 and 9999999999999.99);
create domain signed_amount as numeric
  constraint signed_amount_range check (scale(value) <= 2 and value between -9999999999999.99 and 9999999999999.99);
create domain rate as numeric
  constraint rate_range check (scale(value) <= 6 and value > 0 and value <= 1000000);
create domain percentage as numeric
  constraint percentage_range check (scale(value) <= 2 and value between 0 and 100);
create domain accounting_date as date
  constraint accounting_date_range check (value between '1901-01-01' and '2100-12-31');
create domain flag as smallint
  constraint flag_value check (value in (0, 1));

-- Text is composed (NFC) and free of control characters (INV-31); codes sort the same under every locale.
create domain code_text as text collate "C"
  constraint code_text_form check (length(value) between 1 and 60 and value !~ '[[:cntrl:]]' and value is nfc normalized);
create domain name_text as text
  constraint name_text_form
  check (length(value) <= 250 and btrim(value) <> '' and value !~ '[[:cntrl:]]' and value is nfc normalized);
create domain short_text as text
  constraint short_text_form check (length(value) <= 250 and value !~ '[[:cntrl:]]' and value is nfc normalized);
create domain long_text as text
  constraint long_text_form
  check (length(value) <= 4000 and value !~ '[\x01-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]' and value is nfc normalized);

-- The calendar day in Manila (INV-25).
create function manila_today() returns date
  language sql stable
  return (now() at time zone 'Asia/Manila')::date;

-- ---------------------------------------------------------------------------------------------------------------------

-- Whom the transaction names: a user, or null for the system itself, whom the rules of the second person let pass. Only
-- whoever signed in to the database as its owner or for the jobs acts as the system.
create function current_actor() returns int
  language plpgsql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor text := current_setting('talaan.user_id', true);
begin
  if actor is null or actor = '' then
    raise exception using errcode = '55000', constraint = 'actor_required',
      message = 'A write needs an actor: set talaan.user_id in the transaction.';
  end if;
  if actor <> 'system' then
    return actor::int;
  end if;
  if not pg_has_role(session_user, 'talaan_jobs', 'member')
     and not pg_has_role(session_user, (select relowner from pg_class where oid = 'audit_event'::regclass), 'member') then
    raise exception using errcode = '42501', constraint = 'system_actor',
      message = 'Only the jobs and the console act as the system.';
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
create function refuse_change() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  raise exception using errcode = '23514', constraint = tg_argv[0], table = tg_table_name,
    message = format('Rows of %s are never changed or removed (%s).', tg_table_name, lower(tg_op));
end $$;

create procedure make_append_only(target regclass, rule text)
  language plpgsql
as $$
begin
  execute format(
    'create trigger %I before update or delete or truncate on %s for each statement execute function refuse_change(%L)',
    rule, target, rule);
  -- Also while replication or a restore has switched ordinary triggers off.
  execute format('alter table %s enable always trigger %I', target, rule);
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Audit trail. Inserts keep the whole row, updates the columns that changed, deletes the row that went.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id int,
  request_id text,
  table_name text not null collate "C",
  row_key text not null collate "C",
  action text not null collate "C",
  before jsonb,
  after jsonb
);
-- The history of a department shows what was done to its sections.
create index audit_event_section_dept_code on audit_event ((after ->> 'dept_code'))
  where table_name = 'section' and after ? 'dept_code';
-- The history of a tax code shows what was done to its rates.
create index audit_event_alpha_tax_rate_atc_id on audit_event ((after ->> 'atc_id'))
  where table_name = 'alpha_tax_rate' and after ? 'atc_id';
-- The history of a payee shows what was done to its bank accounts.
create index audit_event_payee_bank_payee_id on audit_event ((after ->> 'payee_id'))
  where table_name = 'payee_bank' and after ? 'payee_id';
-- The history of a regular transaction shows what was done to its lines.
create index audit_event_regular_line_regular_transaction_id on audit_event ((after ->> 'regular_transaction_id'))
  where table_name = 'regular_line' and after ? 'regular_transaction_id';
create index audit_event_company_text_company_id on audit_event ((after ->> 'company_id'))
  where table_name = 'company_text' and after ? 'company_id';
create index audit_event_cheque_layout_field_layout_id on audit_event ((after ->> 'layout_id'))
  where table_name = 'cheque_layout_field' and after ? 'layout_id';
create index audit_event_regular_section_regular_transaction_id on audit_event ((after ->> 'regular_transaction_id'))
  where table_name = 'regular_section' and after ? 'regular_transaction_id';
create index audit_event_row on audit_event (table_name, row_key, id);
create index audit_event_at on audit_event using brin (at);
-- Deleted records of a table, the last one first.
create index audit_event_deleted on audit_event (table_name, id) where action = 'delete';
-- The note that an upload leaves in the transaction of its rows: which file a record came from.
create index audit_event_import on audit_event (table_name, at) where action = 'import';
-- What was taken out is found among millions of changes.
create index audit_event_taken_out on audit_event (id) where action in ('export', 'download');
call make_append_only('audit_event', 'audit_append_only');
comment on table audit_event is 'History of every record; user_id null is the system itself.';

-- Committed events that wait for the next seal. A queue, not a range of ids: ids are handed out before commit, so a
-- range could close before a slower transaction commits into it.
create table audit_pending (
  event_id bigint primary key
);

create table audit_seal (
  seal_no bigint primary key check (seal_no > 0),
  from_id bigint not null,
  to_id bigint not null,
  event_ids bigint[] not null,
  event_hashes bytea[] not null check (cardinality(event_hashes) = cardinality(event_ids)),
  previous_hash bytea not null,
  row_hash bytea not null unique,
  sealed_at timestamptz not null default now()
);
call make_append_only('audit_seal', 'audit_append_only');
comment on table audit_seal is 'Hash chain over the audit trail: each seal covers its events and the seal before it.';

-- Trigger of audited tables. Arguments: key columns, columns whose value is never kept; both comma separated. A search
-- text is no fact of a record: its history shows the fields that it is made of.
create function audit_change() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  request text := nullif(current_setting('talaan.request_id', true), '');
  keys text[] := string_to_array(tg_argv[0], ',');
  hidden text[] := coalesce(string_to_array(tg_argv[1], ','), '{}');
  unkept text[] := hidden || 'search_text'::text;
  old_row jsonb;
  new_row jsonb;
  same text[];
  row_key text;
begin
  -- Without the offset each row would be made into jsonb once for every key column.
  if tg_op = 'INSERT' then
    with event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, after)
      select actor, request, tg_table_name, concat_ws('/', r ->> keys[1], r ->> keys[2], r ->> keys[3]), 'insert', r - unkept
      from (select to_jsonb(n) as r from new_rows n offset 0) s
      returning id
    )
    insert into audit_pending select id from event;
  elsif tg_op = 'DELETE' then
    with event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, before)
      select actor, request, tg_table_name, concat_ws('/', r ->> keys[1], r ->> keys[2], r ->> keys[3]), 'delete', r - unkept
      from (select to_jsonb(o) as r from old_rows o offset 0) s
      returning id
    )
    insert into audit_pending select id from event;
  else
    old_row := to_jsonb(old);
    new_row := to_jsonb(new);
    same := array(select n.key from jsonb_each(new_row) n where old_row -> n.key = n.value) || 'search_text'::text;
    if new_row - same = '{}' then
      return null;
    end if;
    row_key := concat_ws('/', old_row ->> keys[1], old_row ->> keys[2], old_row ->> keys[3]);
    old_row := old_row - same;
    new_row := new_row - same;
    if new_row ?| hidden then
      select old_row || jsonb_object_agg(h, 'hidden'), new_row || jsonb_object_agg(h, 'hidden') into old_row, new_row
      from unnest(hidden) h where new_row ? h;
    end if;
    with event as (
      insert into audit_event (user_id, request_id, table_name, row_key, action, before, after)
      values (actor, request, tg_table_name, row_key, 'update', old_row, new_row)
      returning id
    )
    insert into audit_pending select id from event;
  end if;
  return null;
end $$;

-- Audits a table. update_columns limits which updates count (a lock heartbeat does not); empty: every column.
create procedure audit_table(target regclass, keys text, hidden text default '', update_columns text default '')
  language plpgsql
as $$
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as new_rows
    for each statement execute function audit_change(%L, %L)', target, keys, hidden);
  execute format('create trigger audit_delete after delete on %s referencing old table as old_rows
    for each statement execute function audit_change(%L, %L)', target, keys, hidden);
  execute format('create trigger audit_update after update %s on %s
    for each row execute function audit_change(%L, %L)',
    case when update_columns = '' then '' else 'of ' || update_columns end, target, keys, hidden);
end $$;

-- Records that somebody could not sign in, who therefore has no name to act under; p_row_key is the user who was named, or
-- 'unknown'.
create function note_refused_sign_in(p_row_key text, p_request text, p_after jsonb) returns void
  language sql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with event as (
    insert into audit_event (request_id, table_name, row_key, action, after)
    values (p_request, 'session', p_row_key, 'sign_in_refused', p_after)
    returning id
  )
  insert into audit_pending select id from event
$$;

-- Records what no table row shows: sign-ins, refusals, exports, prints, releases of a lock.
create function audit_note(p_table text, p_row_key text, p_action text, p_after jsonb default null) returns bigint
  language sql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with event as (
    insert into audit_event (user_id, request_id, table_name, row_key, action, after)
    values (current_actor(), nullif(current_setting('talaan.request_id', true), ''), p_table, p_row_key, p_action, p_after)
    returning id
  ), pending as (
    insert into audit_pending select id from event
  )
  select id from event
$$;

-- A jsonb row with every value as text, so that amounts keep their decimals on the way through JSON; null stays null.
create function audit_texts(p_row jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select jsonb_object_agg(f.key, f.value) from jsonb_each_text(p_row) f
$$;

-- Several events of one row as one: where they say different things, the last one in the given order counts.
create aggregate jsonb_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb);

-- ---------------------------------------------------------------------------------------------------------------------
-- Sealing. Every field is written with its length before it, so that no two events share an encoding.
create function audit_field(value text) returns text
  language sql immutable parallel safe
  return case when value is null then '-' else octet_length(value)::text || ':' || value end;

create function audit_event_hash(event audit_event) returns bytea
  language sql stable parallel safe
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select sha256(convert_to(
    audit_field(event.id::text)
    || audit_field((extract(epoch from event.at) * 1000000)::bigint::text)
    || audit_field(event.user_id::text)
    || audit_field(event.request_id)
    || audit_field(event.table_name)
    || audit_field(event.row_key)
    || audit_field(event.action)
    || audit_field(event.before::text)
    || audit_field(event.after::text), 'UTF8'))
$$;

create function audit_seal_hash(p_seal_no bigint, p_previous bytea, p_ids bigint[], p_hashes bytea[]) returns bytea
  language sql stable parallel safe
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select sha256(convert_to(
    audit_field(p_seal_no::text) || audit_field(encode(p_previous, 'hex'))
    || coalesce(string_agg(audit_field(id::text) || audit_field(encode(hash, 'hex')), '' order by n), ''), 'UTF8'))
  from unnest(p_ids, p_hashes) with ordinality t (id, hash, n)
$$;

-- Links the committed events that no seal covers yet; at most 5,000 a call. Answers how many it linked. A posting never
-- waits for it: the lock only keeps two sealers apart.
create function seal_audit() returns int
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  previous audit_seal%rowtype;
  taken bigint[];
  ids bigint[];
  hashes bytea[];
begin
  perform pg_advisory_xact_lock(7005, 0);
  -- By an array of ids, which finds its rows by index however the queue has grown since the plan was made.
  select array_agg(event_id) into taken from (select event_id from audit_pending order by event_id limit 5000) s;
  delete from audit_pending where event_id = any (taken);
  select array_agg(e.id order by e.id), array_agg(audit_event_hash(e) order by e.id) into ids, hashes
  from audit_event e where e.id = any (taken);
  if ids is null then
    return 0;
  end if;
  select * into previous from audit_seal order by seal_no desc limit 1;
  insert into audit_seal (seal_no, from_id, to_id, event_ids, event_hashes, previous_hash, row_hash)
  select no, ids[1], ids[cardinality(ids)], ids, hashes, link, audit_seal_hash(no, link, ids, hashes)
  from (select coalesce(previous.seal_no, 0) + 1 as no, coalesce(previous.row_hash, sha256('')) as link) s;
  return cardinality(ids);
end $$;

-- Recomputes the chain and answers its first bad link, or no row. The anchor is the head kept outside the database
-- (seal number and hash): with it a chain that was cut or rewritten as a whole is found too.
create function verify_audit(p_anchor_no bigint default null, p_anchor_hash bytea default null)
  returns table (seal_no bigint, event_id bigint, problem text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  seal audit_seal%rowtype;
  expected_no bigint := 1;
  expected_link bytea := sha256('');
  bad_event bigint;
  bad_problem text;
begin
  for seal in select * from audit_seal s order by s.seal_no loop
    if seal.seal_no <> expected_no then
      return query select expected_no, null::bigint, format('seal %s is missing', expected_no);
      return;
    end if;
    if seal.previous_hash <> expected_link then
      return query select seal.seal_no, null::bigint, format('seal %s does not follow the seal before it', seal.seal_no);
      return;
    end if;
    select t.id,
      case when e.id is null then format('audit event %s was removed', t.id)
           else format('audit event %s was altered', t.id) end
    into bad_event, bad_problem
    from unnest(seal.event_ids, seal.event_hashes) with ordinality t (id, hash, n)
    -- One by one, by their key: joined as a whole, every seal would read the whole trail.
    left join lateral (select * from audit_event a where a.id = t.id limit 1) e on true
    where e.id is null or audit_event_hash(e) <> t.hash
    order by t.n limit 1;
    if found then
      return query select seal.seal_no, bad_event, bad_problem;
      return;
    end if;
    if seal.row_hash <> audit_seal_hash(seal.seal_no, seal.previous_hash, seal.event_ids, seal.event_hashes) then
      return query select seal.seal_no, null::bigint, format('seal %s was altered', seal.seal_no);
      return;
    end if;
    if seal.seal_no = p_anchor_no and seal.row_hash <> p_anchor_hash then
      return query select seal.seal_no, null::bigint, format('seal %s is not the one that was anchored', seal.seal_no);
      return;
    end if;
    expected_no := seal.seal_no + 1;
    expected_link := seal.row_hash;
  end loop;
  if p_anchor_no >= expected_no then
    return query select expected_no, null::bigint, format('seals from %s on are missing', expected_no);
    return;
  end if;
  -- An event outside every seal and outside the queue was written past the triggers.
  return query
    select null::bigint, e.id, format('audit event %s was never sealed', e.id)
    from (
      select a.id from audit_event a
      except select unnest(s.event_ids) from audit_seal s
      except select p.event_id from audit_pending p
    ) e
    order by e.id limit 1;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Master rows. An update carries the row_version it read; a stale one is refused (INV-13). Who and when come from the
-- transaction, never from a client (INV-26).
create function stamp_master() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    new.row_version := 1;
    new.input_by := current_actor();
    new.input_date := now();
    new.edit_by := null;
    new.edit_date := null;
  else
    if new.row_version is distinct from old.row_version then
      raise exception using errcode = '23514', constraint = 'row_version_stale', table = tg_table_name,
        message = format('%s %s was changed meanwhile: version %s was read, %s is stored.',
          tg_table_name, to_jsonb(old) ->> 'id', new.row_version, old.row_version);
    end if;
    new.row_version := old.row_version + 1;
    new.input_by := old.input_by;
    new.input_date := old.input_date;
    new.edit_by := current_actor();
    new.edit_date := now();
  end if;
  return new;
end $$;

-- Makes a table a master: versioned, stamped, audited, maintained by the application. Columns that change without a new
-- version (a running counter) are those that update_columns leaves out.
create procedure make_master(target regclass, hidden text default '', update_columns text default '')
  language plpgsql
as $$
begin
  execute format('alter table %s add row_version int not null default 1, add input_by int references app_user,
    add input_date timestamptz not null default now(), add edit_by int references app_user, add edit_date timestamptz',
    target);
  execute format('create trigger stamp_insert before insert on %s for each row execute function stamp_master()', target);
  execute format('create trigger stamp_update before update %s on %s for each row execute function stamp_master()',
    case when update_columns = '' then '' else 'of ' || update_columns end, target);
  call audit_table(target, 'id', hidden, update_columns);
  execute format('grant select, insert, update, delete on %s to talaan_app', target);
  execute format('grant select on %s to talaan_report', target);
end $$;

-- A code names one record, however its letters are written: 'acct' and 'ACCT' never name two departments. Folded in the
-- database's own collation, where Ñ and ñ are one letter; codes themselves sort by bytes.
create procedure make_key(target regclass, key text)
  language plpgsql
as $$
begin
  execute format('create unique index %I on %s (lower(%I::text collate "default"))', target || '_' || key || '_folded', target, key);
end $$;

-- Draft-like rows: a version and a time, no audit.
create function bump_row_version() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = tg_table_name,
      message = format('%s was changed meanwhile: version %s was read, %s is stored.',
        tg_table_name, new.row_version, old.row_version);
  end if;
  new.row_version := old.row_version + 1;
  new.updated_at := now();
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Tables of the platform.
create table installation (
  key text primary key,
  value text not null
);
comment on table installation is 'Secrets of this database, readable by its owner only: name and password of the run-time role.';

create table idempotency_key (
  principal text not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  status smallint,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (principal, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- What the company chose. A version lets two people who change a setting notice one another.
create table setting (
  key text collate "C" primary key,
  value jsonb not null,
  row_version int not null default 1
);
call audit_table('setting', 'key');

create function count_setting_change() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger setting_version before update on setting for each row
  when (old.value is distinct from new.value) execute function count_setting_change();

insert into setting (key, value) values
  ('approval_required', '{"CV": true, "CW": true, "OB": true, "DM": true, "JE": true, "CR": false, "BI": true, "CN": false, "PO": true}'),
  ('review_stage', '{"CV": true, "CW": true, "OB": true, "DM": true, "JE": true, "CR": false, "BI": false, "CN": false, "PO": true}'),
  ('aging_day_60', '"31-60"'),
  ('four_eyes', '{}');

-- ---------------------------------------------------------------------------------------------------------------------
grant select on audit_event, audit_seal to talaan_app;
grant select, insert, delete, update (status, reply) on idempotency_key to talaan_app;
-- The key of a setting is never changed, so a guarded one cannot be taken out of sight.
grant select, insert, update (value) on setting to talaan_app;
grant select on setting to talaan_report;
-- audit_change too: a trigger function with the rights of its owner must not be attached to a table of somebody's making.
revoke execute on function audit_change(), audit_note(text, text, text, jsonb), note_refused_sign_in(text, text, jsonb), seal_audit(), verify_audit(bigint, bytea)
  from public;
grant execute on function audit_note(text, text, text, jsonb), note_refused_sign_in(text, text, jsonb), seal_audit(), verify_audit(bigint, bytea) to talaan_app;

-- What the statements of each migration were when it ran here: one that was edited afterwards is refused at the next start.
create table migration_hash (
  name text primary key,
  -- Of up.sql, its lines ended by LF, in hexadecimal digits.
  sha256 text not null
);
