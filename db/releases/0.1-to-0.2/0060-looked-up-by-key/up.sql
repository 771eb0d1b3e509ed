-- Settings do not keep a plan from reading the whole index of a table that had one row when it was made. What joins by keys that
-- occur more than once, or are many, looks up one by one (`offset 0`).

create or replace function payees_as_one(p_payee int) returns int[]
  language sql stable
  set search_path = public, pg_temp
as $$
  with survivor as materialized (select coalesce(merged_into, id) as id from payee where id = p_payee)
  select array(
    select id from survivor union all
    select f.id from survivor s cross join lateral (select id from payee where merged_into = s.id offset 0) f)
$$;

create or replace function customer_advance(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.credit_amount - l.debit_amount), 0)
  from unnest(payees_as_one(p_payee_id)) c (id)
  cross join lateral (select id, batch_id from document where payee_id = c.id and voided_at is null offset 0) d
  cross join lateral (select from batch where id = d.batch_id and status = 7 and currency_id = p_currency_id offset 0) b
  cross join lateral (select account_id, credit_amount, debit_amount from line where document_id = d.id offset 0) l
  where l.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
$$;

create or replace function customer_advance_php(p_payee_id int, p_currency_id int) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.credit_php - l.debit_php), 0)
  from unnest(payees_as_one(p_payee_id)) c (id)
  cross join lateral (select id, batch_id from document where payee_id = c.id and voided_at is null offset 0) d
  cross join lateral (select from batch where id = d.batch_id and status = 7 and currency_id = p_currency_id offset 0) b
  cross join lateral (select account_id, credit_php, debit_php from line where document_id = d.id offset 0) l
  where l.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
$$;

create or replace function customer_advance_on(p_payee_id int, p_currency_id int, p_day date) returns numeric
  language sql stable
  set search_path = public, pg_temp
as $$
  with moved as (
    select e.entry_date as day, sum(p.fc_credit - p.fc_debit) as amount
    from unnest(payees_as_one(p_payee_id)) c (id)
    cross join lateral (select id from document where payee_id = c.id offset 0) d
    cross join lateral (
      select id, entry_date from journal_entry where document_id = d.id and reverses_id is null and currency_id = p_currency_id offset 0) o
    cross join lateral (
      select o.id, o.entry_date union all select r.id, r.entry_date from journal_entry r where r.reverses_id = o.id offset 0) e
    cross join lateral (select account_id, fc_credit, fc_debit from posting where entry_id = e.id offset 0) p
    where p.account_id = any (array(select id from account where role = 'CUSTOMER_ADVANCES'))
    group by e.entry_date
  ), ended as (select day, sum(amount) over (order by day) as amount from moved)
  select least(
    coalesce((select x.amount from ended x where x.day <= p_day order by x.day desc limit 1), 0),
    (select min(x.amount) from ended x where x.day > p_day))
$$;

create or replace function check_voucher_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  documents bigint[];
  bad record;
begin
  if tg_table_name = 'batch' then
    documents := array(select d.id from document d where d.batch_id = new.id);
  elsif tg_table_name = 'document' then
    documents := array[new.id];
  else
    documents := array[coalesce(new.document_id, old.document_id)];
  end if;
  select c.cheque_number, c.state, c.state_on, v.stands into bad
  from unnest(documents) g (id)
  cross join lateral (select * from voucher_cheque where document_id = g.id offset 0) v
  left join lateral (
    select * from cheque
    where document_id = g.id and state in ('queued', 'printed', 'released', 'matured', 'cleared') offset 0) c on true
  where not case
      when not v.stands or v.bank_id is null then c.id is null
      when c.id is not null then says_the_same(c, v)
      else exists (select from cheque o where o.document_id = v.document_id and o.state <> 'replaced')
        and (v.cheque_number is null or exists (
          select from cheque o
          where o.document_id = v.document_id and o.bank_id = v.bank_id
            and cheque_key(o.cheque_number) = cheque_key(v.cheque_number)))
    end
  limit 1;
  if found and bad.state = 'cleared' and not bad.stands then
    raise exception using errcode = '23514', constraint = 'cheque_cleared', table = 'cheque',
      message = format('Cheque %s was paid by the bank on %s. Take its clearing back first if that is wrong.',
        bad.cheque_number, bad.state_on);
  elsif found and bad.stands and bad.state <> 'queued' then
    raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
      message = format('Cheque %s of this voucher is %s: bank, number, date, payee and amount stand on paper. '
        'Mark the cheque spoiled in Check Transactions before you change them.', bad.cheque_number, bad.state);
  elsif found then
    raise exception using errcode = '23514', constraint = 'voucher_has_cheque', table = 'cheque',
      message = 'A voucher that names a bank has one cheque, which says the same.';
  end if;
  return null;
end $$;

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
    select i.batch_id from (select id from document where batch_id = new.id offset 0) c
    cross join lateral (select invoice_id from settlement where document_id = c.id offset 0) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i)
  order by b.id for no key update;

  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate, s.own, s.own_php,
      new.document_type = 'JE' or coalesce(i.payee_id = any (payees_as_one(new.payee_id)), false) and b.currency_id = new.currency_id as fits,
      i.document_date > s.settled_on as is_later,
      (select l.debit_php::numeric from line l where l.document_id = i.id and l.line_no = 1) as booked_php, t.taken, t.taken_php
    from (
      select o.invoice_id, min(c.document_date) as settled_on, sum(o.amount) as own, sum(o.amount_php) as own_php
      from (select id, document_date from document where batch_id = new.id offset 0) c
      cross join lateral (select * from settlement where document_id = c.id offset 0) o
      group by o.invoice_id) s
    cross join lateral (select * from document where id = s.invoice_id offset 0) i
    cross join lateral (select status, dollar_rate, currency_id from batch where id = i.batch_id offset 0) b
    cross join lateral (
      select coalesce(sum(o.amount), 0) as taken, coalesce(sum(o.amount_php), 0) as taken_php
      from (select * from settlement where invoice_id = i.id offset 0) o
      cross join lateral (select batch_id from document where id = o.document_id offset 0) d
      cross join lateral (select from batch where id = d.batch_id and status = 7 offset 0) x) t
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

create or replace function keep_document_numbers() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  change record;
begin
  for change in
    select n.kind, n.was, n.is_now from (values
      ('document', old.document_number, new.document_number), ('or', old.or_number, new.or_number),
      ('ar', old.ar_number, new.ar_number)) n (kind, was, is_now)
    where n.was is distinct from n.is_now
  loop
    if (case when change.is_now is null
      then change.kind = 'document' or not exists (select from batch b where b.id = new.batch_id and b.status = 20)
      else change.is_now is distinct from (
        select i.number_text from (select * from number_issue where document_id = new.id offset 0) i
        join number_series s on s.id = i.series_id
        where case when s.kind in ('or', 'ar') then s.kind else 'document' end = change.kind
        order by i.issued_at desc, i.number desc limit 1) end) then
      raise exception using errcode = '23514', constraint = 'document_number_issued', table = 'document',
        message = format('Number %s of this document stays; only one that is issued to it takes its place.', change.was);
    end if;
  end loop;
  return new;
end $$;

-- What functions read of the books they look up by key, whatever their connection knew of the tables when it planned them: a plan
-- is kept while the tables grow, until somebody analyses, and one that was made while they were small reads all of them otherwise.
-- A plan for its values would cost each call more than what it reads, and a statement without values would keep its plan all the same.
do $$
declare
  called regprocedure;
begin
  for called in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace
      -- In SQL one without settings is part of the statement that calls it, and planned with it.
      and (l.lanname = 'plpgsql' or l.lanname = 'sql' and p.proconfig is not null)
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
      -- These two read the whole books; the third joins the sets that it is given.
      and p.proname not in ('verify_audit', 'verify_balances', 'post_entries')
    order by 1
  loop
    execute format('alter routine %s set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off', called);
  end loop;
end $$;
alter function post_entries set enable_seqscan = off;
