-- A write-off takes a receivable out of the books without cash: a collection that writes off more than the company lets pass
-- takes the route of a journal of that amount (decisions §6).

insert into setting (key, value) values ('write_off_without_approval', '"0.00"');

-- Raising it lets one person write off alone.
create trigger second_person_write_offs after insert on setting for each row
  when (new.key = 'write_off_without_approval') execute function require_second_person('limits');
create trigger second_person_write_offs_changed after update on setting for each row
  when (new.key = 'write_off_without_approval' and old.value is distinct from new.value)
  execute function require_second_person('limits');

-- Up to so many pesos are written off without approval.
create function write_off_without_approval() returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce((select (value #>> '{}')::numeric(18, 2) from setting where key = 'write_off_without_approval'), 0)
$$;

-- What a batch writes off of invoices, in its currency, with what collections in the ledger wrote off of them before: what is
-- written off in pieces counts as one.
create function written_off(p_batch_id bigint) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce(sum(a.write_off_amount + o.amount), 0)::numeric(18, 2)
  from (select id from document where batch_id = p_batch_id offset 0) d
  cross join lateral (select * from collection_application where document_id = d.id offset 0) a
  cross join lateral (
    select coalesce(sum(x.write_off_amount), 0) as amount
    from (select * from collection_application where billing_document_id = a.billing_document_id offset 0) x
    cross join lateral (select batch_id from document where id = x.document_id offset 0) c
    cross join lateral (select status from batch where id = c.batch_id offset 0) b
    where x.document_id <> d.id and x.write_off_amount > 0 and b.status = 7) o
  where a.write_off_amount > 0
$$;

-- That amount where it is more than is let pass, else null.
create function write_off_to_approve(b batch) returns numeric
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select w.amount from (select written_off(b.id) as amount) w
  where w.amount > 0 and round(w.amount * b.dollar_rate, 2) > write_off_without_approval()
$$;

-- What of a batch officers approve, in its currency and in pesos: its total; of a collection that asks for approval by what it
-- writes off alone, that amount, else the greater of both. `approvalCase` of packages/core says the same, and a test holds the
-- two together.
create function amount_to_approve(b batch, out amount numeric, out amount_php numeric)
  language plpgsql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  needed jsonb := (select value from setting where key = 'approval_required');
  asked numeric;
begin
  amount := b.total_amount;
  amount_php := b.amount_php;
  asked := case when b.document_type = 'CN' then write_off_to_approve(b) end;
  if asked is null or not coalesce((needed ->> 'JE')::boolean, true) then
    return;
  end if;
  if not coalesce((needed ->> 'CN')::boolean, true) then
    amount := 0;
    amount_php := 0;
  end if;
  amount := greatest(amount, asked);
  amount_php := greatest(amount_php, round(asked * b.dollar_rate, 2));
end $$;
grant execute on function write_off_without_approval, written_off, write_off_to_approve, amount_to_approve to talaan_app;

-- As before, but for what a collection writes off.
create or replace function check_approver() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  level text := (select l.level_code from approving_level l order by l.min_amount, l.level_code collate "C"
    offset new.status_from - 3 limit 1);
begin
  if not exists (
    select from batch b join document_type t on t.document_type = b.document_type
    cross join lateral amount_to_approve(b) m
    cross join lateral officers_at(level, t.own_officers, b.currency_id, m.amount, m.amount_php) o
    where b.id = new.batch_id and o.user_id = coalesce(new.on_behalf_of, new.user_id) and (new.status_to < 6 or o.reaches))
     or new.on_behalf_of is not null and not exists (select from app_user s where s.id = new.user_id and may_sign_in(s)) then
    raise exception using errcode = '23514', constraint = 'approver_without_row', table = 'batch_move',
      message = format('An approval at level %s needs an officer of this level, currency and amount.', level);
  end if;
  return new;
end $$;

-- A collection reaches the ledger with every stage that a journal of what it writes off needs. It is asked after its invoices
-- were locked (`settled_invoices_locked`, whose name comes first), so that of two at the same moment the second counts the first.
create function check_write_off() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  asked numeric := write_off_to_approve(new);
  stages smallint[];
begin
  if asked is null then
    return null;
  end if;
  stages := required_stages('JE', new.currency_id, asked, round(asked * new.dollar_rate, 2));
  if exists (
    select from unnest(stages) stage
    where not exists (
      select from batch_move m
      where m.batch_id = new.id and m.cycle = new.cycle and m.action = 'approve' and m.status_from = stage)
  ) then
    raise exception using errcode = '23514', constraint = 'write_off_approval_missing', table = 'batch',
      message = format('Collection %s writes off %s and has not passed every stage that this needs (%s).',
        new.batch_number, to_char(asked, 'FM999,999,999,999,990.00'), array_to_string(stages, ', '));
  end if;
  return null;
end $$;
create trigger write_off_approved after update of status on batch for each row
  when (new.document_type = 'CN' and new.status = 7 and old.status <> 7) execute function check_write_off();

-- A receipt acknowledges what was received: a collection that brings neither cash nor tax withheld takes no number of a receipt.
create function check_receipt_number() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (
    select from collection c
    where c.document_id = new.id and c.received_amount = 0 and not exists (
      select from collection_application a where a.document_id = c.document_id and a.withholding_amount > 0)) then
    raise exception using errcode = '23514', constraint = 'receipt_of_nothing', table = 'document',
      message = 'This collection brings neither cash nor tax withheld: it takes no receipt number.';
  end if;
  return new;
end $$;
create trigger receipt_of_nothing before update of or_number, ar_number on document for each row
  when (new.document_type = 'CN' and (new.or_number is distinct from old.or_number and new.or_number is not null
    or new.ar_number is distinct from old.ar_number and new.ar_number is not null))
  execute function check_receipt_number();

alter table risk_seen drop constraint risk_seen_kind_check;
alter table risk_seen add constraint risk_seen_kind_check check (kind in
  ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_state', 'payee_account',
  'withholding', 'rest_day', 'receipt_order', 'write_offs', 'back_dated', 'billed_twice', 'vat_doubt', 'employee_billed',
  'large_write_off'));
