-- Regular transactions: when a template is due, its lines in named sections, where each amount comes from, once per template and period;
-- and the reversal of an accrual by itself (many §2).

create table regular_section (
  id int generated always as identity primary key,
  regular_transaction_id int not null references regular_transaction,
  section_no smallint not null constraint regular_section_number check (section_no between 1 and 500),
  section_name name_text not null,
  constraint regular_section_no unique (regular_transaction_id, section_no)
);
call make_master('regular_section');
-- Checked at the end: a section and its lines go in any order, and lines follow a section that is numbered anew.
alter table regular_line add constraint regular_line_in_section foreign key (regular_transaction_id, section_no)
    references regular_section (regular_transaction_id, section_no) on update cascade deferrable initially deferred;

-- A template without sections would show its lines nowhere.
create function keep_regular_section() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from regular_transaction where id = old.regular_transaction_id)
    and not exists (select from regular_section where regular_transaction_id = old.regular_transaction_id) then
    raise exception using errcode = '23514', constraint = 'regular_section_one', table = 'regular_section',
      message = 'A regular transaction has at least one section.';
  end if;
  return null;
end $$;
create constraint trigger regular_section_one after delete or update of regular_transaction_id on regular_section
  deferrable initially deferred for each row execute function keep_regular_section();

-- At the end, because a template that comes back brings its own.
create function start_regular_section() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into regular_section (regular_transaction_id, section_no, section_name)
  select id, 1, 'Lines' from regular_transaction t
  where id = new.id and not exists (select from regular_section where regular_transaction_id = t.id);
  return null;
end $$;
create constraint trigger regular_section_first after insert on regular_transaction
  deferrable initially deferred for each row execute function start_regular_section();

-- What a line does not say follows from what it says: an amount is fixed, none is asked; the side is that of the amount, of the
-- bank for the bank account and the tax beside it, of the customer's income for a billing, else the account's own.
create function fill_regular_line() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  bank_side text;
  is_billing boolean;
  is_bank boolean;
begin
  new.amount_mode := coalesce(new.amount_mode, case
    when new.part is not null then 'part'
    when new.debit_amount + new.credit_amount > 0 then 'fixed'
    else 'ask' end);
  if new.side is null or new.debit_amount + new.credit_amount > 0 then
    select t.bank_side, t.document_type = 'BI',
      exists (select from bank k where k.id = r.bank_id and k.acct_code = a.acct_code)
    into bank_side, is_billing, is_bank
    from regular_transaction r
    cross join lateral (select x.* from document_type x where x.document_type = r.document_type offset 0) t
    cross join lateral (select x.acct_code from account x where x.id = new.account_id offset 0) a
    where r.id = new.regular_transaction_id;
    new.side := case
      when new.debit_amount > 0 then 'D'
      when new.credit_amount > 0 then 'C'
      when is_billing then 'C'
      when is_bank or new.part in ('withheld', 'bank') then case bank_side when 'debit' then 'D' else 'C' end
      when new.part = 'vat' then case bank_side when 'debit' then 'C' else 'D' end
      else (select normal_balance from account where id = new.account_id) end;
  end if;
  return new;
end $$;
create trigger regular_line_fill before insert or update on regular_line
  for each row execute function fill_regular_line();

-- The period of a batch is the month of its date. A billing has it always; of what is typed the first one takes it, and stays
-- what was made of the template in it; a run names the period, and is refused where it is taken, and of
-- a template that is out of use or not made then.
create function set_regular_period() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create trigger batch_regular_period before insert or update of regular_trx, regular_period, document_date, payee_id on batch
  for each row when (new.regular_trx is not null or new.regular_period is not null) execute function set_regular_period();

-- What the template says while the draft is written; from its submission on it stands as it was shown and signed.
create function set_reverses_next_period() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op = 'UPDATE' and new.status <> 1 then
    new.reverses_next_period := old.reverses_next_period;
  else
    new.reverses_next_period := case when new.document_type = 'JE' and new.adjusting and exists (
      select from regular_transaction t where t.id = new.regular_trx and t.reverse_next_period = 1) then 1 else 0 end;
  end if;
  return new;
end $$;
create trigger batch_reverses_insert before insert on batch for each row
  when (new.regular_trx is not null or new.reverses_next_period = 1) execute function set_reverses_next_period();
create trigger batch_reverses_update before update on batch for each row
  when (new.regular_trx is not null or new.reverses_next_period = 1 or old.reverses_next_period = 1)
  execute function set_reverses_next_period();

create table batch_reversal (
  batch_id bigint not null references batch,
  -- A restored accrual is approved, and taken back, anew.
  cycle smallint not null,
  due_on date not null,
  -- In whose name it is made: whose approval covers it.
  approved_by int not null references app_user,
  reversal_batch_id bigint unique references batch,
  reversed_at timestamptz,
  -- The accrual was voided before.
  cancelled_at timestamptz,
  -- Why it was not made when it was due, of the last try.
  reason text check (length(reason) between 1 and 1000),
  primary key (batch_id, cycle),
  constraint batch_reversal_made check ((reversal_batch_id is null) = (reversed_at is null) and (reversed_at is null or cancelled_at is null))
);
create index batch_reversal_due on batch_reversal (due_on) where reversal_batch_id is null and cancelled_at is null;
create index batch_reversal_approved_by on batch_reversal (approved_by);
call audit_table('batch_reversal', 'batch_id,cycle');
grant select, update (reversal_batch_id, reason) on batch_reversal to talaan_app;

create function plan_reversal() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.status = 7 then
    insert into batch_reversal (batch_id, cycle, due_on, approved_by)
    select new.id, new.cycle, (date_trunc('month', new.document_date::timestamp) + interval '1 month')::date, m.user_id
    from batch_move m where m.batch_id = new.id and m.cycle = new.cycle and m.status_to = 7 order by m.id desc limit 1;
  else
    update batch_reversal set cancelled_at = now()
    where batch_id = new.id and cycle = new.cycle and reversal_batch_id is null and cancelled_at is null;
  end if;
  return null;
end $$;
revoke execute on function plan_reversal() from public;
create trigger batch_reversal_planned after update of status on batch for each row
  when (new.reverses_next_period = 1 and old.status <> new.status and (new.status = 7 or old.status = 7))
  execute function plan_reversal();

-- The lines of both are the same ones with their sides swapped.
create function reversal_swaps(p_accrual bigint, p_reversal bigint) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select (
    select json_agg(json_build_array(d.header_key, l.line_no, l.account_id, l.payee_id, l.department_id, l.branch_id, l.section_id,
        l.billing_service_id, l.atc_id, l.tax_base, l.invoice_id, l.debit_amount, l.credit_amount, l.debit_php, l.credit_php)
      order by d.header_key, l.line_no)::text
    from document d cross join lateral (select * from line where document_id = d.id offset 0) l where d.batch_id = p_accrual
  ) = (
    select json_agg(json_build_array(d.header_key, l.line_no, l.account_id, l.payee_id, l.department_id, l.branch_id, l.section_id,
        l.billing_service_id, l.atc_id, l.tax_base, l.invoice_id, l.credit_amount, l.debit_amount, l.credit_php, l.debit_php)
      order by d.header_key, l.line_no)::text
    from document d cross join lateral (select * from line where document_id = d.id offset 0) l where d.batch_id = p_reversal
  )
$$;
grant execute on function reversal_swaps to talaan_app;

create function check_batch_reversal() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  accrual batch;
  reversal batch;
begin
  if row(new.batch_id, new.cycle, new.due_on, new.approved_by) is distinct from row(old.batch_id, old.cycle, old.due_on, old.approved_by)
     or old.reversal_batch_id is not null
     or old.cancelled_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_reversal_stands', table = 'batch_reversal',
      message = 'An accrual is reversed once, as it was approved.';
  end if;
  if new.reversal_batch_id is null then
    return new;
  end if;
  if new.due_on > manila_today() then
    raise exception using errcode = '23514', constraint = 'batch_reversal_day', table = 'batch_reversal',
      message = format('The accrual is reversed on %s.', new.due_on);
  end if;
  select * into accrual from batch where id = new.batch_id for share;
  select * into reversal from batch where id = new.reversal_batch_id;
  if current_actor() is distinct from new.approved_by or accrual.status <> 7 or accrual.cycle <> new.cycle
     or row(reversal.document_type, reversal.status, reversal.cycle, reversal.prepared_by, reversal.adjusting, reversal.document_date,
       reversal.currency_id, reversal.dollar_rate, reversal.is_confidential, reversal.regular_trx)
     is distinct from row(accrual.document_type, 1::smallint, 1::smallint, new.approved_by, true, new.due_on::accounting_date,
       accrual.currency_id, accrual.dollar_rate, accrual.is_confidential, null::int)
     or reversal_swaps(new.batch_id, new.reversal_batch_id) is not true then
    raise exception using errcode = '23514', constraint = 'reversal_swaps', table = 'batch_reversal',
      message = 'A reversal is the accrual with its sides swapped, of the day it is due.';
  end if;
  new.reversed_at := now();
  return new;
end $$;
create trigger batch_reversal_stands before update on batch_reversal for each row execute function check_batch_reversal();

-- It is posted in the transaction that makes it: nobody gets to a draft of it.
create function check_reversal_posted() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (select from batch where id = new.reversal_batch_id and status = 7) then
    raise exception using errcode = '23514', constraint = 'batch_reversal_posted', table = 'batch_reversal',
      message = 'A reversal is posted when it is made.';
  end if;
  return null;
end $$;
create constraint trigger batch_reversal_posted after update on batch_reversal deferrable initially deferred for each row
  when (new.reversal_batch_id is not null) execute function check_reversal_posted();

-- An accrual and what took it back are void together, and what took it back does not come back.
create function check_reversal_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from batch_reversal r cross join lateral (select status from batch where id = r.reversal_batch_id offset 0) t
    where r.batch_id = new.id and r.cycle = new.cycle and t.status <> 20) then
    raise exception using errcode = '23514', constraint = 'batch_reversal_whole', table = 'batch',
      message = 'It was reversed meanwhile. Load it again: a void takes both.';
  end if;
  if exists (
    select from batch_reversal r cross join lateral (select status, cycle from batch where id = r.batch_id offset 0) a
    where r.reversal_batch_id = new.id and a.status <> 20 and a.cycle = r.cycle) then
    raise exception using errcode = '23514', constraint = 'batch_reversal_whole', table = 'batch',
      message = 'An accrual and its reversal are void together: void the accrual.';
  end if;
  return null;
end $$;
create constraint trigger batch_reversal_whole after update of status on batch deferrable initially deferred for each row
  when (new.document_type = 'JE' and old.status = 7 and new.status = 20) execute function check_reversal_whole();

create function check_reversal_restored() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from batch_reversal where reversal_batch_id = new.batch_id) then
    raise exception using errcode = '23514', constraint = 'batch_reversal_kept', table = 'batch_move',
      message = 'A reversal stays void with its accrual. Restore the accrual: it is reversed anew.';
  end if;
  return new;
end $$;
create trigger batch_reversal_kept before insert on batch_move for each row
  when (new.action = 'restore' and new.document_type = 'JE') execute function check_reversal_restored();
