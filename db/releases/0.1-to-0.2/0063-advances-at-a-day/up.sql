-- Of the entries as they were posted, so that a document that is restored and edited moves nothing that was reported.

-- What a customer had paid in advance and not used at the end of a day, in each currency and in the pesos at which it stood in the
-- books; his other names count as he does.
create function customer_advances_at(p_payee_id int, p_day date) returns table (currency_id int, amount numeric, amount_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- What of it can be used on a day: as much as is there at its end and at the end of every later day.
create or replace function customer_advance_on(p_payee_id int, p_currency_id int, p_day date) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
