-- What was decided stays as it was decided: approver, signature and remarks of a batch change with its recorded moves, a document
-- is void with its batch, and whoever reviews has the access level for it.

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
     and (row(new.adjusting, new.currency_id, new.dollar_rate, new.total_amount, new.amount_php, new.is_confidential, new.is_pdc,
         new.payee_id)
       is distinct from row(old.adjusting, old.currency_id, old.dollar_rate, old.total_amount, old.amount_php, old.is_confidential,
         old.is_pdc, old.payee_id)
       -- A series is listed under its next date.
       or new.document_date <> old.document_date and new.is_pdc = 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', old.batch_number);
  end if;

  if new.deleted_at is not null or new.status <> old.status then
    select * into made from batch_move m
    where m.batch_id = old.id and m.cycle = old.cycle and m.status_from = old.status
      and m.status_to = new.status and (m.action = 'delete') = (new.deleted_at is not null)
    order by m.id desc limit 1;
    if not found then
      raise exception using errcode = '23514', constraint = 'batch_move_unlisted', table = 'batch',
        message = format('Batch %s cannot go from status %s to %s without a recorded move.', old.batch_number, old.status, new.status);
    end if;
  end if;
  if new.approved_by is distinct from old.approved_by and not (made.action = 'approve' and new.approved_by = made.user_id) is true
     or new.approved_remarks is distinct from old.approved_remarks
       and (made.action is null or coalesce(new.approved_remarks, '') not in ('', coalesce(made.remarks, '')))
     or new.fingerprint is distinct from old.fingerprint and (made.action is null or new.fingerprint is distinct from made.fingerprint) then
    raise exception using errcode = '23514', constraint = 'batch_decision', table = 'batch',
      message = format('Who approved batch %s, what was signed and what was written to it are those of its moves.', old.batch_number);
  end if;

  if new.status <> old.status then
    if old.status = 1 and new.status between 2 and 7 and totals_are_debits(new.document_type) then
      if exists (
        select from document d
        where d.batch_id = old.id and d.voided_at is null and pays_out(new.document_type) and (d.payee_id is null or d.bank_id is null)
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Of several documents one may be void while the others stand; a batch of which none stands is void itself. What is void says for
-- good when, by whom and why, until its batch is restored.

create function check_void_of_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not exists (
    select from batch b where b.id = new.batch_id and (b.status = 20
      or exists (select from document d where d.batch_id = b.id and d.voided_at is null))) then
    raise exception using errcode = '23514', constraint = 'document_void_alone', table = 'document',
      message = 'The last document of a batch is void with its batch.';
  end if;
  return null;
end $$;
create constraint trigger document_void_alone after update of voided_at on document deferrable initially deferred for each row
  when (new.voided_at is not null and old.voided_at is null) execute function check_void_of_batch();

create function keep_void() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if new.voided_at is not null or not exists (select from batch b where b.id = new.batch_id and b.status = 20) then
    raise exception using errcode = '23514', constraint = 'document_void_kept', table = 'document',
      message = 'What is void stays so until its batch is restored.';
  end if;
  return new;
end $$;
create trigger document_void_kept before update of voided_at, voided_by, void_reason on document for each row
  when (old.voided_at is not null and row(old.voided_at, old.voided_by, old.void_reason)
    is distinct from row(new.voided_at, new.voided_by, new.void_reason))
  execute function keep_void();

-- ---------------------------------------------------------------------------------------------------------------------
-- Whoever reviews has Update on the module of the document; what is confidential an officer reviews (decisions §3).

-- The same as DOCUMENT_MODULES of the contract.
alter table document_type add column access_module name_text references module (module_name) on update cascade;
update document_type t set access_module = m.name
from (values ('CV', 'Disbursements'), ('CW', 'Disbursements'), ('OB', 'Disbursements'), ('DM', 'Disbursements'),
  ('JE', 'Journal Entries'), ('CR', 'Cash Receipt'), ('BI', 'Billing'), ('CN', 'Collection'), ('PO', 'Purchase Order')) m (type, name)
where m.type = t.document_type;
alter table document_type alter column access_module set not null;

create function check_reviewer() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not exists (
    select from batch b join document_type t on t.document_type = b.document_type
    where b.id = new.batch_id and case b.is_confidential
      when 0 then (select a.level from effective_access a where a.user_id = new.user_id and a.module_name = t.access_module) >= 3
      else exists (
        select from approval_authority o
        where o.acting_user_id = new.user_id and o.user_id = coalesce(new.on_behalf_of, new.user_id) and o.own_officers = t.own_officers)
      end) then
    raise exception using errcode = '23514', constraint = 'reviewer_without_level', table = 'batch_move',
      message = 'A review needs Update on the module of the document, or of what is confidential an approving officer.';
  end if;
  return new;
end $$;
create trigger batch_move_reviewer before insert on batch_move for each row
  when (new.status_from = 2 and new.action in ('approve', 'return', 'reject')) execute function check_reviewer();
