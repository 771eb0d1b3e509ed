-- A batch is what is saved, locked, submitted and approved; a document is one paper of it; a line is one row of a
-- document (data-model §3). A regular transaction is a template of entries that are made again and again.
create table regular_transaction (
  id int generated always as identity primary key,
  txn_type name_text not null,
  document_type char(2) not null references document_type,
  adjusting boolean not null default false,
  payee_id int references payee,
  currency_id int not null default 1 references currency,
  bank_id int references bank,
  is_or_ar smallint check (is_or_ar between 1 and 3),
  remarks long_text,
  status flag not null default 1,
  -- When it is due.
  schedule text collate "C" not null default 'none'
    check (schedule in ('none', 'monthly', 'quarterly', 'half_yearly', 'yearly')),
  first_period int check (first_period between 190001 and 999912 and first_period % 100 between 1 and 12),
  last_period int check (last_period between 190001 and 999912 and last_period % 100 between 1 and 12),
  -- 31: the last day of the period.
  day smallint not null default 31 check (day between 1 and 31),
  -- Empty: those of the payee.
  vat smallint check (vat between 0 and 3),
  atc_id int references alpha_tax_code,
  -- What an accrual booked at the end of a month is taken back on the first day of the next one, by itself.
  reverse_next_period flag not null default 0,
  constraint regular_transaction_txn_type_key unique (txn_type),
  constraint regular_transaction_periods check (first_period <= last_period),
  constraint regular_transaction_reverses check (reverse_next_period = 0 or (document_type = 'JE' and adjusting))
);
call make_master('regular_transaction');
create index regular_transaction_tax_code on regular_transaction (atc_id) where atc_id is not null;
create index regular_transaction_due on regular_transaction (txn_type) where schedule <> 'none' and status = 1;
create index regular_transaction_search on regular_transaction using gin (txn_type gin_trgm_ops);
create index regular_transaction_payee on regular_transaction (payee_id) where payee_id is not null;
create index regular_transaction_bank on regular_transaction (bank_id) where bank_id is not null;
call make_key('regular_transaction', 'txn_type');

-- A regular transaction may bill many customers: a line for each service of each of them.
create function check_regular_transaction() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (
    select from document_type t
    where t.document_type = new.document_type
      -- The customers of a billing stand on its lines.
      and (t.batch_series = 'batch' and (t.payee or new.payee_id is null) or t.document_type = 'BI' and new.payee_id is null)
      and (t.bank_side is not null or new.bank_id is null)
      and (t.receipt or new.is_or_ar is null) and (t.has_adjusting or not new.adjusting)) then
    raise exception using errcode = '23514', constraint = 'regular_transaction_header', table = 'regular_transaction',
      message = 'A regular transaction has what the header of its entries names.';
  end if;
  return new;
end $$;
create trigger regular_transaction_header before insert or update on regular_transaction
  for each row execute function check_regular_transaction();

-- Lines stand in the order of their ids. An amount of 0 is asked when the template is used.
create table regular_line (
  id int generated always as identity primary key,
  regular_transaction_id int not null references regular_transaction,
  account_id int not null references account,
  debit_amount amount not null default 0,
  credit_amount amount not null default 0,
  payee_id int references payee,
  department_id int references department,
  branch_id int references branch,
  section_id int references section,
  billing_service_id int references billing_service,
  atc_id int references alpha_tax_code,
  remarks long_text,
  section_no smallint not null default 1,
  amount_mode text collate "C" not null,
  side char(1) check (side in ('D', 'C')) not null,
  part text collate "C" check (part in ('vat', 'withheld', 'bank')),
  constraint regular_line_one_side check (debit_amount = 0 or credit_amount = 0),
  constraint regular_line_amount_mode check (amount_mode in ('fixed', 'last', 'ask', 'part')),
  constraint regular_line_fixed check (amount_mode <> 'fixed' or debit_amount + credit_amount > 0),
  constraint regular_line_part check (
    (amount_mode = 'part') = (part is not null) and (part is null or debit_amount + credit_amount = 0)),
  constraint regular_line_side check (
    (debit_amount = 0 or side = 'D') and (credit_amount = 0 or side = 'C'))
);
call make_master('regular_line');
create index regular_line_of_section on regular_line (regular_transaction_id, section_no);
create index regular_line_transaction on regular_line (regular_transaction_id);
-- Where a record is used is asked before it is deleted.
create index regular_line_account on regular_line (account_id);
create index regular_line_payee on regular_line (payee_id) where payee_id is not null;
create index regular_line_department on regular_line (department_id) where department_id is not null;
create index regular_line_branch on regular_line (branch_id) where branch_id is not null;
create index regular_line_section on regular_line (section_id) where section_id is not null;
create index regular_line_service on regular_line (billing_service_id) where billing_service_id is not null;
create index regular_line_tax_code on regular_line (atc_id) where atc_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------
create table batch (
  id bigint generated always as identity primary key,
  document_type char(2) not null,
  batch_number code_text not null,
  -- Of its type: in it the number is the batch's alone.
  batch_series text collate "C" not null default 'batch',
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
  regular_trx int constraint batch_regular_trx references regular_transaction,
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
  -- What is collected of an invoice stands on its batch as well: lists of billings are narrowed, ordered and counted there, and
  -- by an index only where a row says it of itself. settle_invoices moves billing.collected_amount, which the audit trail tells
  -- of, and the batch follows.
  settled_amount amount not null default 0,
  -- Of a billing: 0 uncollected, 1 partially collected, 2 collected, 20 cancelled. `collectionStatus` of packages/core answers the
  -- same.
  collection_status smallint generated always as (
  case when document_type <> 'BI' then null when status = 20 then 20 when settled_amount = 0 then 0
    when settled_amount < total_amount then 1 else 2 end) stored,
  reverses_next_period flag not null default 0,
  unique (id, document_type),
  constraint batch_peso_rate check (currency_id <> 1 or dollar_rate = 1),
  constraint batch_lock check ((processing = 1) = (locked_by is not null) and (processing = 1) = (locked_at is not null)),
  constraint batch_deleted_draft check (deleted_at is null or status = 1),
  constraint batch_of_series foreign key (document_type, batch_series) references document_type (document_type, batch_series)
);
create index batch_list on batch (document_type, document_date, id)
  include (status, is_confidential, prepared_by, total_amount) where deleted_at is null;
create index batch_collection on batch (collection_status, document_date, id)
  include (document_type, status, is_confidential, prepared_by, total_amount)
  where collection_status is not null and deleted_at is null;
create index batch_queue on batch (document_type, status)
  include (document_date, id, cycle, prepared_by, is_confidential, processing, heartbeat_at)
  where status between 1 and 6 and deleted_at is null;
-- The few that reports hide from whoever may not see them.
create index batch_confidential on batch (id) where is_confidential = 1;
-- What is hidden from whoever sees every type is found at once: it is little.
create index batch_deleted on batch (id) where deleted_at is not null;
create unique index batch_integrated_once on batch (integrated_batch_id) where integrated_batch_id is not null;

create unique index batch_regular_once on batch
    (regular_trx, regular_period, (case document_type when 'BI' then coalesce(payee_id, 0) else 0 end))
  where regular_trx is not null and regular_period is not null and deleted_at is null and status <> 20;
create unique index batch_number_once on batch (batch_number, batch_series);
create index batch_preparer on batch (prepared_by, status);
-- What one person has one payee paid on one day; it also finds the batches of a payee.
create index batch_payee on batch (payee_id, document_date, prepared_by, id) where payee_id is not null;
create index batch_in_process on batch (locked_by) where processing = 1;
create index batch_archive on batch (document_date, id) where status = 20;
-- Searching a list for an amount.
create index batch_amount on batch (total_amount);
-- Series by their first open date: the job that posts matured cheques asks for those whose day has come.
create index batch_series on batch (document_date) where is_pdc = 1;
create index batch_regular on batch (regular_trx) where regular_trx is not null;
call audit_table('batch', 'id', '', 'id, document_type, batch_number, adjusting, status, cycle, row_version, prepared_by,
  date_encoded, edit_by, edit_date, currency_id, dollar_rate, total_amount, amount_php, payee_id, document_date,
  is_confidential, is_pdc, regular_trx, regular_period, processing, locked_by, approved_by, approved_remarks, fingerprint,
  integrated_batch_id, deleted_at');

create table document (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  document_type char(2) not null,
  header_key int not null check (header_key >= 0),
  document_number code_text,
  document_date accounting_date not null default manila_today(),
  payee_id int references payee,
  bank_id int references bank,
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
  constraint document_void check ((voided_at is null) = (voided_by is null))
);

-- Other payments of a payee around a day: by amount, and by what their remarks say.
create index document_same_amount on document (payee_id, total_amount, document_date)
  where voided_at is null and payee_id is not null;
create index document_purchase_order on document (purchase_order_id) where purchase_order_id is not null;
create index document_payee on document (payee_id) where payee_id is not null;

-- What one cheque of a series comes to is no total of its batch.
create index document_amount on document (total_amount);
-- The documents of a period whatever their header and state, which the audit trail shows beside the entries.
create index document_list on document (document_type, document_date, id);
create index document_bank on document (bank_id) where bank_id is not null;
-- The documents of a bank in a month; document_number_list serves the other lists of a month.
create index document_of_bank on document (bank_id, document_date) include (batch_id) where bank_id is not null;
-- A month in the order of its numbers, without reading its documents.
create index document_number_list on document (document_type, document_date) include (batch_id, document_number)
  where header_key = 0;
call audit_table('document', 'id');

create table line (
  document_id bigint not null references document on delete cascade,
  line_no smallint not null check (line_no between 1 and 5000),
  account_id int not null references account,
  payee_id int references payee,
  department_id int references department,
  branch_id int references branch,
  section_id int references section,
  billing_service_id int references billing_service,
  atc_id int references alpha_tax_code,
  tax_base amount,
  debit_amount amount not null default 0,
  credit_amount amount not null default 0,
  debit_php amount not null default 0,
  credit_php amount not null default 0,
  remarks long_text,
  -- What the line stands for where the helper of VAT and withholding proposed it, so that a later proposal on the stored
  -- entry takes its place. It says nothing of what is booked and is no part of what approvers sign.
  proposed_part text collate "C" check (proposed_part in ('charged', 'vat', 'withheld', 'bank')),
  primary key (document_id, line_no),
  constraint line_one_sided check (
    (debit_amount = 0 and debit_php = 0) or (credit_amount = 0 and credit_php = 0))
);

-- What leaves or enters the bank is the amount of a line; a search for it knows no more of the line.
create index line_debit on line (debit_amount) where debit_amount > 0;
create index line_credit on line (credit_amount) where credit_amount > 0;
call audit_table('line', 'document_id,line_no');

-- Who changed the contents of a batch in which round: nobody who did may approve that round (INV-10).
create table batch_editor (
  batch_id bigint not null references batch,
  cycle smallint not null,
  user_id int not null references app_user,
  primary key (batch_id, cycle, user_id)
);
call make_append_only('batch_editor', 'batch_editor_append_only');

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
  constraint batch_move_remarks check (
    action not in ('return', 'reject', 'withdraw', 'void', 'close') or coalesce(btrim(remarks), '') <> '')
);
create index batch_move_submitted on batch_move (batch_id, cycle) include (at) where status_from = 1;
-- What others take of an approved batch may come and go. Not partial: by this index the moves of a batch are found.
create unique index batch_move_once on batch_move
  (batch_id, cycle, status_from, (case when action = 'match' then id else 0 end));
create unique index batch_move_one_approval on batch_move (batch_id, cycle, user_id) where action = 'approve';
create index batch_move_person on batch_move (user_id, at);
call make_append_only('batch_move', 'batch_move_append_only');

-- ---------------------------------------------------------------------------------------------------------------------
-- Moves.

-- A move leaves the state that the batch is in. Approving: neither the preparer nor anybody who changed this round,
-- not on their behalf either, and nobody twice, whichever of the two names he acts under (INV-10). Super users too.
create function check_batch_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  current record;
  persons int[] := array_remove(array[new.user_id, new.on_behalf_of], null);
  duty text;
begin
  select b.batch_number, b.status, b.cycle, b.prepared_by, b.deleted_at into current
  from batch b where b.id = new.batch_id for no key update;
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

create function insert_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.status <> 1 or new.deleted_at is not null or new.approved_by is not null then
    raise exception using errcode = '23514', constraint = 'batch_starts_active', table = 'batch',
      message = 'A batch starts as an active draft.';
  end if;
  new.batch_series := (select t.batch_series from document_type t where t.document_type = new.document_type);
  new.cycle := 1;
  new.row_version := 1;
  new.date_encoded := now();
  new.edit_by := new.prepared_by;
  new.edit_date := now();
  return new;
end $$;
create trigger batch_insert before insert on batch for each row execute function insert_batch();

-- A post-dated series is one of cheques.
create function check_post_dated() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not is_paid_by_cheque(new.document_type) then
    raise exception using errcode = '23514', constraint = 'batch_series_of_cheques', table = 'batch',
      message = 'Only what is paid by cheque may be post-dated.';
  end if;
  return new;
end $$;
create trigger batch_series_of_cheques before insert or update of is_pdc on batch for each row
  when (new.is_pdc = 1) execute function check_post_dated();

-- What the documents of a batch charge that are not void: in their currency, and in pesos.
create function open_debits(p_batch_id bigint) returns table (debit numeric, debit_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select coalesce(sum(l.debit_amount), 0), coalesce(sum(l.debit_php), 0)
  from (select id, voided_at from document where batch_id = p_batch_id offset 0) d
  cross join lateral (select debit_amount, debit_php from line where document_id = d.id offset 0) l
  where d.voided_at is null
$$;

-- Every change but the edit lock: the version that was read, the listed moves only, contents only while active. Who approved, what
-- was signed and what was written to it come from those moves. What leaves Active names payee and bank and has the total of its
-- lines; what is approved has passed its stages; a batch that comes back to Active counts its open documents again.
create function update_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  stages smallint[];
  totals record;
  -- The move by which it changes.
  made batch_move%rowtype;
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'batch',
      message = format('%s was changed meanwhile: version %s was read, %s is stored.', batch_name(old.document_type, old.batch_number), new.row_version, old.row_version);
  end if;
  if old.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_deleted', table = 'batch',
      message = format('%s was deleted.', batch_name(old.document_type, old.batch_number));
  end if;
  if row(new.document_type, new.batch_number, new.date_encoded, new.cycle, new.integrated_batch_id)
     is distinct from row(old.document_type, old.batch_number, old.date_encoded, old.cycle, old.integrated_batch_id)
     or new.prepared_by <> old.prepared_by and not exists (
       select from batch_handover h
       where h.batch_id = old.id and h.from_user = old.prepared_by and h.to_user = new.prepared_by and h.at = now()) then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = 'batch',
      message = 'Type, number, preparer and round of a batch are not changed by hand.';
  end if;
  if old.status <> 1 and new.status <> 1
     and (row(new.adjusting, new.currency_id, new.dollar_rate, new.total_amount, new.amount_php, new.is_confidential, new.is_pdc,
         new.payee_id)
       is distinct from row(old.adjusting, old.currency_id, old.dollar_rate, old.total_amount, old.amount_php, old.is_confidential,
         old.is_pdc, old.payee_id)
       -- A series is listed under its next date.
       or new.document_date <> old.document_date and new.is_pdc = 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', batch_name(old.document_type, old.batch_number));
  end if;

  if new.deleted_at is not null or new.status <> old.status then
    select * into made from batch_move m
    where m.batch_id = old.id and m.cycle = old.cycle and m.status_from = old.status
      and m.status_to = new.status and (m.action = 'delete') = (new.deleted_at is not null)
    order by m.id desc limit 1;
    if not found then
      raise exception using errcode = '23514', constraint = 'batch_move_unlisted', table = 'batch',
        message = format('%s cannot go from status %s to %s without a recorded move.', batch_name(old.document_type, old.batch_number), old.status, new.status);
    end if;
  end if;
  if new.approved_by is distinct from old.approved_by and not (made.action = 'approve' and new.approved_by = made.user_id) is true
     or new.approved_remarks is distinct from old.approved_remarks
       and (made.action is null or coalesce(new.approved_remarks, '') not in ('', coalesce(made.remarks, '')))
     or new.fingerprint is distinct from old.fingerprint and (made.action is null or new.fingerprint is distinct from made.fingerprint) then
    raise exception using errcode = '23514', constraint = 'batch_decision', table = 'batch',
      message = format('Who approved %s, what was signed and what was written to it are those of its moves.', batch_name(old.document_type, old.batch_number));
  end if;

  if new.status <> old.status then
    if old.status = 1 and new.status between 2 and 7 and totals_are_debits(new.document_type) then
      if exists (
        select from document d
        where d.batch_id = old.id and d.voided_at is null and pays_out(new.document_type) and (d.payee_id is null or d.bank_id is null)
      ) then
        raise exception using errcode = '23514', constraint = 'disbursement_parties', table = 'document',
          message = format('%s names no payee or no bank.', batch_name(old.document_type, old.batch_number));
      end if;
      select * into totals from open_debits(old.id);
      if row(totals.debit, totals.debit_php) is distinct from row(new.total_amount::numeric, new.amount_php::numeric) then
        raise exception using errcode = '23514', constraint = 'batch_total', table = 'batch',
          message = format('%s says %s, its lines add up to %s.', batch_name(old.document_type, old.batch_number), new.amount_php, totals.debit_php);
      end if;
    end if;
    -- What enters by itself was agreed to before: see accept_allowed.
    if new.status between 6 and 7 and old.status < 6 and made.action <> 'accept' then
      stages := required_stages(new.document_type, new.currency_id, new.total_amount, new.amount_php);
      if exists (
        select from unnest(stages) stage
        where not exists (
          select from batch_move m
          where m.batch_id = old.id and m.cycle = old.cycle and m.action = 'approve' and m.status_from = stage)
      ) then
        raise exception using errcode = '23514', constraint = 'batch_approval_missing', table = 'batch',
          message = format('%s has not passed every stage it needs (%s).', batch_name(old.document_type, old.batch_number), array_to_string(stages, ', '));
      end if;
    end if;
    if new.status = 1 then
      new.cycle := old.cycle + 1;
      -- Who prepared it before it was handed over approves in no round.
      insert into batch_editor (batch_id, cycle, user_id)
      select h.batch_id, new.cycle, h.from_user from batch_handover h where h.batch_id = old.id
      on conflict do nothing;
      new.approved_by := null;
      new.fingerprint := null;
      -- Cheques of a series that were voided on the way no longer count.
      if totals_are_debits(new.document_type) then
        select * into totals from open_debits(old.id);
        new.total_amount := totals.debit;
        new.amount_php := totals.debit_php;
      end if;
    end if;
  elsif new.status = 1 and new.deleted_at is null then
    new.edit_by := coalesce(actor, old.edit_by);
    new.edit_date := now();
    insert into batch_editor (batch_id, cycle, user_id)
    select old.id, old.cycle, e.editor
    from unnest(array[actor, old.prepared_by]) e (editor) where e.editor <> new.prepared_by
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Contents.

-- Documents and lines are contents: they come and go while the batch is active, and whoever touches them is an editor.
create function touch_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from new_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  else
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from old_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  end if;
  if batches is null then
    return null;
  end if;
  -- Locked, so that nobody submits the batch between this look and the commit.
  perform from batch where id = any (batches) order by id for no key update;
  select batch_name(document_type, batch_number) into frozen from batch where id = any (batches) and (status <> 1 or deleted_at is not null) limit 1;
  if frozen is not null then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', frozen);
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
create trigger line_touch_insert after insert on line referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger line_touch_delete after delete on line referencing old table as old_rows
  for each statement execute function touch_contents();

-- Deleting documents with numbers would leave gaps that nobody can explain.
create function keep_numbered_document() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  raise exception using errcode = '23514', constraint = 'document_numbered', table = 'document',
    message = 'A document that has its number is archived or voided, never removed.';
end $$;
create trigger document_numbered before delete on document for each row
  when (old.document_number is not null or old.or_number is not null or old.ar_number is not null)
  execute function keep_numbered_document();

-- After submission only remarks and the part of a line change (they void no approval), and what the product itself adds:
-- numbers at issue, the state of a receipt, a void. From 7 on remarks stand too: a posted document is never edited.
create function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  old_row jsonb := to_jsonb(old);
  changed text[] := array(
    select n.key from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from old_row -> n.key and not (tg_table_name = 'document' and n.key = any (server_owned)));
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select * into parent from batch where id = (select batch_id from document where id = old.document_id);
  end if;
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and not changed <@ array['remarks', 'proposed_part'])
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', batch_name(parent.document_type, parent.batch_number));
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger document_update before update on document for each row execute function update_contents();
create trigger line_update before update on line for each row execute function update_contents();

-- What the rate gives for each line of a document that has an amount, half-up, with the rounding difference of the document
-- on its largest line. The same as `pesosByRate` of the core. Its sums are made once: `whole` stands for one row, and a plan that was made
-- while documents were small would ask for it again for every line.
create function pesos_by_rate(p_document_id bigint) returns table (line_no smallint, debit_php numeric, credit_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with converted as materialized (
    select l.line_no, l.debit_amount::numeric as debit, l.credit_amount::numeric as credit,
      round(l.debit_amount::numeric * b.dollar_rate::numeric, 2) as debit_php,
      round(l.credit_amount::numeric * b.dollar_rate::numeric, 2) as credit_php
    from (select batch_id from document where id = p_document_id offset 0) d
    cross join lateral (select dollar_rate from batch where id = d.batch_id offset 0) b
    cross join lateral (select line_no, debit_amount, credit_amount from line where document_id = p_document_id offset 0) l
    where l.debit_amount > 0 or l.credit_amount > 0
  ), whole as materialized (
    select case when sum(c.debit) = sum(c.credit) then sum(c.debit_php) - sum(c.credit_php) else 0 end as rounding,
      (select m.line_no from converted m order by m.debit_php + m.credit_php desc, m.line_no limit 1) as largest
    from converted c
  )
  select c.line_no,
    c.debit_php - case when c.line_no = w.largest and c.debit_php > 0 then w.rounding else 0 end,
    c.credit_php + case when c.line_no = w.largest and c.debit_php = 0 then w.rounding else 0 end
  from converted c cross join whole w
$$;

create function check_line_pesos() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select d.document_number, min(l.line_no) as line_no into bad
  from (select id, document_number, voided_at from document where batch_id = new.id offset 0) d
  cross join lateral pesos_by_rate(d.id) r
  cross join lateral (select * from line where document_id = d.id and line_no = r.line_no offset 0) l
  cross join lateral (select currency_id from account where id = l.account_id offset 0) a
  where d.voided_at is null and row(l.debit_php::numeric, l.credit_php::numeric) is distinct from row(r.debit_php, r.credit_php)
  group by d.id, d.document_number
  having new.currency_id = 1 or bool_or(a.currency_id <> new.currency_id)
    or (bool_or(l.debit_amount > 0) and bool_or(l.credit_amount > 0))
    or bool_or(l.debit_amount > 0 and l.credit_php > 0 or l.credit_amount > 0 and l.debit_php > 0)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'line_pesos', table = 'line',
      message = format('Line %s of document %s is not booked at the rate, and may not have pesos of its own.',
        bad.line_no, bad.document_number);
  end if;
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Unsaved work, attachments and prints.
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
create index attachment_file on attachment (file_id) where removed_at is null;
call audit_table('attachment', 'id');

-- A file is whole before it is attached: a later piece would change what its fingerprint stands for.
create function file_is_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from attachment where file_id = new.file_id)
     or exists (select from withholding_certificate where file_id = new.file_id)
     or exists (select from cheque_layout_picture where file_id = new.file_id) then
    raise exception using errcode = '23514', constraint = 'file_append_only', table = 'file_chunk',
      message = 'A file that is attached takes no further piece.';
  end if;
  return new;
end $$;
create trigger file_is_whole before insert on file_chunk for each row execute function file_is_whole();

-- What an approver has signed stays: attachments come and go only while their batch is active. A void may add its own.
create function attachment_kept() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Locked, so that nobody submits the batch between this look and the commit.
  parent batch%rowtype;
begin
  select * into parent from batch where id = new.batch_id for no key update;
  if parent.status = 1 and parent.deleted_at is null then
    if tg_op = 'INSERT' or (old.removed_at is null and to_jsonb(new) - 'removed_at' = to_jsonb(old) - 'removed_at') then
      return new;
    end if;
  elsif tg_op = 'INSERT' and parent.status >= 7 then
    return new;
  end if;
  raise exception using errcode = '23514', constraint = 'attachment_kept', table = 'attachment',
    message = 'The attachments of a submitted transaction stay. Withdraw it to change them.';
end $$;
create trigger attachment_kept before insert or update on attachment for each row execute function attachment_kept();
create trigger attachment_not_deleted before delete or truncate on attachment
  for each statement execute function refuse_change('attachment_kept');

-- ---------------------------------------------------------------------------------------------------------------------
-- Rights. Nothing that was issued is deleted (INV-17): batches never, documents and lines only where the triggers allow.
grant select, insert, update on batch to talaan_app;
grant select, insert, update, delete on document, line, draft to talaan_app;
grant select, insert on batch_editor to talaan_app;
grant select, insert (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
  officer_limit, amount, currency_id, remarks, fingerprint) on batch_move to talaan_app;
grant select, insert, update (removed_at) on attachment to talaan_app;
grant select on batch, document, line, batch_move to talaan_report;

-- Drafts of a preparer who may not sign in any more go on under another one.
create table batch_handover (
  id bigint generated always as identity primary key,
  batch_id bigint not null references batch,
  from_user int not null references app_user,
  to_user int not null references app_user,
  -- Null: the system.
  handed_by int references app_user,
  reason long_text not null,
  at timestamptz not null default now(),
  constraint batch_handover_reason check (btrim(reason) <> ''),
  constraint batch_handover_own check (handed_by not in (from_user, to_user)),
  constraint batch_handover_other check (to_user <> from_user)
);
create index batch_handover_batch on batch_handover (batch_id);
create index batch_handover_from on batch_handover (from_user);
create index batch_handover_to on batch_handover (to_user);
create index batch_handover_by on batch_handover (handed_by);
call make_append_only('batch_handover', 'batch_handover_append_only');
call audit_table('batch_handover', 'id');
grant select, insert on batch_handover to talaan_app;

-- Who hands over is whoever acts, and from whom is who prepares the batch; only what nobody but he could submit goes, to
-- somebody who can.
create function check_batch_handover() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  draft record;
  name text;
begin
  select b.batch_number, b.prepared_by, b.status, b.deleted_at into draft
  from batch b where b.id = new.batch_id for no key update;
  new.from_user := draft.prepared_by;
  new.handed_by := current_actor();
  new.at := now();
  if draft.status <> 1 or draft.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_handover_draft', table = 'batch_handover',
      message = format('Batch %s is no draft. Only drafts are handed over.', draft.batch_number);
  end if;
  select concat_ws(' ', u.user_first_name, u.user_last_name) into name
  from app_user u where u.id = new.from_user and may_sign_in(u);
  if found then
    raise exception using errcode = '23514', constraint = 'batch_handover_absent', table = 'batch_handover',
      message = format('%s may sign in. Only the drafts of who may not any more are handed over.', name);
  end if;
  select concat_ws(' ', u.user_first_name, u.user_last_name) into name
  from app_user u where u.id = new.to_user and not may_sign_in(u);
  if found then
    raise exception using errcode = '23514', constraint = 'batch_handover_present', table = 'batch_handover',
      message = format('%s may not sign in today.', name);
  end if;
  return new;
end $$;
create trigger batch_handover_allowed before insert on batch_handover for each row execute function check_batch_handover();

-- The handover is the change: the batch has its new preparer, and nobody works on it.
create function hand_over_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update batch set prepared_by = new.to_user, processing = 0, locked_by = null, locked_at = null, heartbeat_at = null
  where id = new.batch_id;
  return null;
end $$;
create trigger batch_handover_done after insert on batch_handover for each row execute function hand_over_batch();

-- A message names a batch by its type and its number: a billing request, a collection and a batch may have the figures of one
-- another. `batchName` of packages/core says the same.
create function batch_name(p_document_type text, p_batch_number text) returns text
  language sql immutable
as $$
  select case when p_batch_number like p_document_type || '%' then p_batch_number else p_document_type || ' ' || p_batch_number end
$$;

-- Moves of a set: vouchers that take from purchase orders are counted one after the other, in the order of the set, so that the
-- history of an order names each of them with what it took.
create function record_batch_moves(p_moves jsonb) returns table (place bigint, row_version int, cycle smallint)
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Places of the moves whose batches name purchase orders.
  ordered bigint[] := '{}';
  step bigint;
begin
  -- One batch is locked by its move, then its orders, then the invoices that it settles, each kind in the order of its ids. Many
  -- take all of a kind before the next one, so that no two sets and no single move wait for each other for ever.
  if jsonb_array_length(p_moves) > 1 then
    perform lock_moved_batches(array(select (m ->> 'batch_id')::bigint from jsonb_array_elements(p_moves) m));
    ordered := array(
      select m.place from rows from (jsonb_to_recordset(p_moves) as (batch_id bigint)) with ordinality m (batch_id, place)
      where exists (select from document d where d.batch_id = m.batch_id and d.purchase_order_id is not null)
      order by m.place);
  end if;

  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
    officer_limit, amount, currency_id, remarks, fingerprint)
  select m.batch_id, m.document_type, m.cycle, m.action, m.status_from, m.status_to, m.user_id, m.on_behalf_of, m.level_code,
    m.officer_limit, m.amount, m.currency_id, m.remarks, decode(m.fingerprint, 'hex')
  from jsonb_to_recordset(p_moves) as m (batch_id bigint, document_type text, cycle smallint, action text, status_from smallint,
    status_to smallint, user_id int, on_behalf_of int, level_code text, officer_limit amount, amount amount,
    currency_id int, remarks text, fingerprint text);

  if jsonb_path_exists(p_moves, '$[*].risks_seen[*]') then
    insert into risk_seen (move_id, fingerprint, kind, sentence)
    select (select max(v.id) from batch_move v where v.batch_id = m.batch_id), decode(r.fingerprint, 'hex'), r.kind, r.sentence
    from jsonb_to_recordset(p_moves) as m (batch_id bigint, risks_seen jsonb)
    cross join lateral jsonb_to_recordset(m.risks_seen) as r (fingerprint text, kind text, sentence text);
  end if;

  foreach step in array array_prepend(0::bigint, ordered) loop
    return query
      update batch b
      set status = m.status_to,
          approved_by = case when m.action = 'approve' then m.user_id else b.approved_by end,
          approved_remarks = m.approved_remarks,
          fingerprint = decode(m.fingerprint, 'hex'),
          deleted_at = case when m.is_delete then now() end,
          processing = 0, locked_by = null, locked_at = null, heartbeat_at = null,
          row_version = m.row_version
      from rows from (jsonb_to_recordset(p_moves) as (batch_id bigint, row_version int, action text, status_to smallint, user_id int,
        fingerprint text, approved_remarks text, is_delete boolean)) with ordinality
        m (batch_id, row_version, action, status_to, user_id, fingerprint, approved_remarks, is_delete, place)
      where b.id = m.batch_id and case when step = 0 then m.place <> all (ordered) else m.place = step end
      returning m.place, b.row_version, b.cycle;
  end loop;
end $$;

-- Locks batches that are to be moved, then the orders that they take from, then the invoices that they settle.
create function lock_moved_batches(p_batch_ids bigint[]) returns void
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform from (
    select m.batch_id, 1 as kind, m.batch_id as place from unnest(p_batch_ids) m (batch_id)
    join batch b on b.id = m.batch_id and b.document_type not in ('PO', 'BI')
    union all
    select o.batch_id, 2, o.id from unnest(p_batch_ids) m (batch_id)
    cross join lateral (select id, purchase_order_id, document_type from document where batch_id = m.batch_id offset 0) d
    join document o on o.id = d.purchase_order_id or o.id = d.id and d.document_type = 'PO'
    union all
    select i.batch_id, 3, i.batch_id from unnest(p_batch_ids) m (batch_id)
    cross join lateral (select id, document_type from document where batch_id = m.batch_id offset 0) d
    cross join lateral (
      select d.id as invoice_id where d.document_type = 'BI'
      union all select a.billing_document_id from collection_application a where a.document_id = d.id
      union all select l.invoice_id from (select invoice_id from line where document_id = d.id offset 0) l where l.invoice_id is not null) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i
  ) w
  join batch b on b.id = w.batch_id
  order by w.kind, w.place
  for no key update of b;
end $$;
-- Ids of new batches and documents are taken before their rows are written, so that a line finds its document by its place in the set
-- and not by looking through all others.
grant usage on sequence batch_id_seq, document_id_seq to talaan_app;
