-- Documents are posted from their lines by one statement, without lists of both in between.

-- Posts documents where they stand, one entry each in the order given: its round, currency and rate are those of its batch, its lines those
-- that it has, its head that of the document. p_ids: ids that the transaction took from the sequence before, so that its reply is known
-- before it is written and the posting travels with the commit. An adjusting peso journal with a line on a foreign account revalues it: it
-- moves pesos alone. The actor of the transaction is the poster. One bad entry refuses the whole call. Call one of both forms once per
-- transaction.
create or replace function post_entries(p_documents bigint[], p_ids bigint[] default null) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  ids bigint[];
  posted int;
begin
  select array_agg(coalesce(g.id, nextval('journal_entry_id_seq'))) into ids
  from rows from (unnest(p_documents), unnest(p_ids)) g (document_id, id);

  -- Each part counts the one before it, so that the entries are there before their lines are looked at.
  with given as materialized (
    select g.place, ids[g.place] as entry_id, b.cycle, b.currency_id, b.dollar_rate, t.module, d.id, d.document_type,
      d.document_date, d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id,
      b.adjusting and b.currency_id = 1 and exists (
        select from (select account_id from line where document_id = d.id offset 0) l
        cross join lateral (select currency_id from account where id = l.account_id offset 0) a
        where a.currency_id <> 1) as pesos_alone
    from unnest(p_documents) with ordinality g (id, place)
    cross join lateral (select * from document where id = g.id offset 0) d
    cross join lateral (select * from batch where id = d.batch_id offset 0) b
    cross join lateral (select module from document_type where document_type = d.document_type offset 0) t
  ), entry as (
    insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
      total, fc_total, posted_by, payee_id, bank_id, cheque_number, remarks, purchase_order_id)
    overriding system value
    select g.entry_id, g.id, g.cycle, g.document_type, g.document_date, g.module, g.currency_id, g.dollar_rate, l.lines,
      l.total, case when g.pesos_alone then 0.00 else l.fc_total end, actor, g.payee_id, g.bank_id, g.cheque_number, g.remarks,
      g.purchase_order_id
    from given g
    cross join lateral (
      select count(*) as lines, coalesce(sum(debit_php), 0) as total, coalesce(sum(debit_amount), 0) as fc_total
      from line where document_id = g.id) l
    order by g.place
    returning 1
  ), lines as (
    insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id,
      department_id, section_id, payee_id, billing_service_id, atc_id, tax_base, remarks, invoice_id)
    select g.entry_id, l.line_no, g.document_date, l.account_id, l.debit_php, l.credit_php,
      case when g.pesos_alone then 0.00 else l.debit_amount end, case when g.pesos_alone then 0.00 else l.credit_amount end,
      l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks, l.invoice_id
    from given g cross join lateral (select * from line where document_id = g.id offset 0) l
    where (select count(*) from entry) > 0
    returning 1
  )
  select count(*) into posted from entry;
  if posted <> coalesce(cardinality(p_documents), 0) then
    raise exception using errcode = '23503', constraint = 'journal_entry_document_id_fkey', table = 'journal_entry',
      message = 'A document that is not there is not posted.';
  end if;
  return ids;
end $$;
