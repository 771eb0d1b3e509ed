-- Drafts of a preparer who may not sign in any more go on under another one.

create table batch_handover (
  id bigint generated always as identity primary key,
  batch_id bigint not null references batch,
  from_user int not null references app_user,
  to_user int not null references app_user,
  -- Null: the system.
  handed_by int references app_user,
  reason long_text not null,
  at timestamptz not null default now(),
  constraint batch_handover_reason check (btrim(reason) <> ''),
  constraint batch_handover_own check (handed_by not in (from_user, to_user)),
  constraint batch_handover_other check (to_user <> from_user)
);
create index batch_handover_batch on batch_handover (batch_id);
create index batch_handover_from on batch_handover (from_user);
create index batch_handover_to on batch_handover (to_user);
create index batch_handover_by on batch_handover (handed_by);
call make_append_only('batch_handover', 'batch_handover_append_only');
call audit_table('batch_handover', 'id');
grant select, insert on batch_handover to talaan_app;

-- Who hands over is whoever acts, and from whom is who prepares the batch; only what nobody but he could submit goes, to
-- somebody who can.
create function check_batch_handover() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  draft record;
  name text;
begin
  select b.batch_number, b.prepared_by, b.status, b.deleted_at into draft
  from batch b where b.id = new.batch_id for no key update;
  new.from_user := draft.prepared_by;
  new.handed_by := current_actor();
  new.at := now();
  if draft.status <> 1 or draft.deleted_at is not null then
    raise exception using errcode = '23514', constraint = 'batch_handover_draft', table = 'batch_handover',
      message = format('Batch %s is no draft. Only drafts are handed over.', draft.batch_number);
  end if;
  select concat_ws(' ', u.user_first_name, u.user_last_name) into name
  from app_user u where u.id = new.from_user and may_sign_in(u);
  if found then
    raise exception using errcode = '23514', constraint = 'batch_handover_absent', table = 'batch_handover',
      message = format('%s may sign in. Only the drafts of who may not any more are handed over.', name);
  end if;
  select concat_ws(' ', u.user_first_name, u.user_last_name) into name
  from app_user u where u.id = new.to_user and not may_sign_in(u);
  if found then
    raise exception using errcode = '23514', constraint = 'batch_handover_present', table = 'batch_handover',
      message = format('%s may not sign in today.', name);
  end if;
  return new;
end $$;
create trigger batch_handover_allowed before insert on batch_handover for each row execute function check_batch_handover();

-- The handover is the change: the batch has its new preparer, and nobody works on it.
create function hand_over_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  update batch set prepared_by = new.to_user, processing = 0, locked_by = null, locked_at = null, heartbeat_at = null
  where id = new.batch_id;
  return null;
end $$;
create trigger batch_handover_done after insert on batch_handover for each row execute function hand_over_batch();

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

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over'));
