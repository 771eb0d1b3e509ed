-- A word of a month is looked for among the documents of that month; a frequent one stands in most documents of all years.
-- The day is that of the batch, as the lists have it: the cheques of a series have days of their own.
drop index document_search_words;
alter table document_search add batch_date date;
update document_search s set batch_date = b.document_date from batch b where b.id = s.batch_id;
alter table document_search alter batch_date set not null;
create index document_search_words on document_search using gin (search_text gin_trgm_ops);
create index document_search_day on document_search (batch_date);

create or replace function note_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into document_search (document_id, batch_id, batch_date, search_text)
  select d.id, d.batch_id, b.document_date, document_search_text(d)
  from new_rows n join document d on d.id = n.id join batch b on b.id = d.batch_id;
  return null;
end $$;

create function renew_search_day() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
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
