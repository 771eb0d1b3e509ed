-- What the reports of the ledger read by department and by payee without adding up postings.

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

insert into balance_department (period, branch_id, department_id, section_id, account_id, debit, credit, fc_debit, fc_credit)
select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, department_id,
  coalesce(section_id, 0) as section_id, account_id, sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
from posting where department_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;

insert into balance_payee (period, payee_id, account_id, debit, credit, fc_debit, fc_credit)
select e.period, coalesce(p.payee_id, e.payee_id, 0) as payee_id, p.account_id,
  sum(p.debit), sum(p.credit), sum(p.fc_debit), sum(p.fc_credit)
from posting p join journal_entry e on e.id = p.entry_id group by 1, 2, 3 order by 2, 1, 3;

-- Without amounts, so that updates of the sums stay off them: an account over the months, in a branch, in a department, by payee.
create index balance_branch_account on balance_branch (account_id, branch_id, period);
create index balance_department_account on balance_department (account_id, department_id, branch_id, period);
create index balance_payee_account on balance_payee (account_id, period, payee_id);

-- The postings of a payee in the order of an account's book; those of entries that name him are found by journal_entry_payee.
create index posting_payee on posting (payee_id, account_id, entry_date, entry_id, line_no) where payee_id is not null;
-- The documents of a period whatever their header and state, which the audit trail shows beside the entries.
create index document_list on document (document_type, document_date, id);
-- The few that reports hide from whoever may not see them.
create index batch_confidential on batch (id) where is_confidential = 1;

-- ---------------------------------------------------------------------------------------------------------------------

-- Entries that close income and expenses into the income summary, and their mirrors: results leave them out.
create view closing_entry as
select distinct p.entry_id from account a join posting p on p.account_id = a.id where a.role = 'INCOME_SUMMARY';

-- As before; which entries closed a year is told by the account of the income summary, too.
create or replace function keep_posted_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
drop trigger account_has_postings on account;
create trigger account_has_postings before update on account for each row
  when (row(old.acct_code, old.acct_type, old.acct_class, old.acct_group, old.currency_id)
    is distinct from row(new.acct_code, new.acct_type, new.acct_class, new.acct_group, new.currency_id)
    or old.role in ('AR', 'CUSTOMER_ADVANCES', 'INCOME_SUMMARY') and new.role is distinct from old.role)
  execute function keep_posted_account();

-- ---------------------------------------------------------------------------------------------------------------------

-- As before; it writes the sums by department and by payee, too.
create or replace function check_postings() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- Recomputes the running sums from the postings: one row per balance that differs; no row is the only right answer (INV-34).
-- It reads the ledger whole, also where the transaction looks up by key.
drop function verify_balances;
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
  select 'payee', period, null, null, null, payee_id, account_id
  from by_payee m full join balance_payee b using (period, payee_id, account_id)
  where row(m.debit, m.credit, m.fc_debit, m.fc_credit) is distinct from row(b.debit, b.credit, b.fc_debit, b.fc_credit)
$$;
revoke execute on function verify_balances() from public;
grant execute on function verify_balances() to talaan_app, talaan_report;
grant select on balance_department, balance_payee, closing_entry to talaan_app, talaan_report;
