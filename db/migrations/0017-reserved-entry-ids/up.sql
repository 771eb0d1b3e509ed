-- An entry may come with an id that its transaction took from the sequence before, so that its reply is known before it is
-- written and the posting travels with the commit.
create or replace function post_entries(p_entries jsonb, p_lines jsonb) returns bigint[]
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  ids bigint[];
  dates date[];
begin
  select array_agg(coalesce(id, nextval('journal_entry_id_seq'))), array_agg(entry_date) into ids, dates
  from jsonb_to_recordset(p_entries) as (id bigint, entry_date date);

  insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count,
    total, fc_total, reverses_id, posted_by)
  overriding system value
  select ids[e.n], e.document_id, e.round, e.document_type, e.entry_date, e.module, e.currency_id, e.rate,
    coalesce(l.lines, 0), coalesce(l.total, 0), coalesce(l.fc_total, 0), e.reverses_id, actor
  from rows from (jsonb_to_recordset(p_entries) as (document_id bigint, round smallint, document_type text, entry_date date,
    module text, currency_id int, rate rate, reverses_id bigint)) with ordinality
    e (document_id, round, document_type, entry_date, module, currency_id, rate, reverses_id, n)
  left join (
    select entry, count(*) as lines, sum(debit) as total, sum(coalesce(fc_debit, debit)) as fc_total
    from jsonb_to_recordset(p_lines) as (entry int, debit amount, fc_debit amount) group by entry
  ) l on l.entry = e.n - 1
  order by e.n;

  insert into posting (entry_id, line_no, entry_date, account_id, debit, credit, fc_debit, fc_credit, branch_id,
    department_id, section_id, payee_id, billing_service_id, atc_id, tax_base, remarks)
  select ids[l.entry + 1], row_number() over (partition by l.entry order by l.n), dates[l.entry + 1], l.account_id,
    coalesce(l.debit, 0), coalesce(l.credit, 0), coalesce(l.fc_debit, l.debit, 0), coalesce(l.fc_credit, l.credit, 0),
    l.branch_id, l.department_id, l.section_id, l.payee_id, l.billing_service_id, l.atc_id, l.tax_base, l.remarks
  from rows from (jsonb_to_recordset(p_lines) as (entry int, account_id int, debit amount, credit amount, fc_debit amount,
    fc_credit amount, branch_id int, department_id int, section_id int, payee_id int, billing_service_id int, atc_id int,
    tax_base amount, remarks text)) with ordinality
    l (entry, account_id, debit, credit, fc_debit, fc_credit, branch_id, department_id, section_id, payee_id,
      billing_service_id, atc_id, tax_base, remarks, n);
  return ids;
end $$;
