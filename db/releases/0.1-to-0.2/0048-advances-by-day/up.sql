-- What a customer paid in advance is what stands on its account in his name, whoever writes there: collections, and what pays it
-- back to him. At no day is it less than nothing: an advance is used from the day on that it came in.

-- What a customer paid in advance and has not used yet, in one currency, and the pesos at which it stands in the books; his
-- other names count as he does.
create or replace function customer_advance(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.credit_amount - l.debit_amount), 0)
  from document d join batch b on b.id = d.batch_id join line l on l.document_id = d.id join account a on a.id = l.account_id
  where d.payee_id = any (payees_as_one(p_payee_id)) and d.voided_at is null
    and b.status = 7 and b.currency_id = p_currency_id and a.role = 'CUSTOMER_ADVANCES'
$$;

create or replace function customer_advance_php(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.credit_php - l.debit_php), 0)
  from document d join batch b on b.id = d.batch_id join line l on l.document_id = d.id join account a on a.id = l.account_id
  where d.payee_id = any (payees_as_one(p_payee_id)) and d.voided_at is null
    and b.status = 7 and b.currency_id = p_currency_id and a.role = 'CUSTOMER_ADVANCES'
$$;

-- What of it can be used on a day by the postings: as much as is there at its end and at the end of every later day.
create function customer_advance_on(p_payee_id int, p_currency_id int, p_day date) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  with moved as (
    select e.entry_date as day, sum(p.fc_credit - p.fc_debit) as amount
    from document d
    join journal_entry o on o.document_id = d.id and o.reverses_id is null
    cross join lateral (
      select o.id, o.entry_date union all select r.id, r.entry_date from journal_entry r where r.reverses_id = o.id) e
    join posting p on p.entry_id = e.id
    join account a on a.id = p.account_id
    where d.payee_id = any (payees_as_one(p_payee_id)) and o.currency_id = p_currency_id
      and a.role = 'CUSTOMER_ADVANCES'
    group by e.entry_date
  ), ended as (select day, sum(amount) over (order by day) as amount from moved)
  select least(
    coalesce((select x.amount from ended x where x.day <= p_day order by x.day desc limit 1), 0),
    (select min(x.amount) from ended x where x.day > p_day))
$$;

-- Beside collections, what names the customer in its header moves his advance: it is paid back to him. Approvers see to whom, and
-- what they sign is there.
create function check_advance_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  stray record;
  available numeric;
begin
  select l.line_no, a.acct_code into stray
  from document d join line l on l.document_id = d.id join account a on a.id = l.account_id
  where d.batch_id = new.id and a.role = 'CUSTOMER_ADVANCES' and (d.payee_id is null or l.payee_id is distinct from d.payee_id)
  order by l.line_no limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'advance_without_customer', table = 'line',
      message = format('line %s: account %s is what customers paid in advance. Enter a collection, or what pays it back to the customer.',
        stray.line_no, stray.acct_code);
  end if;
  for stray in
    select d.payee_id, d.document_date, min(l.line_no) as line_no, sum(l.debit_amount - l.credit_amount) as taken
    from document d join line l on l.document_id = d.id join account a on a.id = l.account_id
    where d.batch_id = new.id and a.role = 'CUSTOMER_ADVANCES'
    group by d.id having sum(l.debit_amount - l.credit_amount) > 0
  loop
    available := least(customer_advance(stray.payee_id, new.currency_id),
      customer_advance_on(stray.payee_id, new.currency_id, stray.document_date));
    if stray.taken > available then
      raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'line',
        message = format('line %s: the customer has only %s in advance on this day. Take less, or date it later.', stray.line_no,
          to_char(greatest(available, 0), 'FM999,999,999,999,990.00'));
    end if;
  end loop;
  return new;
end $$;
create trigger advance_lines before update of status on batch for each row
  when (new.document_type not in ('BI', 'CN') and old.status = 1 and new.status between 2 and 7)
  execute function check_advance_lines();

-- As before, but for advances, which postings hold below.
create or replace function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
    elsif collected.taken < 0 or collected.taken > collected.billed
        or new.status <> 7 and collected.taken = collected.billed and collected.taken_php <> collected.booked_php then
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
  return null;
end $$;

-- What an entry takes of an advance is there on its day and on every later one, and a foreign one leaves the books at its own
-- pesos: by collections at their average, by what pays it back as it says, and the last of it with the last of them. Under a lock
-- per customer, in order and before those of the balances: of two that use one advance the second sees what the first took.
create function check_advances() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  moved record;
  available numeric;
  rest record;
begin
  for moved in
    select coalesce(c.merged_into, c.id) as payee_id, e.currency_id, e.entry_date, e.reverses_id is not null as is_void, d.batch_id,
      d.document_type, sum(n.fc_debit - n.fc_credit) as taken,
      sum(n.debit - n.credit) as taken_php
    from account a
    join new_postings n on n.account_id = a.id
    join journal_entry e on e.id = n.entry_id
    join document d on d.id = e.document_id
    join payee c on c.id = n.payee_id
    where a.role = 'CUSTOMER_ADVANCES'
    group by 1, 2, e.id, d.id order by 1, 2, e.id
  loop
    perform pg_advisory_xact_lock(7012, moved.payee_id);
    available := customer_advance_on(moved.payee_id, moved.currency_id, moved.entry_date);
    if available < 0 and moved.taken > 0 then
      raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'posting',
        message = case when moved.is_void then 'The advance of this collection is applied by a later one. Void that one first.'
          else format('The customer has only %s in advance on this day. Take less, or date it later.',
            to_char(greatest(available + moved.taken, 0), 'FM999,999,999,999,990.00')) end;
    end if;
    if moved.currency_id <> 1 then
      if moved.document_type = 'CN' then
        perform check_foreign_advance(moved.batch_id);
      end if;
      select customer_advance(moved.payee_id, moved.currency_id) as amount, customer_advance_php(moved.payee_id, moved.currency_id) as php
        into rest;
      if rest.php < 0 or rest.amount = 0 and rest.php <> 0 then
        raise exception using errcode = '23514', constraint = 'customer_advance_pesos', table = 'posting',
          message = case when moved.is_void then 'A later entry counts on the pesos of this advance. Void that one first.'
            else format('What is left of this advance stands in the books at %s pesos. Correct the rate, so that it takes no others.',
              to_char(rest.php + moved.taken_php, 'FM999,999,999,999,990.00')) end;
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger advances_held after insert on posting referencing new table as new_postings
  for each statement execute function check_advances();
revoke execute on function check_advances from public;

-- What is open of invoices and advances is what stands on their accounts; the open items do not move to another one.
create or replace function keep_posted_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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
      message = format('Account %s has postings that invoices and advances of customers count on; its role stays.', old.acct_code);
  end if;
  raise exception using errcode = '23514', constraint = 'account_has_postings', table = 'account',
    message = format('Account %s has postings; its type, class, group and currency stay.', old.acct_code);
end $$;
drop trigger account_has_postings on account;
create trigger account_has_postings before update on account for each row
  when (row(old.acct_code, old.acct_type, old.acct_class, old.acct_group, old.currency_id)
    is distinct from row(new.acct_code, new.acct_type, new.acct_class, new.acct_group, new.currency_id)
    or old.role in ('AR', 'CUSTOMER_ADVANCES') and new.role is distinct from old.role)
  execute function keep_posted_account();
