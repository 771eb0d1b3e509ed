-- Cheque numbers are numbers: 0009001 and 9001 are one cheque of an account. A voucher that is paid by cheque is neither
-- released nor posted before its cheque has one, and a leaf that was typed on a deleted draft comes back to its book.

-- What makes two numbers the same cheque: letters and digits, without zeros in front. The same as `chequeKey` of the core.
create function cheque_key(p_number text) returns text
  language sql immutable strict parallel safe
  set search_path = public, pg_temp
as $$
  select ltrim(regexp_replace(upper(p_number collate "C"), '[^0-9A-Z]', '', 'g'), '0')
$$;

select set_config('talaan.user_id', 'system', true);

-- Two cheques that stood side by side before numbers were compared as numbers: what is on paper stays, and one of them
-- holds the number from now on.
alter table cheque add column is_twin boolean not null default false;
update cheque c set is_twin = true
from (
  select id, row_number() over (
    partition by bank_id, cheque_key(cheque_number) order by state = 'queued', id) as place
  from cheque where cheque_number is not null
) p
where p.id = c.id and p.place > 1;

-- Leaves of drafts that were deleted before.
alter table cheque disable trigger cheque_kept;
delete from cheque c using document d, batch b
where d.id = c.document_id and b.id = d.batch_id and b.deleted_at is not null
  and c.state = 'void' and c.printed_on is null
  and not exists (select from journal_entry e where e.document_id = d.id);
alter table cheque enable trigger cheque_kept;

-- The register has every number, spoiled leaves too, so it alone says which are used.
alter table cheque drop constraint cheque_number_once;
create unique index cheque_number_once on cheque (bank_id, cheque_key(cheque_number)) where not is_twin;
alter table document drop constraint document_cheque_once;
create index document_bank on document (bank_id) where bank_id is not null;

-- A book that was put on stock twice, with other zeros, is there once.
delete from cheque_book o using cheque_book e
where e.bank_id = o.bank_id and e.id < o.id
  and int8range(e.first_number::bigint, e.last_number::bigint, '[]')
    && int8range(o.first_number::bigint, o.last_number::bigint, '[]');
alter table cheque_book drop constraint cheque_book_overlap;
alter table cheque_book add constraint cheque_book_overlap exclude using gist (bank_id with =,
  int8range(first_number::bigint, last_number::bigint, '[]') with &&);

create or replace function free_cheque_numbers(p_bank_id int, p_count int) returns table (cheque_number text, book_id int)
  language sql stable
  set search_path = public, pg_temp
as $$
  select lpad(g.no::text, length(b.first_number), '0'), b.id
  from cheque_book b
  cross join generate_series(b.first_number::bigint, b.last_number::bigint) g (no)
  where b.bank_id = p_bank_id
    and not exists (
      select from cheque c
      where c.bank_id = b.bank_id and cheque_key(c.cheque_number) = cheque_key(g.no::text) and not c.is_twin)
  order by b.id, g.no
  limit p_count
$$;

-- Brings the register in line with one document. While its cheque is queued the cheque follows it; a printed one holds it
-- fast, because paper does not change.
create or replace function follow_voucher(p_document_id bigint) returns void
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
  where d.id = p_document_id and d.document_type in ('CV', 'CW');
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
  when (new.document_type in ('CV', 'CW') and new.status = 7 and old.status <> 7)
  execute function require_cheque_number();
create trigger journal_entry_cheque_number before insert on journal_entry for each row
  when (new.document_type in ('CV', 'CW') and new.reverses_id is null)
  execute function require_cheque_number();
