-- What is collected of an invoice stands on its batch as well: lists of billings are narrowed, ordered and counted there, and
-- by an index only where a row says it of itself. settle_invoices moves billing.collected_amount, which the audit trail tells
-- of, and the batch follows.
alter table batch add column settled_amount amount not null default 0;

update batch b set settled_amount = i.collected_amount
from document d join billing i on i.document_id = d.id
where d.batch_id = b.id and i.collected_amount <> 0;

-- Of a billing: 0 uncollected, 1 partially collected, 2 collected, 20 cancelled. `collectionStatus` of packages/core answers the
-- same.
alter table batch add column collection_status smallint generated always as (
  case when document_type <> 'BI' then null when status = 20 then 20 when settled_amount = 0 then 0
    when settled_amount < total_amount then 1 else 2 end) stored;

create index batch_collection on batch (collection_status, document_date, id)
  include (document_type, status, is_confidential, prepared_by) where collection_status is not null and deleted_at is null;

create function note_settled() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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
as $$
begin
  if new.settled_amount is distinct from coalesce((
      select i.collected_amount from document d join billing i on i.document_id = d.id where d.batch_id = new.id), 0) then
    raise exception using errcode = '23514', constraint = 'batch_settled', table = 'batch',
      message = format('What is settled of batch %s is what collections and journals took of it.', new.batch_number);
  end if;
  return new;
end $$;
create trigger batch_settled_insert before insert on batch for each row
  when (new.settled_amount <> 0) execute function check_settled();
create trigger batch_settled before update of settled_amount on batch for each row execute function check_settled();
