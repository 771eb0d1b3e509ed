-- Advances in a foreign currency are applied by collections as those in pesos are: each part leaves the books at the average
-- pesos of what is there, the last part takes the rest, and what it brings beyond them is the realised difference.

-- The pesos at which that advance stands in the books (see customer_advance).
create function customer_advance_php(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.credit_php - l.debit_php), 0)
  from batch b join document d on d.batch_id = b.id join line l on l.document_id = d.id join account a on a.id = l.account_id
  where b.document_type = 'CN' and b.status = 7 and b.currency_id = p_currency_id
    and b.payee_id = any (payees_as_one(p_payee_id)) and a.role = 'CUSTOMER_ADVANCES'
$$;

-- Refuses a foreign collection, posted or void by now, whose advance is not taken at the average pesos, or whose own advance
-- is part of the average of a later one. Under the lock of settle_invoices on the customer.
create function check_foreign_advance(p_batch_id bigint) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  taken record;
begin
  select b.status, b.payee_id, b.currency_id, c.advance_amount::numeric as amount,
    (select max(m.id) from batch_move m where m.batch_id = b.id and m.status_to = 7) as posted_by_move,
    (select coalesce(sum(l.debit_php - l.credit_php), 0) from line l join account a on a.id = l.account_id
      where l.document_id = d.id and a.role = 'CUSTOMER_ADVANCES')::numeric as php,
    customer_advance(b.payee_id, b.currency_id) as left_amount, customer_advance_php(b.payee_id, b.currency_id) as left_php
    into taken
  from batch b join document d on d.batch_id = b.id join collection c on c.document_id = d.id where b.id = p_batch_id;
  if taken.status = 7 and taken.amount > 0 and taken.php <> (case when taken.left_amount = 0 then taken.left_php + taken.php
      else round(taken.amount * (taken.left_php + taken.php) / (taken.left_amount + taken.amount), 2) end) then
    raise exception using errcode = '23514', constraint = 'customer_advance_pesos', table = 'collection',
      message = 'The customer''s advance has changed. Save the collection again.';
  end if;
  if taken.status <> 7 and taken.php < 0 and exists (
      select from batch b join document d on d.batch_id = b.id join collection c on c.document_id = d.id
      join batch_move m on m.batch_id = b.id and m.status_to = 7
      where b.document_type = 'CN' and b.status = 7 and b.currency_id = taken.currency_id
        and b.payee_id = any (payees_as_one(taken.payee_id)) and c.advance_amount > 0 and m.id > taken.posted_by_move) then
    raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'collection',
      message = 'The advance of this collection is applied by a later one. Void that one first.';
  end if;
end $$;

-- A collection may take an advance in every currency.
create or replace function check_collection() returns trigger
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

-- As before, and a foreign advance at its own pesos.
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
  if new.currency_id <> 1 then
    perform check_foreign_advance(new.id);
  end if;
  return null;
end $$;

revoke execute on function check_foreign_advance from public;
