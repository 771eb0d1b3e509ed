-- What is posted is frozen whole (decisions §4): the entry keeps the head that its document had, the posting the invoice that its
-- line settles. A document that is void can be restored and edited; what was reported of its earlier rounds stays.

alter table journal_entry
  add column payee_id int references payee,
  add column bank_id int references bank,
  add column cheque_number code_text,
  add column remarks long_text,
  add column purchase_order_id bigint references purchase_order (document_id);
-- That it names an invoice is part of posting_of_approved_line: the line refers to it.
alter table posting add column invoice_id bigint;

-- ---------------------------------------------------------------------------------------------------------------------
-- The entries that are there, in one pass: the head is that of the document, but for what the audit trail says was another
-- when the entry was made, which can be so where the document was restored since or its cheque was replaced.

alter table journal_entry disable trigger ledger_append_only;
update journal_entry e
set payee_id = case when was.head ? 'payee_id' then (was.head ->> 'payee_id')::int else d.payee_id end,
  bank_id = case when was.head ? 'bank_id' then (was.head ->> 'bank_id')::int else d.bank_id end,
  cheque_number = case when was.head ? 'cheque_number' then was.head ->> 'cheque_number' else d.cheque_number end,
  remarks = case when was.head ? 'remarks' then was.head ->> 'remarks' else d.remarks end,
  purchase_order_id = case when was.head ? 'purchase_order_id' then (was.head ->> 'purchase_order_id')::bigint
    else d.purchase_order_id end
from journal_entry o
join document d on d.id = o.document_id
join batch b on b.id = d.batch_id
join document_type t on t.document_type = b.document_type
left join lateral (
  select jsonb_object_agg(c.name, c.value) as head
  from (
    select distinct on (c.name) c.name, c.value
    from audit_event v cross join jsonb_each_text(v.before) c (name, value)
    where v.table_name = 'document' and v.row_key = d.id::text and v.action = 'update' and v.at > o.posted_at
    order by c.name, v.id) c
) was on b.cycle > o.round or t.cheque
where o.id = coalesce(e.reverses_id, e.id)
  and num_nonnulls(d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id, was.head) > 0;
alter table journal_entry enable always trigger ledger_append_only;

alter table posting disable trigger ledger_append_only;
update posting p set invoice_id = s.invoice_id
from (
  select o.id, l.line_no, l.invoice_id from line l join journal_entry o on o.document_id = l.document_id
  where l.invoice_id is not null and o.reverses_id is null and not exists (
    select from audit_event v
    where v.table_name = 'line' and v.row_key = concat_ws('/', l.document_id, l.line_no) and v.at > o.posted_at
      and (v.action <> 'update' or v.before ? 'invoice_id'))
  union all
  -- Lines of a journal that was restored: what the first change since the entry found there.
  select o.id, p.line_no, (was.found ->> 'invoice_id')::bigint
  from journal_entry o
  join document d on d.id = o.document_id
  join batch b on b.id = d.batch_id and b.cycle > o.round
  join posting p on p.entry_id = o.id
  cross join lateral (
    select v.before as found from audit_event v
    where v.table_name = 'line' and v.row_key = concat_ws('/', o.document_id, p.line_no) and v.at > o.posted_at
      and (v.action <> 'update' or v.before ? 'invoice_id')
    order by v.id limit 1) was
  where o.document_type = 'JE' and o.reverses_id is null and was.found ->> 'invoice_id' is not null
) s
join journal_entry e on e.id = s.id or e.reverses_id = s.id
where p.entry_id = e.id and p.line_no = s.line_no;
alter table posting enable always trigger ledger_append_only;

-- What a payee has in a period; journals name none. A bank is looked for before it is deleted.
create index journal_entry_payee on journal_entry (payee_id, entry_date, id) where payee_id is not null;
create index journal_entry_bank on journal_entry (bank_id, entry_date, id) where bank_id is not null;
create index journal_entry_purchase_order on journal_entry (purchase_order_id) where purchase_order_id is not null;
drop index line_settles;
create index posting_invoice on posting (invoice_id, entry_date) where invoice_id is not null;

grant insert (payee_id, bank_id, cheque_number, remarks, purchase_order_id) on journal_entry to talaan_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- The document of an entry as it was posted: its head, and its numbers of that round. A number that a restored document took
-- later is no number of its earlier entries; its receipts are those of the round alone, since a restore gives them up. With what
-- tells who may read it, which is as it is now: reports need no other table of documents.

create view posted_document as
select e.id as entry_id, e.document_type, d.batch_id, b.batch_number, n.document_number, n.or_number, n.ar_number, e.payee_id,
  e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id, b.prepared_by, b.is_confidential
from journal_entry e
join document d on d.id = e.document_id
join batch b on b.id = d.batch_id
cross join lateral (
  select
    (array_agg(i.number_text order by i.cycle desc, i.issued_at desc, i.number desc) filter (where s.kind not in ('or', 'ar')))[1]
      as document_number,
    max(i.number_text) filter (where s.kind = 'or' and i.cycle = e.round) as or_number,
    max(i.number_text) filter (where s.kind = 'ar' and i.cycle = e.round) as ar_number
  from number_issue i join number_series s on s.id = i.series_id
  where i.document_id = e.document_id and i.cycle <= e.round) n;
comment on column posted_document.document_number is 'nullable';
comment on column posted_document.or_number is 'nullable';
comment on column posted_document.ar_number is 'nullable';
comment on column posted_document.payee_id is 'nullable';
comment on column posted_document.bank_id is 'nullable';
comment on column posted_document.cheque_number is 'nullable';
comment on column posted_document.remarks is 'nullable';
comment on column posted_document.purchase_order_id is 'nullable';
grant select on posted_document to talaan_app, talaan_report;
-- ---------------------------------------------------------------------------------------------------------------------

-- Posts any number of entries in one call, of one or of thousands.
--   p_entries  [{id?, document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id?}]
--   p_lines    [{entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id?, section_id?,
--                payee_id?, billing_service_id?, atc_id?, tax_base?, remarks?, invoice_id?}], entry = 0-based place in p_entries;
--              lines of one entry keep their order and are numbered 1 … n.
-- Amounts are decimal strings; an omitted currency pair equals the peso pair. Answers the ids in the order of p_entries;
-- an id that the transaction took from the sequence before is kept, so that its reply is known before it is written and
-- the posting travels with the commit. The actor of the transaction is the poster. One bad entry refuses the whole call.
-- Each entry keeps the head of its document, a mirror that of its original, looked up by their keys.
-- Call it once per transaction.
create or replace function post_entries(p_entries jsonb, p_lines jsonb) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
as $$
declare
  actor int := current_actor();
  ids bigint[];
  dates date[];
begin
  select array_agg(coalesce(id, nextval('journal_entry_id_seq'))), array_agg(entry_date) into ids, dates
  from jsonb_to_recordset(p_entries) as (id bigint, entry_date date);

  insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
    total, fc_total, reverses_id, posted_by, payee_id, bank_id, cheque_number, remarks, purchase_order_id)
  overriding system value
  select ids[e.n], e.document_id, e.round, e.document_type, e.entry_date, e.module, e.currency_id, e.rate,
    coalesce(l.lines, 0), coalesce(l.total, 0), coalesce(l.fc_total, 0), e.reverses_id, actor,
    h.payee_id, h.bank_id, h.cheque_number, h.remarks, h.purchase_order_id
  from rows from (jsonb_to_recordset(p_entries) as (document_id bigint, round smallint, document_type text, entry_date date,
    module text, currency_id int, rate rate, reverses_id bigint)) with ordinality
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, n)
  left join (
    select entry, count(*) as lines, sum(debit) as total, sum(coalesce(fc_debit, debit)) as fc_total
    from jsonb_to_recordset(p_lines) as (entry int, debit numeric, fc_debit numeric) group by entry
  ) l on l.entry = e.n - 1
  left join lateral (
    select d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id
    from document d where d.id = e.document_id and e.reverses_id is null
    union all
    select o.payee_id, o.bank_id, o.cheque_number, o.remarks, o.purchase_order_id
    from journal_entry o where o.id = e.reverses_id
  ) h on true
  order by e.n;

  insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id,
    department_id, section_id, payee_id, billing_service_id, atc_id, tax_base, remarks, invoice_id)
  select ids[l.entry + 1], row_number() over (partition by l.entry order by l.n), dates[l.entry + 1], l.account_id,
    coalesce(l.debit, 0), coalesce(l.credit, 0), coalesce(l.fc_debit, l.debit, 0), coalesce(l.fc_credit, l.credit, 0),
    l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks, l.invoice_id
  from rows from (jsonb_to_recordset(p_lines) as (entry int, account_id int, debit numeric, credit numeric, fc_debit numeric,
    fc_credit numeric, branch_id int, department_id int, section_id int, payee_id int, billing_service_id int, atc_id int,
    tax_base numeric, remarks text, invoice_id bigint)) with ordinality
    l (entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id, section_id, payee_id,
      billing_service_id, atc_id, tax_base, remarks, invoice_id, n);
  return ids;
end $$;

-- As before; an entry has the head of its document.
create or replace function check_postings() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  -- The lines of an entry are those that its header states, and balance. The entry is that of an approved document in
  -- this round, at the document's date and with its head, a reversal that of a voided one (decisions §4: the batch moves first).
  select s.entry_id, s.debit, s.credit, w.is_whole, w.has_head into bad
  from (
    select entry_id, count(*) as lines, min(line_no) as first_line, max(line_no) as last_line,
      sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit,
      min(entry_date) as first_date, max(entry_date) as last_date
    from new_postings group by entry_id
  ) s
  left join journal_entry e on e.id = s.entry_id
  left join document d on d.id = e.document_id
  left join batch b on b.id = d.batch_id
  cross join lateral (
    select (s.lines = e.line_count and s.first_line = 1 and s.last_line = e.line_count
      and s.debit = e.total and s.credit = e.total and s.fc_debit = e.fc_total and s.fc_credit = e.fc_total
      and s.first_date = e.entry_date and s.last_date = e.entry_date) is true as is_whole,
      e.reverses_id is not null or row(e.payee_id, e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id)
        is not distinct from row(d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id) as has_head
  ) w
  where not w.is_whole
    or not w.has_head
    or d.document_type <> e.document_type
    or case when e.reverses_id is null
      then b.status <> 7 or b.cycle <> e.round or d.voided_at is not null or d.document_date <> e.entry_date
      else b.status <> 20 and d.voided_at is null end
  limit 1;
  if found and not bad.is_whole then
    raise exception using errcode = '23514', constraint = 'journal_entry_balanced', table = 'posting',
      message = case when bad.debit = bad.credit then 'The lines of the entry are not the lines that its header states.'
        else format('Entry is not balanced: debit %s, credit %s.', bad.debit, bad.credit) end,
      detail = format('entry %s', bad.entry_id);
  elsif found and not bad.has_head then
    raise exception using errcode = '23514', constraint = 'journal_entry_head', table = 'journal_entry',
      message = 'An entry keeps the payee, bank, cheque number, remarks and order of its document.',
      detail = format('entry %s', bad.entry_id);
  elsif found then
    raise exception using errcode = '23514', constraint = 'entry_of_approved_document', table = 'journal_entry',
      message = 'Only an approved document is posted, at its date, and only a voided one is reversed.',
      detail = format('entry %s', bad.entry_id);
  end if;

  -- An account does not change its nature between this check and the commit (check_account_tree).
  perform pg_advisory_xact_lock_shared(7001, 0);
  select p.entry_id, p.line_no, a.acct_code,
    case
      when a.acct_type <> 'S' or (a.status <> 1 and e.reverses_id is null) then 'account_postable'
      when a.currency_id not in (1, e.currency_id) and p.fc_debit + p.fc_credit > 0 then 'account_currency'
      when a.currency_id not in (1, e.currency_id) and e.currency_id <> 1 then 'account_currency'
      when e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit) then 'account_currency'
      else 'posting_department'
    end as rule
  into bad
  from new_postings p
  join journal_entry e on e.id = p.entry_id
  join account a on a.id = p.account_id
  where a.acct_type <> 'S'
    or (a.status <> 1 and e.reverses_id is null)
    or (a.currency_id not in (1, e.currency_id) and (e.currency_id <> 1 or p.fc_debit + p.fc_credit > 0))
    or (e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit))
    or (a.acct_class = 'I' and p.department_id is null)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = bad.rule, table = 'posting',
      message = case bad.rule
        when 'account_postable' then format('Line %s: account %s takes no postings.', bad.line_no, bad.acct_code)
        when 'account_currency' then format('Line %s: account %s is not in the currency of the entry.', bad.line_no, bad.acct_code)
        else format('Line %s: account %s needs a department.', bad.line_no, bad.acct_code) end,
      detail = format('entry %s', bad.entry_id);
  end if;

  -- Grouped and in the order of the key: two calls never lock two balances in opposite order.
  insert into balance_account as b (period, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2 order by 1, 2
  on conflict (period, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_branch as b (period, branch_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2, 3 order by 1, 2, 3
  on conflict (period, branch_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;
  return null;
end $$;

-- What is posted is what was approved: line by line those of the document, in pesos and in its currency.
-- `offset 0` keeps each look-up one by its key: a plan that is made while the books are small reads all entries and all lines
-- otherwise, and a connection goes on with it after they have grown.
create or replace function check_posted_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select p.entry_id, p.line_no into bad
  from new_postings p
  cross join lateral (
    select document_id, currency_id, line_count from journal_entry
    where id = p.entry_id and reverses_id is null
    offset 0
  ) e
  left join lateral (
    select * from line
    where document_id = e.document_id and line_no = p.line_no
    offset 0
  ) l on true
  where row(p.account_id, p.debit, p.credit, p.branch_id, p.department_id, p.section_id, p.payee_id, p.billing_service_id, p.atc_id, p.tax_base,
      p.invoice_id)
    is distinct from row(l.account_id, l.debit_php, l.credit_php, l.branch_id, l.department_id, l.section_id, l.payee_id,
      l.billing_service_id, l.atc_id, l.tax_base, l.invoice_id)
    or (e.currency_id <> 1 and row(p.fc_debit, p.fc_credit) is distinct from row(l.debit_amount, l.credit_amount))
    or (p.line_no = 1 and e.line_count <> (select count(*) from line c where c.document_id = e.document_id))
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'posting_of_approved_line', table = 'posting',
      message = format('Line %s is not that of the document that was approved.', bad.line_no),
      detail = format('entry %s', bad.entry_id);
  end if;
  return null;
end $$;

-- At commit: a header has its lines; a reversal is the exact mirror of its original, head and invoices too, and not older.
create or replace function check_entry_complete() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  original journal_entry%rowtype;
begin
  if not exists (select from posting where entry_id = new.id and line_no = 1) then
    raise exception using errcode = '23514', constraint = 'entry_has_postings', table = 'journal_entry',
      message = 'A journal entry has its lines.', detail = format('entry %s', new.id);
  end if;
  if new.reverses_id is null then
    return null;
  end if;
  select * into original from journal_entry where id = new.reverses_id;
  if original.reverses_id is not null or new.entry_date < original.entry_date
     or row(new.document_id, new.round, new.document_type, new.module, new.currency_id, new.rate, new.line_count, new.total, new.fc_total,
         new.payee_id, new.bank_id, new.cheque_number, new.remarks, new.purchase_order_id)
       is distinct from row(original.document_id, original.round, original.document_type, original.module,
         original.currency_id, original.rate, original.line_count, original.total, original.fc_total,
         original.payee_id, original.bank_id, original.cheque_number, original.remarks, original.purchase_order_id)
     or exists (
       select from posting r
       left join posting o on o.entry_id = original.id and o.line_no = r.line_no
       where r.entry_id = new.id
         and row(r.account_id, r.debit, r.credit, r.fc_debit, r.fc_credit, r.branch_id, r.department_id,
           r.section_id, r.payee_id, r.billing_service_id, r.atc_id, r.tax_base, r.invoice_id)
         is distinct from row(o.account_id, o.credit, o.debit, o.fc_credit, o.fc_debit, o.branch_id, o.department_id,
           o.section_id, o.payee_id, o.billing_service_id, o.atc_id, o.tax_base, o.invoice_id)) then
    raise exception using errcode = '23514', constraint = 'reversal_mirrors', table = 'journal_entry',
      message = 'A reversal is the exact mirror of its entry and not dated before it.', detail = format('entry %s', new.id);
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What entries take of invoices, in the currency of the invoice and in the pesos of the receivable; a mirror gives it back. Of
-- collections, which are never restored, their applications say it, of journals their postings.

drop view settlement;
create view settlement as
select e.id as entry_id, e.entry_date, e.document_id, a.billing_document_id as invoice_id,
  (a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric as amount, a.receivable_php::numeric as amount_php
from journal_entry e join collection_application a on a.document_id = e.document_id
where e.reverses_id is null
union all
select r.id, r.entry_date, r.document_id, a.billing_document_id,
  -(a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric, -a.receivable_php::numeric
from journal_entry e join collection_application a on a.document_id = e.document_id join journal_entry r on r.reverses_id = e.id
where e.reverses_id is null
union all
select p.entry_id, p.entry_date, e.document_id, p.invoice_id, (p.fc_credit - p.fc_debit)::numeric, (p.credit - p.debit)::numeric
from posting p join journal_entry e on e.id = p.entry_id where p.invoice_id is not null;
grant select on settlement to talaan_app, talaan_report;

-- What of each invoice was open at the end of a day, in its currency and in the pesos of the receivable; what was settled
-- later does not count. It adds up to the receivable account at every date: an invoice that was cancelled as of an earlier
-- day than the void of its collection is less than nothing in between, and one whose parts were settled in another order than
-- their days is open by a centavo of pesos while nothing of it is open in its currency.
-- An invoice is posted once, with its receivable as the one debit of its entry; cancelled, it stays so.
create or replace function open_invoices(p_as_of date)
  returns table (document_id bigint, batch_id bigint, billing_invoice_no text, payee_id int, currency_id int,
    billing_date date, due_date date, total_amount numeric, collected_amount numeric, open_amount numeric, open_php numeric)
  language sql stable
as $$
  select d.id, d.batch_id, d.document_number, e.payee_id, e.currency_id, e.entry_date, i.due_date,
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
drop function in_ledger(bigint, date);

-- A collection or a journal that reaches the ledger settles its invoices, and one that is void opens them again. The batches of
-- the invoices are locked with the move, in the order of their ids and before what postings lock: of two at the same moment the
-- second sees what the first took, as does whoever cancels an invoice, and none waits for the other for ever.
drop trigger collection_settles on batch;
drop trigger journal_settles on batch;
drop function settle_invoices();
create function lock_settled_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform from batch b
  where b.id in (
    select i.batch_id from (select id from document where batch_id = new.id offset 0) c
    cross join lateral (
      select a.billing_document_id as invoice_id from collection_application a where a.document_id = c.id
      union all select l.invoice_id from line l where l.document_id = c.id and l.invoice_id is not null) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i)
  order by b.id for no key update;
  return null;
end $$;
create trigger settled_invoices_locked after update of status on batch for each row
  when (new.document_type in ('CN', 'JE') and (old.status = 7) <> (new.status = 7)) execute function lock_settled_invoices();

-- What the ledger says of an invoice after entries of collections and journals is added up anew, whoever posted them, so that many
-- of one transaction count each other. It is what `settlement` says, looked up by keys, one by one.
create function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  collected record;
begin
  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate, s.own, s.own_php,
      e.document_type, e.reverses_id is not null as is_void,
      e.document_type = 'JE' or coalesce(o.payee_id = any (payees_as_one(e.payee_id)), false) and o.currency_id = e.currency_id as fits,
      o.entry_date > e.entry_date as is_later, o.total::numeric as booked_php, t.taken, t.taken_php
    from (
      select n.entry_id from new_postings n
      where n.account_id = any (array(select id from account where role = 'AR')) group by n.entry_id) n
    cross join lateral (select * from journal_entry where id = n.entry_id offset 0) e
    cross join lateral (
      select w.invoice_id, sum(w.amount) as own, sum(w.amount_php) as own_php
      from (
        select a.billing_document_id as invoice_id, w.sign * (a.cash_amount + a.withholding_amount + a.write_off_amount) as amount,
          w.sign * a.receivable_php as amount_php
        from collection_application a cross join lateral (select case when e.reverses_id is null then 1 else -1 end as sign) w
        where a.document_id = e.document_id
        union all
        select p.invoice_id, p.fc_credit - p.fc_debit, p.credit - p.debit
        from posting p where p.entry_id = e.id and p.invoice_id is not null) w
      group by w.invoice_id) s
    cross join lateral (select * from document where id = s.invoice_id offset 0) i
    cross join lateral (select * from batch where id = i.batch_id offset 0) b
    cross join lateral (select * from journal_entry where document_id = i.id and reverses_id is null offset 0) o
    cross join lateral (
      select coalesce(sum(x.amount), 0) as taken, coalesce(sum(x.amount_php), 0) as taken_php
      from (
        select a.cash_amount + a.withholding_amount + a.write_off_amount as amount, a.receivable_php as amount_php
        from (select * from collection_application where billing_document_id = i.id offset 0) a
        cross join lateral (select id from journal_entry where document_id = a.document_id and reverses_id is null offset 0) c
        where (select count(*) from journal_entry r where r.reverses_id = c.id) = 0
        union all
        select p.fc_credit - p.fc_debit, p.credit - p.debit from posting p where p.invoice_id = i.id) x) t
    order by i.id, e.id
  loop
    if collected.is_void then
      if collected.status <> 7 and collected.taken <> 0 then
        raise exception using errcode = '23514', constraint = 'settlement_of_cancelled', table = 'posting',
          message = format('Invoice %s is cancelled. What settled it and what opened it again stay together: enter what is right anew.',
            collected.document_number);
      elsif collected.taken < 0 or collected.taken > collected.billed
          or collected.taken = collected.billed and collected.taken_php <> collected.booked_php then
        raise exception using errcode = '23514', constraint = 'settlement_built_upon', table = 'line',
          message = format('A later entry counts on what this one says of invoice %s. Void that one first.', collected.document_number);
      end if;
    elsif collected.status <> 7 then
      raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'collection_application',
        message = 'Invoice is cancelled.';
    elsif not collected.fits then
      raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'collection_application',
        message = format('Invoice %s is of another customer or in another currency.', collected.document_number);
    elsif collected.is_later then
      raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'collection_application',
        message = format('Invoice %s is dated after this %s.', collected.document_number,
          case collected.document_type when 'CN' then 'collection' else 'entry' end);
    elsif collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'collection_exceeds_invoice', table = 'collection_application',
        message = format('Only %s of %s is still open.',
          to_char(collected.billed - collected.taken + collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif collected.taken < 0 then
      raise exception using errcode = '23514', constraint = 'settlement_below_nothing', table = 'line',
        message = format('Only %s of %s is settled. A debit opens no more of it again.',
          to_char(collected.taken - collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif (case when collected.taken = collected.billed
      then collected.taken_php <> collected.booked_php
      else collected.own_php <> round(collected.own * collected.rate, 2) end) then
      raise exception using errcode = '23514', constraint = 'collection_receivable', table = 'collection_application',
        message = case collected.document_type
          when 'CN' then format('What is open of invoice %s has changed. Save the collection again.', collected.document_number)
          else format('Invoice %s leaves the books at the pesos at which it came in: %s here.', collected.document_number,
            to_char(case when collected.taken = collected.billed then collected.booked_php - collected.taken_php + collected.own_php
              else round(collected.own * collected.rate, 2) end, 'FM999,999,999,999,990.00')) end;
    end if;
    update billing set collected_amount = collected.taken where document_id = collected.id;
  end loop;
  return null;
end $$;
create trigger invoices_settled after insert on posting referencing new table as new_postings
  for each statement execute function settle_invoices();
revoke execute on function settle_invoices, lock_settled_invoices from public;
