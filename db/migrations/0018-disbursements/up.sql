-- Disbursements and cash receipts: what their batches must hold before they go on, series of post-dated cheques, and what
-- their lists look for (decisions §3, §4; specification 2 §2, §4).

alter table batch add constraint batch_series_of_cheques check (is_pdc = 0 or document_type in ('CV', 'CW'));

-- Series by their first open date: the job that posts matured cheques asks for those whose day has come.
create index batch_series on batch (document_date) where is_pdc = 1;
-- A month in the order of its numbers, without reading its documents.
create index document_number_list on document (document_type, document_date) include (batch_id, document_number)
  where header_key = 0;
-- Searching a list for an amount.
create index batch_amount on batch (total_amount);
-- Queues count what is on its way; what is approved or archived is most of the table.
create index batch_queue on batch (document_type, status) include (prepared_by, is_confidential, processing, heartbeat_at)
  where status between 1 and 6 and deleted_at is null;

-- The types whose total is the debit of their lines.
create function totals_are_debits(p_document_type text) returns boolean
  language sql immutable parallel safe
  return p_document_type in ('CV', 'CW', 'OB', 'DM', 'JE', 'CR');

-- What the documents of a batch charge that are not void: in their currency, and in pesos.
create function open_debits(p_batch_id bigint) returns table (debit numeric, debit_php numeric)
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(l.debit_amount), 0), coalesce(sum(l.debit_php), 0)
  from document d join line l on l.document_id = d.id
  where d.batch_id = p_batch_id and d.voided_at is null
$$;

-- Every change but the edit lock, as in 0004; new: the total of each of these types is that of its lines when it leaves
-- Active, payee and bank are named by then, and a batch that comes back to Active counts its open documents again.
create or replace function update_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  stages smallint[];
  totals record;
begin
  if new.row_version is distinct from old.row_version then
    raise exception using errcode = '23514', constraint = 'row_version_stale', table = 'batch',
      message = format('Batch %s was changed meanwhile: version %s was read, %s is stored.',
        old.batch_number, new.row_version, old.row_version);
  end if;
  if old.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_deleted', table = 'batch',
      message = format('Batch %s was deleted.', old.batch_number);
  end if;
  if row(new.document_type, new.batch_number, new.prepared_by, new.date_encoded, new.cycle)
     is distinct from row(old.document_type, old.batch_number, old.prepared_by, old.date_encoded, old.cycle) then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = 'batch',
      message = 'Type, number, preparer and round of a batch are not changed by hand.';
  end if;
  if old.status <> 1 and new.status <> 1
     and row(new.adjusting, new.currency_id, new.dollar_rate, new.total_amount, new.amount_php, new.is_confidential, new.is_pdc)
       is distinct from row(old.adjusting, old.currency_id, old.dollar_rate, old.total_amount, old.amount_php, old.is_confidential, old.is_pdc) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', old.batch_number);
  end if;

  if new.deleted_at is not null or new.status <> old.status then
    if not exists (
      select from batch_move m
      where m.batch_id = old.id and m.cycle = old.cycle and m.status_from = old.status
        and m.status_to = new.status and (m.action = 'delete') = (new.deleted_at is not null)
    ) then
      raise exception using errcode = '23514', constraint = 'batch_move_unlisted', table = 'batch',
        message = format('Batch %s cannot go from status %s to %s without a recorded move.', old.batch_number, old.status, new.status);
    end if;
  end if;

  if new.status <> old.status then
    if old.status = 1 and new.status between 2 and 7 and totals_are_debits(new.document_type) then
      if exists (
        select from document d
        where d.batch_id = old.id and d.voided_at is null and new.document_type in ('CV', 'CW', 'OB', 'DM')
          and (d.payee_id is null or d.bank_id is null)
      ) then
        raise exception using errcode = '23514', constraint = 'disbursement_parties', table = 'document',
          message = format('Batch %s names no payee or no bank.', old.batch_number);
      end if;
      select * into totals from open_debits(old.id);
      if row(totals.debit, totals.debit_php) is distinct from row(new.total_amount::numeric, new.amount_php::numeric) then
        raise exception using errcode = '23514', constraint = 'batch_total', table = 'batch',
          message = format('Batch %s says %s, its lines add up to %s.', old.batch_number, new.amount_php, totals.debit_php);
      end if;
    end if;
    if new.status between 6 and 7 and old.status < 6 then
      stages := required_stages(new.document_type, new.amount_php);
      if exists (
        select from unnest(stages) stage
        where not exists (
          select from batch_move m
          where m.batch_id = old.id and m.cycle = old.cycle and m.action = 'approve' and m.status_from = stage)
      ) then
        raise exception using errcode = '23514', constraint = 'batch_approval_missing', table = 'batch',
          message = format('Batch %s has not passed every stage it needs (%s).', old.batch_number, array_to_string(stages, ', '));
      end if;
    end if;
    if new.status = 1 then
      new.cycle := old.cycle + 1;
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
    select old.id, old.cycle, actor where actor is not null and actor <> old.prepared_by
    on conflict do nothing;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end $$;
