-- As before, and a cheque stays with its collection while that one is there: taken off it, it was held again and could be deposited once more.
create or replace function check_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  deposit record;
begin
  if tg_op = 'DELETE' then
    if old.collection_document_id is not null then
      raise exception using errcode = '23514', constraint = 'received_cheque_deposited', table = 'received_cheque',
        message = format('Cheque %s was deposited. It stays in the register.', old.cheque_number);
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (old.state = 'Deposited'
      and row(new.payee_id, new.bank_name, new.cheque_number, new.cheque_date, new.cheque_amount, new.handed_back)
        is distinct from row(old.payee_id, old.bank_name, old.cheque_number, old.cheque_date, old.cheque_amount, old.handed_back)
      or new.collection_document_id is null and exists (select from collection c where c.document_id = old.collection_document_id))
  then
    raise exception using errcode = '23514', constraint = 'received_cheque_deposited', table = 'received_cheque',
      message = format('Cheque %s is deposited. Void its collection before it is changed.', old.cheque_number);
  end if;
  select b.status < 20 and b.deleted_at is null as stands, c.received_amount, b.document_date, b.currency_id = 1
    and coalesce(b.payee_id = any (payees_as_one(new.payee_id)), false) as fits,
    exists (select from journal_entry e where e.document_id = d.id) as was_posted into deposit
  from collection c join document d on d.id = c.document_id join batch b on b.id = d.batch_id
  where c.document_id = new.collection_document_id;
  if new.collection_document_id is distinct from (case when tg_op = 'UPDATE' then old.collection_document_id end)
     and new.collection_document_id is not null
     and (not deposit.stands or not deposit.fits or deposit.received_amount <> new.cheque_amount
       or deposit.document_date < new.cheque_date or new.handed_back <> 0
       or tg_op = 'UPDATE' and old.state not in ('Held', 'Bounced')) then
    raise exception using errcode = '23514', constraint = 'received_cheque_deposit', table = 'received_cheque',
      message = format('Cheque %s is not deposited by this collection: by its date, customer, amount or state.', new.cheque_number);
  end if;
  new.state := case
    when deposit.stands then 'Deposited'
    when new.handed_back = 1 then 'Returned'
    when new.handed_back = 2 then 'Replaced'
    when deposit.was_posted then 'Bounced'
    else 'Held' end;
  return new;
end $$;

-- Two names of one customer share his advance. A merge does not end while one of them has used what came in under the other.
create function check_merged_advance() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7012, old.merged_into);
  if exists (
    select from unnest(array[old.id, old.merged_into]) p (id) cross join currency c
    where customer_advance_on(p.id, c.id, '-infinity') < 0) then
    raise exception using errcode = '23514', constraint = 'payee_merged_advance', table = 'payee',
      message = 'What one of the two payees paid in advance is used by the other. Void that collection first.';
  end if;
  return null;
end $$;
create trigger payee_merged_advance after update of merged_into on payee for each row
  when (old.merged_into is not null and old.merged_into is distinct from new.merged_into) execute function check_merged_advance();
