-- Post-dated cheques that customers gave for what they owe. A cheque leaves the invoice open until its deposit makes the
-- collection; it bounced when that collection is void after it was posted, and can be deposited again (decisions §6).
create table received_cheque (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  bank_name name_text not null,
  cheque_number code_text not null,
  cheque_date accounting_date not null,
  -- Pesos.
  cheque_amount amount not null,
  received_date accounting_date not null,
  -- The invoice for which it was given; its deposit settles that one before the oldest.
  billing_invoice_no short_text,
  -- 1 returned to the customer, 2 replaced by another cheque.
  handed_back smallint not null default 0 check (handed_back in (0, 1, 2)),
  remarks short_text,
  -- Follows from the rest and is stored so that lists find by it.
  state short_text not null default 'Held',
  -- The last collection that its deposit made.
  collection_document_id bigint unique references collection on delete set null,
  -- Its bank returned it, which whoever voids its collection says; a void for any other reason leaves it held.
  returned_by_bank boolean not null default false,
  constraint received_cheque_amount check (cheque_amount > 0),
  constraint received_cheque_once unique (payee_id, bank_name, cheque_number)
);
call make_master('received_cheque');
create unique index received_cheque_folded
  on received_cheque (payee_id, lower(bank_name::text collate "default"), lower(cheque_number::text collate "default"));
-- What can be deposited, by its day.
create index received_cheque_due on received_cheque (cheque_date, id) where state in ('Held', 'Bounced');
create index received_cheque_date on received_cheque (cheque_date, id);

-- A received cheque is kept once, whatever zeros stand before its number, was received by today, and is deposited within six
-- months of its date: later no bank takes it.
create function check_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create trigger received_cheque_change before insert or update or delete on received_cheque
  for each row execute function check_received_cheque();

-- A collection that deposits a cheque takes in what the cheque is worth, from its day on while a bank takes it, of the customer
-- who gave it; one that is void gives the cheque back to the register.
create function check_deposit() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create trigger collection_of_cheque before update of status on batch for each row
  when (new.document_type = 'CN') execute function check_deposit();

create function release_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update received_cheque set state = state
  where collection_document_id in (select d.id from document d where d.batch_id = new.id);
  return null;
end $$;
create trigger collection_releases_cheque after update of status, deleted_at on batch for each row
  when (new.document_type = 'CN'
    and ((old.status = 20) <> (new.status = 20) or old.deleted_at is distinct from new.deleted_at)) execute function release_received_cheque();

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

-- At commit: what is said to be returned by its bank is deposited no more.
create function check_returned_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
