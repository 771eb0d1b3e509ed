-- The same of documents where they stand, one entry each in the order given: its round, currency and rate are those of its
-- batch, its lines those that it has. p_ids: ids that the transaction took from the sequence before, so that its reply is known
-- before it is written and the posting travels with the commit. An adjusting peso journal with a line on a foreign account
-- revalues it: it moves pesos alone.
create or replace function post_entries(p_documents bigint[], p_ids bigint[] default null) returns bigint[]
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
    case when pesos_alone[g.place] then 0.00 else l.debit_amount end, case when pesos_alone[g.place] then 0.00 else l.credit_amount end,
    l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks,
    l.invoice_id)::line_to_post order by g.place, l.line_no)
  into lines
  from unnest(p_documents) with ordinality g (id, place)
  cross join lateral (select * from line where document_id = g.id offset 0) l;
  return write_entries(p_ids, entries, lines);
end $$;
