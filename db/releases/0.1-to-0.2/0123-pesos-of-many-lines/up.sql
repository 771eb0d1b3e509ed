-- The pesos of a document's lines by its rate (0067), with its sums made once: `whole` stands for one row, and a plan that was made while
-- documents were small asked for it again for every line.
create or replace function pesos_by_rate(p_document_id bigint) returns table (line_no smallint, debit_php numeric, credit_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with converted as materialized (
    select l.line_no, l.debit_amount::numeric as debit, l.credit_amount::numeric as credit,
      round(l.debit_amount::numeric * b.dollar_rate::numeric, 2) as debit_php,
      round(l.credit_amount::numeric * b.dollar_rate::numeric, 2) as credit_php
    from (select batch_id from document where id = p_document_id offset 0) d
    cross join lateral (select dollar_rate from batch where id = d.batch_id offset 0) b
    cross join lateral (select line_no, debit_amount, credit_amount from line where document_id = p_document_id offset 0) l
    where l.debit_amount > 0 or l.credit_amount > 0
  ), whole as materialized (
    select case when sum(c.debit) = sum(c.credit) then sum(c.debit_php) - sum(c.credit_php) else 0 end as rounding,
      (select m.line_no from converted m order by m.debit_php + m.credit_php desc, m.line_no limit 1) as largest
    from converted c
  )
  select c.line_no,
    c.debit_php - case when c.line_no = w.largest and c.debit_php > 0 then w.rounding else 0 end,
    c.credit_php + case when c.line_no = w.largest and c.debit_php = 0 then w.rounding else 0 end
  from converted c cross join whole w
$$;
