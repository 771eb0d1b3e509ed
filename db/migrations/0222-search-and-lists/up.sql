-- What lists and the one search look at: the words of a document beside its day, and what is collected of an invoice on its batch.

create table document_search (
  document_id bigint primary key references document on delete cascade,
  batch_id bigint not null,
  search_text text collate "C" not null,
  batch_date date not null
);

-- Whoever looks for words finds what single lines say of themselves as well; what repeats the remarks of their document is
-- there already.
-- Its statement is planned once a session, which pays for the lines.
create function document_search_text(d document) returns text
  language plpgsql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

create function note_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into document_search (document_id, batch_id, batch_date, search_text)
  select n.id, n.batch_id, b.document_date, document_search_text(x.d)
  from new_rows n
  cross join lateral (select d from document d where d.id = n.id offset 0) x
  cross join lateral (select document_date from batch where id = n.batch_id offset 0) b;
  return null;
end $$;
create trigger document_searched_insert after insert on document referencing new table as new_rows
  for each statement execute function note_document_search();

create function renew_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update document_search set search_text = document_search_text(new) where document_id = new.id;
  return null;
end $$;
create trigger document_searched_update
  after update of document_number, cheque_number, or_number, ar_number, remarks, payee_id on document for each row
  when (row(old.document_number, old.cheque_number, old.or_number, old.ar_number, old.remarks, old.payee_id)
    is distinct from row(new.document_number, new.cheque_number, new.or_number, new.ar_number, new.remarks, new.payee_id))
  execute function renew_document_search();

-- A payee of another name is found by it in all that names him, and in what names those who were merged into him.
create function renew_payee_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update document_search s set search_text = document_search_text(d)
  from document d
  where d.id = s.document_id and d.payee_id in (select p.id from payee p where p.id = new.id or p.merged_into = new.id);
  return null;
end $$;
create trigger payee_searched
  after update of payee_code, payee_desc, trader_name, tin, merged_payees, merged_into on payee for each row
  when (old.search_text is distinct from new.search_text or old.merged_into is distinct from new.merged_into)
  execute function renew_payee_search();
create index document_search_words on document_search using gin (search_text gin_trgm_ops);

grant select on document_search to talaan_app;
-- With the rights of their owner they must not be attached to a table of somebody's making.
revoke execute on function note_document_search(), renew_document_search(), renew_payee_search() from public;

-- Once for all lines that a statement writes; most say nothing of themselves.
create function renew_line_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op <> 'UPDATE' and not exists (select from changed_rows c where c.remarks <> '') then return null; end if;
  update document_search s set search_text = t.search_text
  from (
    select c.document_id, document_search_text(x.d) as search_text
    from (select distinct document_id from changed_rows) c
    cross join lateral (select d from document d where d.id = c.document_id offset 0) x
    offset 0) t
  where s.document_id = t.document_id and s.search_text <> t.search_text;
  return null;
end $$;
create trigger line_searched_insert after insert on line referencing new table as changed_rows
  for each statement execute function renew_line_search();
create trigger line_searched_update after update on line referencing new table as changed_rows
  for each statement execute function renew_line_search();
create trigger line_searched_delete after delete on line referencing old table as changed_rows
  for each statement execute function renew_line_search();
revoke execute on function renew_line_search() from public;

create function note_settled() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update batch set settled_amount = new.collected_amount
  where id = (select d.batch_id from document d where d.id = new.document_id);
  return null;
end $$;
create trigger billing_settled after update of collected_amount on billing for each row
  when (old.collected_amount is distinct from new.collected_amount) execute function note_settled();

create function check_settled() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.settled_amount is distinct from coalesce((
      select i.collected_amount from (select id from document where batch_id = new.id offset 0) d
      cross join lateral (select collected_amount from billing where document_id = d.id offset 0) i), 0) then
    raise exception using errcode = '23514', constraint = 'batch_settled', table = 'batch',
      message = format('What is settled of batch %s is what collections and journals took of it.', new.batch_number);
  end if;
  return new;
end $$;
create trigger batch_settled_insert before insert on batch for each row
  when (new.settled_amount <> 0) execute function check_settled();
create trigger batch_settled before update of settled_amount on batch for each row execute function check_settled();
create index document_search_day on document_search (batch_date);

create function renew_search_day() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update document_search s set batch_date = new.document_date from document d
  where d.batch_id = new.id and s.document_id = d.id;
  return null;
end $$;
create trigger batch_searched after update of document_date on batch for each row
  when (old.document_date is distinct from new.document_date)
  execute function renew_search_day();
revoke execute on function renew_search_day() from public;
