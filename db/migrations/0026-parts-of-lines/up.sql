-- What a line stands for where the helper of VAT and withholding proposed it, so that a later proposal on the stored entry
-- takes its place. It says nothing of what is booked and is no part of what approvers sign.
alter table line add column proposed_part text collate "C"
  check (proposed_part in ('charged', 'vat', 'withheld', 'bank'));

-- Contents after submission, as in 0004; new: the part of a line goes with remarks. It voids no approval either, and a
-- correction of remarks that does not name it takes it away.
create or replace function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  changed text[];
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select b.* into parent from batch b join document d on d.batch_id = b.id where d.id = old.document_id;
  end if;
  select coalesce(array_agg(k), '{}') into changed
  from jsonb_object_keys(to_jsonb(new)) k
  where to_jsonb(new) -> k is distinct from to_jsonb(old) -> k and not (tg_table_name = 'document' and k = any (server_owned));
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and not changed <@ array['remarks', 'proposed_part'])
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', parent.batch_number);
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;
