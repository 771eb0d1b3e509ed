-- Billing: what a customer is billed, by service and with its VAT; approved by billing officers, numbered and posted by the
-- last of their approvals (decisions §3, §5, §6). A billing is a batch of one document.

-- ---------------------------------------------------------------------------------------------------------------------
-- Billing officers approve billings, and nobody else does.

create or replace view officer_today as
select o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount, u.max_amount as user_max_amount,
  concat_ws(' ', u.user_first_name, u.user_last_name) as user_name, o.own_officers
from (
  select user_id, level, currency_id, min_amount, max_amount, false as own_officers from approving_officer
  union all
  select user_id, level, currency_id, min_amount, max_amount, true from billing_officer
) o join app_user u on u.id = o.user_id
where may_sign_in(u);

create or replace view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level_code, o.currency_id, o.min_amount, o.max_amount, o.user_max_amount,
  o.user_name as acting_user_name, o.own_officers
from officer_today o
union all
select d.to_user, o.user_id, o.level_code, o.currency_id, o.min_amount, o.max_amount, o.user_max_amount,
  concat_ws(' ', s.user_first_name, s.user_last_name), o.own_officers
from delegation d
join officer_today o on o.user_id = d.from_user
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date and d.ended_at is null and may_sign_in(s);

-- The officers' rows that count at a level for an amount, and whether each reaches it: of billing officers for a type that
-- has officers of its own, of approving officers for every other; those in the currency of the document, or where the
-- level has none, those in pesos against the peso amount; a maximum of 0 or empty is none. A stand-in uses the row of an
-- officer, so it is counted with his. `rowsAtLevel` and `officerCovers` of packages/core read them likewise.
drop function officers_at(text, int, numeric, numeric);
create function officers_at(
  p_level_code text, p_own_officers boolean, p_currency_id int, p_amount numeric, p_amount_php numeric)
  returns table (user_id int, reaches boolean)
  language sql stable
as $$
  select o.user_id,
    (coalesce(o.max_amount, 0) = 0
      or case o.currency_id when p_currency_id then p_amount else p_amount_php end <= o.max_amount)
    and (coalesce(o.user_max_amount, 0) = 0 or p_amount_php <= o.user_max_amount)
  from officer_today o
  where o.level_code = p_level_code and o.own_officers = p_own_officers
    and o.currency_id = case when p_currency_id <> 1 and exists (
      select from officer_today c
      where c.level_code = p_level_code and c.own_officers = p_own_officers and c.currency_id = p_currency_id)
      then p_currency_id else 1 end
$$;

-- The stages that a batch needs by its type and its amount: the review; every approving level whose minimum its pesos
-- reach, at least the lowest one, as stages 3, 4, 5; and where no officer's row of the last of them reaches the amount,
-- the next level too (decisions §3). A type that the settings do not name needs both. `requiredStages` of packages/core
-- counts them likewise, and a test holds the two together.
create or replace function required_stages(p_document_type text, p_currency_id int, p_amount numeric, p_amount_php numeric)
  returns smallint[]
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  stages smallint[] := '{}';
  needed record;
  level record;
  rank int := 0;
  -- The level before, whose officers may reach the amount already.
  last text;
begin
  select t.has_review_stage and coalesce((r.value ->> p_document_type)::boolean, true) as review,
    coalesce((a.value ->> p_document_type)::boolean, true) as approval, t.own_officers into needed
  from document_type t
  left join setting r on r.key = 'review_stage'
  left join setting a on a.key = 'approval_required'
  where t.document_type = p_document_type;
  if needed.review then
    stages := array[2];
  end if;
  if coalesce(needed.approval, true) then
    for level in select l.level_code, l.min_amount from approving_level l order by l.min_amount, l.level_code collate "C" loop
      exit when last is not null and level.min_amount > p_amount_php and exists (
        select from officers_at(last, coalesce(needed.own_officers, false), p_currency_id, p_amount, p_amount_php) o
        where o.reaches);
      rank := rank + 1;
      last := level.level_code;
      stages := stages || (2 + rank)::smallint;
    end loop;
  end if;
  return stages;
end $$;

-- Whoever approves at a level has a row of it, his own or that of whom he stands in for; at the last stage the row reaches
-- the amount (INV-11). That he stands in for him is held by batch_move_stand_in.
create or replace function check_approver() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  level text := (select l.level_code from approving_level l order by l.min_amount, l.level_code collate "C"
    offset new.status_from - 3 limit 1);
begin
  if not exists (
    select from batch b join document_type t on t.document_type = b.document_type
    cross join lateral officers_at(level, t.own_officers, b.currency_id, b.total_amount, b.amount_php) o
    where b.id = new.batch_id and o.user_id = coalesce(new.on_behalf_of, new.user_id) and (new.status_to < 6 or o.reaches))
     or new.on_behalf_of is not null and not exists (select from app_user s where s.id = new.user_id and may_sign_in(s)) then
    raise exception using errcode = '23514', constraint = 'approver_without_row', table = 'batch_move',
      message = format('An approval at level %s needs an officer of this level, currency and amount.', level);
  end if;
  return new;
end $$;

-- Whether the total of a type is the debit of its lines: those that post.
create or replace function totals_are_debits(p_document_type text) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$ select module is not null from document_type where document_type = p_document_type $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What a billing says beside its header and its lines of account.

create table billing (
  document_id bigint primary key references document on delete cascade,
  -- Days from the billing date; 0 is due immediately.
  payment_term smallint not null default 0 check (payment_term between 0 and 365),
  due_date accounting_date not null,
  -- What collections apply to it. The product computes it; nobody writes it.
  collected_amount amount not null default 0
);
call audit_table('billing', 'document_id');

-- One per service. Its income stands on the line of account after it (line_no + 1), with service, account and branch.
create table billing_service_line (
  document_id bigint not null references document on delete cascade,
  line_no smallint not null check (line_no between 1 and 500),
  -- What the invoice says beside the name of the service.
  description long_text,
  vat smallint not null check (vat between 0 and 3),
  -- With VAT, in the currency of the billing.
  total_amount amount not null check (total_amount > 0),
  primary key (document_id, line_no)
);
call audit_table('billing_service_line', 'document_id,line_no');

-- Both are contents of their batch: they come and go while it is active, and whoever touches them is an editor.
create trigger billing_touch_insert after insert on billing referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger billing_touch_delete after delete on billing referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger billing_update before update of document_id, payment_term, due_date on billing
  for each row execute function update_contents();
create trigger billing_service_line_touch_insert after insert on billing_service_line referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger billing_service_line_touch_delete after delete on billing_service_line referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger billing_service_line_update before update on billing_service_line
  for each row execute function update_contents();

-- The lines of account that follow from the services: one receivable, the income of each service, the output VAT.
-- `billingLines` of packages/core answers the same.
create function billing_lines(p_document_id bigint)
  returns table (line_no int, tag text, role text, debit numeric, credit numeric)
  language sql stable
  set search_path = public, pg_temp
as $$
  with service as (
    select s.line_no, s.total_amount::numeric as total,
      case s.vat when 1 then round(s.total_amount / 1.12, 2) else s.total_amount::numeric end as income
    from billing_service_line s where s.document_id = p_document_id
  ), whole as (select count(*)::int as services, sum(total) as total, sum(total - income) as vat from service)
  select 1, 'Total Amount', 'AR', total, 0 from whole where services > 0
  union all select s.line_no + 1, 'Income Amount', null, 0, s.income from service s
  union all select services + 2, 'Vat Amount', 'OUTPUT_VAT', 0, vat from whole where vat > 0
$$;

-- A billing that is submitted names its customer and a service, is due by its term, and posts what its services say.
create function check_billing() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  billed record;
begin
  select d.id, d.document_date + b.payment_term = b.due_date as due_by_term into billed
  from document d join billing b on b.document_id = d.id
  where d.batch_id = new.id and d.payee_id is not null
    and exists (select from billing_service_line s where s.document_id = d.id);
  if not found then
    raise exception using errcode = '23514', constraint = 'billing_complete', table = 'billing',
      message = format('Billing %s names no customer or bills nothing.', new.batch_number);
  end if;
  if not billed.due_by_term then
    raise exception using errcode = '23514', constraint = 'billing_due_date', table = 'billing',
      message = format('Billing %s is not due on its date and term.', new.batch_number);
  end if;
  if exists (
    select from billing_lines(billed.id) w
    full join (
      select l.line_no, l.remarks, a.role, a.acct_group, l.debit_amount, l.credit_amount, l.billing_service_id, l.payee_id, d.payee_id as customer
      from line l join account a on a.id = l.account_id join document d on d.id = l.document_id where l.document_id = billed.id
    ) l on l.line_no = w.line_no
    where row(w.tag, w.debit, w.credit) is distinct from row(l.remarks::text, l.debit_amount::numeric, l.credit_amount::numeric)
      or w.role is not null and w.role is distinct from l.role
      or (w.tag = 'Income Amount') is distinct from (l.billing_service_id is not null)
      or w.tag = 'Income Amount' and l.acct_group <> 'I'
      or l.payee_id is distinct from l.customer
  ) then
    raise exception using errcode = '23514', constraint = 'billing_lines_agree', table = 'line',
      message = format('The lines of billing %s are not those of its services.', new.batch_number);
  end if;
  return new;
end $$;
create trigger billing_complete before update of status on batch for each row
  when (new.document_type = 'BI' and old.status = 1 and new.status between 2 and 7) execute function check_billing();

-- ---------------------------------------------------------------------------------------------------------------------
-- The invoice number comes with the approval: none before it, none without it, and a cancelled invoice stays so.

create function check_invoice_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (select from batch b where b.id = new.batch_id and b.status = 7) then
    raise exception using errcode = '23514', constraint = 'billing_number_early', table = 'document',
      message = 'An invoice takes its number once it is approved.';
  end if;
  return new;
end $$;
create trigger billing_number_early before insert or update of document_number on document for each row
  when (new.document_type = 'BI' and new.document_number is not null) execute function check_invoice_number();

create function check_invoice_numbered() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (
    select from batch b join document d on d.batch_id = b.id
    where b.id = new.id and b.status = 7 and d.document_number is null) then
    raise exception using errcode = '23514', constraint = 'billing_numbered', table = 'document',
      message = format('Billing %s is approved and has no invoice number.', new.batch_number);
  end if;
  return null;
end $$;
create constraint trigger billing_numbered after update of status on batch deferrable initially deferred for each row
  when (new.document_type = 'BI' and new.status = 7) execute function check_invoice_numbered();

create function check_billing_end() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if new.status = 20 and exists (
    select from document d join billing b on b.document_id = d.id
    where d.batch_id = new.id and b.collected_amount > 0) then
    raise exception using errcode = '23514', constraint = 'billing_collected', table = 'billing',
      message = 'Collections are applied to this invoice. Void them before it is cancelled.';
  end if;
  if old.status = 20 and exists (
    select from document d where d.batch_id = new.id and d.document_number is not null) then
    raise exception using errcode = '23514', constraint = 'billing_cancelled', table = 'document',
      message = 'A cancelled invoice keeps its number and stays cancelled. Enter the billing anew.';
  end if;
  return new;
end $$;
create trigger billing_end before update of status on batch for each row
  when (new.document_type = 'BI' and (new.status = 20 and old.status = 7 or old.status = 20))
  execute function check_billing_end();

-- The invoices that were open at the end of a day, with what stays of each: posted by then and not cancelled by then. What
-- is settled later does not count. Amounts are in the currency of the invoice.
create function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric)
  language sql stable
  set search_path = public, pg_temp
as $$
  select d.id, d.batch_id, d.document_number, d.payee_id, e.currency_id, d.document_date, i.due_date,
    d.total_amount, i.collected_amount, d.total_amount - i.collected_amount
  from journal_entry e
  join document d on d.id = e.document_id
  join billing i on i.document_id = d.id
  where e.document_type = 'BI' and e.reverses_id is null and e.entry_date <= p_as_of
    and not exists (select from journal_entry r where r.reverses_id = e.id and r.entry_date <= p_as_of)
    and d.total_amount > i.collected_amount
$$;

-- ---------------------------------------------------------------------------------------------------------------------

grant select, delete on billing to talaan_app;
grant insert (document_id, payment_term, due_date), update (payment_term, due_date) on billing to talaan_app;
grant select, insert, update, delete on billing_service_line to talaan_app;
grant select on billing, billing_service_line to talaan_report;
