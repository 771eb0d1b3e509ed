-- What an accrual booked at the end of a month is taken back on the first day of the next one, by itself.

alter table regular_transaction
  add reverse_next_period flag not null default 0,
  add constraint regular_transaction_reverses check (reverse_next_period = 0 or (document_type = 'JE' and adjusting));

alter table batch add reverses_next_period flag not null default 0;

-- What the template says while the draft is written; from its submission on it stands as it was shown and signed.
create function set_reverses_next_period() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- What may be accepted: of a source that posts, in the transaction in which it was received; or the reversal of an accrual, which was
-- approved with it, in the transaction that makes it, in the name of who approved. So that nobody touched it since.
create or replace function accept_allowed(p_batch_id bigint) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select exists (
    select from batch b
    cross join lateral (select posting, reply, received_at, received_by from integrated_batch where id = b.integrated_batch_id offset 0) i
    where b.id = p_batch_id and b.cycle = 1 and i.posting = 'posts' and i.reply is null and i.received_at = now()
      and i.received_by = current_actor())
  or exists (
    select from batch_reversal r
    where r.reversal_batch_id = p_batch_id and r.reversed_at = now() and r.approved_by = current_actor()
      and reversal_swaps(r.batch_id, p_batch_id))
$$;

-- An accrual and what took it back are void together, and what took it back does not come back.
create function check_reversal_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
