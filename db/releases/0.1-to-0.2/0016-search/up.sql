-- One text per document in which people look for words in any order: its numbers, its remarks and what its payee is known
-- by. The lists and the one search read it, by one index in place of five.

drop index document_search;

create table document_search (
  document_id bigint primary key references document on delete cascade,
  batch_id bigint not null,
  search_text text collate "C" not null
);

-- In small letters, each part on a line of its own, so that no word runs over two of them. A merged payee is found by the
-- names of its survivor as well.
create function document_search_text(d document) returns text
  language sql stable
  set search_path = public, pg_temp
as $$
  select lower(concat_ws(E'\n', b.batch_number, d.document_number, d.cheque_number, d.or_number, d.ar_number, d.remarks)
      collate "default")
    || coalesce(E'\n' || p.search_text, '') || coalesce(E'\n' || s.search_text, '')
  from batch b
  left join payee p on p.id = d.payee_id
  left join payee s on s.id = p.merged_into
  where b.id = d.batch_id
$$;

create function note_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into document_search (document_id, batch_id, search_text)
  select d.id, d.batch_id, document_search_text(d) from new_rows n join document d on d.id = n.id;
  return null;
end $$;
create trigger document_searched_insert after insert on document referencing new table as new_rows
  for each statement execute function note_document_search();

create function renew_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
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
create index document_payee on document (payee_id) where payee_id is not null;

insert into document_search (document_id, batch_id, search_text)
select d.id, d.batch_id, document_search_text(d) from document d;
create index document_search_words on document_search using gin (search_text gin_trgm_ops);

-- What leaves or enters the bank is the amount of a line; a search for it knows no more of the line.
create index line_debit on line (debit_amount) where debit_amount > 0;
create index line_credit on line (credit_amount) where credit_amount > 0;

grant select on document_search to talaan_app;
-- With the rights of their owner they must not be attached to a table of somebody's making.
revoke execute on function note_document_search(), renew_document_search(), renew_payee_search() from public;
