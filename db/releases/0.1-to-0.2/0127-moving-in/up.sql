-- Moving in: what a company brings from its old books (decisions §7, many §5).

create table moving_in (
  id int generated always as identity primary key,
  move_name name_text not null,
  -- The day whose balances come; everything is posted on it.
  as_of accounting_date not null,
  -- Of rows that name none; what balances is posted in the branch.
  branch_id int not null references branch,
  department_id int references department,
  state text not null default 'preparing' collate "C" check (state in ('preparing', 'ready', 'confirmed', 'discarded')),
  prepared_by int not null default current_actor() references app_user,
  prepared_at timestamptz not null default now(),
  ready_by int references app_user,
  ready_at timestamptz,
  confirmed_by int references app_user,
  confirmed_at timestamptz,
  discarded_by int references app_user,
  discarded_at timestamptz,
  row_version int not null default 1,
  constraint moving_in_second_person check (confirmed_by <> prepared_by and confirmed_by <> ready_by)
);
create unique index moving_in_open on moving_in ((true)) where state in ('preparing', 'ready');
create index moving_in_confirmed on moving_in (as_of) where state = 'confirmed';
call audit_table('moving_in', 'id');
grant select, insert (move_name, as_of, branch_id, department_id), update (state, row_version) on moving_in to talaan_app;

-- A file of a move. One that another replaced stays, without its rows: who uploaded it confirms nothing.
create table moving_in_file (
  id int generated always as identity primary key,
  moving_in_id int not null references moving_in,
  kind text not null collate "C" check (kind in ('balances', 'invoices', 'vouchers', 'cheques', 'deposits', 'statements')),
  file_name name_text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  row_count int not null check (row_count between 1 and 100000),
  uploaded_by int not null default current_actor() references app_user,
  uploaded_at timestamptz not null default now(),
  replaced_at timestamptz
);
create unique index moving_in_file_once on moving_in_file (moving_in_id, kind) where replaced_at is null;
call audit_table('moving_in_file', 'id');
grant select, insert (moving_in_id, kind, file_name, sha256, row_count), update (replaced_at) on moving_in_file to talaan_app;

-- A row of a file, read: what it names by id, what it says; which columns it has depends on the kind.
create table moving_in_row (
  file_id int not null references moving_in_file,
  -- As the file shows it.
  row_no int not null,
  account_id int references account,
  branch_id int references branch,
  department_id int references department,
  payee_id int references payee,
  bank_id int references bank,
  billing_service_id int references billing_service,
  currency_id int references currency,
  rate rate,
  -- Pesos, and the currency of the account.
  debit amount not null default 0,
  credit amount not null default 0,
  fc_debit amount not null default 0,
  fc_credit amount not null default 0,
  -- What is open; in the currency of the invoice or of the bank account.
  amount amount not null default 0,
  amount_php amount not null default 0,
  original_amount amount,
  -- Of a bank statement, which may be overdrawn.
  balance numeric(18, 2),
  number_text code_text,
  on_date accounting_date,
  due_date accounting_date,
  vat smallint check (vat between 0 and 3),
  direction text collate "C" check (direction in ('issued', 'received')),
  bank_name name_text,
  invoice_no short_text,
  remarks long_text,
  primary key (file_id, row_no)
);
call audit_table('moving_in_row', 'file_id,row_no');
grant select, insert, delete on moving_in_row to talaan_app;
grant select on moving_in, moving_in_file, moving_in_row to talaan_report;

-- Files and rows come and go while their move is prepared, and stand from then on.
create function check_moving_in_rows() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  moves int[];
  closed record;
begin
  if tg_table_name = 'moving_in_file' then
    moves := array(select distinct moving_in_id from changed_rows);
  else
    moves := array(select distinct f.moving_in_id from (select distinct file_id from changed_rows) r
      cross join lateral (select moving_in_id from moving_in_file where id = r.file_id offset 0) f);
  end if;
  select move_name, state into closed from moving_in where id = any (moves) and state <> 'preparing' limit 1 for share;
  if found then
    raise exception using errcode = '23514', constraint = 'moving_in_row_stands', table = tg_table_name,
      message = format('%s is %s: its files stand as they are.', closed.move_name, closed.state);
  end if;
  perform from moving_in where id = any (moves) for share;
  return null;
end $$;
create trigger moving_in_row_stands_insert after insert on moving_in_file referencing new table as changed_rows
  for each statement execute function check_moving_in_rows();
create trigger moving_in_row_stands_update after update on moving_in_file referencing old table as changed_rows
  for each statement execute function check_moving_in_rows();
create trigger moving_in_row_stands_delete after delete on moving_in_file referencing old table as changed_rows
  for each statement execute function check_moving_in_rows();
create trigger moving_in_row_stands_insert after insert on moving_in_row referencing new table as changed_rows
  for each statement execute function check_moving_in_rows();
create trigger moving_in_row_stands_update after update on moving_in_row referencing old table as changed_rows
  for each statement execute function check_moving_in_rows();
create trigger moving_in_row_stands_delete after delete on moving_in_row referencing old table as changed_rows
  for each statement execute function check_moving_in_rows();

-- A move goes from preparing to ready and back; it ends confirmed or discarded, once. Whoever prepared it, said that it is ready or
-- uploaded one of its files does not confirm it, and nothing stands in the ledger on its day or before.
create function check_moving_in() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    if new.as_of > manila_today() then
      raise exception using errcode = '23514', constraint = 'moving_in_day', table = 'moving_in',
        message = 'Balances are those of a day that has come.';
    end if;
    new.state := 'preparing';
    new.prepared_by := current_actor();
    return new;
  end if;
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'moving_in',
      message = format('%s was changed meanwhile: version %s was read, %s is stored.', old.move_name, new.row_version, old.row_version);
  end if;
  if old.state in ('confirmed', 'discarded')
     or row(new.move_name, new.as_of, new.branch_id, new.department_id, new.prepared_by, new.prepared_at, new.ready_by, new.ready_at, new.confirmed_by, new.confirmed_at,
       new.discarded_by, new.discarded_at)
     is distinct from row(old.move_name, old.as_of, old.branch_id, old.department_id, old.prepared_by, old.prepared_at, old.ready_by, old.ready_at, old.confirmed_by,
       old.confirmed_at, old.discarded_by, old.discarded_at)
     or new.state = 'confirmed' and old.state <> 'ready' then
    raise exception using errcode = '23514', constraint = 'moving_in_stands', table = 'moving_in',
      message = format('%s is %s.', old.move_name, old.state);
  end if;
  new.row_version := old.row_version + 1;
  if new.state = 'preparing' then
    new.ready_by := null;
    new.ready_at := null;
  elsif new.state = 'ready' and old.state <> 'ready' then
    new.ready_by := current_actor();
    new.ready_at := now();
  elsif new.state = 'discarded' then
    new.discarded_by := current_actor();
    new.discarded_at := now();
  elsif new.state = 'confirmed' then
    new.confirmed_by := current_actor();
    new.confirmed_at := now();
    if exists (select from moving_in_file where moving_in_id = old.id and uploaded_by = new.confirmed_by) then
      raise exception using errcode = '23514', constraint = 'moving_in_own_file', table = 'moving_in',
        message = 'Somebody who uploaded none of the files confirms.';
    end if;
    -- Nobody posts on the day or before it until this commits: no period comes meanwhile, and those that there are wait.
    lock table accounting_period in share mode;
    perform pg_advisory_xact_lock(7001, p.period)
    from (select period from accounting_period where period <= to_char(new.as_of, 'YYYYMM')::int order by period) p;
    if exists (select from journal_entry where entry_date <= new.as_of) then
      raise exception using errcode = '23514', constraint = 'moving_in_first', table = 'moving_in',
        message = format('Something is posted on %s or before it. Balances come into empty books: choose a day before the first entry.', new.as_of);
    end if;
  end if;
  return new;
end $$;
create trigger moving_in_stands before insert or update on moving_in for each row execute function check_moving_in();
create trigger moving_in_kept before delete on moving_in for each row execute function refuse_change('moving_in_stands');

-- ---------------------------------------------------------------------------------------------------------------------
-- What is posted of a move: batches that begin and end in the transaction that confirms it.

alter table batch add moving_in_id int references moving_in;
create index batch_moving_in_of on batch (moving_in_id) where moving_in_id is not null;

create function confirms_now(p_moving_in_id int) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select exists (
    select from moving_in where id = p_moving_in_id and state = 'confirmed' and confirmed_at = now() and confirmed_by = current_actor())
$$;
grant execute on function confirms_now to talaan_app;

create function check_moving_in_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'UPDATE' or not confirms_now(new.moving_in_id) or new.document_type not in ('JE', 'BI') or new.regular_trx is not null
     or new.integrated_batch_id is not null then
    raise exception using errcode = '23514', constraint = 'batch_moving_in', table = 'batch',
      message = 'Opening items come with the confirmation of their move, and in no other way.';
  end if;
  return new;
end $$;
create trigger batch_moving_in before insert on batch for each row when (new.moving_in_id is not null)
  execute function check_moving_in_batch();
create trigger batch_moving_in_kept before update of moving_in_id on batch for each row
  when (new.moving_in_id is distinct from old.moving_in_id) execute function check_moving_in_batch();

-- As before; and what a move posts, in the transaction that confirms it.
create or replace function accept_allowed(p_batch_id bigint) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select exists (
    select from batch b
    cross join lateral (select posting, reply, received_at, received_by from integrated_batch where id = b.integrated_batch_id offset 0) i
    where b.id = p_batch_id and b.cycle = 1 and i.posting = 'posts' and i.reply is null and i.received_at = now()
      and i.received_by = current_actor())
  or exists (
    select from batch_reversal r
    where r.reversal_batch_id = p_batch_id and r.reversed_at = now() and r.approved_by = current_actor()
      and reversal_swaps(r.batch_id, p_batch_id))
  or exists (select from batch b where b.id = p_batch_id and b.cycle = 1 and b.moving_in_id is not null and confirms_now(b.moving_in_id))
$$;

-- What was void stays so: the other books say what came in its place.
create function check_opening_restored() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from batch where id = new.batch_id and moving_in_id is not null) then
    raise exception using errcode = '23514', constraint = 'opening_restored', table = 'batch_move',
      message = 'An opening balance that is void stays void. Enter what is right as a journal.';
  end if;
  return new;
end $$;
create trigger opening_restored before insert on batch_move for each row when (new.action = 'restore')
  execute function check_opening_restored();

-- At commit: what stands in the ledger of a move is its trial balance, by account and branch, of foreign accounts in their currency too;
-- the account with the role OPENING as a whole, for it balances what is posted apart.
create function check_moving_in_whole() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select a.acct_code, s.given, s.posted into bad
  from (
    select w.account_id, w.branch_id, sum(w.given) as given, sum(w.posted) as posted, sum(w.given_fc) as given_fc, sum(w.posted_fc) as posted_fc
    from (
      select r.account_id, case when a.role is distinct from 'OPENING' then r.branch_id end as branch_id, r.debit - r.credit as given,
        0 as posted, case when a.currency_id <> 1 then r.fc_debit - r.fc_credit else 0 end as given_fc, 0 as posted_fc
      from (select id from moving_in_file where moving_in_id = new.id and kind = 'balances' and replaced_at is null offset 0) f
      cross join lateral (select * from moving_in_row where file_id = f.id offset 0) r
      cross join lateral (select role, currency_id from account where id = r.account_id offset 0) a
      union all
      select p.account_id, case when a.role is distinct from 'OPENING' then p.branch_id end, 0, p.debit - p.credit, 0,
        case when a.currency_id <> 1 then p.fc_debit - p.fc_credit else 0 end
      from (select id from batch where moving_in_id = new.id offset 0) b
      cross join lateral (select id from document where batch_id = b.id offset 0) d
      cross join lateral (select id from journal_entry where document_id = d.id offset 0) e
      cross join lateral (select * from posting where entry_id = e.id offset 0) p
      cross join lateral (select role, currency_id from account where id = p.account_id offset 0) a
    ) w group by w.account_id, w.branch_id
  ) s cross join lateral (select acct_code from account where id = s.account_id offset 0) a
  where s.given <> s.posted or s.given_fc <> s.posted_fc limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'moving_in_whole', table = 'moving_in',
      message = format('Account %s: the trial balance says %s, %s would be posted.', bad.acct_code, bad.given, bad.posted);
  end if;
  if exists (select from batch where moving_in_id = new.id and status <> 7) then
    raise exception using errcode = '23514', constraint = 'moving_in_whole', table = 'moving_in',
      message = 'What comes with a move is posted with it.';
  end if;
  return null;
end $$;
create constraint trigger moving_in_whole after update of state on moving_in deferrable initially deferred for each row
  when (new.state = 'confirmed') execute function check_moving_in_whole();

-- INV-05 as before; and on the day of a move that was confirmed, or before it, nothing else is posted than what came with it.
create or replace function check_period_open() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  bad record;
begin
  perform pg_advisory_xact_lock_shared(7001, s.period)
  from (select distinct period from new_entries order by period) s;
  select e.period, e.module, e.posted_by <> actor as is_foreign into bad
  from new_entries e left join accounting_period p on p.period = e.period
  where e.posted_by <> actor
    or case e.module
      when 'disbursement' then p.disbursement
      when 'cash_receipt' then p.cash_receipt
      else p.general_journal end is distinct from 1
  limit 1;
  if found and bad.is_foreign then
    raise exception using errcode = '23514', constraint = 'journal_entry_own_name', table = 'journal_entry',
      message = 'An entry is posted under the name of the person who posts it.';
  elsif found then
    raise exception using errcode = '23514', constraint = 'period_open', table = 'journal_entry',
      message = 'Accounting Period for this date is already Closed.',
      detail = format('period %s, %s', bad.period, bad.module);
  end if;
  select m.as_of into bad
  from (select id, as_of from moving_in where state = 'confirmed' offset 0) m
  cross join lateral (select document_id from new_entries where entry_date <= m.as_of offset 0) e
  cross join lateral (select batch_id from document where id = e.document_id offset 0) d
  cross join lateral (select moving_in_id from batch where id = d.batch_id offset 0) b
  where b.moving_in_id is distinct from m.id limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'before_moving_in', table = 'journal_entry',
      message = format('The books begin with the balances of %s. Date it later.', bad.as_of);
  end if;
  return null;
end $$;

-- Balances come at the pesos at which the old books carry them.
drop trigger batch_line_pesos on batch;
create trigger batch_line_pesos before update of status on batch for each row
  when (old.status = 1 and new.status between 2 and 7 and new.moving_in_id is null) execute function check_line_pesos();

-- ---------------------------------------------------------------------------------------------------------------------
-- Opening invoices.

alter table account drop constraint account_role_check;
alter table account add constraint account_role_check check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'WRITE_OFF', 'BANK_CHARGES', 'RFA', 'CIB',
  'FX_GAIN', 'FX_LOSS', 'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS', 'OPENING'));

alter table billing
  add opening flag not null default 0,
  -- The day of the invoice in the old books, by which it ages; its document is dated at the move.
  add billed_on accounting_date,
  -- What it was billed for; its document says what is still open.
  add original_amount amount,
  add constraint billing_opening_facts check (
    opening = 1 and billed_on is not null and original_amount > 0 or opening = 0 and billed_on is null and original_amount is null);
grant insert (opening, billed_on, original_amount) on billing to talaan_app;

create function check_billing_opening() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'UPDATE' or (new.opening = 1) is distinct from exists (
    select from (select batch_id from document where id = new.document_id offset 0) d
    cross join lateral (select moving_in_id from batch where id = d.batch_id offset 0) b where b.moving_in_id is not null) then
    raise exception using errcode = '23514', constraint = 'billing_opening', table = 'billing',
      message = 'An opening invoice comes with a move that is confirmed, and stays one.';
  end if;
  return new;
end $$;
create trigger billing_opening before insert on billing for each row execute function check_billing_opening();
create trigger billing_opening_kept before update of opening, billed_on, original_amount on billing for each row
  when (row(new.opening, new.billed_on, new.original_amount) is distinct from row(old.opening, old.billed_on, old.original_amount))
  execute function check_billing_opening();

-- As before; of an opening invoice what is open against the account with the role OPENING: its income and its VAT were reported before.
create or replace function billing_lines(p_document_id bigint)
  returns table (line_no int, tag text, role text, debit numeric, credit numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with service as (
    select s.line_no, s.total_amount::numeric as total,
      case s.vat when 1 then round(s.total_amount / 1.12, 2) else s.total_amount::numeric end as income
    from billing_service_line s where s.document_id = p_document_id
  ), whole as (
    select count(*)::int as services, sum(total) as total, sum(total - income) as vat,
      (select b.opening = 1 from billing b where b.document_id = p_document_id) as opening from service)
  select 1, 'Total Amount', 'AR', total, 0 from whole where services > 0
  union all select 2, 'Opening Amount', 'OPENING', 0, total from whole where opening and services > 0
  union all select s.line_no + 1, 'Income Amount', null, 0, s.income from service s cross join whole where not opening
  union all select services + 2, 'Vat Amount', 'OUTPUT_VAT', 0, vat from whole where vat > 0 and not opening
$$;

create or replace function check_billing() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  billed record;
begin
  select d.id, coalesce(b.billed_on, d.document_date) + b.payment_term = b.due_date as due_by_term into billed
  from (select id, payee_id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select payment_term, due_date, billed_on from billing where document_id = d.id offset 0) b
  where d.payee_id is not null and exists (select from billing_service_line where document_id = d.id offset 0);
  if not found then
    raise exception using errcode = '23514', constraint = 'billing_complete', table = 'billing',
      message = format('Billing %s names no customer or bills nothing.', new.batch_number);
  end if;
  if not billed.due_by_term then
    raise exception using errcode = '23514', constraint = 'billing_due_date', table = 'billing',
      message = format('Billing %s is not due on its date and term.', new.batch_number);
  end if;
  if exists (
    select from billing_lines(billed.id) w
    full join (
      select l.line_no, l.remarks, a.role, a.acct_group, l.debit_amount, l.credit_amount, l.billing_service_id, l.payee_id, d.payee_id as customer
      from (select * from line where document_id = billed.id offset 0) l
      cross join lateral (select role, acct_group from account where id = l.account_id offset 0) a
      cross join (select payee_id from document where id = billed.id offset 0) d
    ) l on l.line_no = w.line_no
    where row(w.tag, w.debit, w.credit) is distinct from row(l.remarks::text, l.debit_amount::numeric, l.credit_amount::numeric)
      or w.role is not null and w.role is distinct from l.role
      or w.tag is distinct from 'Opening Amount' and (w.tag = 'Income Amount') is distinct from (l.billing_service_id is not null)
      or w.tag = 'Income Amount' and l.acct_group <> 'I'
      or l.payee_id is distinct from l.customer
  ) then
    raise exception using errcode = '23514', constraint = 'billing_lines_agree', table = 'line',
      message = format('The lines of billing %s are not those of its services.', new.batch_number);
  end if;
  return new;
end $$;

-- As before; an opening invoice has the number of the old books from the start, which none of our own series gives out.
create or replace function check_invoice_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  billed batch%rowtype;
begin
  select * into billed from batch where id = new.batch_id;
  if billed.moving_in_id is not null then
    if exists (
      select from number_series s
      where s.kind = 'bi' and upper(new.document_number) ~ '^BI-HOB[0-9]{7}$'
        and substr(new.document_number, 7)::bigint between s.series_from and s.series_to) then
      raise exception using errcode = '23514', constraint = 'opening_number_own', table = 'document',
        message = format('Invoice number %s is one that Talaan gives out itself.', new.document_number);
    end if;
  elsif billed.status is distinct from 7 then
    raise exception using errcode = '23514', constraint = 'billing_number_early', table = 'document',
      message = 'An invoice takes its number once it is approved.';
  end if;
  return new;
end $$;

drop trigger customer_on_hold on batch;
create trigger customer_on_hold before update of status on batch for each row
  when (new.document_type = 'BI' and new.status > old.status and new.status between 2 and 7 and new.moving_in_id is null)
  execute function check_billing_hold();

-- The VAT that an invoice contains, in its currency: what it posts; of an opening one, whose VAT was reported before, what is open of it.
create function invoice_vat(p_document_id bigint) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce(sum(l.credit_amount), 0) + (
    select coalesce(sum(s.total_amount - round(s.total_amount / 1.12, 2)), 0)
    from (select document_id from billing where document_id = p_document_id and opening = 1 offset 0) b
    cross join lateral (select vat, total_amount from billing_service_line where document_id = b.document_id offset 0) s where s.vat = 1)
  from (select account_id, credit_amount from line where document_id = p_document_id offset 0) l
  cross join lateral (select role from account where id = l.account_id offset 0) a
  where a.role = 'OUTPUT_VAT'
$$;
grant execute on function invoice_vat to talaan_app, talaan_report;

create or replace function written_off(p_batch_id bigint) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce(sum(w.amount), 0)::numeric(18, 2)
  from (select id, document_type from document where batch_id = p_batch_id offset 0) d
  cross join lateral (
    select case when a.write_off_amount > 0 then a.write_off_amount + o.written_off else 0 end
      + case when a.withholding_amount > 0
        then beyond_any_rate(a.withholding_amount + o.withheld, i.total_amount - invoice_vat(a.billing_document_id)) else 0 end as amount
    from (select * from collection_application where document_id = d.id offset 0) a
    cross join lateral (select total_amount from document where id = a.billing_document_id offset 0) i
    cross join lateral (
      select coalesce(sum(x.write_off_amount), 0) as written_off, coalesce(sum(x.withholding_amount), 0) as withheld
      from (select * from collection_application where billing_document_id = a.billing_document_id offset 0) x
      cross join lateral (select batch_id from document where id = x.document_id offset 0) c
      cross join lateral (select status from batch where id = c.batch_id offset 0) b
      where x.document_id <> d.id and b.status = 7) o
    where a.write_off_amount > 0 or a.withholding_amount > 0
    union all
    select least(coalesce(sum(l.debit_amount), 0),
      coalesce(sum(l.debit_amount) filter (where not c.is_cash and c.role is distinct from 'CWT'), 0)
      + beyond_any_rate(coalesce(sum(l.debit_amount) filter (where c.role = 'CWT'), 0),
        coalesce(sum(l.credit_amount) filter (where c.role is distinct from 'OUTPUT_VAT'), 0))
      + coalesce(sum(l.credit_amount) filter (where c.is_cash), 0))
    from (select * from line where document_id = d.id and d.document_type = 'CR' offset 0) l
    cross join lateral (
      select a.role, a.role is not distinct from 'CIB' or k.is_bank as is_cash
      from (select role, acct_code from account where id = l.account_id offset 0) a
      cross join lateral (select count(*) > 0 as is_bank from bank where acct_code = a.acct_code) k) c
  ) w
$$;

-- As before; the day of an opening invoice is that of the old books.
create or replace function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric, open_php numeric)
  language sql stable
as $$
  select d.id, d.batch_id, d.document_number, e.payee_id, e.currency_id, coalesce(i.billed_on, e.entry_date)::date, i.due_date,
    e.fc_total, c.collected, w.billed - c.collected, w.billed_php - c.collected_php
  from billing i
  join document d on d.id = i.document_id
  join journal_entry e on e.document_id = d.id and e.reverses_id is null and e.entry_date <= p_as_of
  left join journal_entry r on r.reverses_id = e.id and r.entry_date <= p_as_of
  cross join lateral (
    select case when r.id is null then e.fc_total::numeric else 0 end as billed,
      case when r.id is null then e.total::numeric else 0 end as billed_php) w
  cross join lateral (
    select coalesce(sum(s.amount), 0) as collected, coalesce(sum(s.amount_php), 0) as collected_php
    from settlement s where s.invoice_id = d.id and s.entry_date <= p_as_of) c
  where w.billed <> c.collected or w.billed_php <> c.collected_php
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Cheques that were out, and deposits that the bank had not booked.

create table opening_item (
  id bigint generated always as identity primary key,
  moving_in_id int not null references moving_in,
  kind text not null collate "C" check (kind in ('cheque', 'deposit')),
  bank_id int not null references bank,
  payee_id int references payee,
  currency_id int not null references currency,
  number_text code_text not null,
  on_date accounting_date not null,
  amount amount not null check (amount > 0),
  -- Of a deposit: the day on which the bank booked it, and who said so.
  cleared_on accounting_date,
  cleared_by int references app_user,
  row_version int not null default 1,
  constraint opening_item_payee check ((kind = 'cheque') = (payee_id is not null)),
  constraint opening_item_cleared check ((cleared_on is null) = (cleared_by is null) and (kind = 'deposit' or cleared_on is null))
);
create index opening_item_of on opening_item (moving_in_id, kind, id);
call audit_table('opening_item', 'id');
grant select, insert (moving_in_id, kind, bank_id, payee_id, currency_id, number_text, on_date, amount), update (cleared_on, row_version)
  on opening_item to talaan_app;
grant select on opening_item to talaan_report;

create function check_opening_item() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    if not confirms_now(new.moving_in_id) then
      raise exception using errcode = '23514', constraint = 'opening_item_move', table = 'opening_item',
        message = 'Opening items come with the confirmation of their move, and in no other way.';
    end if;
    new.cleared_on := null;
    new.cleared_by := null;
    return new;
  end if;
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'opening_item',
      message = format('Deposit %s was changed meanwhile: version %s was read, %s is stored.', old.number_text, new.row_version, old.row_version);
  end if;
  if row(new.moving_in_id, new.kind, new.bank_id, new.payee_id, new.currency_id, new.number_text, new.on_date, new.amount)
     is distinct from row(old.moving_in_id, old.kind, old.bank_id, old.payee_id, old.currency_id, old.number_text, old.on_date, old.amount)
     or new.cleared_on not between old.on_date and manila_today() then
    raise exception using errcode = '23514', constraint = 'opening_item_stands', table = 'opening_item',
      message = format('%s stands as it came. The bank books it from %s on, and no later than today.', old.number_text, old.on_date);
  end if;
  new.row_version := old.row_version + 1;
  new.cleared_by := case when new.cleared_on is not null then current_actor() end;
  return new;
end $$;
create trigger opening_item_stands before insert or update on opening_item for each row execute function check_opening_item();

alter table cheque
  add opening_item_id bigint constraint cheque_opening_item references opening_item,
  add constraint cheque_opening_once unique (opening_item_id),
  drop constraint cheque_of_voucher,
  add constraint cheque_of_voucher check (
    document_id is not null and cheque_date is not null and opening_item_id is null
    or document_id is null and opening_item_id is not null and cheque_date is not null and cheque_number is not null and amount > 0
    or document_id is null and opening_item_id is null and state in ('spoiled', 'stopped') and cheque_number is not null and amount = 0);
grant insert (opening_item_id) on cheque to talaan_app;

-- A cheque of a voucher begins queued, one of the old books released, as its move says; a leaf that pays nothing as what became of it.
create or replace function insert_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if new.document_id is not null and new.state <> 'queued' then
    raise exception using errcode = '23514', constraint = 'cheque_starts_queued', table = 'cheque',
      message = 'The cheque of a voucher begins queued.';
  end if;
  if new.opening_item_id is not null and (new.state <> 'released' or not exists (
    select from opening_item i where i.id = new.opening_item_id and i.kind = 'cheque' and confirms_now(i.moving_in_id)
      and row(i.bank_id, i.number_text, i.on_date, i.amount) is not distinct from row(new.bank_id, new.cheque_number, new.cheque_date, new.amount)))
  then
    raise exception using errcode = '23514', constraint = 'cheque_of_opening', table = 'cheque',
      message = 'A cheque of the old books enters the register with its move, as that says.';
  end if;
  new.row_version := 1;
  new.input_by := current_actor();
  new.input_date := now();
  new.state_by := current_actor();
  new.state_at := now();
  return new;
end $$;

-- As before; the stop of a cheque of the old books is lifted without a voucher.
create or replace function check_cheque_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  -- Locked, so that two moves of a cheque see each other.
  moved cheque%rowtype;
  came_to text;
  listed cheque_state_move%rowtype;
begin
  select * into moved from cheque where id = new.cheque_id for no key update;
  select m.state_to into came_to from cheque_move m where m.cheque_id = new.cheque_id order by m.id desc limit 1;
  if new.state_from is distinct from came_to then
    raise exception using errcode = '23514', constraint = 'cheque_moved_meanwhile', table = 'cheque_move',
      message = format('Cheque %s is %s, not %s.', moved.cheque_number, came_to, new.state_from);
  end if;
  if new.user_id is distinct from current_actor() then
    raise exception using errcode = '23514', constraint = 'cheque_move_own_name', table = 'cheque_move',
      message = 'A move is recorded under the name of the person who makes it.';
  end if;
  select * into listed from cheque_state_move m where m.state_from = new.state_from and m.state_to = new.state_to;
  if listed.needs_reason and coalesce(btrim(new.reason), '') = '' then
    raise exception using errcode = '23514', constraint = 'cheque_reason', table = 'cheque_move',
      message = format('Cheque %s: a reason is required.', moved.cheque_number);
  end if;
  if listed.action in ('print', 'release', 'lift') and moved.opening_item_id is null and not exists (
    select from (select batch_id, voided_at from document where id = moved.document_id offset 0) d
    cross join lateral (select status from batch where id = d.batch_id offset 0) b
    where d.voided_at is null and b.status between case listed.action when 'print' then 6 else 7 end and 7) then
    raise exception using errcode = '23514', constraint = 'cheque_before_voucher', table = 'cheque_move',
      message = format('Cheque %s does not go before its voucher.', moved.cheque_number);
  end if;
  return new;
end $$;

create or replace function keep_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if old.opening_item_id is not null
     or old.document_id is not null and old.state <> 'queued' and exists (select from document where id = old.document_id) then
    raise exception using errcode = '23514', constraint = 'cheque_of_voucher_kept', table = 'cheque',
      message = format('Cheque %s belongs to a voucher and stays in the register.', old.cheque_number);
  end if;
  return old;
end $$;
