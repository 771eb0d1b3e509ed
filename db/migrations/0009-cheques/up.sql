-- The cheque register (data-model §3): one cheque for every cheque voucher and cheque write that names a bank, its state,
-- who moved it and why, and the cheque books on stock. The rows of vouchers are kept by triggers, so that none is missing
-- and none says anything else than its voucher.

-- What makes two numbers the same cheque: letters and digits, without zeros in front. The same as `chequeKey` of the core.
create function cheque_key(p_number text) returns text
  language sql immutable strict parallel safe
  set search_path = public, pg_temp
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
  constraint cheque_of_voucher check (
    document_id is not null and cheque_date is not null
    or document_id is null and state in ('spoiled', 'stopped') and cheque_number is not null and amount = 0),
  constraint cheque_printed_number check (cheque_number is not null or state in ('queued', 'void', 'replaced')),
  constraint cheque_replaces_once unique (replaces_id)
);
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

-- What happened to each cheque. Of a leaf that was entered by mistake and removed it stays, so nothing refers to the row.
create table cheque_move (
  id bigint generated always as identity primary key,
  cheque_id int not null,
  state_from text collate "C",
  state_to text not null collate "C",
  on_date accounting_date not null,
  reason long_text,
  user_id int references app_user,
  at timestamptz not null default now()
);
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
-- What a cheque says stands from its printing on; its state moves as listed, and every move is kept.

create function check_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  listed cheque_state_move%rowtype;
  batch_status smallint;
  earliest smallint;
  voided boolean;
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
  if new.state = old.state then
    return new;
  end if;

  select * into listed from cheque_state_move m where m.state_from = old.state and m.state_to = new.state;
  if listed.action is null then
    raise exception using errcode = '23514', constraint = 'cheque_move_listed', table = 'cheque',
      message = format('Cheque %s cannot go from %s to %s.', old.cheque_number, old.state, new.state);
  end if;
  if listed.needs_reason and coalesce(btrim(new.state_reason), '') = '' then
    raise exception using errcode = '23514', constraint = 'cheque_reason', table = 'cheque',
      message = format('Cheque %s: a reason is required.', old.cheque_number);
  end if;
  if listed.action in ('print', 'release', 'lift') then
    select b.status, d.voided_at is not null into batch_status, voided
    from document d join batch b on b.id = d.batch_id where d.id = old.document_id;
    earliest := case listed.action when 'print' then 6 else 7 end;
    if voided or batch_status is null or batch_status not between earliest and 7 then
      raise exception using errcode = '23514', constraint = 'cheque_before_voucher', table = 'cheque',
        message = format('Cheque %s does not go before its voucher.', old.cheque_number);
    end if;
  end if;
  new.printed_on := case when listed.action = 'print' then new.state_on else old.printed_on end;
  new.released_on := case when listed.action = 'release' then new.state_on else old.released_on end;
  new.state_by := current_actor();
  new.state_at := now();
  return new;
end $$;
create trigger cheque_update before update on cheque for each row execute function check_cheque();

create function note_cheque_move() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into cheque_move (cheque_id, state_from, state_to, on_date, reason, user_id)
  values (new.id, case when tg_op = 'UPDATE' then old.state end, new.state, new.state_on, new.state_reason, current_actor());
  return null;
end $$;
create trigger cheque_entered after insert on cheque for each row execute function note_cheque_move();
create trigger cheque_moved after update on cheque for each row when (new.state <> old.state)
  execute function note_cheque_move();

-- A cheque of a voucher is never removed by hand; a leaf that was entered by mistake may be.
create function keep_cheque() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.document_id is not null and old.state <> 'queued'
     and exists (select from document where id = old.document_id) then
    raise exception using errcode = '23514', constraint = 'cheque_of_voucher_kept', table = 'cheque',
      message = format('Cheque %s belongs to a voucher and stays in the register.', old.cheque_number);
  end if;
  return old;
end $$;
create trigger cheque_kept before delete on cheque for each row execute function keep_cheque();

-- ---------------------------------------------------------------------------------------------------------------------
-- The register follows the vouchers.

-- Brings the register in line with one document. While its cheque is queued the cheque follows it; a printed one holds it
-- fast, because paper does not change.
create function follow_voucher(p_document_id bigint) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  voucher record;
  live cheque%rowtype;
  last cheque%rowtype;
  is_known boolean;
begin
  select d.id, d.bank_id, d.cheque_number, d.document_date, d.document_number, b.status,
    d.voided_at is not null or b.status = 20 or b.deleted_at is not null as is_closed,
    b.deleted_at is not null as is_deleted,
    coalesce(d.void_reason, case when b.deleted_at is not null then 'The voucher was deleted.'
      when d.voided_at is not null then 'The voucher was voided.' else 'The voucher was archived.' end) as closed_because,
    case when d.bank_id is null then 0 else (
      select abs(coalesce(sum(l.credit_amount::numeric - l.debit_amount::numeric), 0))
      from line l join account a on a.id = l.account_id
      where l.document_id = d.id and a.acct_code = (select k.acct_code from bank k where k.id = d.bank_id)) end as amount
  into voucher
  from document d join batch b on b.id = d.batch_id
  where d.id = p_document_id and is_paid_by_cheque(d.document_type);
  if voucher.id is null then
    return;
  end if;
  select * into live from cheque c
  where c.document_id = voucher.id and c.state in ('queued', 'printed', 'released', 'matured', 'cleared');

  if voucher.is_closed then
    if live.state = 'cleared' then
      raise exception using errcode = '23514', constraint = 'cheque_cleared', table = 'cheque',
        message = format('Cheque %s was paid by the bank on %s. Take its clearing back first if that is wrong.',
          live.cheque_number, live.state_on);
    end if;
    if voucher.is_deleted and live.state = 'queued' then
      delete from cheque c where c.id = live.id; -- on no paper yet: the leaf is back in its book
      return;
    end if;
    update cheque c set state = 'void', state_on = manila_today(), state_reason = voucher.closed_because where c.id = live.id;
    return;
  end if;

  if live.id is not null and live.state <> 'queued' then
    if row(live.bank_id, live.cheque_number, live.cheque_date, live.amount::numeric)
       is distinct from row(voucher.bank_id, voucher.cheque_number, voucher.document_date, voucher.amount) then
      raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
        message = format('Cheque %s of this voucher is %s: bank, number, date, payee and amount stand on paper. '
          'Mark the cheque spoiled in Check Transactions before you change them.', live.cheque_number, live.state);
    end if;
    return;
  end if;
  if voucher.bank_id is null then
    delete from cheque c where c.id = live.id;
    return;
  end if;
  if live.id is not null then
    update cheque c
    set bank_id = voucher.bank_id, cheque_number = voucher.cheque_number, cheque_date = voucher.document_date,
      amount = voucher.amount
    where c.id = live.id and row(c.bank_id, c.cheque_number, c.cheque_date, c.amount::numeric)
      is distinct from row(voucher.bank_id, voucher.cheque_number, voucher.document_date, voucher.amount);
    return;
  end if;

  -- No cheque stands for the voucher. The first one, the archived one again, or one in the place of the last.
  select * into last from cheque c where c.document_id = voucher.id order by c.id desc limit 1;
  if last.state = 'void' and last.printed_on is null
     and row(last.bank_id, cheque_key(last.cheque_number))
       is not distinct from row(voucher.bank_id, cheque_key(voucher.cheque_number)) then
    update cheque c set state = 'queued', state_on = manila_today(), state_reason = null where c.id = last.id;
    perform follow_voucher(voucher.id);
    return;
  end if;
  is_known := exists (
    select from cheque c
    where c.document_id = voucher.id and c.bank_id = voucher.bank_id
      and cheque_key(c.cheque_number) = cheque_key(voucher.cheque_number));
  if last.id is not null and last.state not in ('void', 'replaced') and (is_known or voucher.cheque_number is null) then
    return; -- it is spoiled, stopped or stale, and nobody has replaced it yet
  end if;
  if last.state = 'void' and is_known and voucher.status > 1 then
    return; -- given back by hand, and nobody has replaced it yet
  end if;
  if is_known then
    update document d set cheque_number = null where d.id = voucher.id; -- comes back here without the used number
    return;
  end if;
  if last.state <> 'replaced' then
    update cheque c set state = 'replaced', state_on = manila_today(), state_reason = null where c.id = last.id;
  end if;
  insert into cheque (bank_id, cheque_number, document_id, cheque_date, amount, replaces_id, input_by, state_by)
  values (voucher.bank_id, voucher.cheque_number, voucher.id, voucher.document_date, voucher.amount, last.id,
    current_actor(), current_actor());
end $$;

create function follow_document() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and new.payee_id is distinct from old.payee_id and exists (
    select from cheque c where c.document_id = new.id and c.state in ('printed', 'released', 'matured', 'cleared')) then
    raise exception using errcode = '23514', constraint = 'cheque_issued', table = 'cheque',
      message = 'The cheque of this voucher is made out to its payee already. '
        'Mark the cheque spoiled in Check Transactions before you change the payee.';
  end if;
  perform follow_voucher(new.id);
  return null;
end $$;
create trigger document_cheque_insert after insert on document for each row
  when (new.bank_id is not null and is_paid_by_cheque(new.document_type)) execute function follow_document();
create trigger document_cheque_update
  after update of bank_id, cheque_number, document_date, payee_id, total_amount, voided_at on document for each row
  when (is_paid_by_cheque(new.document_type)) execute function follow_document();

-- The lines of a voucher change with a new version of its batch, and a release hands over what is printed.
create function follow_batch() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform follow_voucher(d.id) from document d where d.batch_id = new.id order by d.header_key;
  if new.status = 7 and old.status <> 7 then
    update cheque c set state = 'released', state_on = manila_today(), state_reason = null
    from document d where d.batch_id = new.id and c.document_id = d.id and c.state = 'printed';
  end if;
  return null;
end $$;
create trigger batch_cheques after update of row_version, status, deleted_at on batch for each row
  when (is_paid_by_cheque(new.document_type)) execute function follow_batch();

-- A voucher leaves the house, and reaches the ledger, with the number of its cheque.
create function require_cheque_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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

-- What the calendar does: a post-dated cheque that was handed over falls due on its day, and what nobody presents for
-- `cheque_stale_days` becomes stale. Safe to repeat; answers how many cheques it moved.
create function age_cheques(p_today date default manila_today()) returns table (matured int, expired int)
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  stale_days int := coalesce((select (s.value #>> '{}')::int from setting s where s.key = 'cheque_stale_days'), 180);
begin
  update cheque c set state = 'matured', state_on = c.cheque_date, state_reason = null
  from document d join batch b on b.id = d.batch_id
  where d.id = c.document_id and b.is_pdc = 1 and c.state = 'released' and c.cheque_date <= p_today
    and c.cheque_date > coalesce(c.released_on, c.cheque_date) and c.cheque_date + stale_days > p_today;
  get diagnostics matured = row_count;
  update cheque c set state = 'stale', state_on = p_today,
    state_reason = format('Not presented within %s days of its date.', stale_days)
  where c.state in ('released', 'matured') and c.cheque_date + stale_days <= p_today;
  get diagnostics expired = row_count;
  return next;
end $$;

grant select, insert (bank_id, cheque_number, state, state_on, state_reason, state_by, input_by),
  update (state, state_on, state_reason, row_version), delete on cheque to talaan_app;
grant select on cheque_state_move, cheque_move to talaan_app;
grant select, insert (bank_id, first_number, last_number, input_by), delete on cheque_book to talaan_app;
-- Locking the books of an account, so that two people never take the same leaf.
grant update (row_version) on cheque_book to talaan_app;
grant select on cheque, cheque_state_move, cheque_move, cheque_book to talaan_report;
-- What runs with the rights of its owner is reached through the triggers only.
revoke execute on function follow_voucher(bigint), follow_document(), follow_batch(), note_cheque_move() from public;
