-- A received cheque is kept once, whatever zeros stand before its number, was received by today, and is deposited within six
-- months of its date: later no bank takes it.
create or replace function check_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  deposit record;
  same text;
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
  if (tg_op = 'INSERT' or new.received_date is distinct from old.received_date) and new.received_date > manila_today() then
    raise exception using errcode = '23514', constraint = 'received_cheque_received', table = 'received_cheque',
      message = 'Received on is a day that has not come.';
  end if;
  if tg_op = 'INSERT'
     or row(new.payee_id, new.bank_name, new.cheque_number) is distinct from row(old.payee_id, old.bank_name, old.cheque_number) then
    perform pg_advisory_xact_lock(7015, new.payee_id);
    select q.cheque_number into same
    from (select * from received_cheque where payee_id = any (payees_as_one(new.payee_id)) offset 0) q
    where lower(q.bank_name::text collate "default") = lower(new.bank_name::text collate "default")
      and cheque_key(q.cheque_number) = cheque_key(new.cheque_number) and q.id <> new.id
    limit 1;
    if found then
      raise exception using errcode = '23514', constraint = 'received_cheque_same', table = 'received_cheque',
        message = format('Cheque no. %s of this customer, drawn on %s, is kept already.', same, new.bank_name);
    end if;
  end if;
  select b.status < 20 and b.deleted_at is null as stands, c.received_amount, b.document_date, b.currency_id = 1
    and coalesce(b.payee_id = any (payees_as_one(new.payee_id)), false) as fits,
    exists (select from journal_entry e where e.document_id = d.id) as was_posted into deposit
  from collection c join document d on d.id = c.document_id join batch b on b.id = d.batch_id
  where c.document_id = new.collection_document_id;
  if new.collection_document_id is distinct from (case when tg_op = 'UPDATE' then old.collection_document_id end)
     and deposit.document_date > new.cheque_date + interval '6 months' then
    raise exception using errcode = '23514', constraint = 'received_cheque_stale', table = 'received_cheque',
      message = format('Cheque %s is stale: no bank takes it six months after its date.', new.cheque_number);
  end if;
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

-- A collection that deposits a cheque takes in what the cheque is worth, from its day on while a bank takes it, of the customer
-- who gave it; one that is void gives the cheque back to the register.
create or replace function check_deposit() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if old.status = 1 and new.status between 2 and 7 and exists (
    select from document d join received_cheque q on q.collection_document_id = d.id join collection c on c.document_id = d.id
    where d.batch_id = new.id and (c.received_amount <> q.cheque_amount or d.document_date < q.cheque_date
      or d.document_date > q.cheque_date + interval '6 months' or new.currency_id <> 1
      or d.payee_id is distinct from q.payee_id and not coalesce(d.payee_id = any (payees_as_one(q.payee_id)), false))) then
    raise exception using errcode = '23514', constraint = 'collection_of_cheque', table = 'collection',
      message = 'This collection deposits a post-dated cheque: it takes in its amount, from its customer, from its date on and within six months of it.';
  end if;
  return new;
end $$;
