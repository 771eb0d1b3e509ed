-- Only what takes money in can take it in without cash: of other types nothing is looked up, at none of their approvals.
create or replace function write_off_to_approve(b batch) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select w.amount
  from (select case when b.document_type in ('CN', 'CR') then written_off(b.id) else 0 end as amount) w
  where w.amount > 0 and round(w.amount * b.dollar_rate, 2) > write_off_without_approval()
$$;
