-- Where a received cheque may go from where it stands. The same table is in packages/core; a test holds them equal.
create table received_cheque_state_move (
  state_from text not null collate "C",
  state_to text not null collate "C",
  action text not null collate "C",
  primary key (state_from, state_to)
);
insert into received_cheque_state_move (action, state_from, state_to)
select m.action, f.state, t.state
from (values
  ('deposit', array['Held', 'Bounced'], array['Deposited']),
  ('withdraw', array['Deposited'], array['Held']),
  ('bounce', array['Deposited'], array['Bounced']),
  ('return', array['Held', 'Bounced', 'Replaced'], array['Returned']),
  ('replace', array['Held', 'Bounced', 'Returned'], array['Replaced']),
  ('recover', array['Returned', 'Replaced'], array['Held', 'Bounced'])
) m (action, states_from, states_to)
cross join unnest(m.states_from) f (state)
cross join unnest(m.states_to) t (state);
grant select on received_cheque_state_move to talaan_app, talaan_report;

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
  is_tied boolean := false;
begin
  if tg_op = 'DELETE' then
    if old.collection_document_id is not null then
      raise exception using errcode = '23514', constraint = 'received_cheque_deposited', table = 'received_cheque',
        message = format('Cheque %s was deposited. It stays in the register.', old.cheque_number);
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' and new.collection_document_id is not null then
    raise exception using errcode = '23514', constraint = 'received_cheque_starts_here', table = 'received_cheque',
      message = format('Cheque %s comes in before it is deposited.', new.cheque_number);
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
  -- Deposited anew, it did not bounce yet.
  if tg_op = 'UPDATE' and new.collection_document_id is distinct from old.collection_document_id then
    is_tied := true;
    new.returned_by_bank := false;
  end if;
  new.state := case
    when deposit.stands then 'Deposited'
    when new.handed_back = 1 then 'Returned'
    when new.handed_back = 2 then 'Replaced'
    when new.returned_by_bank then 'Bounced'
    else 'Held' end;
  if tg_op = 'UPDATE' and new.state <> old.state
     and not exists (select from received_cheque_state_move m where m.state_from = old.state and m.state_to = new.state) then
    raise exception using errcode = '23514', constraint = 'received_cheque_move_listed', table = 'received_cheque',
      message = format('Cheque %s is %s and does not become %s.%s', new.cheque_number, lower(old.state), lower(new.state),
        case when old.handed_back <> 0 then ' Set its Handed back to No first.' else '' end);
  end if;
  if is_tied and deposit.document_date > new.cheque_date + interval '6 months' then
    raise exception using errcode = '23514', constraint = 'received_cheque_stale', table = 'received_cheque',
      message = format('Cheque %s is stale: no bank takes it six months after its date.', new.cheque_number);
  end if;
  if is_tied and new.collection_document_id is not null
     and (not deposit.stands or not deposit.fits or deposit.received_amount <> new.cheque_amount
       or deposit.document_date < new.cheque_date or new.handed_back <> 0 or old.state = 'Deposited') then
    raise exception using errcode = '23514', constraint = 'received_cheque_deposit', table = 'received_cheque',
      message = format('Cheque %s is not deposited by this collection: by its date, customer, amount or state.', new.cheque_number);
  end if;
  -- That its bank returned it is said of a deposited one whose receipt is in the books, and is not taken back.
  if not is_tied and new.returned_by_bank is distinct from (case when tg_op = 'UPDATE' then old.returned_by_bank else false end)
     and (new.returned_by_bank and deposit.stands and deposit.was_posted) is not true then
    raise exception using errcode = '23514', constraint = 'received_cheque_returned', table = 'received_cheque',
      message = format('Cheque %s bounces with the void of its collection.', new.cheque_number);
  end if;
  return new;
end $$;

-- At commit: what is said to be returned by its bank is deposited no more.
create function check_returned_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from received_cheque q where q.id = new.id and q.returned_by_bank and q.state = 'Deposited') then
    raise exception using errcode = '23514', constraint = 'received_cheque_returned', table = 'received_cheque',
      message = format('Cheque %s bounces with the void of its collection.', new.cheque_number);
  end if;
  return null;
end $$;
create constraint trigger received_cheque_returned after insert or update of returned_by_bank on received_cheque
  deferrable initially deferred for each row when (new.returned_by_bank) execute function check_returned_cheque();
