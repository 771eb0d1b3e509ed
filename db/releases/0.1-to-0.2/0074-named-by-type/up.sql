-- A message names a batch by its type and its number: a billing request, a collection and a batch may have the figures of one
-- another. `batchName` of packages/core says the same.
create function batch_name(p_document_type text, p_batch_number text) returns text
  language sql immutable
as $$
  select case when p_batch_number like p_document_type || '%' then p_batch_number else p_document_type || ' ' || p_batch_number end
$$;

-- A batch that begins or ends to count takes from the orders of its documents, or gives back; orders in the order of their
-- ids, so that two batches never wait for each other.
create or replace function match_batch_orders() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform match_order(o.purchase_order_id, batch_name(new.document_type, new.batch_number))
  from (select distinct d.purchase_order_id from document d
    where d.batch_id = new.id and d.purchase_order_id is not null order by 1) o;
  return null;
end $$;

create or replace function match_document_order() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform match_order(new.purchase_order_id, (select batch_name(b.document_type, b.batch_number) from batch b where b.id = new.batch_id));
  return null;
end $$;

create or replace function touch_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  batches bigint[];
  frozen text;
begin
  if tg_table_name = 'document' and tg_op = 'INSERT' then
    select array_agg(distinct batch_id) into batches from new_rows;
  elsif tg_table_name = 'document' then
    select array_agg(distinct batch_id) into batches from old_rows;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from new_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  else
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from old_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  end if;
  if batches is null then
    return null;
  end if;
  -- Locked, so that nobody submits the batch between this look and the commit.
  perform from batch where id = any (batches) order by id for no key update;
  select batch_name(document_type, batch_number) into frozen from batch where id = any (batches) and (status <> 1 or deleted_at is not null) limit 1;
  if frozen is not null then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', frozen);
  end if;
  insert into batch_editor (batch_id, cycle, user_id)
  select id, cycle, actor from batch where id = any (batches) and actor <> prepared_by
  on conflict do nothing;
  return null;
end $$;

create or replace function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  old_row jsonb := to_jsonb(old);
  changed text[] := array(
    select n.key from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from old_row -> n.key and not (tg_table_name = 'document' and n.key = any (server_owned)));
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select * into parent from batch where id = (select batch_id from document where id = old.document_id);
  end if;
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and not changed <@ array['remarks', 'proposed_part'])
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', batch_name(parent.document_type, parent.batch_number));
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;

-- Every change but the edit lock: the version that was read, the listed moves only, contents only while active. Who approved, what
-- was signed and what was written to it come from those moves. What leaves Active names payee and bank and has the total of its
-- lines; what is approved has passed its stages; a batch that comes back to Active counts its open documents again.
create or replace function update_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  stages smallint[];
  totals record;
  -- The move by which it changes.
  made batch_move%rowtype;
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'batch',
      message = format('%s was changed meanwhile: version %s was read, %s is stored.', batch_name(old.document_type, old.batch_number), new.row_version, old.row_version);
  end if;
  if old.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_deleted', table = 'batch',
      message = format('%s was deleted.', batch_name(old.document_type, old.batch_number));
  end if;
  if row(new.document_type, new.batch_number, new.date_encoded, new.cycle)
     is distinct from row(old.document_type, old.batch_number, old.date_encoded, old.cycle)
     or new.prepared_by <> old.prepared_by and not exists (
       select from batch_handover h
       where h.batch_id = old.id and h.from_user = old.prepared_by and h.to_user = new.prepared_by and h.at = now()) then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = 'batch',
      message = 'Type, number, preparer and round of a batch are not changed by hand.';
  end if;
  if old.status <> 1 and new.status <> 1
     and (row(new.adjusting, new.currency_id, new.dollar_rate, new.total_amount, new.amount_php, new.is_confidential, new.is_pdc,
         new.payee_id)
       is distinct from row(old.adjusting, old.currency_id, old.dollar_rate, old.total_amount, old.amount_php, old.is_confidential,
         old.is_pdc, old.payee_id)
       -- A series is listed under its next date.
       or new.document_date <> old.document_date and new.is_pdc = 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('%s is submitted; return or withdraw it before changing it.', batch_name(old.document_type, old.batch_number));
  end if;

  if new.deleted_at is not null or new.status <> old.status then
    select * into made from batch_move m
    where m.batch_id = old.id and m.cycle = old.cycle and m.status_from = old.status
      and m.status_to = new.status and (m.action = 'delete') = (new.deleted_at is not null)
    order by m.id desc limit 1;
    if not found then
      raise exception using errcode = '23514', constraint = 'batch_move_unlisted', table = 'batch',
        message = format('%s cannot go from status %s to %s without a recorded move.', batch_name(old.document_type, old.batch_number), old.status, new.status);
    end if;
  end if;
  if new.approved_by is distinct from old.approved_by and not (made.action = 'approve' and new.approved_by = made.user_id) is true
     or new.approved_remarks is distinct from old.approved_remarks
       and (made.action is null or coalesce(new.approved_remarks, '') not in ('', coalesce(made.remarks, '')))
     or new.fingerprint is distinct from old.fingerprint and (made.action is null or new.fingerprint is distinct from made.fingerprint) then
    raise exception using errcode = '23514', constraint = 'batch_decision', table = 'batch',
      message = format('Who approved %s, what was signed and what was written to it are those of its moves.', batch_name(old.document_type, old.batch_number));
  end if;

  if new.status <> old.status then
    if old.status = 1 and new.status between 2 and 7 and totals_are_debits(new.document_type) then
      if exists (
        select from document d
        where d.batch_id = old.id and d.voided_at is null and pays_out(new.document_type) and (d.payee_id is null or d.bank_id is null)
      ) then
        raise exception using errcode = '23514', constraint = 'disbursement_parties', table = 'document',
          message = format('%s names no payee or no bank.', batch_name(old.document_type, old.batch_number));
      end if;
      select * into totals from open_debits(old.id);
      if row(totals.debit, totals.debit_php) is distinct from row(new.total_amount::numeric, new.amount_php::numeric) then
        raise exception using errcode = '23514', constraint = 'batch_total', table = 'batch',
          message = format('%s says %s, its lines add up to %s.', batch_name(old.document_type, old.batch_number), new.amount_php, totals.debit_php);
      end if;
    end if;
    if new.status between 6 and 7 and old.status < 6 then
      stages := required_stages(new.document_type, new.currency_id, new.total_amount, new.amount_php);
      if exists (
        select from unnest(stages) stage
        where not exists (
          select from batch_move m
          where m.batch_id = old.id and m.cycle = old.cycle and m.action = 'approve' and m.status_from = stage)
      ) then
        raise exception using errcode = '23514', constraint = 'batch_approval_missing', table = 'batch',
          message = format('%s has not passed every stage it needs (%s).', batch_name(old.document_type, old.batch_number), array_to_string(stages, ', '));
      end if;
    end if;
    if new.status = 1 then
      new.cycle := old.cycle + 1;
      -- Who prepared it before it was handed over approves in no round.
      insert into batch_editor (batch_id, cycle, user_id)
      select h.batch_id, new.cycle, h.from_user from batch_handover h where h.batch_id = old.id
      on conflict do nothing;
      new.approved_by := null;
      new.fingerprint := null;
      -- Cheques of a series that were voided on the way no longer count.
      if totals_are_debits(new.document_type) then
        select * into totals from open_debits(old.id);
        new.total_amount := totals.debit;
        new.amount_php := totals.debit_php;
      end if;
    end if;
  elsif new.status = 1 and new.deleted_at is null then
    new.edit_by := coalesce(actor, old.edit_by);
    new.edit_date := now();
    insert into batch_editor (batch_id, cycle, user_id)
    select old.id, old.cycle, e.editor
    from unnest(array[actor, old.prepared_by]) e (editor) where e.editor <> new.prepared_by
    on conflict do nothing;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end $$;
