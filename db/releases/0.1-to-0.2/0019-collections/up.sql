-- Collections: what customers pay of their invoices. An application takes cash, tax withheld and a write-off from one
-- invoice; together the applications in the ledger never take more than was billed (decisions §6).

alter table account drop constraint account_role_check;
alter table account add constraint account_role_check check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'WRITE_OFF', 'RFA', 'CIB', 'FX_GAIN',
  'FX_LOSS', 'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS'));

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
create index collection_application_invoice on collection_application (billing_document_id);
call audit_table('collection_application', 'document_id,line_no');

create function name_invoice() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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

-- A collection that is submitted names its customer and says where its cash goes, each invoice once, and posts what its
-- applications say: cash into the bank, tax withheld, what is written off to an expense, the receivable, the advance.
create function check_collection() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  said record;
  booked record;
begin
  select d.id, d.payee_id, k.acct_code as bank_account, c.received_amount, c.advance_amount, a.* into said
  from document d
  join collection c on c.document_id = d.id
  left join bank k on k.id = d.bank_id
  cross join lateral (
    select count(*) as applications, count(distinct a.billing_document_id) as invoices, coalesce(sum(a.cash_amount), 0) as cash,
      coalesce(sum(a.withholding_amount), 0) as withheld, coalesce(sum(a.write_off_amount), 0) as written_off,
      coalesce(sum(a.receivable_php), 0) as receivable_php
    from collection_application a where a.document_id = d.id) a
  where d.batch_id = new.id;
  if said.payee_id is null or said.received_amount + said.applications = 0 or said.applications <> said.invoices
     or said.received_amount > 0 and said.bank_account is null
     or said.received_amount + said.advance_amount < said.cash
     or said.advance_amount > 0 and (said.received_amount + said.advance_amount > said.cash or new.currency_id <> 1) then
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
  from line l join account a on a.id = l.account_id
  cross join lateral (
    select coalesce(a.role, '') not in ('AR', 'CWT', 'CUSTOMER_ADVANCES', 'FX_GAIN', 'FX_LOSS')
      and a.acct_code is distinct from said.bank_account as is_other) o
  where l.document_id = said.id;
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

-- What a customer paid in advance and has not used yet, in one currency; his other names count as he does.
create function customer_advance(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(c.received_amount - coalesce((
      select sum(a.cash_amount) from collection_application a where a.document_id = d.id), 0)), 0)
  from batch b join document d on d.batch_id = b.id join collection c on c.document_id = d.id
  where b.document_type = 'CN' and b.status = 7 and b.currency_id = p_currency_id
    and b.payee_id = any (payees_as_one(p_payee_id))
$$;

-- A collection that reaches the ledger settles its invoices, and one that is void opens them again. The batches of the
-- invoices are locked first, in the order of their ids: of two collections at the same moment the second sees what the
-- first took, as does whoever cancels an invoice, and none waits for the other for ever. What counts is added up anew.
create function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  collected record;
begin
  perform from batch b
  where b.id in (
    select i.batch_id from document c join collection_application a on a.document_id = c.id
    join document i on i.id = a.billing_document_id where c.batch_id = new.id)
  order by b.id for no key update;

  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate,
      a.cash_amount + a.withholding_amount + a.write_off_amount as own, a.receivable_php::numeric as own_php,
      coalesce(i.payee_id = any (payees_as_one(new.payee_id)), false) and b.currency_id = new.currency_id as fits,
      i.document_date > c.document_date as is_later,
      (select l.debit_php::numeric from line l where l.document_id = i.id and l.line_no = 1) as booked_php, t.taken, t.taken_php
    from document c
    join collection_application a on a.document_id = c.id
    join document i on i.id = a.billing_document_id
    join batch b on b.id = i.batch_id
    cross join lateral (
      select coalesce(sum(o.cash_amount + o.withholding_amount + o.write_off_amount), 0) as taken,
        coalesce(sum(o.receivable_php), 0) as taken_php
      from collection_application o join document od on od.id = o.document_id join batch ob on ob.id = od.batch_id
      where o.billing_document_id = i.id and ob.status = 7) t
    where c.batch_id = new.id
    order by i.id
  loop
    if new.status = 7 and collected.status <> 7 then
      raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'collection_application',
        message = 'Invoice is cancelled.';
    elsif new.status = 7 and not collected.fits then
      raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'collection_application',
        message = format('Invoice %s is of another customer or in another currency.', collected.document_number);
    elsif new.status = 7 and collected.is_later then
      raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'collection_application',
        message = format('Invoice %s is dated after this collection.', collected.document_number);
    elsif new.status = 7 and collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'collection_exceeds_invoice', table = 'collection_application',
        message = format('Only %s of %s is still open.',
          to_char(collected.billed - collected.taken + collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif new.status = 7 and (case when collected.taken = collected.billed
      then collected.taken_php <> collected.booked_php
      else collected.own_php <> round(collected.own * collected.rate, 2) end) then
      raise exception using errcode = '23514', constraint = 'collection_receivable', table = 'collection_application',
        message = format('What is open of invoice %s has changed. Save the collection again.', collected.document_number);
    end if;
    update billing set collected_amount = collected.taken where document_id = collected.id;
  end loop;

  -- One customer's advance changes by one collection at a time.
  perform pg_advisory_xact_lock(7012, (select coalesce(p.merged_into, p.id) from payee p where p.id = new.payee_id));
  if customer_advance(new.payee_id, new.currency_id) < 0 then
    raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'collection',
      message = case new.status when 7 then 'The customer''s advance is less than this collection takes of it.'
        else 'The advance of this collection is applied by a later one. Void that one first.' end;
  end if;
  return null;
end $$;
create trigger collection_settles after update of status on batch for each row
  when (new.document_type = 'CN' and (old.status = 7) <> (new.status = 7)) execute function settle_invoices();

-- A receipt that was issued keeps its number: a collection that is void after it stays so.
create function keep_collection_void() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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

-- Whether a document is in the ledger at the end of a day: posted by then, and not reversed by then.
create function in_ledger(p_document_id bigint, p_as_of date) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select exists (
    select from journal_entry e
    where e.document_id = p_document_id and e.reverses_id is null and e.entry_date <= p_as_of
      and not exists (select from journal_entry r where r.reverses_id = e.id and r.entry_date <= p_as_of))
$$;

-- What of each invoice was open at the end of a day, in its currency and in the pesos of the receivable; what was settled
-- later does not count. It adds up to the receivable account at every date: an invoice that was cancelled as of an earlier
-- day than the void of its collection is less than nothing in between.
drop function open_invoices(date);
create function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric, open_php numeric)
  language sql stable
  set search_path = public, pg_temp
as $$
  select d.id, d.batch_id, d.document_number, d.payee_id, b.currency_id, d.document_date, i.due_date,
    d.total_amount, c.collected, w.billed - c.collected, w.billed_php - c.collected_php
  from billing i
  join document d on d.id = i.document_id
  join batch b on b.id = d.batch_id
  cross join lateral (
    select case when in_ledger(d.id, p_as_of) then d.total_amount::numeric else 0 end as billed,
      case when in_ledger(d.id, p_as_of) then l.debit_php::numeric else 0 end as billed_php
    from line l where l.document_id = d.id and l.line_no = 1) w
  cross join lateral (
    select coalesce(sum(a.cash_amount + a.withholding_amount + a.write_off_amount), 0) as collected,
      coalesce(sum(a.receivable_php), 0) as collected_php
    from collection_application a where a.billing_document_id = d.id and in_ledger(a.document_id, p_as_of)) c
  where d.document_number is not null and w.billed <> c.collected
$$;

-- ---------------------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on collection to talaan_app;
grant select, delete on collection_application to talaan_app;
grant insert (document_id, line_no, billing_invoice_no, cash_amount, withholding_amount, write_off_amount, receivable_php),
  update (billing_invoice_no, cash_amount, withholding_amount, write_off_amount, receivable_php)
  on collection_application to talaan_app;
grant select on collection, collection_application to talaan_report;
revoke execute on function settle_invoices from public;
