-- Billing: what a customer is billed, by service and with its VAT; approved by billing officers, numbered and posted by the
-- last of their approvals (decisions §3, §5, §6). A billing is a batch of one document.

-- Functions of this part name tables of later ones.
set local check_function_bodies = off;

-- ---------------------------------------------------------------------------------------------------------------------
-- What a billing says beside its header and its lines of account.
create table billing (
  document_id bigint primary key references document on delete cascade,
  -- Days from the billing date; 0 is due immediately.
  payment_term smallint not null default 0 check (payment_term between 0 and 365),
  due_date accounting_date not null,
  -- What collections apply to it. The product computes it; nobody writes it.
  collected_amount amount not null default 0,
  -- Why the customer disputes the invoice; null for none. Oldest-first leaves a disputed invoice out (decisions §6).
  dispute_reason long_text check (dispute_reason <> ''),
  opening flag not null default 0,
  -- The day of the invoice in the old books, by which it ages; its document is dated at the move.
  billed_on accounting_date,
  -- What it was billed for; its document says what is still open.
  original_amount amount,
  constraint billing_opening_facts check (
    opening = 1 and billed_on is not null and original_amount > 0 or opening = 0 and billed_on is null and original_amount is null)
);
-- The invoice that a line on the receivable account settles (a credit) or opens again (a debit), so that the account stays what is open
-- of the invoices at every date, whoever writes on it (decisions §6); null on every other account.
alter table line add column invoice_id int references billing (document_id);
grant insert (opening, billed_on, original_amount) on billing to talaan_app;
create index line_invoice on line (invoice_id) where invoice_id is not null;
-- Which invoices are opening ones, of which there are few beside all: what leaves them out reads these alone.
create index billing_of_opening on billing (document_id) where opening = 1;
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

-- The lines of account that follow from the services: one receivable, the income of each service, the output VAT; of an opening invoice
-- what is open of it against the account with the role OPENING, for its income and its VAT were reported by the old books. `billingLines`
-- of packages/core answers the same.
create function billing_lines(p_document_id bigint)
  returns table (line_no int, tag text, role text, debit numeric, credit numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with service as (
    select s.line_no, s.total_amount::numeric as total,
      case s.vat when 1 then round(s.total_amount / 1.12, 2) else s.total_amount::numeric end as income
    from billing_service_line s where s.document_id = p_document_id
  ), whole as (
    select count(*)::int as services, sum(total) as total, sum(total - income) as vat,
      (select b.opening = 1 from billing b where b.document_id = p_document_id) as opening from service)
  select 1, 'Total Amount', 'AR', total, 0 from whole where services > 0
  union all select 2, 'Opening Amount', 'OPENING', 0, total from whole where opening and services > 0
  union all select s.line_no + 1, 'Income Amount', null, 0, s.income from service s cross join whole where not opening
  union all select services + 2, 'Vat Amount', 'OUTPUT_VAT', 0, vat from whole where vat > 0 and not opening
$$;

-- A billing that is submitted names its customer and a service, is due by its term, and posts what its services say.
create function check_billing() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  billed record;
begin
  select d.id, coalesce(b.billed_on, d.document_date) + b.payment_term = b.due_date as due_by_term into billed
  from (select id, payee_id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select payment_term, due_date, billed_on from billing where document_id = d.id offset 0) b
  where d.payee_id is not null and exists (select from billing_service_line where document_id = d.id offset 0);
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
      from (select * from line where document_id = billed.id offset 0) l
      cross join lateral (select role, acct_group from account where id = l.account_id offset 0) a
      cross join (select payee_id from document where id = billed.id offset 0) d
    ) l on l.line_no = w.line_no
    where row(w.tag, w.debit, w.credit) is distinct from row(l.remarks::text, l.debit_amount::numeric, l.credit_amount::numeric)
      or w.role is not null and w.role is distinct from l.role
      or w.tag is distinct from 'Opening Amount' and (w.tag = 'Income Amount') is distinct from (l.billing_service_id is not null)
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
-- The invoice number comes with the approval: none before it, none without it, and a cancelled invoice stays so. An opening invoice has the
-- number of the old books from the start, which none of our own series gives out.
create function check_invoice_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  billed batch%rowtype;
begin
  select * into billed from batch where id = new.batch_id;
  if billed.moving_in_id is not null then
    if exists (
      select from number_series s
      where s.kind = 'bi' and upper(new.document_number) ~ '^BI-HOB[0-9]{7}$'
        and substr(new.document_number, 7)::bigint between s.series_from and s.series_to) then
      raise exception using errcode = '23514', constraint = 'opening_number_own', table = 'document',
        message = format('Invoice number %s is one that Talaan gives out itself.', new.document_number);
    end if;
  elsif billed.status is distinct from 7 then
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- What of each invoice was open at the end of a day, in its currency and in the pesos of the receivable; what was settled
-- later does not count. It adds up to the receivable account at every date: an invoice that was cancelled as of an earlier
-- day than the void of its collection is less than nothing in between, and one whose parts were settled in another order than
-- their days is open by a centavo of pesos while nothing of it is open in its currency.
-- An invoice is posted once, with its receivable as the one debit of its entry; cancelled, it stays so. The day of an opening invoice is
-- that of the old books.
create function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric, open_php numeric)
  language sql stable
as $$
  select d.id, d.batch_id, d.document_number, e.payee_id, e.currency_id, coalesce(i.billed_on, e.entry_date)::date, i.due_date,
    e.fc_total, c.collected, w.billed - c.collected, w.billed_php - c.collected_php
  from billing i
  join document d on d.id = i.document_id
  join journal_entry e on e.document_id = d.id and e.reverses_id is null and e.entry_date <= p_as_of
  left join journal_entry r on r.reverses_id = e.id and r.entry_date <= p_as_of
  cross join lateral (
    select case when r.id is null then e.fc_total::numeric else 0 end as billed,
      case when r.id is null then e.total::numeric else 0 end as billed_php) w
  cross join lateral (
    select coalesce(sum(s.amount), 0) as collected, coalesce(sum(s.amount_php), 0) as collected_php
    from settlement s where s.invoice_id = d.id and s.entry_date <= p_as_of) c
  where w.billed <> c.collected or w.billed_php <> c.collected_php
$$;

-- ---------------------------------------------------------------------------------------------------------------------
grant select, delete on billing to talaan_app;
grant insert (document_id, payment_term, due_date), update (payment_term, due_date) on billing to talaan_app;
grant select, insert, update, delete on billing_service_line to talaan_app;
grant select on billing, billing_service_line to talaan_report;

-- An approved invoice is disputed; a draft is corrected, and a cancelled invoice is owed by nobody.
create function check_dispute() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (select from document d join batch b on b.id = d.batch_id where d.id = new.document_id and b.status = 7) then
    raise exception using errcode = '23514', constraint = 'billing_dispute', table = 'billing',
      message = 'Only an approved invoice is marked as disputed.';
  end if;
  return new;
end $$;
create trigger billing_dispute before update of dispute_reason on billing for each row
  when (new.dispute_reason is not null) execute function check_dispute();

-- A customer on hold is billed nothing new: no billing of his leaves Active.
create function check_billing_hold() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  held record;
begin
  select p.payee_code, p.payee_desc, p.billing_hold into held
  from document d join payee p on p.id = d.payee_id
  where d.batch_id = new.id and p.billing_hold is not null limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'customer_on_hold', table = 'payee',
      message = format('Customer %s %s is on hold: %s', held.payee_code, held.payee_desc, held.billing_hold);
  end if;
  return new;
end $$;

grant update (dispute_reason) on billing to talaan_app;

-- An invoice that was approved is cancelled by another person than who prepared it, where billings are approved at all.
create function check_invoice_cancel() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if coalesce((select (value ->> 'BI')::boolean from setting where key = 'approval_required'), true)
     and (select prepared_by from batch where id = new.batch_id) = new.user_id then
    raise exception using errcode = '23514', constraint = 'invoice_cancelled_by_preparer', table = 'batch_move',
      message = 'Another person than who prepared an approved invoice cancels it.';
  end if;
  return new;
end $$;
create trigger invoice_cancelled_by_another before insert on batch_move for each row
  when (new.document_type = 'BI' and new.action = 'void' and new.status_from = 7) execute function check_invoice_cancel();
