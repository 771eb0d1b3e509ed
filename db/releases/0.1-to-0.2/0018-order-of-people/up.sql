-- The order in which people look for a name or a code: capitals and accents do not count before the letters do, and figures
-- count as the number that they are, so that AP-2 stands before AP-10. Values stay as they are and are told apart as before;
-- lists alone are sorted by it.
create collation people_order (provider = icu, locale = 'und-u-kn-true');

-- The columns that the list of payees shows, which may be a million.
drop index payee_name, payee_by_trader, payee_by_email, payee_by_city;
create index payee_by_code on payee (payee_code collate people_order, id);
create index payee_name on payee (payee_desc collate people_order, id);
create index payee_by_trader on payee (trader_name collate people_order, id);
create index payee_by_email on payee (email_add collate people_order, id);
create index payee_by_city on payee (city collate people_order, id);

-- Whoever looks for words finds what single lines say of themselves as well; what repeats the remarks of their document is
-- there already.
-- Its statement is planned once a session, which pays for the lines.
create or replace function document_search_text(d document) returns text
  language plpgsql stable
  set search_path = public, pg_temp
as $$
begin
  return (
    select lower(concat_ws(E'\n', b.batch_number, d.document_number, d.cheque_number, d.or_number, d.ar_number, d.remarks,
        (select string_agg(distinct l.remarks, E'\n') from line l
         where l.document_id = d.id and l.remarks <> '' and l.remarks is distinct from d.remarks)) collate "default")
      || coalesce(E'\n' || p.search_text, '') || coalesce(E'\n' || s.search_text, '')
    from batch b
    left join payee p on p.id = d.payee_id
    left join payee s on s.id = p.merged_into
    where b.id = d.batch_id);
end $$;

-- Once for all lines that a statement writes; most say nothing of themselves.
create function renew_line_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'UPDATE' and not exists (select from changed_rows c where c.remarks <> '') then return null; end if;
  update document_search s set search_text = t.search_text
  from (select distinct document_id from changed_rows) c
  join document d on d.id = c.document_id
  cross join lateral document_search_text(d) t (search_text)
  where s.document_id = c.document_id and s.search_text <> t.search_text;
  return null;
end $$;
create trigger line_searched_insert after insert on line referencing new table as changed_rows
  for each statement execute function renew_line_search();
create trigger line_searched_update after update on line referencing new table as changed_rows
  for each statement execute function renew_line_search();
create trigger line_searched_delete after delete on line referencing old table as changed_rows
  for each statement execute function renew_line_search();
revoke execute on function renew_line_search() from public;

update document_search s set search_text = document_search_text(d)
from document d
where d.id = s.document_id and d.id in (
  select l.document_id from line l join document o on o.id = l.document_id
  where l.remarks <> '' and l.remarks is distinct from o.remarks);

-- What one cheque of a series comes to is no total of its batch.
create index document_amount on document (total_amount);
