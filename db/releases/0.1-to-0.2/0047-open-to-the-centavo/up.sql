-- As before, and what is void leaves an invoice that is settled by the rest at the pesos at which it came in: the last part takes
-- them only where it is posted last.
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

-- What of each invoice was open at the end of a day, in its currency and in the pesos of the receivable; what was settled
-- later does not count. It adds up to the receivable account at every date: an invoice that was cancelled as of an earlier
-- day than the void of its collection is less than nothing in between, and one whose parts were settled in another order than
-- their days is open by a centavo of pesos while nothing of it is open in its currency.
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
  where d.document_number is not null and (w.billed <> c.collected or w.billed_php <> c.collected_php)
$$;
