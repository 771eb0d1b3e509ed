-- A cheque bounced when its bank returned it, which whoever voids its collection says; a void for any other reason leaves it held.
alter table received_cheque add column returned_by_bank boolean not null default false;

create or replace function check_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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
  -- Deposited anew, it did not bounce yet.
  if new.returned_by_bank and tg_op = 'UPDATE' and new.collection_document_id is distinct from old.collection_document_id then
    new.returned_by_bank := false;
  end if;
  if new.returned_by_bank and (deposit.was_posted and not deposit.stands) is not true then
    raise exception using errcode = '23514', constraint = 'received_cheque_returned', table = 'received_cheque',
      message = format('Cheque %s bounces with the void of its collection.', new.cheque_number);
  end if;
  new.state := case
    when deposit.stands then 'Deposited'
    when new.handed_back = 1 then 'Returned'
    when new.handed_back = 2 then 'Replaced'
    when new.returned_by_bank then 'Bounced'
    else 'Held' end;
  return new;
end $$;

-- What was called bounced stays so.
update received_cheque set returned_by_bank = true where state = 'Bounced';
