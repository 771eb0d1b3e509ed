-- Documents are posted where they stand: their heads and lines are read in the database, not sent to it. Mirrors, whose lines
-- stand nowhere yet, still come as JSON; both write by the same inserts.

create type entry_to_post as (document_id bigint, round smallint, document_type text, entry_date date, module text,
  currency_id int, rate numeric, reverses_id bigint);
create type line_to_post as (entry int, account_id int, debit numeric, credit numeric, fc_debit numeric, fc_credit numeric,
  branch_id int, department_id int, section_id int, payee_id int, billing_service_id int, atc_id int, tax_base numeric,
  remarks text, invoice_id bigint);

-- The inserts of post_entries: entries with their lines, where `entry` is the 0-based place in p_entries; lines of one entry keep
-- their order and are numbered 1 … n. An id of p_ids is kept, the others are the next ones. An omitted currency pair equals the
-- peso pair. The actor of the transaction is the poster. Each entry keeps the head of its document, a mirror that of its original.
create function write_entries(p_ids bigint[], p_entries entry_to_post[], p_lines line_to_post[]) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
as $$
declare
  actor int := current_actor();
  ids bigint[];
  dates date[];
begin
  select array_agg(coalesce(e.id, nextval('journal_entry_id_seq'))), array_agg(e.entry_date) into ids, dates
  from rows from (unnest(p_entries), unnest(p_ids))
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, id);

  insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
    total, fc_total, reverses_id, posted_by, payee_id, bank_id, cheque_number, remarks, purchase_order_id)
  overriding system value
  select ids[e.n], e.document_id, e.round, e.document_type, e.entry_date, e.module, e.currency_id, e.rate,
    coalesce(l.lines, 0), coalesce(l.total, 0), coalesce(l.fc_total, 0), e.reverses_id, actor,
    h.payee_id, h.bank_id, h.cheque_number, h.remarks, h.purchase_order_id
  from unnest(p_entries) with ordinality
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, n)
  left join (
    select l.entry, count(*) as lines, sum(l.debit) as total, sum(coalesce(l.fc_debit, l.debit)) as fc_total
    from unnest(p_lines) l group by l.entry
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
  from unnest(p_lines) with ordinality
    l (entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id, section_id, payee_id,
      billing_service_id, atc_id, tax_base, remarks, invoice_id, n);
  return ids;
end $$;

-- Posts any number of entries in one call.
--   p_entries  [{id?, document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id?}]
--   p_lines    [{entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id?, section_id?,
--                payee_id?, billing_service_id?, atc_id?, tax_base?, remarks?, invoice_id?}], as write_entries takes them.
-- Amounts are decimal strings. Answers the ids in the order of p_entries; an id that the transaction took from the sequence
-- before is kept. One bad entry refuses the whole call. Call one of both forms once per transaction.
create or replace function post_entries(p_entries jsonb, p_lines jsonb) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  return write_entries(
    array(select id from jsonb_to_recordset(p_entries) as (id bigint)),
    array(select e from jsonb_populate_recordset(null::entry_to_post, p_entries) e),
    array(select l from jsonb_populate_recordset(null::line_to_post, p_lines) l));
end $$;

-- The same of documents where they stand, one entry each in the order given: its round, currency and rate are those of its
-- batch, its lines those that it has. p_ids: ids that the transaction took from the sequence before, so that its reply is known
-- before it is written and the posting travels with the commit. An adjusting peso journal with a line on a foreign account
-- revalues it: it moves pesos alone.
create function post_entries(p_documents bigint[], p_ids bigint[] default null) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  entries entry_to_post[];
  lines line_to_post[];
  pesos_alone boolean[];
begin
  select
    array_agg(row(d.id, b.cycle, d.document_type, d.document_date, t.module, b.currency_id, b.dollar_rate, null)::entry_to_post
      order by g.place),
    array_agg(b.adjusting and b.currency_id = 1 and exists (
      select from (select account_id from line where document_id = d.id offset 0) l
      cross join lateral (select currency_id from account where id = l.account_id offset 0) a
      where a.currency_id <> 1) order by g.place)
  into entries, pesos_alone
  from unnest(p_documents) with ordinality g (id, place)
  cross join lateral (select * from document where id = g.id offset 0) d
  cross join lateral (select * from batch where id = d.batch_id offset 0) b
  cross join lateral (select module from document_type where document_type = d.document_type offset 0) t;
  if coalesce(cardinality(entries), 0) <> cardinality(p_documents) then
    raise exception using errcode = '23503', constraint = 'journal_entry_document_id_fkey', table = 'journal_entry',
      message = 'A document that is not there is not posted.';
  end if;

  select array_agg(row(g.place - 1, l.account_id, l.debit_php, l.credit_php,
    case when pesos_alone[g.place] then 0 else l.debit_amount end, case when pesos_alone[g.place] then 0 else l.credit_amount end,
    l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks,
    l.invoice_id)::line_to_post order by g.place, l.line_no)
  into lines
  from unnest(p_documents) with ordinality g (id, place)
  cross join lateral (select * from line where document_id = g.id offset 0) l;
  return write_entries(p_ids, entries, lines);
end $$;
