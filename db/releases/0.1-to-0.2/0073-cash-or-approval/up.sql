-- Money that is taken in without approval is cash: whatever else makes a receivable go away, or gives a customer an advance, counts
-- as written off (decisions §6).

-- What of a tax withheld is more than any rate gives (`MOST_WITHHELD_PERCENT` of packages/core).
create function beyond_any_rate(p_withheld numeric, p_base numeric) returns numeric
  language sql immutable
as $$ select greatest(p_withheld - trunc(p_base * 0.20, 2), 0) $$;

-- What a batch takes in without cash, in its currency. Of a collection: what it writes off, and tax withheld beyond any rate, with
-- what collections in the ledger took of the same invoices before, so that what is split counts as one. Of a cash receipt: what it
-- debits besides cash and tax within its rate, and what it takes out of a bank account, up to its total. `writtenOffOf` and `takenWithoutCash` of
-- packages/core say the same, and a test holds them together.
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
        then beyond_any_rate(a.withholding_amount + o.withheld, i.total_amount - v.vat) else 0 end as amount
    from (select * from collection_application where document_id = d.id offset 0) a
    cross join lateral (select total_amount from document where id = a.billing_document_id offset 0) i
    cross join lateral (
      select coalesce(sum(l.credit_amount) filter (where c.role = 'OUTPUT_VAT'), 0) as vat
      from (select account_id, credit_amount from line where document_id = a.billing_document_id offset 0) l
      cross join lateral (select role from account where id = l.account_id offset 0) c) v
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

-- As before, of whichever type money is taken in by.
create or replace function amount_to_approve(b batch, out amount numeric, out amount_php numeric)
  language plpgsql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  needed jsonb := (select value from setting where key = 'approval_required');
  asked numeric := write_off_to_approve(b);
begin
  amount := b.total_amount;
  amount_php := b.amount_php;
  if asked is null or not coalesce((needed ->> 'JE')::boolean, true) then
    return;
  end if;
  if not coalesce((needed ->> b.document_type)::boolean, true) then
    amount := 0;
    amount_php := 0;
  end if;
  amount := greatest(amount, asked);
  amount_php := greatest(amount_php, round(asked * b.dollar_rate, 2));
end $$;

create or replace function check_write_off() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  asked numeric := write_off_to_approve(new);
  stages smallint[];
begin
  if asked is null then
    return null;
  end if;
  stages := required_stages('JE', new.currency_id, asked, round(asked * new.dollar_rate, 2));
  if exists (
    select from unnest(stages) stage
    where not exists (
      select from batch_move m
      where m.batch_id = new.id and m.cycle = new.cycle and m.action = 'approve' and m.status_from = stage)
  ) then
    raise exception using errcode = '23514', constraint = 'write_off_approval_missing', table = 'batch',
      message = format('Batch %s takes in %s that is neither cash nor tax within its rate, and has not passed every stage that this needs (%s).',
        new.batch_number, to_char(asked, 'FM999,999,999,999,990.00'), array_to_string(stages, ', '));
  end if;
  return null;
end $$;
drop trigger write_off_approved on batch;
create trigger write_off_approved after update of status on batch for each row
  when (new.document_type in ('CN', 'CR') and new.status = 7 and old.status <> 7) execute function check_write_off();

-- ---------------------------------------------------------------------------------------------------------------------
-- What counts as cash is cash: behind an account in a bank stands an asset that is nothing else in the books.

create function stands_for_a_bank(p_account account) returns boolean
  language sql immutable
as $$ select p_account.acct_group = 'A' and coalesce(p_account.role in ('CIB', 'RFA'), true) $$;

-- One bank account in use stands behind one account of the chart: else its ledger is no cash book of either, and neither
-- can be reconciled. A closed one leaves its place. Two at a time wait for each other on the account.
create or replace function check_bank_of_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  own account%rowtype;
  other bank%rowtype;
begin
  select * into own from account where acct_code = new.acct_code for no key update;
  if not stands_for_a_bank(own) then
    raise exception using errcode = '23514', constraint = 'bank_of_asset', table = 'bank',
      message = format('Account %s is no account of cash. Behind a bank account stands an asset account without another role.',
        new.acct_code);
  end if;
  select * into other from bank b
  where b.acct_code = new.acct_code and b.status = 1 and b.id <> new.id order by b.id limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'bank_of_account_once', table = 'bank',
      message = format('Account %s stands behind the bank account %s (%s). Give each bank account one of its own.',
        new.acct_code, other.account_no, other.acct_desc);
  end if;
  return null;
end $$;

create function check_account_of_bank() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not stands_for_a_bank(new) and exists (select from bank where acct_code = new.acct_code and status = 1) then
    raise exception using errcode = '23514', constraint = 'account_behind_bank', table = 'account',
      message = format('A bank account stands behind account %s: it stays an asset without another role.', new.acct_code);
  end if;
  return null;
end $$;
create trigger account_behind_bank after update of acct_group, role on account for each row
  when (new.acct_group is distinct from old.acct_group or new.role is distinct from old.role)
  execute function check_account_of_bank();

-- Receivables and tax withheld are owed to the company, advances by it.
alter table account add constraint account_role_group check (
  acct_group = case role when 'AR' then 'A' when 'CWT' then 'A' when 'CUSTOMER_ADVANCES' then 'L' else acct_group end) not valid;

-- ---------------------------------------------------------------------------------------------------------------------
-- A foreign collection at an absurd rate turns what is owed into an exchange loss.

-- The last rate on file for a month up to that of a date; null for none.
create function rate_on_file(p_currency_id int, p_date date) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select dolr_rate from currency_rate
  where currency_id = p_currency_id and acct_class = 'B'
    and (fiscal_year, period_no) <= (extract(year from p_date)::int, extract(month from p_date)::int)
  order by fiscal_year desc, period_no desc limit 1
$$;

-- The rate of a collection is within a fifth of the one on file, or without one of that of its first invoice: `isAbsurdRate` of
-- packages/core.
create function check_collection_rate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  usual numeric := coalesce(rate_on_file(new.currency_id, new.document_date), (
    select b.dollar_rate from (select id from document where batch_id = new.id offset 0) d
    cross join lateral (select billing_document_id, line_no from collection_application where document_id = d.id offset 0) a
    cross join lateral (select batch_id from document where id = a.billing_document_id offset 0) i
    cross join lateral (select dollar_rate from batch where id = i.batch_id offset 0) b
    order by a.line_no limit 1));
begin
  if abs(new.dollar_rate - usual) * 5 > usual then
    raise exception using errcode = '23514', constraint = 'collection_rate_usual', table = 'batch',
      message = format('Rate %s is more than 20 %% off the usual %s.', trim_scale(new.dollar_rate), trim_scale(usual));
  end if;
  return new;
end $$;
create trigger collection_rate_usual before update of status on batch for each row
  when (new.document_type = 'CN' and new.currency_id <> 1 and old.status = 1 and new.status between 2 and 7)
  execute function check_collection_rate();
grant execute on function beyond_any_rate, rate_on_file, stands_for_a_bank to talaan_app;
