-- Files in which batches of other systems come (decisions §7): what each holds of which batch, and who brought it.

create table upload_file (
  id bigint generated always as identity primary key,
  -- The name under which its rows waited.
  upload_id text not null collate "C" check (upload_id ~ '^[0-9a-f]{32}$'),
  source_id int not null references integration_source,
  kind text not null collate "C" check (kind in ('header-is', 'detail-is', 'header-p', 'detail-p', 'entries')),
  file_name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  row_count int not null,
  -- What its uploader changed of its cells before it was taken: row, column and both texts.
  corrections jsonb not null default '[]' check (jsonb_typeof(corrections) = 'array'),
  user_id int not null references app_user,
  at timestamptz not null,
  undone_by int references app_user,
  undone_at timestamptz,
  undone_reason text not null default '',
  constraint upload_file_once unique (upload_id),
  constraint upload_file_undone check ((undone_by is null) = (undone_at is null))
);
create index upload_file_content on upload_file (sha256);
call audit_table('upload_file', 'id');
grant select, insert (upload_id, source_id, kind, file_name, sha256, row_count, corrections), update (undone_at, undone_reason)
  on upload_file to talaan_app;

create function check_upload_file() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    new.user_id := current_actor();
    new.at := now();
    new.undone_by := null;
    new.undone_at := null;
    return new;
  end if;
  if row(new.upload_id, new.source_id, new.kind, new.file_name, new.sha256, new.row_count, new.corrections, new.user_id, new.at)
     is distinct from row(old.upload_id, old.source_id, old.kind, old.file_name, old.sha256, old.row_count, old.corrections, old.user_id, old.at)
     or old.undone_at is not null or new.undone_at is null then
    raise exception using errcode = '23514', constraint = 'upload_file_stands', table = 'upload_file',
      message = format('File %s stands as it was uploaded.', old.file_name);
  end if;
  new.undone_at := now();
  new.undone_by := current_actor();
  return new;
end $$;
create trigger upload_file_stands before insert or update on upload_file for each row execute function check_upload_file();

-- What a file holds of one batch: its heads, its lines, or both. Live until the batch ends or the file is undone.
create table upload_part (
  id bigint generated always as identity primary key,
  file_id bigint not null references upload_file,
  source_id int not null references integration_source,
  batch_no text not null collate "C" check (batch_no ~ '^[A-Za-z0-9._/-]{1,40}$'),
  half text not null collate "C" check (half in ('header', 'detail', 'whole')),
  -- Lines may come in several files where the header announces how many there are; 0 for the first.
  place smallint not null default 0 check (place >= 0 and (place = 0 or half = 'detail')),
  -- Lines that a header announces.
  announced int,
  row_count int not null,
  debit amount not null default 0,
  credit amount not null default 0,
  -- The rows as they were read: their numbers, and texts by the names of the columns.
  content jsonb not null check (jsonb_typeof(content) = 'array' and jsonb_array_length(content) > 0),
  -- The batch that was made of it and its other half.
  integrated_batch_id bigint references integrated_batch,
  ended_by int references app_user,
  ended_at timestamptz,
  constraint upload_part_ended check ((ended_by is null) = (ended_at is null))
);
-- A batch has its heads once, and its lines once at each place.
create unique index upload_part_once on upload_part (source_id, batch_no, (half = 'detail'), place) where ended_at is null;
create index upload_part_file on upload_part (file_id);
create index upload_part_batch on upload_part (integrated_batch_id) where integrated_batch_id is not null;
call audit_table('upload_part', 'id', 'content');
grant select, insert (file_id, source_id, batch_no, half, place, announced, row_count, debit, credit, content), update (ended_at)
  on upload_part to talaan_app;

create function check_upload_part() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  file upload_file;
begin
  if tg_op = 'INSERT' then
    select * into file from upload_file where id = new.file_id;
    -- Its uploader brings it; it comes back as it was when the batch that was made of it is undone for the sake of its other half.
    if file.source_id <> new.source_id or file.undone_at is not null
       or not (file.user_id = current_actor() and file.at = now()
         or exists (select from upload_part p where p.file_id = new.file_id and p.batch_no = new.batch_no and p.half = new.half
           and p.place = new.place and p.content = new.content and p.ended_at = now() and p.integrated_batch_id is not null)) then
      raise exception using errcode = '23514', constraint = 'upload_part_file', table = 'upload_part',
        message = format('Batch %s is not of this file.', new.batch_no);
    end if;
    if exists (select from upload_part p where p.source_id = new.source_id and p.batch_no = new.batch_no and p.ended_at is null
         and p.integrated_batch_id is not null)
       or new.half = 'detail' and new.place > 0 and not exists (select from upload_part p
         where p.source_id = new.source_id and p.batch_no = new.batch_no and p.half = 'header' and p.ended_at is null and p.announced is not null) then
      raise exception using errcode = '23514', constraint = 'upload_part_made', table = 'upload_part',
        message = format('Batch %s has all that it needs.', new.batch_no);
    end if;
    return new;
  end if;
  if row(new.file_id, new.source_id, new.batch_no, new.half, new.place, new.announced, new.row_count, new.debit, new.credit, new.content)
     is distinct from row(old.file_id, old.source_id, old.batch_no, old.half, old.place, old.announced, old.row_count, old.debit, old.credit, old.content)
     or old.integrated_batch_id is not null and new.integrated_batch_id is distinct from old.integrated_batch_id
     or old.ended_at is not null then
    raise exception using errcode = '23514', constraint = 'upload_part_stands', table = 'upload_part',
      message = format('What a file holds of batch %s stands as it was uploaded.', old.batch_no);
  end if;
  if new.ended_at is not null then
    if exists (select from batch b where b.integrated_batch_id = old.integrated_batch_id and b.status <> 20) then
      raise exception using errcode = '23514', constraint = 'upload_part_stands', table = 'upload_part',
        message = format('Batch %s is entered; it ends with that batch.', old.batch_no);
    end if;
    new.ended_at := now();
    new.ended_by := current_actor();
  end if;
  return new;
end $$;
create trigger upload_part_stands before insert or update on upload_part for each row execute function check_upload_part();

-- ---------------------------------------------------------------------------------------------------------------------
-- A batch that was received in files has no client.

alter table integrated_batch alter client_id drop not null;

create or replace function check_integrated_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  client api_client;
  source integration_source;
begin
  if tg_op = 'UPDATE' then
    if row(new.id, new.source_id, new.batch_no, new.content_hash, new.client_id, new.department_id, new.posting, new.documents, new.lines,
        new.debit, new.credit, new.received_by, new.received_at)
       is distinct from row(old.id, old.source_id, old.batch_no, old.content_hash, old.client_id, old.department_id, old.posting, old.documents,
        old.lines, old.debit, old.credit, old.received_by, old.received_at)
       or old.reply is not null and new.reply is distinct from old.reply
       or old.ended_at is not null and row(new.ended_at, new.ended_by) is distinct from row(old.ended_at, old.ended_by) then
      raise exception using errcode = '23514', constraint = 'integrated_batch_stands', table = 'integrated_batch',
        message = format('Batch %s stands as it was received.', old.batch_no);
    end if;
    return new;
  end if;
  select * into client from api_client where id = new.client_id for share;
  select * into source from integration_source where id = new.source_id for share;
  if new.client_id is not null and (client.revoked_at is not null or client.source_id is distinct from new.source_id
       or client.made_by is distinct from current_actor() or not new.department_id = any (client.department_ids)
       or source.posting = 'posts' and not client_confirmed(client))
     or source.status <> 1
     or not exists (select from integration_source_department s where s.source_id = new.source_id and s.department_id = new.department_id) then
    raise exception using errcode = '23514', constraint = 'integrated_batch_client', table = 'integrated_batch',
      message = format('Client %s may not write this batch.', client.client_name);
  end if;
  if new.client_id is null and (
    select count(*) filter (where p.half = 'whole') + least(count(*) filter (where p.half = 'header'), count(*) filter (where p.half = 'detail'))
    from upload_part p where p.source_id = new.source_id and p.batch_no = new.batch_no and p.ended_at is null) <> 1 then
    raise exception using errcode = '23514', constraint = 'integrated_batch_parts', table = 'integrated_batch',
      message = format('Batch %s has not all of its files.', new.batch_no);
  end if;
  -- Nobody alone brings a file into the ledger: who accepts it uploaded none of it.
  if new.client_id is null and source.posting = 'posts' and exists (
    select from upload_part p cross join lateral (select user_id from upload_file where id = p.file_id offset 0) f
    where p.source_id = new.source_id and p.batch_no = new.batch_no and p.ended_at is null and f.user_id = current_actor()) then
    raise exception using errcode = '23514', constraint = 'upload_own_accept', table = 'integrated_batch',
      message = format('Another person than who uploaded batch %s accepts it.', new.batch_no);
  end if;
  new.posting := source.posting;
  new.received_by := coalesce(client.made_by, current_actor());
  new.received_at := now();
  new.ended_by := null;
  new.ended_at := null;
  return new;
end $$;

create function take_upload_parts() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  update upload_part set integrated_batch_id = new.id
  where source_id = new.source_id and batch_no = new.batch_no and ended_at is null;
  return null;
end $$;
revoke execute on function take_upload_parts() from public;
create trigger upload_parts_taken after insert on integrated_batch for each row when (new.client_id is null)
  execute function take_upload_parts();

-- Who uploaded a part of it counts as an editor, so that he approves nothing of it.
create or replace function check_received() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  received integrated_batch;
  source integration_source;
begin
  select * into received from integrated_batch where id = new.integrated_batch_id;
  select * into source from integration_source where id = received.source_id;
  if received.received_at <> now() or received.reply is not null or received.received_by <> new.prepared_by
     or not source_takes(source, new.document_type) then
    raise exception using errcode = '23514', constraint = 'batch_received', table = 'batch',
      message = format('Source %s sends no such batch.', source.source_code);
  end if;
  insert into batch_editor (batch_id, cycle, user_id)
  select new.id, new.cycle, c.rotated_by from api_client c
  where c.id = received.client_id and c.rotated_by <> new.prepared_by
  union
  select new.id, new.cycle, f.user_id from upload_part p
  cross join lateral (select user_id from upload_file where id = p.file_id offset 0) f
  where p.integrated_batch_id = received.id and f.user_id <> new.prepared_by;
  return null;
end $$;

create or replace function end_received() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  update integrated_batch set ended_at = now(), ended_by = current_actor() where id = new.integrated_batch_id and ended_at is null;
  update upload_part set ended_at = now() where integrated_batch_id = new.integrated_batch_id and ended_at is null;
  return null;
end $$;

-- What was sent and posted is taken out of the ledger by somebody else than who brought it: made the client, knows its secret, or
-- uploaded a part of it. Who accepted it may: it took two to bring it in.
create or replace function check_received_end() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  received integrated_batch;
begin
  select i.* into received from batch b
  cross join lateral (select * from integrated_batch where id = b.integrated_batch_id offset 0) i where b.id = new.batch_id;
  if received.client_id is not null and (received.received_by = new.user_id
    or exists (select from batch_editor e where e.batch_id = new.batch_id and e.user_id = new.user_id)) then
    raise exception using errcode = '23514', constraint = 'received_own_end', table = 'batch_move',
      message = 'Another person than who made the client deletes what it sent and posted.';
  end if;
  if exists (select from upload_part p cross join lateral (select user_id from upload_file where id = p.file_id offset 0) f
       where p.integrated_batch_id = received.id and f.user_id = new.user_id) then
    raise exception using errcode = '23514', constraint = 'received_own_end', table = 'batch_move',
      message = 'Another person than who uploaded it takes it out of the ledger.';
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- How the columns of a file are read, by name: the last one used is proposed.

create table upload_mapping (
  id int generated always as identity primary key,
  source_id int not null references integration_source,
  kind text not null collate "C" check (kind in ('header-is', 'detail-is', 'header-p', 'detail-p', 'entries')),
  mapping_name name_text not null,
  -- The column of each heading; null for one that is not taken.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  date_order text collate "C" check (date_order in ('D/M', 'M/D')),
  used_at timestamptz not null default now(),
  constraint upload_mapping_name unique (source_id, kind, mapping_name)
);
call audit_table('upload_mapping', 'id');
grant select, insert (source_id, kind, mapping_name, columns, date_order), update (columns, date_order, used_at) on upload_mapping to talaan_app;

-- What was said of a file while its rows wait: its source, the number of its batch, how its dates are read.
alter table upload add settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');
