-- What is open, at every date and to the centavo: of each invoice, by the receivable account, and of each customer's advance. Lines on
-- those accounts say what they settle, whoever writes them (decisions §6).

-- Only the entries of journals name an invoice: collections say it in their applications, billings are what is settled, and whoever
-- pays or receives otherwise enters a collection or a journal.
create function check_receivable_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  stray record;
begin
  select l.line_no, a.acct_code, a.role is not distinct from 'AR' as is_receivable, l.invoice_id, i.document_number,
    i.status is not distinct from 7 as is_approved, coalesce(i.payee_id = any (payees_as_one(l.payee_id)), false) as is_of_payee,
    i.currency_id is not distinct from new.currency_id as is_in_currency, i.document_date > d.document_date as is_later into stray
  from (select id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  cross join lateral (select * from account where id = l.account_id offset 0) a
  left join lateral (
    select b.status, b.currency_id, x.payee_id, x.document_number, x.document_date
    from (select * from document where id = l.invoice_id offset 0) x
    cross join lateral (select status, currency_id from batch where id = x.batch_id offset 0) b) i on true
  where (a.role = 'AR' or l.invoice_id is not null)
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
select e.id as entry_id, e.entry_date, e.document_id, a.billing_document_id as invoice_id,
  (a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric as amount, a.receivable_php::numeric as amount_php
from journal_entry e join collection_application a on a.document_id = e.document_id
where e.reverses_id is null
union all
select r.id, r.entry_date, r.document_id, a.billing_document_id,
  -(a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric, -a.receivable_php::numeric
from journal_entry e join collection_application a on a.document_id = e.document_id join journal_entry r on r.reverses_id = e.id
where e.reverses_id is null
union all
select p.entry_id, p.entry_date, e.document_id, p.invoice_id, (p.fc_credit - p.fc_debit)::numeric, (p.credit - p.debit)::numeric
from posting p join journal_entry e on e.id = p.entry_id where p.invoice_id is not null;

grant select on settlement to talaan_app, talaan_report;

-- The pesos at which that advance stands in the books (see customer_advance).
create function customer_advance_php(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select coalesce(sum(l.credit_php - l.debit_php), 0)
  from unnest(payees_as_one(p_payee_id)) c (id)
  cross join lateral (select id, batch_id from document where payee_id = c.id and voided_at is null offset 0) d
  cross join lateral (select from batch where id = d.batch_id and status = 7 and currency_id = p_currency_id offset 0) b
  cross join lateral (select account_id, credit_php, debit_php from line where document_id = d.id offset 0) l
  where l.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
$$;

-- Refuses a foreign collection, posted or void by now, whose advance is not taken at the average pesos, or whose own advance
-- is part of the average of a later one. Under the lock of settle_invoices on the customer.
create function check_foreign_advance(p_batch_id bigint) returns void
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

revoke execute on function check_foreign_advance from public;

-- What of it can be used on a day: as much as is there at its end and at the end of every later day.
create function customer_advance_on(p_payee_id int, p_currency_id int, p_day date) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with moved as (
    select e.entry_date as day, sum(p.fc_credit - p.fc_debit) as amount
    from unnest(payees_as_one(p_payee_id)) c (id)
    cross join lateral (
      select id, entry_date from journal_entry where payee_id = c.id and currency_id = p_currency_id offset 0) e
    cross join lateral (select account_id, fc_credit, fc_debit from posting where entry_id = e.id offset 0) p
    where p.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
    group by e.entry_date
  ), ended as (select day, sum(amount) over (order by day) as amount from moved)
  select least(
    coalesce((select x.amount from ended x where x.day <= p_day order by x.day desc limit 1), 0),
    (select min(x.amount) from ended x where x.day > p_day))
$$;

-- What pays a foreign advance back takes it out at the pesos at which it stands in the books: told when it is submitted, before
-- others approve what could not be released.
create function check_advance_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  stray record;
  available numeric;
  amount numeric;
  pesos numeric;
begin
  select l.line_no, a.acct_code into stray
  from (select id, payee_id from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  cross join lateral (select acct_code, role from account where id = l.account_id offset 0) a
  where a.role = 'CUSTOMER_ADVANCES' and (d.payee_id is null or l.payee_id is distinct from d.payee_id)
  order by l.line_no limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'advance_without_customer', table = 'line',
      message = format('line %s: account %s is what customers paid in advance. Enter a collection, or what pays it back to the customer.',
        stray.line_no, stray.acct_code);
  end if;
  for stray in
    select d.payee_id, d.document_date, min(l.line_no) as line_no, sum(l.debit_amount - l.credit_amount) as taken,
      sum(l.debit_php - l.credit_php) as taken_php
    from (select id, payee_id, document_date from document where batch_id = new.id offset 0) d
    cross join lateral (select * from line where document_id = d.id offset 0) l
    cross join lateral (select acct_code, role from account where id = l.account_id offset 0) a
    where a.role = 'CUSTOMER_ADVANCES'
    group by d.id, d.payee_id, d.document_date having sum(l.debit_amount - l.credit_amount) > 0
  loop
    amount := customer_advance(stray.payee_id, new.currency_id);
    available := least(amount,
      customer_advance_on(stray.payee_id, new.currency_id, stray.document_date));
    if stray.taken > available then
      raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'line',
        message = format('line %s: the customer has only %s in advance on this day. Take less, or date it later.', stray.line_no,
          to_char(greatest(available, 0), 'FM999,999,999,999,990.00'));
    end if;
    pesos := customer_advance_php(stray.payee_id, new.currency_id);
    if new.currency_id <> 1 and (stray.taken_php > pesos or stray.taken = amount and stray.taken_php <> pesos) then
      raise exception using errcode = '23514', constraint = 'customer_advance_pesos', table = 'line',
        message = format('line %s: what is left of this advance stands in the books at %s pesos, not %s. Enter %s as a %s in pesos alone on this account, and the other side as exchange difference.',
          stray.line_no, to_char(pesos, 'FM999,999,999,999,990.00'), to_char(stray.taken_php, 'FM999,999,999,999,990.00'),
          to_char(abs(stray.taken_php - pesos), 'FM999,999,999,999,990.00'),
          case when stray.taken_php > pesos then 'credit' else 'debit' end);
    end if;
  end loop;
  return new;
end $$;
create trigger advance_lines before update of status on batch for each row
  when (new.document_type not in ('BI', 'CN') and old.status = 1 and new.status between 2 and 7)
  execute function check_advance_lines();

-- What an entry takes of an advance is there on its day and on every later one, and a foreign one leaves the books at its own
-- pesos: by collections at their average, by what pays it back as it says, and the last of it with the last of them. Under a lock
-- per customer, in order and before those of the balances: of two that use one advance the second sees what the first took.
create function check_advances() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- Two names of one customer share his advance. A merge does not end while one of them has used what came in under the other.
create function check_merged_advance() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7012, old.merged_into);
  if exists (
    select from unnest(array[old.id, old.merged_into]) p (id) cross join currency c
    where customer_advance_on(p.id, c.id, '-infinity') < 0) then
    raise exception using errcode = '23514', constraint = 'payee_merged_advance', table = 'payee',
      message = 'What one of the two payees paid in advance is used by the other. Void that collection first.';
  end if;
  return null;
end $$;
create trigger payee_merged_advance after update of merged_into on payee for each row
  when (old.merged_into is not null and old.merged_into is distinct from new.merged_into) execute function check_merged_advance();
grant select on settlement to talaan_app, talaan_report;

create function lock_settled_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform from batch b
  where b.id in (
    select i.batch_id from (select id from document where batch_id = new.id offset 0) c
    cross join lateral (
      select a.billing_document_id as invoice_id from collection_application a where a.document_id = c.id
      union all
      select l.invoice_id from (select invoice_id from line where document_id = c.id offset 0) l where l.invoice_id is not null) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i)
  order by b.id for no key update;
  return null;
end $$;
create trigger settled_invoices_locked after update of status on batch for each row
  when (new.document_type in ('CN', 'JE') and (old.status = 7) <> (new.status = 7)) execute function lock_settled_invoices();
revoke execute on function settle_invoices, lock_settled_invoices from public;

-- What a customer had paid in advance and not used at the end of a day, in each currency and in the pesos at which it stood in the
-- books; his other names count as he does.
create function customer_advances_at(p_payee_id int, p_day date) returns table (currency_id int, amount numeric, amount_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select e.currency_id, sum(p.fc_credit - p.fc_debit), sum(p.credit - p.debit)
  from unnest(payees_as_one(p_payee_id)) c (id)
  cross join lateral (
    select id, currency_id from journal_entry where payee_id = c.id and entry_date <= p_day offset 0) e
  cross join lateral (select * from posting where entry_id = e.id offset 0) p
  where p.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
  group by e.currency_id
  having sum(p.fc_credit - p.fc_debit) <> 0 or sum(p.credit - p.debit) <> 0
$$;

-- The invoices of which something may have been open at the end of a day: what is open now, and what was billed, settled or cancelled
-- after it. `open_invoices` looks at every invoice there ever was; joined with these it looks at no others.
create function perhaps_open_invoices(p_as_of date) returns table (document_id bigint)
  language sql stable
as $$
  select d.id from batch b join document d on d.batch_id = b.id where b.collection_status in (0, 1) and b.deleted_at is null
  union
  select e.document_id from journal_entry e where e.document_type = 'BI' and e.entry_date > p_as_of
  union
  select a.billing_document_id from journal_entry e join collection_application a on a.document_id = e.document_id
  where e.document_type = 'CN' and e.entry_date > p_as_of
  union
  select p.invoice_id from posting p where p.invoice_id is not null and p.entry_date > p_as_of
$$;
