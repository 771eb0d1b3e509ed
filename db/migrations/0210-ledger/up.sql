-- The ledger (data-model §6): balanced entries, append-only, never into a closed period. The guards are statement
-- triggers, so a set of thousands of entries costs little more than its rows.

-- Functions of this part name tables of later ones.
set local check_function_bodies = off;

create table journal_entry (
  id bigint generated always as identity primary key,
  document_id bigint not null references document,
  round smallint not null check (round > 0),
  document_type char(2) not null,
  entry_date accounting_date not null,
  period int not null
    generated always as (extract(year from entry_date)::int * 100 + extract(month from entry_date)::int) stored
    constraint journal_entry_period references accounting_period (period),
  module text not null collate "C",
  currency_id int not null references currency,
  rate rate not null,
  line_count int not null constraint journal_entry_lines check (line_count between 2 and 5000),
  total amount not null check (total > 0),
  fc_total amount not null,
  reverses_id bigint references journal_entry,
  posted_by int not null references app_user,
  posted_at timestamptz not null default now(),
  -- The head of its document as it was posted (decisions §4): one that is void can be restored and edited, and what was reported of its
  -- earlier rounds stays.
  payee_id int references payee,
  bank_id int references bank,
  cheque_number code_text,
  remarks long_text,
  constraint journal_entry_module foreign key (document_type, module) references document_type (document_type, module),
  constraint journal_entry_peso_rate check (currency_id <> 1 or rate = 1)
);

-- What a payee has in a period; journals name none. A bank is looked for before it is deleted.
create index journal_entry_payee on journal_entry (payee_id, entry_date, id) where payee_id is not null;
create index journal_entry_bank on journal_entry (bank_id, entry_date, id) where bank_id is not null;
create unique index journal_entry_reversed_once on journal_entry (reverses_id) where reverses_id is not null;
create unique index journal_entry_once on journal_entry (document_id, round) where reverses_id is null;
create index journal_entry_list on journal_entry (entry_date, id);
create index journal_entry_book on journal_entry (document_type, entry_date, id);

-- That entry_id names a header is part of journal_entry_balanced, which reads every header anyway; no header ever goes.
create table posting (
  entry_id bigint not null,
  line_no smallint not null,
  entry_date accounting_date not null,
  account_id int not null references account,
  debit amount not null,
  credit amount not null,
  fc_debit amount not null,
  fc_credit amount not null,
  branch_id int not null references branch,
  department_id int references department,
  section_id int references section,
  payee_id int references payee,
  billing_service_id int,
  atc_id int references alpha_tax_code,
  tax_base amount,
  remarks long_text,
  -- The invoice that its line settles. That it names one is part of posting_of_approved_line: the line refers to it.
  invoice_id bigint,
  primary key (entry_id, line_no),
  constraint posting_one_sided check ((debit > 0) <> (credit > 0)),
  constraint posting_same_side check ((debit > 0 and fc_credit = 0) or (credit > 0 and fc_debit = 0))
);
create index posting_invoice on posting (invoice_id, entry_date) where invoice_id is not null;

-- Lines in pesos alone are few: what exchange rates did to cash is found by them, and not among all postings of an account.
create index posting_pesos_alone on posting (account_id, entry_date) where fc_debit = 0 and fc_credit = 0;
create index posting_account on posting (account_id, entry_date, entry_id, line_no) include (debit, credit, branch_id);
create index posting_date on posting using brin (entry_date);
-- By tax code, of which few postings have one.
create index posting_tax_code on posting (atc_id, entry_date) where atc_id is not null;

-- Running sums, written only by the trigger on posting, whose foreign keys hold for them too. Room on the page keeps
-- their updates off the indexes.
create table balance_account (
  period int not null,
  account_id int not null,
  debit numeric not null,
  credit numeric not null,
  fc_debit numeric not null,
  fc_credit numeric not null,
  primary key (period, account_id)
) with (fillfactor = 60);

create table balance_branch (
  period int not null,
  branch_id int not null,
  account_id int not null,
  debit numeric not null,
  credit numeric not null,
  fc_debit numeric not null,
  fc_credit numeric not null,
  primary key (period, branch_id, account_id)
) with (fillfactor = 60);

call make_append_only('journal_entry', 'ledger_append_only');
call make_append_only('posting', 'ledger_append_only');

-- ---------------------------------------------------------------------------------------------------------------------
-- INV-05. Shared lock per period in order, then the flag: closing holds the same lock exclusively, so it waits for the
-- postings in flight and later ones see the closed flag. A row lock (for share) would starve the closer. On the day of a move into
-- these books that was confirmed, or before it, nothing else is posted than what came with it.
create function check_period_open() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create trigger period_open after insert on journal_entry referencing new table as new_entries
  for each statement execute function check_period_open();

-- ---------------------------------------------------------------------------------------------------------------------
-- INV-01, INV-19 and the running sums. All lines of an entry come by one INSERT and number 1 … line_count, so the primary key
-- leaves no place for a later line, not even for a balanced pair. An entry has the head of its document.
create function check_postings() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  bad record;
begin
  -- The lines of an entry are those that its header states, and balance. The entry is that of an approved document in
  -- this round, at the document's date and with its head, a reversal that of a voided one (decisions §4: the batch moves first).
  select s.entry_id, s.debit, s.credit, w.is_whole, w.has_head into bad
  from (
    select entry_id, count(*) as lines, min(line_no) as first_line, max(line_no) as last_line,
      sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit,
      min(entry_date) as first_date, max(entry_date) as last_date
    from new_postings group by entry_id
  ) s
  left join lateral (select * from journal_entry where id = s.entry_id offset 0) e on true
  left join lateral (select * from document where id = e.document_id offset 0) d on true
  left join lateral (select * from batch where id = d.batch_id offset 0) b on true
  cross join lateral (
    select (s.lines = e.line_count and s.first_line = 1 and s.last_line = e.line_count
      and s.debit = e.total and s.credit = e.total and s.fc_debit = e.fc_total and s.fc_credit = e.fc_total
      and s.first_date = e.entry_date and s.last_date = e.entry_date) is true as is_whole,
      e.reverses_id is not null or row(e.payee_id, e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id)
        is not distinct from row(d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id) as has_head
  ) w
  where not w.is_whole
    or not w.has_head
    or d.document_type <> e.document_type
    or case when e.reverses_id is null
      then b.status <> 7 or b.cycle <> e.round or d.voided_at is not null or d.document_date <> e.entry_date
      else b.status <> 20 and d.voided_at is null end
  limit 1;
  if found and not bad.is_whole then
    raise exception using errcode = '23514', constraint = 'journal_entry_balanced', table = 'posting',
      message = case when bad.debit = bad.credit then 'The lines of the entry are not the lines that its header states.'
        else format('Entry is not balanced: debit %s, credit %s.', bad.debit, bad.credit) end,
      detail = format('entry %s', bad.entry_id);
  elsif found and not bad.has_head then
    raise exception using errcode = '23514', constraint = 'journal_entry_head', table = 'journal_entry',
      message = 'An entry keeps the payee, bank, cheque number, remarks and order of its document.',
      detail = format('entry %s', bad.entry_id);
  elsif found then
    raise exception using errcode = '23514', constraint = 'entry_of_approved_document', table = 'journal_entry',
      message = 'Only an approved document is posted, at its date, and only a voided one is reversed.',
      detail = format('entry %s', bad.entry_id);
  end if;

  -- An account does not change its nature between this check and the commit (check_account_tree).
  perform pg_advisory_xact_lock_shared(7001, 0);
  select p.entry_id, p.line_no, a.acct_code,
    case
      when a.acct_type <> 'S' or (a.status <> 1 and e.reverses_id is null) then 'account_postable'
      when a.currency_id not in (1, e.currency_id) and p.fc_debit + p.fc_credit > 0 then 'account_currency'
      when a.currency_id not in (1, e.currency_id) and e.currency_id <> 1 then 'account_currency'
      when e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit) then 'account_currency'
      else 'posting_department'
    end as rule
  into bad
  from new_postings p
  cross join lateral (select * from journal_entry where id = p.entry_id offset 0) e
  cross join lateral (select * from account where id = p.account_id offset 0) a
  where a.acct_type <> 'S'
    or (a.status <> 1 and e.reverses_id is null)
    or (a.currency_id not in (1, e.currency_id) and (e.currency_id <> 1 or p.fc_debit + p.fc_credit > 0))
    or (e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit))
    or (a.acct_class = 'I' and p.department_id is null)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = bad.rule, table = 'posting',
      message = case bad.rule
        when 'account_postable' then format('Line %s: account %s takes no postings.', bad.line_no, bad.acct_code)
        when 'account_currency' then format('Line %s: account %s is not in the currency of the entry.', bad.line_no, bad.acct_code)
        else format('Line %s: account %s needs a department.', bad.line_no, bad.acct_code) end,
      detail = format('entry %s', bad.entry_id);
  end if;

  -- Grouped and in the order of the key, accounts first: two calls never lock two balances in opposite order. Whoever shares a
  -- balance of a branch, department or payee with another call has waited for it at the one of the account.
  insert into balance_account as b (period, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2 order by 1, 2
  on conflict (period, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_branch as b (period, branch_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2, 3 order by 1, 2, 3
  on conflict (period, branch_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_department as b (period, branch_id, department_id, section_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, department_id,
    coalesce(section_id, 0) as section_id, account_id, sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings where department_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (period, branch_id, department_id, section_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_unit as b (period, department_id, branch_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, u.department_id, u.branch_id,
    account_id, sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings p cross join lateral units_of(p.department_id, p.branch_id) u
  where p.department_id is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (period, department_id, branch_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_payee as b (period, payee_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period,
    coalesce(p.payee_id, (select e.payee_id from journal_entry e where e.id = p.entry_id), 0) as payee_id, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings p group by 1, 2, 3 order by 1, 2, 3
  on conflict (payee_id, period, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;
  return null;
end $$;
create trigger journal_entry_balanced after insert on posting referencing new table as new_postings
  for each statement execute function check_postings();

-- What is posted is what was approved: line by line those of the document, in pesos and in its currency.
-- `offset 0` keeps each look-up one by its key: a plan that is made while the books are small reads all entries and all lines
-- otherwise, and a connection goes on with it after they have grown.
create function check_posted_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select p.entry_id, p.line_no into bad
  from new_postings p
  cross join lateral (
    select document_id, currency_id, line_count, reverses_id from journal_entry
    where id = p.entry_id
    offset 0
  ) e
  left join lateral (
    select * from line
    where document_id = e.document_id and line_no = p.line_no
    offset 0
  ) l on true
  where e.reverses_id is null and (row(p.account_id, p.debit, p.credit, p.branch_id, p.department_id, p.section_id, p.payee_id, p.billing_service_id, p.atc_id, p.tax_base,
      p.invoice_id)
    is distinct from row(l.account_id, l.debit_php, l.credit_php, l.branch_id, l.department_id, l.section_id, l.payee_id,
      l.billing_service_id, l.atc_id, l.tax_base, l.invoice_id)
    or (e.currency_id <> 1 and row(p.fc_debit, p.fc_credit) is distinct from row(l.debit_amount, l.credit_amount))
    or (p.line_no = 1 and e.line_count <> (select count(*) from line c where c.document_id = e.document_id)))
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'posting_of_approved_line', table = 'posting',
      message = format('Line %s is not that of the document that was approved.', bad.line_no),
      detail = format('entry %s', bad.entry_id);
  end if;
  return null;
end $$;
create trigger posting_of_approved_line after insert on posting referencing new table as new_postings
  for each statement execute function check_posted_lines();

-- ---------------------------------------------------------------------------------------------------------------------
-- At commit: what is approved is in the ledger, unless it is post-dated or has no ledger effect, and what is void is
-- reversed.
create function check_approved_posted() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  unposted code_text;
begin
  select d.document_number into unposted
  from (select id, status, is_pdc, cycle from batch where id = new.id offset 0) b
  cross join lateral (select * from document where batch_id = b.id offset 0) d
  where b.status = 7 and d.voided_at is null and (b.is_pdc = 0 or d.document_date <= manila_today())
    and not exists (
      select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null offset 0)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'approved_document_posted', table = 'journal_entry',
      message = format('Document %s is approved and has no entry.', unposted);
  end if;
  return null;
end $$;
create constraint trigger approved_document_posted after update of status on batch deferrable initially deferred for each row
  when (new.status = 7 and old.status <> 7 and has_ledger_effect(new.document_type)) execute function check_approved_posted();

create function check_void_reversed() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from unnest(case tg_table_name when 'document' then array[new.id]
        else array(select d.id from document d where d.batch_id = new.id) end) d (id)
    cross join lateral (select id from journal_entry where document_id = d.id and reverses_id is null offset 0) e
    where not exists (select from journal_entry r where r.reverses_id = e.id offset 0)) then
    raise exception using errcode = '23514', constraint = 'void_document_reversed', table = 'journal_entry',
      message = 'What is void is reversed in the ledger.';
  end if;
  return null;
end $$;
create constraint trigger void_document_reversed after update of status on batch deferrable initially deferred for each row
  when (new.status = 20 and old.status = 7) execute function check_void_reversed();
create constraint trigger void_document_reversed after update of voided_at on document deferrable initially deferred for each row
  when (new.voided_at is not null and old.voided_at is null) execute function check_void_reversed();

-- ---------------------------------------------------------------------------------------------------------------------
-- At commit: a header has its lines; a reversal is the exact mirror of its original and not older.

-- At commit: a header has its lines; a reversal is the exact mirror of its original, head and invoices too, and not older.
create function check_entry_complete() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  original journal_entry%rowtype;
begin
  if not exists (select from posting where entry_id = new.id and line_no = 1) then
    raise exception using errcode = '23514', constraint = 'entry_has_postings', table = 'journal_entry',
      message = 'A journal entry has its lines.', detail = format('entry %s', new.id);
  end if;
  if new.reverses_id is null then
    return null;
  end if;
  select * into original from journal_entry where id = new.reverses_id;
  if original.reverses_id is not null or new.entry_date < original.entry_date
     or row(new.document_id, new.round, new.document_type, new.module, new.currency_id, new.rate, new.line_count, new.total, new.fc_total,
         new.payee_id, new.bank_id, new.cheque_number, new.remarks, new.purchase_order_id)
       is distinct from row(original.document_id, original.round, original.document_type, original.module,
         original.currency_id, original.rate, original.line_count, original.total, original.fc_total,
         original.payee_id, original.bank_id, original.cheque_number, original.remarks, original.purchase_order_id)
     or exists (
       select from posting r
       left join posting o on o.entry_id = original.id and o.line_no = r.line_no
       where r.entry_id = new.id
         and row(r.account_id, r.debit, r.credit, r.fc_debit, r.fc_credit, r.branch_id, r.department_id,
           r.section_id, r.payee_id, r.billing_service_id, r.atc_id, r.tax_base, r.invoice_id)
         is distinct from row(o.account_id, o.credit, o.debit, o.fc_credit, o.fc_debit, o.branch_id, o.department_id,
           o.section_id, o.payee_id, o.billing_service_id, o.atc_id, o.tax_base, o.invoice_id)) then
    raise exception using errcode = '23514', constraint = 'reversal_mirrors', table = 'journal_entry',
      message = 'A reversal is the exact mirror of its entry and not dated before it.', detail = format('entry %s', new.id);
  end if;
  return null;
end $$;
create constraint trigger entry_has_postings after insert on journal_entry
  deferrable initially deferred for each row execute function check_entry_complete();

-- A reversal is dated at its entry's own date, or from the day of the void on: never inside a month between the two,
-- which was reported as it stood (decisions §4).
create function check_reversal_date() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.entry_date < manila_today()
     and new.entry_date > (select o.entry_date from journal_entry o where o.id = new.reverses_id) then
    raise exception using errcode = '23514', constraint = 'reversal_not_backdated', table = 'journal_entry',
      message = 'A reversal is dated at its entry, or from the day of the void on.', detail = format('entry %s', new.id);
  end if;
  return null;
end $$;
create trigger reversal_not_backdated after insert on journal_entry
  for each row when (new.reverses_id is not null) execute function check_reversal_date();

create trigger journal_entry_cheque_number before insert on journal_entry for each row
  when (new.reverses_id is null and is_paid_by_cheque(new.document_type))
  execute function require_cheque_number();

-- The audit trail shows an entry by its header; its lines are the ledger itself.
create trigger audit_insert after insert on journal_entry referencing new table as new_rows
  for each statement execute function audit_change('id');

-- Posts any number of entries in one call.
--   p_entries  [{id?, document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id?}]
--   p_lines    [{entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id?, section_id?,
--                payee_id?, billing_service_id?, atc_id?, tax_base?, remarks?, invoice_id?}], as write_entries takes them.
-- Amounts are decimal strings. Answers the ids in the order of p_entries; an id that the transaction took from the sequence
-- before is kept. One bad entry refuses the whole call. Call one of both forms once per transaction.
create function post_entries(p_entries jsonb, p_lines jsonb) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return write_entries(
    array(select id from jsonb_to_recordset(p_entries) as (id bigint)),
    array(select e from jsonb_populate_recordset(null::entry_to_post, p_entries) e),
    array(select l from jsonb_populate_recordset(null::line_to_post, p_lines) l));
end $$;

-- Recomputes the running sums from the postings: one row per balance that differs; no row is the only right answer (INV-34).
-- It reads the ledger whole, also where the transaction looks up by key.
create function verify_balances()
  returns table (balance text, period int, branch_id int, department_id int, section_id int, payee_id int, account_id int)
  language sql stable security definer
  set search_path = public, pg_temp
  set enable_seqscan = on
as $$
  with movement as (
    select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, department_id,
      coalesce(section_id, 0) as section_id, account_id,
      sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit
    from posting group by 1, 2, 3, 4, 5
  ), by_branch as (
    select period, branch_id, account_id, sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit
    from movement group by 1, 2, 3
  ), by_account as (
    select period, account_id, sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit
    from by_branch group by 1, 2
  ), by_unit as (
    select period, u.department_id, u.branch_id, account_id,
      sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit
    from movement m cross join lateral units_of(m.department_id, m.branch_id) u where m.department_id is not null group by 1, 2, 3, 4
  ), by_payee as (
    select e.period, coalesce(p.payee_id, e.payee_id, 0) as payee_id, p.account_id,
      sum(p.debit) as debit, sum(p.credit) as credit, sum(p.fc_debit) as fc_debit, sum(p.fc_credit) as fc_credit
    from posting p join journal_entry e on e.id = p.entry_id group by 1, 2, 3
  )
  select 'account', period, null::int, null::int, null::int, null::int, account_id
  from by_account m full join balance_account b using (period, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
  union all
  select 'branch', period, branch_id, null, null, null, account_id
  from by_branch m full join balance_branch b using (period, branch_id, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
  union all
  select 'department', period, branch_id, department_id, section_id, null, account_id
  from (select * from movement where department_id is not null) m
  full join balance_department b using (period, branch_id, department_id, section_id, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
  union all
  select 'unit', period, branch_id, department_id, null, null, account_id
  from by_unit m full join balance_unit b using (period, department_id, branch_id, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
  union all
  select 'payee', period, null, null, null, payee_id, account_id
  from by_payee m full join balance_payee b using (period, payee_id, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Masters that postings were made under. An account keeps what its balances mean, and its code: filed reports and printed
-- books name it by that. What is open of invoices and advances is what stands on their accounts, so the open items do not move to another
-- one; which entries closed a year is told by the account of the income summary.
create function keep_posted_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7001, 0);
  if not exists (select from posting where account_id = old.id) then
    return new;
  end if;
  if new.acct_code <> old.acct_code then
    raise exception using errcode = '23514', constraint = 'account_code_posted', table = 'account',
      message = format('Account %s has postings; its code stays. Open another account and make this one inactive.', old.acct_code);
  elsif row(old.acct_type, old.acct_class, old.acct_group, old.currency_id)
      is not distinct from row(new.acct_type, new.acct_class, new.acct_group, new.currency_id) then
    raise exception using errcode = '23514', constraint = 'account_role_posted', table = 'account',
      message = format('Account %s has postings that %s; its role stays.', old.acct_code,
        case old.role when 'INCOME_SUMMARY' then 'closed a year' else 'invoices and advances of customers count on' end);
  end if;
  raise exception using errcode = '23514', constraint = 'account_has_postings', table = 'account',
    message = format('Account %s has postings; its type, class, group and currency stay.', old.acct_code);
end $$;
create trigger account_has_postings before update on account for each row
  when (row(old.acct_code, old.acct_type, old.acct_class, old.acct_group, old.currency_id)
    is distinct from row(new.acct_code, new.acct_type, new.acct_class, new.acct_group, new.currency_id)
    or old.role in ('AR', 'CUSTOMER_ADVANCES', 'INCOME_SUMMARY') and new.role is distinct from old.role)
  execute function keep_posted_account();

-- What was withheld and filed was so by the rate of its day: a rate that postings were made under stays. A new one is a
-- new row; it may lie in the past, since regulations do.
create function keep_posted_rate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from posting where atc_id = old.id) then
    raise exception using errcode = '23514', constraint = 'atc_rate_posted', table = 'alpha_tax_code',
      message = format('ATC code %s has postings; its rate of %s stays. Add the new one to the later rates, with its date.',
        old.atc_code, old.atc_rate);
  end if;
  return new;
end $$;
create trigger atc_rate_posted before update of atc_rate on alpha_tax_code for each row
  when (old.atc_rate <> new.atc_rate) execute function keep_posted_rate();

create function keep_later_rate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from posting where atc_id = old.atc_id and entry_date >= old.effective_from) then
    raise exception using errcode = '23514', constraint = 'atc_later_rate_posted', table = 'alpha_tax_rate',
      message = format('There are postings since the rate of %s began on %s: it stays. Add the new one with its date.',
        old.atc_rate, old.effective_from);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger atc_later_rate_posted before update of atc_id, effective_from, atc_rate or delete on alpha_tax_rate
  for each row execute function keep_later_rate();

-- ---------------------------------------------------------------------------------------------------------------------
-- What matures: the entry of a post-dated cheque is made on its day, when nobody looks.

-- Why post-dated batches whose day has come could not be posted, by the move that released them: whoever made it is told,
-- as the preparer is (decisions §4).
create table maturity_failure (
  move_id bigint primary key references batch_move,
  -- Of the last try.
  reason text not null check (length(reason) between 1 and 1000),
  since timestamptz not null default now()
);

-- What an approved cheque needs on its day stays in use until then. The argument is the condition under which a line l of
-- a document d names the record.
create function keep_what_matures() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  needed boolean;
begin
  execute format($q$
    select exists (
      select from batch b
      join document d on d.batch_id = b.id
      join line l on l.document_id = d.id
      where b.is_pdc = 1 and b.status = 7 and d.voided_at is null and (%s) and not exists (
        select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null))$q$,
    tg_argv[0]) into needed using new.id;
  if needed then
    raise exception using errcode = '23514', constraint = 'needed_by_post_dated', table = tg_table_name,
      message = format('Post-dated transactions that are still to be posted need this %s.', tg_table_name);
  end if;
  return new;
end $$;
create trigger needed_by_post_dated before update of status on account for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('l.account_id = $1');
create trigger needed_by_post_dated before update of brnc_stat on branch for each row
  when (old.brnc_stat = 1 and new.brnc_stat = 0) execute function keep_what_matures('l.branch_id = $1');
create trigger needed_by_post_dated before update of dept_status on department for each row
  when (old.dept_status = 1 and new.dept_status = 0) execute function keep_what_matures('l.department_id = $1');
create trigger needed_by_post_dated before update of status on payee for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('l.payee_id = $1 or d.payee_id = $1');
create trigger needed_by_post_dated before update of status on bank for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('d.bank_id = $1');

-- ---------------------------------------------------------------------------------------------------------------------

-- A trigger function that runs with the rights of its owner must not be attached to a table of somebody else's making.
revoke execute on function check_postings(), verify_balances() from public;
grant execute on function verify_balances() to talaan_app, talaan_report;
grant select on journal_entry, posting, balance_account, balance_branch to talaan_app, talaan_report;
grant insert (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total, fc_total,
  reverses_id, posted_by) on journal_entry to talaan_app;
grant insert on posting to talaan_app;
grant usage on sequence journal_entry_id_seq to talaan_app;
grant select, insert, update (reason), delete on maturity_failure to talaan_app;
grant select on maturity_failure to talaan_report;

-- Running sums as those by account and branch are: written only by the trigger on posting, whose foreign keys hold for them too.
-- Of postings that name a department, as all of income and expenses do; what names none is the balance of the branch less these.
create table balance_department (
  period int not null,
  branch_id int not null,
  department_id int not null,
  -- 0 where the posting names none.
  section_id int not null,
  account_id int not null,
  debit numeric not null,
  credit numeric not null,
  fc_debit numeric not null,
  fc_credit numeric not null,
  primary key (period, branch_id, department_id, section_id, account_id)
) with (fillfactor = 60);

-- The payee is the one that the posting is analysed by, else the one of its entry, as posted: a merge moves nothing, reports read
-- the sums of `payees_as_one` under the survivor. Nobody reads all payees of one month, so the key begins with the payee.
create table balance_payee (
  period int not null,
  -- 0 where neither names one.
  payee_id int not null,
  account_id int not null,
  debit numeric not null,
  credit numeric not null,
  fc_debit numeric not null,
  fc_credit numeric not null,
  primary key (payee_id, period, account_id)
) with (fillfactor = 60);

-- Without amounts, so that updates of the sums stay off them: an account over the months, in a branch, in a department, by payee.
create index balance_branch_account on balance_branch (account_id, branch_id, period);
create index balance_department_account on balance_department (account_id, department_id, branch_id, period);
create index balance_payee_account on balance_payee (account_id, period, payee_id);

-- The postings of a payee in the order of an account's book; those of entries that name him are found by journal_entry_payee.
create index posting_payee on posting (payee_id, account_id, entry_date, entry_id, line_no) where payee_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------

-- Entries that close income and expenses into the income summary, and their mirrors: results leave them out.
create view closing_entry as
select distinct p.entry_id from account a join posting p on p.account_id = a.id where a.role = 'INCOME_SUMMARY';
revoke execute on function verify_balances() from public;
grant execute on function verify_balances() to talaan_app, talaan_report;
grant select on balance_department, balance_payee, closing_entry to talaan_app, talaan_report;

-- Whether what a department of this group earns is read by itself; what any other one earns is read as its branch's.
create function is_read_by_itself(p_group smallint) returns boolean
  language sql immutable
as $$
  select coalesce(p_group in (3, 5, 6, 7, 8, 9), false)
$$;

-- The units that what a department writes in a branch is added to: itself, and its branch where it is not read by itself.
create function units_of(p_department int, p_branch int) returns table (department_id int, branch_id int)
  language sql stable
as $$
  select p_department, 0
  union all
  select 0, p_branch from department d where d.id = p_department and not is_read_by_itself(d.group_id)
$$;

-- Running sums as those by department are, of the same postings: of each department (branch_id 0), and of each branch what those
-- departments wrote in it that are not read by themselves (department_id 0).
create table balance_unit (
  period int not null,
  department_id int not null,
  branch_id int not null,
  account_id int not null,
  debit numeric not null,
  credit numeric not null,
  fc_debit numeric not null,
  fc_credit numeric not null,
  primary key (period, department_id, branch_id, account_id)
) with (fillfactor = 60);
grant select on balance_unit to talaan_app, talaan_report;

-- A department that comes to be read by itself takes what it wrote off its branches, and gives it back. Nobody posts meanwhile:
-- whoever does holds the shared lock until he has committed.
create function move_department_sums() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = on
as $$
begin
  perform pg_advisory_xact_lock(7001, 0);
  insert into balance_unit as b (period, department_id, branch_id, account_id, debit, credit, fc_debit, fc_credit)
  select s.period, 0, s.branch_id, s.account_id, sign * sum(s.debit), sign * sum(s.credit), sign * sum(s.fc_debit), sign * sum(s.fc_credit)
  from balance_department s cross join (select case when is_read_by_itself(new.group_id) then -1 else 1 end as sign) g
  where s.department_id = new.id group by s.period, s.branch_id, s.account_id, sign
  on conflict (period, department_id, branch_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;
  -- Whatever was posted is more than nothing on one side.
  delete from balance_unit where department_id = 0 and debit = 0 and credit = 0;
  return null;
end $$;
revoke execute on function move_department_sums() from public;
create trigger department_sums_follow after update of group_id on department for each row
  when (is_read_by_itself(old.group_id) <> is_read_by_itself(new.group_id)) execute function move_department_sums();

-- Documents are posted where they stand, by one statement. Mirrors, whose lines stand nowhere yet, come as lists.
create type entry_to_post as (document_id bigint, round smallint, document_type text, entry_date date, module text,
  currency_id int, rate numeric, reverses_id bigint);
create type line_to_post as (entry int, account_id int, debit numeric, credit numeric, fc_debit numeric, fc_credit numeric,
  branch_id int, department_id int, section_id int, payee_id int, billing_service_id int, atc_id int, tax_base numeric,
  remarks text, invoice_id bigint);

-- The inserts of mirrors: entries with their lines, where `entry` is the 0-based place in p_entries; lines of one entry keep
-- their order and are numbered 1 … n. An id of p_ids is kept, the others are the next ones. An omitted currency pair equals the
-- peso pair. The actor of the transaction is the poster. Each entry keeps the head of its document, a mirror that of its original.
create function write_entries(p_ids bigint[], p_entries entry_to_post[], p_lines line_to_post[]) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
as $$
declare
  actor int := current_actor();
  ids bigint[];
  dates date[];
begin
  select array_agg(coalesce(e.id, nextval('journal_entry_id_seq'))), array_agg(e.entry_date) into ids, dates
  from rows from (unnest(p_entries), unnest(p_ids))
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, id);

  insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
    total, fc_total, reverses_id, posted_by, payee_id, bank_id, cheque_number, remarks, purchase_order_id)
  overriding system value
  select ids[e.n], e.document_id, e.round, e.document_type, e.entry_date, e.module, e.currency_id, e.rate,
    coalesce(l.lines, 0), coalesce(l.total, 0), coalesce(l.fc_total, 0), e.reverses_id, actor,
    h.payee_id, h.bank_id, h.cheque_number, h.remarks, h.purchase_order_id
  from unnest(p_entries) with ordinality
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, n)
  left join (
    select l.entry, count(*) as lines, sum(l.debit) as total, sum(coalesce(l.fc_debit, l.debit)) as fc_total
    from unnest(p_lines) l group by l.entry
  ) l on l.entry = e.n - 1
  left join lateral (
    select d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id
    from document d where d.id = e.document_id and e.reverses_id is null
    union all
    select o.payee_id, o.bank_id, o.cheque_number, o.remarks, o.purchase_order_id
    from journal_entry o where o.id = e.reverses_id
  ) h on true
  order by e.n;

  insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id,
    department_id, section_id, payee_id, billing_service_id, atc_id, tax_base, remarks, invoice_id)
  select ids[l.entry + 1], row_number() over (partition by l.entry order by l.n), dates[l.entry + 1], l.account_id,
    coalesce(l.debit, 0), coalesce(l.credit, 0), coalesce(l.fc_debit, l.debit, 0), coalesce(l.fc_credit, l.credit, 0),
    l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks, l.invoice_id
  from unnest(p_lines) with ordinality
    l (entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id, section_id, payee_id,
      billing_service_id, atc_id, tax_base, remarks, invoice_id, n);
  return ids;
end $$;

-- Posts documents where they stand, one entry each in the order given: its round, currency and rate are those of its batch, its lines those
-- that it has, its head that of the document. p_ids: ids that the transaction took from the sequence before, so that its reply is known
-- before it is written and the posting travels with the commit. An adjusting peso journal with a line on a foreign account revalues it: it
-- moves pesos alone. The actor of the transaction is the poster. One bad entry refuses the whole call. Call one of both forms once per
-- transaction.
create function post_entries(p_documents bigint[], p_ids bigint[] default null) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  ids bigint[];
  posted int;
begin
  select array_agg(coalesce(g.id, nextval('journal_entry_id_seq'))) into ids
  from rows from (unnest(p_documents), unnest(p_ids)) g (document_id, id);

  -- Each part counts the one before it, so that the entries are there before their lines are looked at.
  with given as materialized (
    select g.place, ids[g.place] as entry_id, b.cycle, b.currency_id, b.dollar_rate, t.module, d.id, d.document_type,
      d.document_date, d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id,
      b.adjusting and b.currency_id = 1 and exists (
        select from (select account_id from line where document_id = d.id offset 0) l
        cross join lateral (select currency_id from account where id = l.account_id offset 0) a
        where a.currency_id <> 1) as pesos_alone
    from unnest(p_documents) with ordinality g (id, place)
    cross join lateral (select * from document where id = g.id offset 0) d
    cross join lateral (select * from batch where id = d.batch_id offset 0) b
    cross join lateral (select module from document_type where document_type = d.document_type offset 0) t
  ), entry as (
    insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
      total, fc_total, posted_by, payee_id, bank_id, cheque_number, remarks, purchase_order_id)
    overriding system value
    select g.entry_id, g.id, g.cycle, g.document_type, g.document_date, g.module, g.currency_id, g.dollar_rate, l.lines,
      l.total, case when g.pesos_alone then 0.00 else l.fc_total end, actor, g.payee_id, g.bank_id, g.cheque_number, g.remarks,
      g.purchase_order_id
    from given g
    cross join lateral (
      select count(*) as lines, coalesce(sum(debit_php), 0) as total, coalesce(sum(debit_amount), 0) as fc_total
      from line where document_id = g.id) l
    order by g.place
    returning 1
  ), lines as (
    insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id,
      department_id, section_id, payee_id, billing_service_id, atc_id, tax_base, remarks, invoice_id)
    select g.entry_id, l.line_no, g.document_date, l.account_id, l.debit_php, l.credit_php,
      case when g.pesos_alone then 0.00 else l.debit_amount end, case when g.pesos_alone then 0.00 else l.credit_amount end,
      l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks, l.invoice_id
    from given g cross join lateral (select * from line where document_id = g.id offset 0) l
    where (select count(*) from entry) > 0
    returning 1
  )
  select count(*) into posted from entry;
  if posted <> coalesce(cardinality(p_documents), 0) then
    raise exception using errcode = '23503', constraint = 'journal_entry_document_id_fkey', table = 'journal_entry',
      message = 'A document that is not there is not posted.';
  end if;
  return ids;
end $$;
