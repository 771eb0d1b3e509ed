-- Numbers are found by the words of their documents (document_search); nothing reads this one, and each move of a batch wrote
-- the trigrams of its number into it again.
drop index batch_number_search;

-- What is posted is what was approved: line by line those of the document, in pesos and in its currency.
-- `offset 0` keeps each look-up one by its key: a plan that is made while the books are small reads all entries and all lines
-- otherwise, and a connection goes on with it after they have grown.
create or replace function check_posted_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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
  where row(p.account_id, p.debit, p.credit, p.branch_id, p.department_id, p.section_id, p.payee_id, p.billing_service_id, p.atc_id, p.tax_base)
    is distinct from row(l.account_id, l.debit_php, l.credit_php, l.branch_id, l.department_id, l.section_id, l.payee_id,
      l.billing_service_id, l.atc_id, l.tax_base)
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

-- After submission only remarks and the part of a line change (they void no approval), and what the product itself adds:
-- numbers at issue, the state of a receipt, a void. From 7 on remarks stand too: a posted document is never edited.
create or replace function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  old_row jsonb := to_jsonb(old);
  changed text[] := array(
    select n.key from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from old_row -> n.key and not (tg_table_name = 'document' and n.key = any (server_owned)));
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select b.* into parent from batch b join document d on d.batch_id = b.id where d.id = old.document_id;
  end if;
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and not changed <@ array['remarks', 'proposed_part'])
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', parent.batch_number);
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;

