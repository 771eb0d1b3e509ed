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
  constraint received_cheque_amount check (cheque_amount > 0),
  constraint received_cheque_once unique (payee_id, bank_name, cheque_number)
);
call make_master('received_cheque');
create unique index received_cheque_folded
  on received_cheque (payee_id, lower(bank_name::text collate "default"), lower(cheque_number::text collate "default"));
-- What can be deposited, by its day.
create index received_cheque_due on received_cheque (cheque_date, id) where state in ('Held', 'Bounced');
create index received_cheque_date on received_cheque (cheque_date, id);

-- A cheque says what its deposit says: while a collection of it stands it does not change, and none is made of it before
-- its date, for another customer or of another amount.
create function check_received_cheque() returns trigger
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
  if tg_op = 'UPDATE' and old.state = 'Deposited'
     and row(new.payee_id, new.bank_name, new.cheque_number, new.cheque_date, new.cheque_amount, new.handed_back)
       is distinct from row(old.payee_id, old.bank_name, old.cheque_number, old.cheque_date, old.cheque_amount, old.handed_back)
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
create trigger received_cheque_change before insert or update or delete on received_cheque
  for each row execute function check_received_cheque();

-- A collection that deposits a cheque takes in what the cheque is worth, from its day on, of the customer who gave it; one
-- that is void gives the cheque back to the register.
create function check_deposit() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.status = 1 and new.status between 2 and 7 and exists (
    select from document d join received_cheque q on q.collection_document_id = d.id join collection c on c.document_id = d.id
    where d.batch_id = new.id and (c.received_amount <> q.cheque_amount or d.document_date < q.cheque_date or new.currency_id <> 1
      or d.payee_id is distinct from q.payee_id and not coalesce(d.payee_id = any (payees_as_one(q.payee_id)), false))) then
    raise exception using errcode = '23514', constraint = 'collection_of_cheque', table = 'collection',
      message = 'This collection deposits a post-dated cheque: it takes in its amount, from its customer, not before its date.';
  end if;
  return new;
end $$;
create trigger collection_of_cheque before update of status on batch for each row
  when (new.document_type = 'CN') execute function check_deposit();

create function release_received_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  update received_cheque set state = state
  where collection_document_id in (select d.id from document d where d.batch_id = new.id);
  return null;
end $$;
create trigger collection_releases_cheque after update of status, deleted_at on batch for each row
  when (new.document_type = 'CN'
    and ((old.status = 20) <> (new.status = 20) or old.deleted_at is distinct from new.deleted_at)) execute function release_received_cheque();
