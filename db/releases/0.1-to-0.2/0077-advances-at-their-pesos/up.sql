-- What pays a foreign advance back takes it out at the pesos at which it stands in the books: told when it is submitted, before
-- others approve what could not be released.
create or replace function check_advance_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
