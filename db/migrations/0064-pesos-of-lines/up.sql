-- A line of a foreign entry is booked at the rate of its document, or at pesos of its own: a balance in that currency that
-- leaves the books as it came in. Those stand on one side of the entry only, so that the other side holds its peso amount,
-- by which approvals are routed, to the rate.

-- What the rate gives for each line of a document that has an amount, half-up, with the rounding difference of the document
-- on its largest line. The same as `pesosByRate` of the core.
create function pesos_by_rate(p_document_id bigint)
  returns table (line_no smallint, debit_php numeric, credit_php numeric)
  language sql stable
  set search_path = public, pg_temp
as $$
  with converted as (
    select l.line_no, l.debit_amount::numeric as debit, l.credit_amount::numeric as credit,
      round(l.debit_amount::numeric * b.dollar_rate::numeric, 2) as debit_php,
      round(l.credit_amount::numeric * b.dollar_rate::numeric, 2) as credit_php
    from line l
    join document d on d.id = l.document_id
    join batch b on b.id = d.batch_id
    where l.document_id = p_document_id and (l.debit_amount > 0 or l.credit_amount > 0)
  ), whole as (
    select case when sum(c.debit) = sum(c.credit) then sum(c.debit_php) - sum(c.credit_php) else 0 end as rounding,
      (select m.line_no from converted m order by m.debit_php + m.credit_php desc, m.line_no limit 1) as largest
    from converted c
  )
  select c.line_no,
    c.debit_php - case when c.line_no = w.largest and c.debit_php > 0 then w.rounding else 0 end,
    c.credit_php + case when c.line_no = w.largest and c.debit_php = 0 then w.rounding else 0 end
  from converted c cross join whole w
$$;

create function check_line_pesos() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  bad record;
begin
  select d.document_number, min(l.line_no) as line_no into bad
  from document d
  cross join lateral pesos_by_rate(d.id) r
  join line l on l.document_id = d.id and l.line_no = r.line_no
  join account a on a.id = l.account_id
  where d.batch_id = new.id and d.voided_at is null
    and row(l.debit_php::numeric, l.credit_php::numeric) is distinct from row(r.debit_php, r.credit_php)
  group by d.id
  having new.currency_id = 1 or bool_or(a.currency_id <> new.currency_id)
    or (bool_or(l.debit_amount > 0) and bool_or(l.credit_amount > 0))
    or bool_or(l.debit_amount > 0 and l.credit_php > 0 or l.credit_amount > 0 and l.debit_php > 0)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'line_pesos', table = 'line',
      message = format('Line %s of document %s is not booked at the rate, and may not have pesos of its own.',
        bad.line_no, bad.document_number);
  end if;
  return new;
end $$;
create trigger batch_line_pesos before update of status on batch for each row
  when (old.status = 1 and new.status between 2 and 7) execute function check_line_pesos();
