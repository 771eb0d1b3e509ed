-- A journal line on the receivable account names the invoice that it settles, so that the account stays what is open of the
-- invoices at every date, whoever writes on it (decisions §6).

-- The invoice; null on every other account. A credit settles it, a debit opens it again.
alter table line add column invoice_id int references billing (document_id);
create index line_invoice on line (invoice_id) where invoice_id is not null;

-- Only the entries of journals name one: collections say it in their applications, billings are what is settled, and whoever
-- pays or receives otherwise enters a collection or a journal.
create function check_receivable_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  stray record;
begin
  select l.line_no, a.acct_code, a.role is not distinct from 'AR' as is_receivable, l.invoice_id, i.document_number,
    i.status is not distinct from 7 as is_approved, coalesce(i.payee_id = any (payees_as_one(l.payee_id)), false) as is_of_payee,
    i.currency_id is not distinct from new.currency_id as is_in_currency, i.document_date > d.document_date as is_later into stray
  from document d
  join line l on l.document_id = d.id
  join account a on a.id = l.account_id
  left join lateral (
    select b.status, b.currency_id, x.payee_id, x.document_number, x.document_date
    from document x join batch b on b.id = x.batch_id where x.id = l.invoice_id) i on true
  where d.batch_id = new.id and (a.role = 'AR' or l.invoice_id is not null)
    and (new.document_type <> 'JE' or a.role is distinct from 'AR' or l.invoice_id is null
      or i.status <> 7 or i.payee_id <> all (payees_as_one(l.payee_id)) or l.payee_id is null
      or i.currency_id <> new.currency_id or i.document_date > d.document_date)
  order by l.line_no limit 1;
  if not found then
    return new;
  end if;
  if new.document_type <> 'JE' then
    raise exception using errcode = '23514', constraint = 'receivable_without_invoice', table = 'line',
      message = format('line %s: account %s is what invoices have open. Enter a collection, or a journal that names the invoice.',
        stray.line_no, stray.acct_code);
  elsif stray.invoice_id is null then
    raise exception using errcode = '23514', constraint = 'receivable_without_invoice', table = 'line',
      message = format('line %s: account %s is what invoices have open. Choose the invoice that this line settles.',
        stray.line_no, stray.acct_code);
  elsif not stray.is_receivable then
    raise exception using errcode = '23514', constraint = 'invoice_of_another_account', table = 'line',
      message = format('line %s: account %s is no receivable of invoices. Clear the invoice, or choose that account.',
        stray.line_no, stray.acct_code);
  elsif not stray.is_approved then
    raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'line',
      message = 'Invoice is cancelled.';
  elsif not stray.is_of_payee or not stray.is_in_currency then
    raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'line',
      message = format('line %s: invoice %s is of another customer or in another currency.', stray.line_no, stray.document_number);
  else
    raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'line',
      message = format('line %s: invoice %s is dated after this entry.', stray.line_no, stray.document_number);
  end if;
end $$;
create trigger receivable_lines before update of status on batch for each row
  when (new.document_type not in ('BI', 'CN') and old.status = 1 and new.status between 2 and 7)
  execute function check_receivable_lines();

-- What documents take of invoices, in the currency of the invoice and in the pesos of the receivable.
create view settlement as
select a.document_id, a.billing_document_id as invoice_id,
  (a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric as amount, a.receivable_php::numeric as amount_php
from collection_application a
union all
select l.document_id, l.invoice_id, (l.credit_amount - l.debit_amount)::numeric, (l.credit_php - l.debit_php)::numeric
from line l where l.invoice_id is not null;

-- A collection or a journal that reaches the ledger settles its invoices, and one that is void opens them again. The batches of
-- the invoices are locked first, in the order of their ids: of two at the same moment the second sees what the first took, as
-- does whoever cancels an invoice, and none waits for the other for ever. What counts is added up anew.
create or replace function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  collected record;
begin
  perform from batch b
  where b.id in (
    select i.batch_id from document c join settlement s on s.document_id = c.id
    join document i on i.id = s.invoice_id where c.batch_id = new.id)
  order by b.id for no key update;

  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate, s.own, s.own_php,
      new.document_type = 'JE' or coalesce(i.payee_id = any (payees_as_one(new.payee_id)), false) and b.currency_id = new.currency_id as fits,
      i.document_date > s.settled_on as is_later,
      (select l.debit_php::numeric from line l where l.document_id = i.id and l.line_no = 1) as booked_php, t.taken, t.taken_php
    from (
      select o.invoice_id, min(c.document_date) as settled_on, sum(o.amount) as own, sum(o.amount_php) as own_php
      from document c join settlement o on o.document_id = c.id where c.batch_id = new.id group by o.invoice_id) s
    join document i on i.id = s.invoice_id
    join batch b on b.id = i.batch_id
    cross join lateral (
      select coalesce(sum(o.amount), 0) as taken, coalesce(sum(o.amount_php), 0) as taken_php
      from settlement o join document od on od.id = o.document_id join batch ob on ob.id = od.batch_id
      where o.invoice_id = i.id and ob.status = 7) t
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
        message = format('Invoice %s is dated after this %s.', collected.document_number,
          case new.document_type when 'CN' then 'collection' else 'entry' end);
    elsif new.status = 7 and collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'collection_exceeds_invoice', table = 'collection_application',
        message = format('Only %s of %s is still open.',
          to_char(collected.billed - collected.taken + collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif new.status = 7 and collected.taken < 0 then
      raise exception using errcode = '23514', constraint = 'settlement_below_nothing', table = 'line',
        message = format('Only %s of %s is settled. A debit opens no more of it again.',
          to_char(collected.taken - collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif collected.taken < 0 or collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'settlement_built_upon', table = 'line',
        message = format('A later entry counts on what this one says of invoice %s. Void that one first.', collected.document_number);
    elsif new.status = 7 and (case when collected.taken = collected.billed
      then collected.taken_php <> collected.booked_php
      else collected.own_php <> round(collected.own * collected.rate, 2) end) then
      raise exception using errcode = '23514', constraint = 'collection_receivable', table = 'collection_application',
        message = case new.document_type
          when 'CN' then format('What is open of invoice %s has changed. Save the collection again.', collected.document_number)
          else format('Invoice %s leaves the books at the pesos at which it came in: %s here.', collected.document_number,
            to_char(case when collected.taken = collected.billed then collected.booked_php - collected.taken_php + collected.own_php
              else round(collected.own * collected.rate, 2) end, 'FM999,999,999,999,990.00')) end;
    end if;
    update billing set collected_amount = collected.taken where document_id = collected.id;
  end loop;
  if new.document_type <> 'CN' then
    return null;
  end if;

  -- One customer's advance changes by one collection at a time.
  perform pg_advisory_xact_lock(7012, (select coalesce(p.merged_into, p.id) from payee p where p.id = new.payee_id));
  if customer_advance(new.payee_id, new.currency_id) < 0 then
    raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'collection',
      message = case new.status when 7 then 'The customer''s advance is less than this collection takes of it.'
        else 'The advance of this collection is applied by a later one. Void that one first.' end;
  end if;
  return null;
end $$;
create trigger journal_settles after update of status on batch for each row
  when (new.document_type = 'JE' and (old.status = 7) <> (new.status = 7)) execute function settle_invoices();

-- What of each invoice was open at the end of a day, in its currency and in the pesos of the receivable; what was settled
-- later does not count. It adds up to the receivable account at every date: an invoice that was cancelled as of an earlier
-- day than the void of its collection is less than nothing in between.
create or replace function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric, open_php numeric)
  language sql stable
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
    select coalesce(sum(s.amount), 0) as collected, coalesce(sum(s.amount_php), 0) as collected_php
    from settlement s where s.invoice_id = d.id and in_ledger(s.document_id, p_as_of)) c
  where d.document_number is not null and w.billed <> c.collected
$$;

grant select on settlement to talaan_app, talaan_report;
