-- The stages that a batch needs by its type and its amount: the review; every approving level whose minimum its pesos
-- reach, at least the lowest one, as stages 3, 4, 5; and where no officer's row of the last of them reaches the amount,
-- the next level too (decisions §3). A row counts in the currency of the document, or where its level has none, in pesos
-- against the peso amount; a maximum of 0 or empty is none. A type that the settings do not name needs both.
-- `requiredStages` of packages/core counts them likewise, and a test holds the two together.
create function required_stages(p_document_type text, p_currency_id int, p_amount numeric, p_amount_php numeric)
  returns smallint[]
  language sql stable
  set search_path = public, pg_temp
as $$
  with ranked as (
    select l.level_code, row_number() over (order by l.min_amount, l.level_code collate "C") as rank,
      greatest(1, count(*) filter (where l.min_amount <= p_amount_php) over ()) as last
    from approving_level l
  ), level as (
    select r.rank, r.last, exists (
      select from approval_authority o
      where o.level_code = r.level_code
        and o.currency_id = case when exists (
          select from approval_authority c where c.level_code = r.level_code and c.currency_id = p_currency_id)
          then p_currency_id else 1 end
        and (coalesce(o.max_amount, 0) = 0
          or case o.currency_id when p_currency_id then p_amount else p_amount_php end <= o.max_amount)
        and (coalesce(o.user_max_amount, 0) = 0 or p_amount_php <= o.user_max_amount)) as reaches
    from ranked r
  )
  select coalesce(array_agg(stage order by stage), '{}')
  from (
    select 2::smallint as stage, 'review_stage' as needed where p_document_type <> 'BI'
    union all
    select (2 + k.rank)::smallint, 'approval_required' from level k
    where not exists (select from level j where j.rank between k.last and k.rank - 1 and j.reaches)
  ) s
  where coalesce((select (value ->> p_document_type)::boolean from setting where key = s.needed), true)
$$;

-- Every change but the edit lock, as in 0018; new: the stages are asked for by currency and amount.
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
      stages := required_stages(new.document_type, new.currency_id, new.total_amount, new.amount_php);
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

drop function required_stages(text, numeric);
