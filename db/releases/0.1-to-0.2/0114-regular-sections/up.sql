-- A regular transaction says when it is due, its lines stand in named sections, and each line says where its amount comes from.

alter table regular_transaction
  add schedule text collate "C" not null default 'none'
    check (schedule in ('none', 'monthly', 'quarterly', 'half_yearly', 'yearly')),
  add first_period int check (first_period between 190001 and 999912 and first_period % 100 between 1 and 12),
  add last_period int check (last_period between 190001 and 999912 and last_period % 100 between 1 and 12),
  -- 31: the last day of the period.
  add day smallint not null default 31 check (day between 1 and 31),
  -- Empty: those of the payee.
  add vat smallint check (vat between 0 and 3),
  add atc_id int references alpha_tax_code,
  add constraint regular_transaction_periods check (first_period <= last_period);
create index regular_transaction_tax_code on regular_transaction (atc_id) where atc_id is not null;
create index regular_transaction_due on regular_transaction (txn_type) where schedule <> 'none' and status = 1;

create table regular_section (
  id int generated always as identity primary key,
  regular_transaction_id int not null references regular_transaction,
  section_no smallint not null constraint regular_section_number check (section_no between 1 and 500),
  section_name name_text not null,
  constraint regular_section_no unique (regular_transaction_id, section_no)
);
call make_master('regular_section');
create index audit_event_regular_section_regular_transaction_id on audit_event ((after ->> 'regular_transaction_id'))
  where table_name = 'regular_section' and after ? 'regular_transaction_id';

-- A template without sections would show its lines nowhere.
create function keep_regular_section() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into regular_section (regular_transaction_id, section_no, section_name)
  select id, 1, 'Lines' from regular_transaction t
  where id = new.id and not exists (select from regular_section where regular_transaction_id = t.id);
  return null;
end $$;
create constraint trigger regular_section_first after insert on regular_transaction
  deferrable initially deferred for each row execute function start_regular_section();

insert into regular_section (regular_transaction_id, section_no, section_name)
select id, 1, 'Lines' from regular_transaction order by id;

alter table regular_line
  add section_no smallint not null default 1,
  add amount_mode text collate "C",
  add side char(1) check (side in ('D', 'C')),
  add part text collate "C" check (part in ('vat', 'withheld', 'bank')),
  -- Checked at the end: a section and its lines go in any order, and lines follow a section that is numbered anew.
  add constraint regular_line_in_section foreign key (regular_transaction_id, section_no)
    references regular_section (regular_transaction_id, section_no) on update cascade deferrable initially deferred;
create index regular_line_of_section on regular_line (regular_transaction_id, section_no);

-- What a line does not say follows from what it says: an amount is fixed, none is asked; the side is that of the amount, of the
-- bank for the bank account and the tax beside it, of the customer's income for a billing, else the account's own.
create function fill_regular_line() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

-- Lines as they were: the amounts that stand are fixed, the others are asked.
update regular_line set section_no = 1;

alter table regular_line
  alter amount_mode set not null,
  alter side set not null,
  add constraint regular_line_amount_mode check (amount_mode in ('fixed', 'last', 'ask', 'part')),
  add constraint regular_line_fixed check (amount_mode <> 'fixed' or debit_amount + credit_amount > 0),
  add constraint regular_line_part check (
    (amount_mode = 'part') = (part is not null) and (part is null or debit_amount + credit_amount = 0)),
  add constraint regular_line_side check (
    (debit_amount = 0 or side = 'D') and (credit_amount = 0 or side = 'C'));

-- ---------------------------------------------------------------------------------------------------------------------
-- Once for a template and a period.

drop index batch_billed_once;
drop index batch_regular_once;

-- The earliest of each is the one of its month; of several that were typed, the others stay without a period. Nothing that
-- anybody signed or that postings say is touched: a period is no content.
alter table batch disable trigger batch_update;
update batch b set regular_period = m.period
from (
  select distinct on (regular_trx, period, payee) id, period
  from (
    select id, regular_trx, to_char(document_date, 'YYYYMM')::int as period,
      case document_type when 'BI' then coalesce(payee_id, 0) else 0 end as payee
    from batch where regular_trx is not null and deleted_at is null and status <> 20) made
  order by regular_trx, period, payee, id) m
where b.id = m.id;
alter table batch enable trigger batch_update;

create unique index batch_regular_once on batch
    (regular_trx, regular_period, (case document_type when 'BI' then coalesce(payee_id, 0) else 0 end))
  where regular_trx is not null and regular_period is not null and deleted_at is null and status <> 20;

-- The period of a batch is the month of its date. A billing has it always; of what is typed the first one takes it, and stays
-- what was made of the template in it; a run names the period, and is refused where it is taken.
create function set_regular_period() returns trigger
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
