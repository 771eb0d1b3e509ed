-- A batch is what is saved, locked, submitted and approved; a document is one paper of it; a line is one row of a
-- document (data-model §3).

create table batch (
  id bigint generated always as identity primary key,
  document_type char(2) not null check (document_type in ('CV', 'CW', 'OB', 'DM', 'JE', 'CR', 'BI', 'CN', 'PO')),
  batch_number code_text not null,
  adjusting boolean not null default false,
  status smallint not null default 1 check (status in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)),
  cycle smallint not null default 1 check (cycle > 0),
  row_version int not null default 1,
  prepared_by int not null references app_user,
  date_encoded timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  currency_id int not null default 1 references currency,
  dollar_rate rate not null default 1,
  total_amount amount not null default 0,
  amount_php amount not null default 0,
  payee_id int references payee,
  document_date accounting_date not null default manila_today(),
  is_confidential flag not null default 0,
  is_pdc flag not null default 0,
  regular_trx int,
  regular_period int,
  processing flag not null default 0,
  locked_by int references app_user,
  locked_at timestamptz,
  heartbeat_at timestamptz,
  approved_by int references app_user,
  approved_remarks long_text,
  fingerprint bytea check (octet_length(fingerprint) = 32),
  integrated_batch_id bigint,
  deleted_at timestamptz,
  unique (id, document_type),
  constraint batch_peso_rate check (currency_id <> 1 or dollar_rate = 1),
  constraint batch_lock check ((processing = 1) = (locked_by is not null) and (processing = 1) = (locked_at is not null)),
  constraint batch_deleted_draft check (deleted_at is null or status = 1)
);
create unique index batch_number_once on batch
  ((case when document_type in ('BI', 'CN', 'PO') then document_type else 'TX' end), batch_number);
create index batch_by_number on batch (batch_number);
create index batch_number_search on batch using gin (batch_number gin_trgm_ops);
-- With what lists ask of every row, so that a month is counted without reading its rows.
create index batch_list on batch (document_type, document_date, id) include (status, is_confidential, prepared_by)
  where deleted_at is null;
create index batch_stage on batch (status, document_type, document_date);
create index batch_preparer on batch (prepared_by, status);
create index batch_payee on batch (payee_id) where payee_id is not null;
create index batch_in_process on batch (locked_by) where processing = 1;
create index batch_archive on batch (document_date, id) where status = 20;
create unique index batch_regular_once on batch (regular_trx, regular_period)
  where regular_trx is not null and deleted_at is null and status <> 20;

create table document (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  document_type char(2) not null,
  header_key int not null check (header_key >= 0),
  document_number code_text,
  document_date accounting_date not null default manila_today(),
  payee_id int references payee,
  bank_id int,
  bank_account short_text,
  payee_bank_id int references payee_bank,
  vat smallint check (vat between 0 and 3),
  atc_id int references alpha_tax_code,
  total_amount amount not null default 0,
  remarks long_text,
  cheque_number code_text,
  is_or_ar smallint check (is_or_ar between 1 and 3),
  or_number code_text,
  ar_number code_text,
  receipt_status smallint check (receipt_status between 0 and 2),
  purchase_order_id bigint,
  voided_at timestamptz,
  voided_by int references app_user,
  void_reason long_text,
  constraint document_batch foreign key (batch_id, document_type) references batch (id, document_type),
  constraint document_header_once unique (batch_id, header_key),
  constraint document_number_once unique (document_type, document_number),
  constraint document_or_number_once unique (or_number),
  constraint document_ar_number_once unique (ar_number),
  constraint document_cheque_once unique (bank_id, cheque_number),
  constraint document_void check ((voided_at is null) = (voided_by is null))
);
create index document_list on document (document_type, document_date, id);
create index document_search on document using gin (document_number gin_trgm_ops, cheque_number gin_trgm_ops,
  or_number gin_trgm_ops, ar_number gin_trgm_ops, remarks gin_trgm_ops);

create table line (
  document_id bigint not null references document on delete cascade,
  line_no smallint not null check (line_no between 1 and 5000),
  account_id int not null references account,
  payee_id int references payee,
  department_id int references department,
  branch_id int references branch,
  section_id int references section,
  billing_service_id int,
  atc_id int references alpha_tax_code,
  tax_base amount,
  debit_amount amount not null default 0,
  credit_amount amount not null default 0,
  debit_php amount not null default 0,
  credit_php amount not null default 0,
  remarks long_text,
  primary key (document_id, line_no),
  constraint line_one_sided check (
    (debit_amount = 0 and debit_php = 0) or (credit_amount = 0 and credit_php = 0))
);

-- Who changed the contents of a batch in which round: nobody who did may approve that round (INV-10).
create table batch_editor (
  batch_id bigint not null references batch,
  cycle smallint not null,
  user_id int not null references app_user,
  primary key (batch_id, cycle, user_id)
);
call make_append_only('batch_editor', 'batch_editor_append_only');

-- The state table as data (decisions §3). A draft that is deleted keeps its status and gets a tombstone.
create table status_move (
  document_type char(2) not null,
  status_from smallint not null,
  status_to smallint not null,
  action text not null collate "C" check (action in
    ('submit', 'approve', 'return', 'reject', 'withdraw', 'release', 'archive', 'restore', 'void', 'delete')),
  primary key (document_type, status_from, status_to, action)
);

create table batch_move (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  document_type char(2) not null,
  cycle smallint not null,
  action text not null collate "C",
  status_from smallint not null,
  status_to smallint not null,
  user_id int not null references app_user,
  on_behalf_of int references app_user,
  level_code code_text,
  officer_limit amount,
  amount amount not null,
  currency_id int not null references currency,
  remarks long_text,
  fingerprint bytea check (octet_length(fingerprint) = 32),
  at timestamptz not null default now(),
  constraint batch_move_batch foreign key (batch_id, document_type) references batch (id, document_type),
  constraint batch_move_listed foreign key (document_type, status_from, status_to, action) references status_move,
  constraint batch_move_once unique (batch_id, cycle, status_from),
  constraint batch_move_remarks check (
    action not in ('return', 'reject', 'withdraw', 'void') or coalesce(btrim(remarks), '') <> '')
);
create unique index batch_move_one_approval on batch_move (batch_id, cycle, user_id) where action = 'approve';
create index batch_move_person on batch_move (user_id, at);
call make_append_only('batch_move', 'batch_move_append_only');

-- A move leaves the state that the batch is in. Approving: neither the preparer nor anybody who changed this round,
-- not on their behalf either, and nobody twice, whichever of the two names he acts under (INV-10). Super users too.
create function check_batch_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  current batch%rowtype;
  persons int[] := array_remove(array[new.user_id, new.on_behalf_of], null);
  duty text;
begin
  select * into current from batch where id = new.batch_id for no key update;
  if row(current.cycle, current.status) is distinct from row(new.cycle, new.status_from) or current.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_moved_meanwhile', table = 'batch',
      message = format('Batch %s is at status %s, not %s.', current.batch_number, current.status, new.status_from);
  end if;
  if current_actor() is distinct from new.user_id and current_actor() is not null then
    raise exception using errcode = '23514', constraint = 'batch_move_own_name', table = 'batch_move',
      message = 'A move is recorded under the name of the person who makes it.';
  end if;
  if new.action = 'approve' then
    if current.prepared_by = any (persons) then
      raise exception using errcode = '23514', constraint = 'approver_is_preparer', table = 'batch_move',
        message = 'The preparer cannot approve this transaction.';
    end if;
    select case
      when exists (
        select from batch_editor e where e.batch_id = new.batch_id and e.cycle = new.cycle and e.user_id = any (persons))
        then 'approver_is_editor'
      when exists (
        select from batch_move m
        where m.batch_id = new.batch_id and m.cycle = new.cycle and m.action = 'approve'
          and (m.user_id = any (persons) or m.on_behalf_of = any (persons))) then 'approver_acted_before'
      end into duty;
    if duty is not null then
      raise exception using errcode = '23514', constraint = duty, table = 'batch_move',
        message = case duty when 'approver_is_editor' then 'Whoever changed this transaction in this round cannot approve it.'
          else 'One person approves one stage of a transaction.' end;
    end if;
  end if;
  return new;
end $$;
create trigger batch_move_duties before insert on batch_move for each row execute function check_batch_move();

-- The stages that a batch needs by its type and its amount in pesos: the review, and every approving level whose minimum
-- it reaches as stages 3, 4, 5. A type that the settings do not name needs both.
create function required_stages(p_document_type text, p_amount numeric) returns smallint[]
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(array_agg(stage order by stage), '{}')
  from (
    select 2::smallint as stage, 0 as min_amount, 'review_stage' as needed where p_document_type <> 'BI'
    union all
    select (2 + row_number() over (order by min_amount))::smallint, min_amount, 'approval_required' from approving_level
  ) s
  where min_amount <= p_amount
    and coalesce((select (value ->> p_document_type)::boolean from setting where key = s.needed), true)
$$;

create function insert_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if new.status <> 1 or new.deleted_at is not null or new.approved_by is not null then
    raise exception using errcode = '23514', constraint = 'batch_starts_active', table = 'batch',
      message = 'A batch starts as an active draft.';
  end if;
  new.cycle := 1;
  new.row_version := 1;
  new.date_encoded := now();
  new.edit_by := new.prepared_by;
  new.edit_date := now();
  return new;
end $$;
create trigger batch_insert before insert on batch for each row execute function insert_batch();

-- Every change but the edit lock: the version that was read, the listed moves only, contents only while active.
create function update_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  stages smallint[];
  totals record;
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'batch',
      message = format('Batch %s was changed meanwhile: version %s was read, %s is stored.',
        old.batch_number, new.row_version, old.row_version);
  end if;
  if old.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_deleted', table = 'batch',
      message = format('Batch %s was deleted.', old.batch_number);
  end if;
  if row(new.document_type, new.batch_number, new.prepared_by, new.date_encoded, new.cycle)
     is distinct from row(old.document_type, old.batch_number, old.prepared_by, old.date_encoded, old.cycle) then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = 'batch',
      message = 'Type, number, preparer and round of a batch are not changed by hand.';
  end if;
  if old.status <> 1 and new.status <> 1
     and row(new.adjusting, new.currency_id, new.dollar_rate, new.total_amount, new.amount_php, new.is_confidential, new.is_pdc)
       is distinct from row(old.adjusting, old.currency_id, old.dollar_rate, old.total_amount, old.amount_php, old.is_confidential, old.is_pdc) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', old.batch_number);
  end if;

  if new.deleted_at is not null or new.status <> old.status then
    if not exists (
      select from batch_move m
      where m.batch_id = old.id and m.cycle = old.cycle and m.status_from = old.status
        and m.status_to = new.status and (m.action = 'delete') = (new.deleted_at is not null)
    ) then
      raise exception using errcode = '23514', constraint = 'batch_move_unlisted', table = 'batch',
        message = format('Batch %s cannot go from status %s to %s without a recorded move.', old.batch_number, old.status, new.status);
    end if;
  end if;

  if new.status <> old.status then
    if old.status = 1 and new.status between 2 and 7 and new.document_type = 'JE' then
      select coalesce(sum(l.debit_amount), 0) as debit, coalesce(sum(l.debit_php), 0) as debit_php into totals
      from document d join line l on l.document_id = d.id where d.batch_id = old.id;
      if row(totals.debit, totals.debit_php) is distinct from row(new.total_amount::numeric, new.amount_php::numeric) then
        raise exception using errcode = '23514', constraint = 'batch_total', table = 'batch',
          message = format('Batch %s says %s, its lines add up to %s.', old.batch_number, new.amount_php, totals.debit_php);
      end if;
    end if;
    if new.status between 6 and 7 and old.status < 6 then
      stages := required_stages(new.document_type, new.amount_php);
      if exists (
        select from unnest(stages) stage
        where not exists (
          select from batch_move m
          where m.batch_id = old.id and m.cycle = old.cycle and m.action = 'approve' and m.status_from = stage)
      ) then
        raise exception using errcode = '23514', constraint = 'batch_approval_missing', table = 'batch',
          message = format('Batch %s has not passed every stage it needs (%s).', old.batch_number, array_to_string(stages, ', '));
      end if;
    end if;
    if new.status = 1 then
      new.cycle := old.cycle + 1;
      new.approved_by := null;
      new.fingerprint := null;
    end if;
  elsif new.status = 1 and new.deleted_at is null then
    new.edit_by := coalesce(actor, old.edit_by);
    new.edit_date := now();
    insert into batch_editor (batch_id, cycle, user_id)
    select old.id, old.cycle, actor where actor is not null and actor <> old.prepared_by
    on conflict do nothing;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger batch_update
  before update of id, document_type, batch_number, adjusting, status, cycle, row_version, prepared_by, date_encoded,
    edit_by, edit_date, currency_id, dollar_rate, total_amount, amount_php, payee_id, document_date, is_confidential,
    is_pdc, regular_trx, regular_period, approved_by, approved_remarks, fingerprint, integrated_batch_id, deleted_at
  on batch for each row execute function update_batch();

-- Documents and lines are contents: they come and go while the batch is active, and whoever touches them is an editor.
create function touch_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  batches bigint[];
  frozen text;
begin
  if tg_table_name = 'document' and tg_op = 'INSERT' then
    select array_agg(distinct batch_id) into batches from new_rows;
  elsif tg_table_name = 'document' then
    select array_agg(distinct batch_id) into batches from old_rows;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct d.batch_id) into batches from document d where d.id in (select document_id from new_rows);
  else
    select array_agg(distinct d.batch_id) into batches from document d where d.id in (select document_id from old_rows);
  end if;
  if batches is null then
    return null;
  end if;
  select batch_number into frozen from batch where id = any (batches) and (status <> 1 or deleted_at is not null) limit 1;
  if frozen is not null then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', frozen);
  end if;
  insert into batch_editor (batch_id, cycle, user_id)
  select id, cycle, actor from batch where id = any (batches) and actor <> prepared_by
  on conflict do nothing;
  return null;
end $$;
create trigger document_touch_insert after insert on document referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger document_touch_delete after delete on document referencing old table as old_rows
  for each statement execute function touch_contents();
-- Deleting documents with numbers would leave gaps that nobody can explain.
create function keep_numbered_document() returns trigger
  language plpgsql
as $$
begin
  raise exception using errcode = '23514', constraint = 'document_numbered', table = 'document',
    message = 'A document that has its number is archived or voided, never removed.';
end $$;
create trigger document_numbered before delete on document for each row
  when (old.document_number is not null or old.or_number is not null or old.ar_number is not null)
  execute function keep_numbered_document();
create trigger line_touch_insert after insert on line referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger line_touch_delete after delete on line referencing old table as old_rows
  for each statement execute function touch_contents();

-- After submission only remarks change (they void no approval), and what the product itself adds: numbers at issue,
-- the state of a receipt, a void. From 7 on remarks stand too: a posted document is never edited.
create function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  changed text[];
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select b.* into parent from batch b join document d on d.batch_id = b.id where d.id = old.document_id;
  end if;
  select coalesce(array_agg(k), '{}') into changed
  from jsonb_object_keys(to_jsonb(new)) k
  where to_jsonb(new) -> k is distinct from to_jsonb(old) -> k and not (tg_table_name = 'document' and k = any (server_owned));
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and cardinality(array_remove(changed, 'remarks')) > 0)
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', parent.batch_number);
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger document_update before update on document for each row execute function update_contents();
create trigger line_update before update on line for each row execute function update_contents();

call audit_table('batch', 'id', '', 'id, document_type, batch_number, adjusting, status, cycle, row_version, prepared_by,
  date_encoded, edit_by, edit_date, currency_id, dollar_rate, total_amount, amount_php, payee_id, document_date,
  is_confidential, is_pdc, regular_trx, regular_period, processing, locked_by, approved_by, approved_remarks, fingerprint,
  integrated_batch_id, deleted_at');
call audit_table('document', 'id');
call audit_table('line', 'document_id,line_no');

-- ---------------------------------------------------------------------------------------------------------------------
-- Unsaved work, attachments and files.

create table draft (
  id uuid primary key,
  user_id int not null references app_user on delete cascade,
  document_type char(2) not null,
  batch_number code_text,
  body jsonb not null default '{}',
  row_version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index draft_owner on draft (user_id, document_type, updated_at);
create trigger draft_update before update on draft for each row execute function bump_row_version();

create table file (
  id uuid primary key,
  sha256 bytea not null check (octet_length(sha256) = 32),
  size int not null check (size between 1 and 52428800),
  media_type text not null,
  state text not null default 'stored' check (state in ('pending', 'stored', 'refused')),
  created_by int references app_user,
  created_at timestamptz not null default now()
);

create table file_chunk (
  file_id uuid not null references file on delete cascade,
  no int not null check (no >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  primary key (file_id, no)
);

alter table app_user add foreign key (profile_file_id) references file;

create table attachment (
  id uuid primary key,
  batch_id bigint not null references batch,
  file_id uuid not null references file,
  name name_text not null,
  uploaded_by int not null references app_user,
  uploaded_at timestamptz not null default now(),
  removed_at timestamptz
);
create index attachment_batch on attachment (batch_id);
call audit_table('attachment', 'id');

create table print_log (
  id bigint generated always as identity primary key,
  document_id bigint not null references document,
  kind text not null collate "C",
  copy_no int not null check (copy_no > 0),
  user_id int not null references app_user,
  at timestamptz not null default now(),
  constraint print_log_copy_once unique (document_id, kind, copy_no)
);
call make_append_only('print_log', 'print_log_append_only');

-- ---------------------------------------------------------------------------------------------------------------------
-- Rights. Nothing that was issued is deleted (INV-17): batches never, documents and lines only where the triggers allow.

grant select, insert, update on batch to talaan_app;
grant select, insert, update, delete on document, line to talaan_app;
grant select, insert on batch_editor to talaan_app;
grant select on status_move to talaan_app;
grant select, insert (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
  officer_limit, amount, currency_id, remarks, fingerprint) on batch_move to talaan_app;
grant select, insert, update, delete on draft, file to talaan_app;
grant select, insert, delete on file_chunk to talaan_app;
grant select, insert, update (removed_at) on attachment to talaan_app;
grant select, insert (document_id, kind, copy_no, user_id) on print_log to talaan_app;
grant select on batch, document, line, batch_move to talaan_report;

-- ---------------------------------------------------------------------------------------------------------------------
-- The moves of decisions §3; the same table as STATUS_MOVES of the core.

insert into status_move (document_type, status_from, status_to, action)
select t.document_type, m.status_from, m.status_to, m.action
from unnest(array['CV', 'CW', 'OB', 'DM', 'JE', 'CR', 'BI', 'CN', 'PO']) t (document_type)
cross join lateral (
  -- every type
  select 1, 3, 'submit' union all select 1, 1, 'delete' union all select 1, 20, 'archive'
  union all select 3, 4, 'approve' union all select 4, 5, 'approve'
  union all select 7, 20, 'void' union all select 20, 1, 'restore'
  union all select s, 1, 'return' from generate_series(3, 5) s
  union all select s, 1, 'withdraw' from generate_series(3, 5) s
  union all select s, 20, 'reject' from generate_series(3, 5) s
  union all select s, 20, 'void' from unnest(array[1, 3, 4, 5]) s
  -- a review first, except billing
  union all select 1, 2, 'submit' where t.document_type <> 'BI'
  union all select 2, 3, 'approve' where t.document_type <> 'BI'
  union all select 2, 1, a from unnest(array['return', 'withdraw']) a where t.document_type <> 'BI'
  union all select 2, 20, a from unnest(array['reject', 'void']) a where t.document_type <> 'BI'
  -- the last step: release for what is paid out, straight to the ledger for the others
  union all select 1, 6, 'submit' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select s, 6, 'approve' from generate_series(2, 5) s where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 7, 'release' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 1, 'withdraw' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 20, 'void' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 1, 7, 'submit' where t.document_type not in ('CV', 'CW', 'OB', 'DM')
  union all select s, 7, 'approve' from generate_series(2, 5) s
    where t.document_type not in ('CV', 'CW', 'OB', 'DM') and (s > 2 or t.document_type <> 'BI')
) m (status_from, status_to, action);
