-- The cheque register (data-model §3): one cheque for every cheque voucher and cheque write that names a bank, its state,
-- who moved it and why, and the cheque books on stock. Whoever writes a voucher writes its cheque; at commit none is
-- missing and none says anything else than its voucher.

-- What makes two numbers the same cheque: letters and digits, without zeros in front. The same as `chequeKey` of the core.
create function cheque_key(p_number text) returns text
  language sql immutable strict parallel safe
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select ltrim(regexp_replace(upper(p_number collate "C"), '[^0-9A-Z]', '', 'g'), '0')
$$;

create table cheque (
  id int generated always as identity primary key,
  bank_id int not null references bank,
  cheque_number code_text,
  -- Null: a leaf that was spoiled or lost before it paid anything.
  document_id bigint references document on delete cascade,
  cheque_date accounting_date,
  -- What the voucher takes from the account, in the currency of its batch.
  amount amount not null default 0,
  state text not null default 'queued' collate "C" check (state in
    ('queued', 'printed', 'released', 'matured', 'cleared', 'spoiled', 'stopped', 'stale', 'void', 'replaced')),
  -- The day on which it came to its state; of a cleared one that of the bank statement.
  state_on accounting_date not null default manila_today(),
  state_reason long_text,
  state_by int references app_user,
  state_at timestamptz not null default now(),
  printed_on accounting_date,
  released_on accounting_date,
  replaces_id int references cheque,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  constraint cheque_printed_number check (cheque_number is not null or state in ('queued', 'void', 'replaced')),
  constraint cheque_replaces_once unique (replaces_id)
);

-- The newest cheque that could be printed is the sample of a layout.
create index cheque_queued on cheque (bank_id, id) where state = 'queued';
-- Spoiled, stopped, void and replaced ones count: a number is used once (INV-24).
create unique index cheque_number_once on cheque (bank_id, cheque_key(cheque_number));
create unique index cheque_live_once on cheque (document_id)
  where state in ('queued', 'printed', 'released', 'matured', 'cleared');
create index cheque_document on cheque (document_id);
create index cheque_list on cheque (cheque_date, id);
create index cheque_of_bank on cheque (bank_id, cheque_date);
create index cheque_due on cheque (state, cheque_date) where state in ('released', 'matured');
create index cheque_search on cheque using gin (cheque_number gin_trgm_ops);
call audit_table('cheque', 'id');

-- The moves that there are; the same table as CHEQUE_MOVES of the core.
create table cheque_state_move (
  state_from text not null collate "C",
  state_to text not null collate "C",
  action text not null collate "C",
  needs_reason boolean not null default false,
  primary key (state_from, state_to)
);
insert into cheque_state_move (action, state_to, needs_reason, state_from)
select m.action, m.state_to, m.needs_reason, f.state_from
from (values
  ('print', 'printed', false, array['queued']),
  ('release', 'released', false, array['printed']),
  ('mature', 'matured', false, array['released']),
  ('clear', 'cleared', false, array['released', 'matured']),
  ('unclear', 'released', true, array['cleared']),
  ('spoil', 'spoiled', true, array['queued', 'printed']),
  ('stop', 'stopped', true, array['printed', 'released', 'matured']),
  ('lift', 'released', true, array['stopped']),
  ('expire', 'stale', false, array['released', 'matured']),
  ('cancel', 'void', true, array['queued', 'printed', 'released', 'matured']),
  ('revive', 'queued', false, array['void']),
  ('replace', 'replaced', false, array['spoiled', 'stopped', 'stale', 'void'])
) m (action, state_to, needs_reason, states)
cross join unnest(m.states) f (state_from);

-- What happened to each cheque; state_from null: it entered the register. Of a leaf that was entered by mistake and removed
-- it stays, so nothing refers to the row.
create table cheque_move (
  id bigint generated always as identity primary key,
  cheque_id int not null,
  state_from text collate "C",
  state_to text not null collate "C",
  on_date accounting_date not null,
  reason long_text,
  user_id int references app_user,
  at timestamptz not null default now(),
  constraint cheque_move_listed foreign key (state_from, state_to) references cheque_state_move
);
create index cheque_move_leaf on cheque_move (at desc, id desc) where state_to in ('printed', 'spoiled');
create index cheque_move_user on cheque_move (user_id, at desc, id desc) where state_to in ('printed', 'spoiled');
create index cheque_move_cheque on cheque_move (cheque_id, id);
call make_append_only('cheque_move', 'cheque_move_append_only');

-- Leaves on stock. The next one is the first that the register does not know, so there is no counter to go wrong.
create table cheque_book (
  id int generated always as identity primary key,
  bank_id int not null references bank,
  first_number code_text not null check (first_number ~ '^[0-9]{1,18}$'),
  last_number code_text not null check (last_number ~ '^[0-9]{1,18}$'),
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  constraint cheque_book_range check (
    length(first_number) = length(last_number)
    and last_number::bigint - first_number::bigint between 0 and 9999),
  constraint cheque_book_overlap exclude using gist (bank_id with =,
    int8range(first_number::bigint, last_number::bigint, '[]') with &&)
);
call audit_table('cheque_book', 'id');

-- The next leaves of an account, in the order of its books.
create function free_cheque_numbers(p_bank_id int, p_count int) returns table (cheque_number text, book_id int)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select lpad(g.no::text, length(b.first_number), '0'), b.id
  from cheque_book b
  cross join generate_series(b.first_number::bigint, b.last_number::bigint) g (no)
  where b.bank_id = p_bank_id
    and not exists (
      select from cheque c
      where c.bank_id = b.bank_id and cheque_key(c.cheque_number) = cheque_key(g.no::text))
  order by b.id, g.no
  limit p_count
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What a cheque says stands from its printing on; it moves as listed, and its state is that of its last move.

-- A cheque of a voucher begins queued, one of the old books released, as its move says; a leaf that pays nothing as what became of it.
create function insert_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.document_id is not null and new.state <> 'queued' then
    raise exception using errcode = '23514', constraint = 'cheque_starts_queued', table = 'cheque',
      message = 'The cheque of a voucher begins queued.';
  end if;
  if new.opening_item_id is not null and (new.state <> 'released' or not exists (
    select from opening_item i where i.id = new.opening_item_id and i.kind = 'cheque' and confirms_now(i.moving_in_id)
      and row(i.bank_id, i.number_text, i.on_date, i.amount) is not distinct from row(new.bank_id, new.cheque_number, new.cheque_date, new.amount)))
  then
    raise exception using errcode = '23514', constraint = 'cheque_of_opening', table = 'cheque',
      message = 'A cheque of the old books enters the register with its move, as that says.';
  end if;
  new.row_version := 1;
  new.input_by := current_actor();
  new.input_date := now();
  new.state_by := current_actor();
  new.state_at := now();
  return new;
end $$;
create trigger cheque_insert before insert on cheque for each row execute function insert_cheque();

create function update_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'cheque',
      message = format('Cheque %s was changed meanwhile: version %s was read, %s is stored.',
        old.cheque_number, new.row_version, old.row_version);
  end if;
  if row(new.id, new.document_id, new.replaces_id) is distinct from row(old.id, old.document_id, old.replaces_id)
     or (old.state <> 'queued' and row(new.bank_id, new.cheque_number, new.cheque_date, new.amount)
       is distinct from row(old.bank_id, old.cheque_number, old.cheque_date, old.amount)) then
    raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
      message = format('Cheque %s is %s; what it says stands.', old.cheque_number, old.state);
  end if;
  new.row_version := old.row_version + 1;
  if new.state <> old.state then
    new.printed_on := case new.state when 'printed' then new.state_on else old.printed_on end;
    new.released_on := case when new.state = 'released' and old.state = 'printed' then new.state_on else old.released_on end;
    new.state_by := current_actor();
    new.state_at := now();
  end if;
  return new;
end $$;
create trigger cheque_update before update on cheque for each row execute function update_cheque();

-- A move leaves the state that the last one came to, in the name of who makes it and with his reason. A cheque goes before
-- its voucher neither to the printer (6) nor out of the house (7); the stop of a cheque of the old books is lifted without a voucher.
create function check_cheque_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Locked, so that two moves of a cheque see each other.
  moved cheque%rowtype;
  came_to text;
  listed cheque_state_move%rowtype;
begin
  select * into moved from cheque where id = new.cheque_id for no key update;
  select m.state_to into came_to from cheque_move m where m.cheque_id = new.cheque_id order by m.id desc limit 1;
  if new.state_from is distinct from came_to then
    raise exception using errcode = '23514', constraint = 'cheque_moved_meanwhile', table = 'cheque_move',
      message = format('Cheque %s is %s, not %s.', moved.cheque_number, came_to, new.state_from);
  end if;
  if new.user_id is distinct from current_actor() then
    raise exception using errcode = '23514', constraint = 'cheque_move_own_name', table = 'cheque_move',
      message = 'A move is recorded under the name of the person who makes it.';
  end if;
  select * into listed from cheque_state_move m where m.state_from = new.state_from and m.state_to = new.state_to;
  if listed.needs_reason and coalesce(btrim(new.reason), '') = '' then
    raise exception using errcode = '23514', constraint = 'cheque_reason', table = 'cheque_move',
      message = format('Cheque %s: a reason is required.', moved.cheque_number);
  end if;
  if listed.action in ('print', 'release', 'lift') and moved.opening_item_id is null and not exists (
    select from (select batch_id, voided_at from document where id = moved.document_id offset 0) d
    cross join lateral (select status from batch where id = d.batch_id offset 0) b
    where d.voided_at is null and b.status between case listed.action when 'print' then 6 else 7 end and 7) then
    raise exception using errcode = '23514', constraint = 'cheque_before_voucher', table = 'cheque_move',
      message = format('Cheque %s does not go before its voucher.', moved.cheque_number);
  end if;
  return new;
end $$;
create trigger cheque_move_made before insert on cheque_move for each row execute function check_cheque_move();

-- At commit: the state of a cheque is that of its last move.
create function check_cheque_state() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  moved int;
begin
  if tg_table_name = 'cheque' then moved := new.id; else moved := new.cheque_id; end if;
  if exists (
    select from cheque c
    left join lateral (
      select m.state_to, m.on_date, m.reason from cheque_move m where m.cheque_id = c.id order by m.id desc limit 1) m on true
    where c.id = moved
      and row(c.state, c.state_on, c.state_reason) is distinct from row(m.state_to, m.on_date, m.reason)) then
    raise exception using errcode = '23514', constraint = 'cheque_state_moved', table = 'cheque',
      message = 'A cheque is in the state to which its last move brought it.';
  end if;
  return null;
end $$;
create constraint trigger cheque_state_moved after insert or update of state, state_on, state_reason on cheque
  deferrable initially deferred for each row execute function check_cheque_state();
create constraint trigger cheque_state_moved after insert on cheque_move
  deferrable initially deferred for each row execute function check_cheque_state();

-- A cheque of a voucher is never removed by hand once it is on paper; a leaf that was entered by mistake may be.
create function keep_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if old.opening_item_id is not null
     or old.document_id is not null and old.state <> 'queued' and exists (select from document where id = old.document_id) then
    raise exception using errcode = '23514', constraint = 'cheque_of_voucher_kept', table = 'cheque',
      message = format('Cheque %s belongs to a voucher and stays in the register.', old.cheque_number);
  end if;
  return old;
end $$;
create trigger cheque_kept before delete on cheque for each row execute function keep_cheque();

-- ---------------------------------------------------------------------------------------------------------------------
-- A voucher and its cheque.

-- What a voucher says of its cheque, and whether it stands: neither void nor archived nor deleted.
create view voucher_cheque as
select d.id as document_id, d.batch_id, d.bank_id, d.cheque_number, d.document_date as cheque_date,
  case when d.bank_id is null then 0 else (
    select abs(coalesce(sum(l.credit_amount::numeric - l.debit_amount::numeric), 0))
    from bank k join account a on a.acct_code = k.acct_code join line l on l.account_id = a.id
    where k.id = d.bank_id and l.document_id = d.id) end as amount,
  d.voided_at is null and b.status <> 20 and b.deleted_at is null as stands
from document d
join batch b on b.id = d.batch_id
join document_type t on t.document_type = d.document_type
where t.cheque;
comment on column voucher_cheque.bank_id is 'nullable';
comment on column voucher_cheque.cheque_number is 'nullable';

create function says_the_same(c cheque, v voucher_cheque) returns boolean
  language sql stable
  return row(c.bank_id, c.cheque_number, c.cheque_date, c.amount::numeric)
    is not distinct from row(v.bank_id, v.cheque_number, v.cheque_date, v.amount);

-- At commit: a voucher that stands and names a bank has a cheque that says the same, or one of its number that came to
-- nothing and is not replaced yet; any other voucher has none that is alive.
create function check_voucher_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  documents bigint[];
  bad record;
begin
  if tg_table_name = 'batch' then
    documents := array(select d.id from document d where d.batch_id = new.id);
  elsif tg_table_name = 'document' then
    documents := array[new.id];
  else
    documents := array[coalesce(new.document_id, old.document_id)];
  end if;
  select c.cheque_number, c.state, c.state_on, v.stands into bad
  from unnest(documents) g (id)
  cross join lateral (select * from voucher_cheque where document_id = g.id offset 0) v
  left join lateral (
    select * from cheque
    where document_id = g.id and state in ('queued', 'printed', 'released', 'matured', 'cleared') offset 0) c on true
  where not case
      when not v.stands or v.bank_id is null then c.id is null
      when c.id is not null then says_the_same(c, v)
      else exists (select from cheque o where o.document_id = v.document_id and o.state <> 'replaced')
        and (v.cheque_number is null or exists (
          select from cheque o
          where o.document_id = v.document_id and o.bank_id = v.bank_id
            and cheque_key(o.cheque_number) = cheque_key(v.cheque_number)))
    end
  limit 1;
  if found and bad.state = 'cleared' and not bad.stands then
    raise exception using errcode = '23514', constraint = 'cheque_cleared', table = 'cheque',
      message = format('Cheque %s was paid by the bank on %s. Take its clearing back first if that is wrong.',
        bad.cheque_number, bad.state_on);
  elsif found and bad.stands and bad.state <> 'queued' then
    raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
      message = format('Cheque %s of this voucher is %s: bank, number, date, payee and amount stand on paper. '
        'Mark the cheque spoiled in Check Transactions before you change them.', bad.cheque_number, bad.state);
  elsif found then
    raise exception using errcode = '23514', constraint = 'voucher_has_cheque', table = 'cheque',
      message = 'A voucher that names a bank has one cheque, which says the same.';
  end if;
  return null;
end $$;
-- What a voucher says changes while it is Active, with a new version of its batch; its number and a void may come later.
create constraint trigger voucher_has_cheque after update of cheque_number, voided_at on document deferrable initially deferred
  for each row when (is_paid_by_cheque(new.document_type)) execute function check_voucher_cheque();
create constraint trigger voucher_has_cheque after update of row_version, status, deleted_at on batch
  deferrable initially deferred for each row
  when (is_paid_by_cheque(new.document_type)) execute function check_voucher_cheque();
create constraint trigger voucher_has_cheque after insert or update or delete on cheque deferrable initially deferred for each row
  execute function check_voucher_cheque();

-- A cheque on paper is made out to the payee of its voucher.
create function hold_payee_of_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from cheque c where c.document_id = new.id and c.state in ('printed', 'released', 'matured', 'cleared')) then
    raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
      message = 'The cheque of this voucher is made out to its payee already. '
        'Mark the cheque spoiled in Check Transactions before you change the payee.';
  end if;
  return new;
end $$;
create trigger document_payee_of_cheque before update of payee_id on document for each row
  when (new.payee_id is distinct from old.payee_id) execute function hold_payee_of_cheque();

-- A voucher leaves the house, and reaches the ledger, with the number of its cheque.
create function require_cheque_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  missing record;
begin
  if tg_table_name = 'batch' then
    select d.id, d.document_number into missing from document d
    where d.batch_id = new.id and d.voided_at is null and d.bank_id is not null and d.cheque_number is null
    order by d.header_key limit 1;
  else
    select d.id, d.document_number into missing from document d
    where d.id = new.document_id and d.bank_id is not null and d.cheque_number is null;
  end if;
  if missing.id is not null then
    raise exception using errcode = '23514', constraint = 'cheque_number_missing', table = 'document',
      message = format('The cheque of voucher %s has no number. Assign it in Check Transactions first.',
        missing.document_number);
  end if;
  return new;
end $$;
create trigger batch_cheque_numbers before update of status on batch for each row
  when (new.status = 7 and old.status <> 7 and is_paid_by_cheque(new.document_type))
  execute function require_cheque_number();

-- ---------------------------------------------------------------------------------------------------------------------
grant select, delete, insert (bank_id, cheque_number, document_id, cheque_date, amount, state, state_on, state_reason, replaces_id),
  update (bank_id, cheque_number, cheque_date, amount, state, state_on, state_reason, row_version) on cheque to talaan_app;
grant select, insert (cheque_id, state_from, state_to, on_date, reason, user_id) on cheque_move to talaan_app;
grant select on cheque_state_move, voucher_cheque to talaan_app;
grant select, insert (bank_id, first_number, last_number, input_by), delete on cheque_book to talaan_app;
-- Locking the books of an account, so that two people never take the same leaf.
grant update (row_version) on cheque_book to talaan_app;
grant select on cheque, cheque_state_move, cheque_move, cheque_book to talaan_report;
