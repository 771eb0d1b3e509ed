-- Collections: what customers pay, by which invoices, with what they withheld and what is written off (decisions §6); the
-- certificates they give for it, and what they are told of what they owe.

-- Functions of this part name tables of later ones.
set local check_function_bodies = off;

-- What a collection says beside its header and its lines of account. What came in and is not placed on an invoice becomes
-- the customer's advance.
create table collection (
  document_id bigint primary key references document on delete cascade,
  -- Cash that came into the bank, and what is taken of the customer's advance, in the currency of the collection.
  received_amount amount not null default 0,
  advance_amount amount not null default 0
);
call audit_table('collection', 'document_id');

create table collection_application (
  document_id bigint not null references document on delete cascade,
  line_no smallint not null check (line_no between 1 and 500),
  billing_invoice_no code_text not null,
  -- The invoice with that number, which never changes.
  billing_document_id bigint not null references billing (document_id),
  cash_amount amount not null default 0,
  withholding_amount amount not null default 0,
  write_off_amount amount not null default 0,
  -- Pesos at which this part of the receivable leaves the books: those at which it came in.
  receivable_php amount not null,
  primary key (document_id, line_no),
  constraint collection_application_amount check (cash_amount + withholding_amount + write_off_amount > 0)
);

-- Write-offs are few among the applications, and are counted by who made them.
create index collection_application_written_off on collection_application (document_id) where write_off_amount > 0;
create index collection_application_invoice on collection_application (billing_document_id);
call audit_table('collection_application', 'document_id,line_no');

create function name_invoice() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.billing_document_id := (
    select d.id from document d where d.document_type = 'BI' and d.document_number = new.billing_invoice_no);
  return new;
end $$;
create trigger name_invoice before insert or update of billing_invoice_no, billing_document_id on collection_application
  for each row execute function name_invoice();

-- Both are contents of their batch: they come and go while it is active, and whoever touches them is an editor.
create trigger collection_touch_insert after insert on collection referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger collection_touch_delete after delete on collection referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger collection_update before update on collection for each row execute function update_contents();
create trigger collection_application_touch_insert after insert on collection_application referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger collection_application_touch_delete after delete on collection_application referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger collection_application_update before update on collection_application
  for each row execute function update_contents();

-- A collection may take an advance in every currency.
create function check_collection() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  said record;
  booked record;
begin
  select d.id, d.payee_id, k.acct_code as bank_account, c.received_amount, c.advance_amount, a.* into said
  from (select id, payee_id, bank_id from document where batch_id = new.id offset 0) d
  cross join lateral (select received_amount, advance_amount from collection where document_id = d.id offset 0) c
  left join lateral (select acct_code from bank where id = d.bank_id offset 0) k on true
  cross join lateral (
    select count(*) as applications, count(distinct a.billing_document_id) as invoices, coalesce(sum(a.cash_amount), 0) as cash,
      coalesce(sum(a.withholding_amount), 0) as withheld, coalesce(sum(a.write_off_amount), 0) as written_off,
      coalesce(sum(a.receivable_php), 0) as receivable_php
    from (select * from collection_application where document_id = d.id offset 0) a) a;
  if said.payee_id is null or said.received_amount + said.applications = 0 or said.applications <> said.invoices
     or said.received_amount > 0 and said.bank_account is null
     or said.received_amount + said.advance_amount < said.cash
     or said.advance_amount > 0 and said.received_amount + said.advance_amount > said.cash then
    raise exception using errcode = '23514', constraint = 'collection_complete', table = 'collection',
      message = format('Collection %s names no customer or no bank, takes nothing, or places more or less than came in.', new.batch_number);
  end if;
  select coalesce(sum(l.debit_amount - l.credit_amount) filter (where a.acct_code = said.bank_account), 0) as received,
    coalesce(sum(l.debit_amount - l.credit_amount) filter (where a.role = 'CWT'), 0) as withheld,
    coalesce(sum(l.debit_amount - l.credit_amount) filter (where o.is_other), 0) as written_off,
    coalesce(sum(l.credit_amount - l.debit_amount) filter (where a.role = 'AR'), 0) as receivable,
    coalesce(sum(l.credit_php - l.debit_php) filter (where a.role = 'AR'), 0) as receivable_php,
    coalesce(sum(l.credit_amount - l.debit_amount) filter (where a.role = 'CUSTOMER_ADVANCES'), 0) as advance,
    bool_or(a.role in ('AR', 'CUSTOMER_ADVANCES') and l.payee_id is distinct from said.payee_id
      or a.role in ('FX_GAIN', 'FX_LOSS') and l.debit_amount + l.credit_amount > 0
      or o.is_other and a.acct_group <> 'E') as is_stray into booked
  from (select * from line where document_id = said.id offset 0) l
  cross join lateral (select acct_code, acct_group, role from account where id = l.account_id offset 0) a
  cross join lateral (
    select coalesce(a.role, '') not in ('AR', 'CWT', 'CUSTOMER_ADVANCES', 'FX_GAIN', 'FX_LOSS')
      and a.acct_code is distinct from said.bank_account as is_other) o;
  if booked.is_stray is distinct from false
     or row(booked.received, booked.withheld, booked.written_off, booked.receivable, booked.receivable_php, booked.advance)
       is distinct from row(said.received_amount::numeric, said.withheld, said.written_off,
         said.cash + said.withheld + said.written_off, said.receivable_php, said.received_amount - said.cash) then
    raise exception using errcode = '23514', constraint = 'collection_lines_agree', table = 'line',
      message = format('The lines of collection %s are not those of its applications.', new.batch_number);
  end if;
  return new;
end $$;
create trigger collection_complete before update of status on batch for each row
  when (new.document_type = 'CN' and old.status = 1 and new.status between 2 and 7) execute function check_collection();

-- What a customer paid in advance and has not used yet, in one currency, and the pesos at which it stands in the books; his
-- other names count as he does.
create function customer_advance(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select coalesce(sum(l.credit_amount - l.debit_amount), 0)
  from unnest(payees_as_one(p_payee_id)) c (id)
  cross join lateral (select id, batch_id from document where payee_id = c.id and voided_at is null offset 0) d
  cross join lateral (select from batch where id = d.batch_id and status = 7 and currency_id = p_currency_id offset 0) b
  cross join lateral (select account_id, credit_amount, debit_amount from line where document_id = d.id offset 0) l
  where l.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
$$;

-- What the ledger says of an invoice after entries of collections and journals is added up anew, whoever posted them, so that many
-- of one transaction count each other. It is what `settlement` says, looked up by keys, one by one.
create function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  collected record;
begin
  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate, s.own, s.own_php,
      e.document_type, e.reverses_id is not null as is_void,
      e.document_type = 'JE' or coalesce(o.payee_id = any (payees_as_one(e.payee_id)), false) and o.currency_id = e.currency_id as fits,
      o.entry_date > e.entry_date as is_later, o.total::numeric as booked_php, t.taken, t.taken_php
    from (
      select n.entry_id from new_postings n
      where n.account_id = any (array(select id from account where role = 'AR')) group by n.entry_id) n
    cross join lateral (select * from journal_entry where id = n.entry_id offset 0) e
    cross join lateral (
      select w.invoice_id, sum(w.amount) as own, sum(w.amount_php) as own_php
      from (
        select a.billing_document_id as invoice_id, w.sign * (a.cash_amount + a.withholding_amount + a.write_off_amount) as amount,
          w.sign * a.receivable_php as amount_php
        from collection_application a cross join lateral (select case when e.reverses_id is null then 1 else -1 end as sign) w
        where a.document_id = e.document_id
        union all
        select p.invoice_id, p.fc_credit - p.fc_debit, p.credit - p.debit
        from (select * from posting where entry_id = e.id offset 0) p where p.invoice_id is not null) w
      group by w.invoice_id) s
    cross join lateral (select * from document where id = s.invoice_id offset 0) i
    cross join lateral (select * from batch where id = i.batch_id offset 0) b
    cross join lateral (select * from journal_entry where document_id = i.id and reverses_id is null offset 0) o
    cross join lateral (
      select coalesce(sum(x.amount), 0) as taken, coalesce(sum(x.amount_php), 0) as taken_php
      from (
        select a.cash_amount + a.withholding_amount + a.write_off_amount as amount, a.receivable_php as amount_php
        from (select * from collection_application where billing_document_id = i.id offset 0) a
        cross join lateral (select id from journal_entry where document_id = a.document_id and reverses_id is null offset 0) c
        where (select count(*) from journal_entry r where r.reverses_id = c.id) = 0
        union all
        select p.fc_credit - p.fc_debit, p.credit - p.debit from posting p where p.invoice_id = i.id) x) t
    order by i.id, e.id
  loop
    if collected.is_void then
      if collected.status <> 7 and collected.taken <> 0 then
        raise exception using errcode = '23514', constraint = 'settlement_of_cancelled', table = 'posting',
          message = format('Invoice %s is cancelled. What settled it and what opened it again stay together: enter what is right anew.',
            collected.document_number);
      elsif collected.taken < 0 or collected.taken > collected.billed
          or collected.taken = collected.billed and collected.taken_php <> collected.booked_php then
        raise exception using errcode = '23514', constraint = 'settlement_built_upon', table = 'line',
          message = format('A later entry counts on what this one says of invoice %s. Void that one first.', collected.document_number);
      end if;
    elsif collected.status <> 7 then
      raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'collection_application',
        message = 'Invoice is cancelled.';
    elsif not collected.fits then
      raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'collection_application',
        message = format('Invoice %s is of another customer or in another currency.', collected.document_number);
    elsif collected.is_later then
      raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'collection_application',
        message = format('Invoice %s is dated after this %s.', collected.document_number,
          case collected.document_type when 'CN' then 'collection' else 'entry' end);
    elsif collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'collection_exceeds_invoice', table = 'collection_application',
        message = format('Only %s of %s is still open.',
          to_char(collected.billed - collected.taken + collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif collected.taken < 0 then
      raise exception using errcode = '23514', constraint = 'settlement_below_nothing', table = 'line',
        message = format('Only %s of %s is settled. A debit opens no more of it again.',
          to_char(collected.taken - collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif (case when collected.taken = collected.billed
      then collected.taken_php <> collected.booked_php
      else collected.own_php <> round(collected.own * collected.rate, 2) end) then
      raise exception using errcode = '23514', constraint = 'collection_receivable', table = 'collection_application',
        message = case collected.document_type
          when 'CN' then format('What is open of invoice %s has changed. Save the collection again.', collected.document_number)
          else format('Invoice %s leaves the books at the pesos at which it came in: %s here.', collected.document_number,
            to_char(case when collected.taken = collected.billed then collected.booked_php - collected.taken_php + collected.own_php
              else round(collected.own * collected.rate, 2) end, 'FM999,999,999,999,990.00')) end;
    end if;
    update billing set collected_amount = collected.taken where document_id = collected.id;
  end loop;
  return null;
end $$;
create trigger invoices_settled after insert on posting referencing new table as new_postings
  for each statement execute function settle_invoices();

-- A receipt that was issued keeps its number: a collection that is void after it stays so.
create function keep_collection_void() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from document d join journal_entry e on e.document_id = d.id where d.batch_id = new.id) then
    raise exception using errcode = '23514', constraint = 'collection_cancelled', table = 'batch',
      message = 'A cancelled collection keeps its receipt and stays cancelled. Enter it anew.';
  end if;
  return new;
end $$;
create trigger collection_cancelled before update of status on batch for each row
  when (new.document_type = 'CN' and old.status = 20) execute function keep_collection_void();

-- ---------------------------------------------------------------------------------------------------------------------
grant select, insert, update, delete on collection to talaan_app;
grant select, delete on collection_application to talaan_app;
grant insert (document_id, line_no, billing_invoice_no, cash_amount, withholding_amount, write_off_amount, receivable_php),
  update (billing_invoice_no, cash_amount, withholding_amount, write_off_amount, receivable_php)
  on collection_application to talaan_app;
grant select on collection, collection_application to talaan_report;
revoke execute on function settle_invoices from public;

-- BIR forms 2307 that customers gave for the tax they withheld of what they paid. What is certified is held against what
-- collections took as withheld; it may come before the collection is entered, so neither bounds the other.
create table withholding_certificate (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  fiscal_year int not null check (fiscal_year between 1901 and 2100),
  quarter smallint not null check (quarter in (1, 2, 3, 4)),
  atc_id int not null references alpha_tax_code,
  -- Pesos, as every certificate is made out.
  income_amount amount not null,
  tax_withheld amount not null,
  received_date accounting_date not null,
  remarks short_text,
  -- The paper itself, by which the tax credit is proved.
  file_id uuid references file,
  -- As it was called where it came from.
  file_name name_text,
  constraint withholding_certificate_tax check (tax_withheld > 0 and tax_withheld <= income_amount),
  constraint withholding_certificate_day check (received_date >= make_date(fiscal_year, quarter * 3 - 2, 1)),
  constraint withholding_certificate_once
    unique (payee_id, fiscal_year, quarter, atc_id, received_date, tax_withheld),
  constraint withholding_certificate_file check ((file_id is null) = (file_name is null))
);
call make_master('withholding_certificate');
create index withholding_certificate_quarter on withholding_certificate (fiscal_year, quarter, payee_id);
create index withholding_certificate_atc on withholding_certificate (atc_id);

-- Statements of account that were sent to customers: what was told, to whom, and when.
create table customer_statement (
  id bigint generated always as identity primary key,
  payee_id int not null references payee,
  from_date accounting_date not null,
  as_of accounting_date not null,
  -- Pesos open at the end of as_of; below 0 where a void is dated after the cancel of its invoice.
  balance numeric(18, 2) not null,
  to_address short_text not null,
  sent_by int not null references app_user,
  created_at timestamptz not null default now(),
  constraint customer_statement_period check (from_date <= as_of)
);
create index customer_statement_payee on customer_statement (payee_id, id);
create index customer_statement_sender on customer_statement (sent_by);
call audit_table('customer_statement', 'id');
grant select, insert (payee_id, from_date, as_of, balance, to_address, sent_by) on customer_statement to talaan_app;
grant select on customer_statement to talaan_report;

-- Reminders of what is past due that were sent to customers: which level, of how much, and when.
create table customer_reminder (
  id bigint generated always as identity primary key,
  payee_id int not null references payee,
  level smallint not null check (level between 1 and 3),
  as_of accounting_date not null,
  -- Pesos of the invoices that were late, without those in dispute, and the due date of the oldest.
  past_due_php numeric(18, 2) not null check (past_due_php > 0),
  invoices int not null check (invoices > 0),
  oldest_due accounting_date not null,
  to_address short_text not null,
  sent_by int not null references app_user,
  created_at timestamptz not null default now(),
  constraint customer_reminder_late check (oldest_due < as_of)
);
create index customer_reminder_payee on customer_reminder (payee_id, id);
create index customer_reminder_sender on customer_reminder (sent_by);
call audit_table('customer_reminder', 'id');
grant select, insert (payee_id, level, as_of, past_due_php, invoices, oldest_due, to_address, sent_by)
  on customer_reminder to talaan_app;
grant select on customer_reminder to talaan_report;
create index withholding_certificate_file on withholding_certificate (file_id) where file_id is not null;

-- A write-off takes a receivable out of the books without cash: a collection that writes off more than the company lets pass
-- takes the route of a journal of that amount (decisions §6).
insert into setting (key, value) values ('write_off_without_approval', '"0.00"');

-- Up to so many pesos are written off without approval.
create function write_off_without_approval() returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select coalesce((select (value #>> '{}')::numeric(18, 2) from setting where key = 'write_off_without_approval'), 0)
$$;

-- What a batch takes in without cash, in its currency. Of a collection: what it writes off, and tax withheld beyond any rate, with
-- what collections in the ledger took of the same invoices before, so that what is split counts as one. Of a cash receipt: what it
-- debits besides cash and tax within its rate, and what it takes out of a bank account, up to its total. `writtenOffOf` and `takenWithoutCash` of
-- packages/core say the same, and a test holds them together.
create function written_off(p_batch_id bigint) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- Only what takes money in can take it in without cash: of other types nothing is looked up, at none of their approvals.
create function write_off_to_approve(b batch) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select w.amount
  from (select case when b.document_type in ('CN', 'CR') then written_off(b.id) else 0 end as amount) w
  where w.amount > 0 and round(w.amount * b.dollar_rate, 2) > write_off_without_approval()
$$;

-- What of a batch officers approve, in its currency and in pesos: its total; of money taken in that asks for approval by what it
-- writes off alone, that amount, else the greater of both. `approvalCase` of packages/core says the same, and a test holds the
-- two together.
create function amount_to_approve(b batch, out amount numeric, out amount_php numeric)
  language plpgsql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
grant execute on function write_off_without_approval, written_off, write_off_to_approve, amount_to_approve to talaan_app;

-- A collection reaches the ledger with every stage that a journal of what it writes off needs. It is asked after its invoices
-- were locked (`settled_invoices_locked`, whose name comes first), so that of two at the same moment the second counts the first.
create function check_write_off() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create trigger write_off_approved after update of status on batch for each row
  when (new.document_type in ('CN', 'CR') and new.status = 7 and old.status <> 7) execute function check_write_off();

-- A receipt acknowledges what was received: a collection that brings neither cash nor tax withheld takes no number of a receipt.
create function check_receipt_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from collection c
    where c.document_id = new.id and c.received_amount = 0 and not exists (
      select from collection_application a where a.document_id = c.document_id and a.withholding_amount > 0)) then
    raise exception using errcode = '23514', constraint = 'receipt_of_nothing', table = 'document',
      message = 'This collection brings neither cash nor tax withheld: it takes no receipt number.';
  end if;
  return new;
end $$;
create trigger receipt_of_nothing before update of or_number, ar_number on document for each row
  when (new.document_type = 'CN' and (new.or_number is distinct from old.or_number and new.or_number is not null
    or new.ar_number is distinct from old.ar_number and new.ar_number is not null))
  execute function check_receipt_number();

-- What of a tax withheld is more than any rate gives (`MOST_WITHHELD_PERCENT` of packages/core).
create function beyond_any_rate(p_withheld numeric, p_base numeric) returns numeric
  language sql immutable
as $$ select greatest(p_withheld - trunc(p_base * 0.20, 2), 0) $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What counts as cash is cash: behind an account in a bank stands an asset that is nothing else in the books.
create function stands_for_a_bank(p_account account) returns boolean
  language sql immutable
as $$ select p_account.acct_group = 'A' and coalesce(p_account.role in ('CIB', 'RFA'), true) $$;

create function check_account_of_bank() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- ---------------------------------------------------------------------------------------------------------------------
-- A foreign collection at an absurd rate turns what is owed into an exchange loss.

-- The last rate on file for a month up to that of a date; null for none.
create function rate_on_file(p_currency_id int, p_date date) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
