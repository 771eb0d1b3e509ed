-- The period of a batch is the month of its date. A billing has it always; of what is typed the first one takes it, and stays
-- what was made of the template in it; a run names the period, and is refused where it is taken, and of
-- a template that is out of use or not made then.
create or replace function set_regular_period() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  month int := to_char(new.document_date, 'YYYYMM')::int;
begin
  if new.regular_trx is null then
    new.regular_period := null;
  elsif new.document_type = 'BI' then
    new.regular_period := month;
  elsif tg_op = 'INSERT' and new.regular_period is not null then
    if new.regular_period <> month then
      raise exception using errcode = '23514', constraint = 'batch_regular_period', table = 'batch',
        message = 'What a run makes has a date in its period.';
    end if;
    if not exists (select from regular_transaction t where t.id = new.regular_trx and t.status = 1
        and coalesce(t.first_period, month) <= month and coalesce(t.last_period, month) >= month) then
      raise exception using errcode = '23514', constraint = 'batch_regular_due', table = 'batch',
        message = 'The regular transaction is out of use, or is not made in this period. Load the month again.';
    end if;
  elsif tg_op = 'INSERT' or new.regular_trx is distinct from old.regular_trx
    or new.document_date is distinct from old.document_date and old.regular_period is distinct from month then
    new.regular_period := case when not exists (
      select from batch b
      where b.regular_trx = new.regular_trx and b.regular_period = month and b.deleted_at is null and b.status <> 20
        and b.id <> new.id) then month end;
  else
    new.regular_period := old.regular_period;
  end if;
  return new;
end $$;
