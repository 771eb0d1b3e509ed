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
-- Batches of a file wait until somebody who uploaded none of them accepts them.
alter table notification add column upload_file_id bigint constraint notification_upload_file references upload_file;
grant insert (upload_file_id) on notification to talaan_app;
create unique index notification_of_upload_file on notification (upload_file_id, user_id) where upload_file_id is not null;
create index upload_file_content on upload_file (sha256);
call audit_table('upload_file', 'id');
grant select, insert (upload_id, source_id, kind, file_name, sha256, row_count, corrections), update (undone_at, undone_reason)
  on upload_file to talaan_app;

create function check_upload_file() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- The lines of a batch that came in several files wait again when its header is undone, which announced how many there are.
create function check_upload_part() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  file upload_file;
  comes_back boolean;
begin
  if tg_op = 'INSERT' then
    select * into file from upload_file where id = new.file_id;
    -- It comes back as it was when the batch that was made of it is undone for the sake of its other half.
    comes_back := file.at <> now() and exists (select from upload_part p where p.file_id = new.file_id and p.batch_no = new.batch_no and p.half = new.half
      and p.place = new.place and p.content = new.content and p.ended_at = now() and p.integrated_batch_id is not null);
    if file.source_id <> new.source_id or file.undone_at is not null
       or not (file.user_id = current_actor() and file.at = now() or comes_back) then
      raise exception using errcode = '23514', constraint = 'upload_part_file', table = 'upload_part',
        message = format('Batch %s is not of this file.', new.batch_no);
    end if;
    if exists (select from upload_part p where p.source_id = new.source_id and p.batch_no = new.batch_no and p.ended_at is null
         and p.integrated_batch_id is not null)
       or new.half = 'detail' and new.place > 0 and not comes_back and not exists (select from upload_part p
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

create function take_upload_parts() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update upload_part set integrated_batch_id = new.id
  where source_id = new.source_id and batch_no = new.batch_no and ended_at is null;
  return null;
end $$;
revoke execute on function take_upload_parts() from public;
create trigger upload_parts_taken after insert on integrated_batch for each row when (new.client_id is null)
  execute function take_upload_parts();

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
-- A mapping under a wrong name, or of a file that nobody sends any more, is forgotten; the audit trail keeps what it said.
grant delete on upload_mapping to talaan_app;
