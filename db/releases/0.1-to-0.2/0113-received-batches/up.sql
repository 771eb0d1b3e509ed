-- Batches that other systems send (decisions §7): the sources, their clients, what was received and what was refused.

-- A system that sends batches: of which types and departments, and whether they take the route of their type and amount or
-- post when they are accepted.
create table integration_source (
  id int generated always as identity primary key,
  source_code code_text not null,
  source_name name_text not null,
  posting text not null default 'route' collate "C" check (posting in ('route', 'posts')),
  takes_cv flag not null default 0,
  takes_cw flag not null default 0,
  takes_ob flag not null default 0,
  takes_dm flag not null default 0,
  takes_je flag not null default 0,
  takes_cr flag not null default 0,
  status flag not null default 1,
  constraint integration_source_source_code_key unique (source_code)
);
call make_master('integration_source');
create unique index integration_source_source_code_folded on integration_source (lower(source_code::text collate "default"));

create table integration_source_department (
  source_id int not null references integration_source on delete cascade,
  department_id int not null references department,
  primary key (source_id, department_id)
);
create index integration_source_department_department on integration_source_department (department_id);
call audit_table('integration_source_department', 'source_id,department_id');
grant select, insert, delete on integration_source_department to talaan_app;

create function source_takes(p_source integration_source, p_document_type text) returns boolean
  language sql immutable
as $$
  select case p_document_type when 'CV' then p_source.takes_cv when 'CW' then p_source.takes_cw when 'OB' then p_source.takes_ob
    when 'DM' then p_source.takes_dm when 'JE' then p_source.takes_je when 'CR' then p_source.takes_cr else 0 end = 1
$$;
grant execute on function source_takes to talaan_app;

-- Whatever lets a source do more waits for a second person; it is put out of use at once by one.
create or replace function guarded_things() returns table (switch text, guarded_table text, module_name text)
  language sql immutable
as $$
  values
    ('bank_details', 'payee_bank', 'Payee Details'),
    ('bank_details', 'payee', 'Payee Details'),
    ('bank_details', 'bank', 'Banks'),
    ('bank_details', 'cheque_layout', 'Banks'),
    ('bank_details', 'cheque_layout_field', 'Banks'),
    ('limits', 'approving_level', 'Approving Levels'),
    ('limits', 'approving_officer', 'Approving Officers'),
    ('limits', 'delegation', 'Approving Officers'),
    ('limits', 'billing_officer', 'Billing Officers'),
    ('limits', 'setting', 'Companies'),
    ('limits', 'company_text', 'Companies'),
    ('limits', 'app_user', 'Users'),
    ('limits', 'integration_source', 'Users'),
    ('limits', 'integration_source_department', 'Users'),
    ('limits', 'report_map_version', 'Profitability'),
    ('roles', 'role', 'Roles'),
    ('roles', 'role_access', 'Role Access'),
    ('roles', 'user_access_privilege', 'User Roles'),
    ('roles', 'user_role', 'Users'),
    ('roles', 'app_user', 'Users')
$$;
create trigger second_person after insert or delete on integration_source for each row execute function require_second_person('limits');
create trigger second_person_source after update on integration_source for each row
  when (old.source_code <> new.source_code or (new.posting = 'posts' and old.posting <> 'posts') or new.status > old.status
    or new.takes_cv > old.takes_cv or new.takes_cw > old.takes_cw or new.takes_ob > old.takes_ob
    or new.takes_dm > old.takes_dm or new.takes_je > old.takes_je or new.takes_cr > old.takes_cr)
  execute function require_second_person('limits');
create trigger second_person after insert on integration_source_department for each row
  execute function require_second_person('limits');

-- ---------------------------------------------------------------------------------------------------------------------
-- A client that sends for a source.

alter table api_client drop constraint api_client_scopes_check;
alter table api_client
  add source_id int references integration_source,
  add department_ids int[] not null default '{}',
  -- Who knows the secret of now beside its maker.
  add rotated_by int references app_user,
  -- Who agreed that its batches post by themselves.
  add confirmed_by int references app_user,
  add confirmed_at timestamptz,
  add constraint api_client_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['receipts', 'reports', 'integrated']),
  add constraint api_client_scope check (
    ('integrated' = any (scopes)) = (source_id is not null) and (source_id is not null) = (cardinality(department_ids) > 0)),
  add constraint api_client_second_person check (
    (confirmed_by is null) = (confirmed_at is null) and confirmed_by <> made_by and confirmed_by <> rotated_by);

create or replace function check_api_client() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    if new.source_id is not null and exists (
      select from unnest(new.department_ids) g (id)
      where not exists (select from integration_source_department s where s.source_id = new.source_id and s.department_id = g.id)) then
      raise exception using errcode = '23514', constraint = 'api_client_departments', table = 'api_client',
        message = 'A client sends for departments of its source alone.';
    end if;
    new.rotated_by := null;
    new.confirmed_by := null;
    new.confirmed_at := null;
    return new;
  end if;
  if row(new.client_id, new.client_name, new.scopes, new.made_by, new.made_at, new.source_id, new.department_ids)
     is distinct from row(old.client_id, old.client_name, old.scopes, old.made_by, old.made_at, old.source_id, old.department_ids) then
    raise exception using errcode = '23514', constraint = 'api_client_stands', table = 'api_client',
      message = format('Client %s stands as it was made. Make another one.', old.client_name);
  end if;
  if old.revoked_at is not null and row(new.revoked_at, new.secret_hash, new.confirmed_at) is distinct from row(old.revoked_at, old.secret_hash, old.confirmed_at) then
    raise exception using errcode = '23514', constraint = 'api_client_revoked', table = 'api_client',
      message = format('Client %s was revoked.', old.client_name);
  end if;
  -- Whoever has another secret given learns it: what was agreed to was agreed to for those who knew the one before.
  new.rotated_by := old.rotated_by;
  if new.secret_hash is distinct from old.secret_hash then
    new.rotated_by := current_actor();
    new.confirmed_by := null;
    new.confirmed_at := null;
  elsif new.confirmed_at is distinct from old.confirmed_at then
    if new.confirmed_at is null or old.confirmed_at is not null then
      raise exception using errcode = '23514', constraint = 'api_client_stands', table = 'api_client',
        message = format('Client %s was confirmed already.', old.client_name);
    end if;
    new.confirmed_by := current_actor();
    new.confirmed_at := now();
  else
    new.confirmed_by := old.confirmed_by;
  end if;
  return new;
end $$;
drop trigger check_api_client on api_client;
create trigger check_api_client before insert or update on api_client for each row execute function check_api_client();
drop trigger audit_update on api_client;
create trigger audit_update after update of client_name, scopes, secret_hash, revoked_at, confirmed_at on api_client
  for each row execute function audit_change('id', 'secret_hash');
grant insert (source_id, department_ids), update (confirmed_at) on api_client to talaan_app;

-- Whether what the client sends may post by itself: somebody who does not know its secret agreed, where four eyes are on.
create function client_confirmed(p_client api_client) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$ select p_client.confirmed_at is not null or not four_eyes_on('limits', 'Users') $$;
grant execute on function client_confirmed to talaan_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- What was received: one batch of ours for each batch of a source.

create table integrated_batch (
  id bigint generated always as identity primary key,
  source_id int not null references integration_source,
  batch_no text not null collate "C" check (batch_no ~ '^[A-Za-z0-9._/-]{1,40}$'),
  -- SHA-256 of what was sent, in the form that core calls canonical.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  client_id int not null references api_client,
  department_id int not null references department,
  -- What its source said then.
  posting text not null collate "C",
  documents int not null,
  lines int not null,
  debit amount not null,
  credit amount not null,
  -- The first answer, to the byte.
  reply text,
  received_by int not null references app_user,
  received_at timestamptz not null,
  -- When our batch was rejected or deleted, and by whom: from then on the number may come with other content.
  ended_by int references app_user,
  ended_at timestamptz
);
create unique index integrated_batch_once on integrated_batch (source_id, batch_no) where ended_at is null;
create index integrated_batch_number on integrated_batch (source_id, batch_no, id);
create index integrated_batch_department on integrated_batch (department_id, id);
call audit_table('integrated_batch', 'id', 'reply');
grant select, insert (source_id, batch_no, content_hash, client_id, department_id, documents, lines, debit, credit), update (reply)
  on integrated_batch to talaan_app;

create function check_integrated_batch() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  client api_client;
  source integration_source;
begin
  if tg_op = 'UPDATE' then
    if row(new.id, new.source_id, new.batch_no, new.content_hash, new.client_id, new.department_id, new.posting, new.documents, new.lines,
        new.debit, new.credit, new.received_by, new.received_at)
       is distinct from row(old.id, old.source_id, old.batch_no, old.content_hash, old.client_id, old.department_id, old.posting, old.documents,
        old.lines, old.debit, old.credit, old.received_by, old.received_at)
       or old.reply is not null and new.reply is distinct from old.reply
       or old.ended_at is not null and row(new.ended_at, new.ended_by) is distinct from row(old.ended_at, old.ended_by) then
      raise exception using errcode = '23514', constraint = 'integrated_batch_stands', table = 'integrated_batch',
        message = format('Batch %s stands as it was received.', old.batch_no);
    end if;
    return new;
  end if;
  select * into client from api_client where id = new.client_id for share;
  select * into source from integration_source where id = new.source_id for share;
  if client.revoked_at is not null or client.source_id is distinct from new.source_id or source.status <> 1
     or client.made_by is distinct from current_actor() or not new.department_id = any (client.department_ids)
     or not exists (select from integration_source_department s where s.source_id = new.source_id and s.department_id = new.department_id)
     or source.posting = 'posts' and not client_confirmed(client) then
    raise exception using errcode = '23514', constraint = 'integrated_batch_client', table = 'integrated_batch',
      message = format('Client %s may not write this batch.', client.client_name);
  end if;
  new.posting := source.posting;
  new.received_by := client.made_by;
  new.received_at := now();
  new.ended_by := null;
  new.ended_at := null;
  return new;
end $$;
create trigger integrated_batch_stands before insert or update on integrated_batch for each row execute function check_integrated_batch();

alter table batch add constraint batch_integrated_batch foreign key (integrated_batch_id) references integrated_batch;
create unique index batch_integrated_once on batch (integrated_batch_id) where integrated_batch_id is not null;

-- Our batch is made with the one that was received, in its transaction, of a type that the source sends. Whoever had another
-- secret given to the client knows it and counts as an editor, so that he approves none of what it sends.
create function check_received() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  received integrated_batch;
  source integration_source;
begin
  select * into received from integrated_batch where id = new.integrated_batch_id;
  select * into source from integration_source where id = received.source_id;
  if received.received_at <> now() or received.reply is not null or received.received_by <> new.prepared_by
     or not source_takes(source, new.document_type) then
    raise exception using errcode = '23514', constraint = 'batch_received', table = 'batch',
      message = format('Source %s sends no such batch.', source.source_code);
  end if;
  insert into batch_editor (batch_id, cycle, user_id)
  select new.id, new.cycle, c.rotated_by from api_client c
  where c.id = received.client_id and c.rotated_by <> new.prepared_by;
  return null;
end $$;
create trigger batch_received after insert on batch for each row when (new.integrated_batch_id is not null) execute function check_received();

-- What was received goes on as it came, or ends: nobody here corrects it.
create function check_received_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  source text;
begin
  select s.source_code into source from batch b
  cross join lateral (select source_id from integrated_batch where id = b.integrated_batch_id offset 0) i
  cross join lateral (select source_code from integration_source where id = i.source_id offset 0) s
  where b.id = new.batch_id;
  if found then
    raise exception using errcode = '23514', constraint = 'received_returned', table = 'batch_move',
      message = format('This batch came from %s; reject it, and let %s send it anew.', source, source);
  end if;
  return new;
end $$;
create trigger received_returned before insert on batch_move for each row when (new.status_to = 1) execute function check_received_move();

create function end_received() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  update integrated_batch set ended_at = now(), ended_by = current_actor() where id = new.integrated_batch_id and ended_at is null;
  return null;
end $$;
revoke execute on function end_received() from public;
create trigger received_ended after update of status on batch for each row
  when (new.integrated_batch_id is not null and new.status = 20 and old.status <> 20) execute function end_received();

-- At commit: what was received is there whole, is on its way, and has its answer.
create function check_received_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  received integrated_batch;
  entered record;
begin
  select * into received from integrated_batch where id = new.id;
  select b.status, count(distinct d.id) as documents, count(l.line_no) as lines, coalesce(sum(l.debit_amount), 0) as debit,
    coalesce(sum(l.credit_amount), 0) as credit,
    count(distinct d.id) filter (where exists (
      select from integrated_document i where i.document_id = d.id and i.integrated_batch_id = new.id offset 0)) as named into entered
  from (select id, status from batch where integrated_batch_id = new.id offset 0) b
  cross join lateral (select id from document where batch_id = b.id offset 0) d
  cross join lateral (select line_no, debit_amount, credit_amount from line where document_id = d.id offset 0) l
  group by b.status;
  if received.reply is null or entered.status is null or entered.status = 1 or entered.named <> entered.documents
     or row(entered.documents, entered.lines, entered.debit, entered.credit)
       is distinct from row(received.documents::bigint, received.lines::bigint, received.debit::numeric, received.credit::numeric) then
    raise exception using errcode = '23514', constraint = 'received_whole', table = 'integrated_batch',
      message = format('Batch %s is not whole.', received.batch_no);
  end if;
  return null;
end $$;
create constraint trigger received_whole after insert on integrated_batch deferrable initially deferred for each row
  execute function check_received_whole();

-- The documents by the numbers that the source gave them.
create table integrated_document (
  integrated_batch_id bigint not null references integrated_batch,
  document_no text not null collate "C" check (document_no ~ '^[A-Za-z0-9._/-]{1,40}$'),
  document_id bigint not null unique references document,
  primary key (integrated_batch_id, document_no)
);
call make_append_only('integrated_document', 'integrated_document_append_only');
grant select, insert on integrated_document to talaan_app;

create function check_integrated_document() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not exists (select from document d cross join lateral (select integrated_batch_id from batch where id = d.batch_id offset 0) b
    where d.id = new.document_id and b.integrated_batch_id = new.integrated_batch_id) then
    raise exception using errcode = '23514', constraint = 'integrated_document_batch', table = 'integrated_document',
      message = 'A received document is one of the batch that was received.';
  end if;
  return new;
end $$;
create trigger integrated_document_batch before insert on integrated_document for each row execute function check_integrated_document();

-- A received batch is void as a whole.
create function check_received_void() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from batch where id = new.batch_id and integrated_batch_id is not null and status <> 20) then
    raise exception using errcode = '23514', constraint = 'received_void_whole', table = 'document',
      message = 'A batch that another system sent is deleted as a whole.';
  end if;
  return null;
end $$;
create constraint trigger received_void_whole after update of voided_at on document deferrable initially deferred for each row
  when (new.voided_at is not null) execute function check_received_void();

-- ---------------------------------------------------------------------------------------------------------------------
-- Straight to the ledger, without stages: what was agreed to before it came.

alter table status_move drop constraint status_move_action_check;
alter table status_move add constraint status_move_action_check check (action in ('submit', 'approve', 'return', 'reject', 'withdraw',
  'release', 'archive', 'restore', 'void', 'delete', 'close', 'match', 'accept'));
insert into status_move (document_type, status_from, status_to, action)
select document_type, 1, 7, 'accept' from document_type where module is not null;

-- What may be accepted: of a source that posts, in the transaction in which it was received, so that nobody touched it since.
create function accept_allowed(p_batch_id bigint) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select exists (
    select from batch b
    cross join lateral (select posting, reply, received_at, received_by from integrated_batch where id = b.integrated_batch_id offset 0) i
    where b.id = p_batch_id and b.cycle = 1 and i.posting = 'posts' and i.reply is null and i.received_at = now()
      and i.received_by = current_actor())
$$;
grant execute on function accept_allowed to talaan_app;
create function check_accept() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not accept_allowed(new.batch_id) then
    raise exception using errcode = '23514', constraint = 'accept_allowed', table = 'batch_move',
      message = 'Only what enters by itself is accepted without its stages.';
  end if;
  return new;
end $$;
create trigger accept_allowed before insert on batch_move for each row when (new.action = 'accept') execute function check_accept();
drop trigger payee_on_hold on batch_move;
create trigger payee_on_hold before insert on batch_move for each row
  when (new.action in ('submit', 'release', 'accept') and pays_out(new.document_type))
  execute function check_payee_hold();

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
  if row(new.document_type, new.batch_number, new.date_encoded, new.cycle, new.integrated_batch_id)
     is distinct from row(old.document_type, old.batch_number, old.date_encoded, old.cycle, old.integrated_batch_id)
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
    -- What enters by itself was agreed to before: see accept_allowed.
    if new.status between 6 and 7 and old.status < 6 and made.action <> 'accept' then
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

-- What a client sent and posted is taken out of the ledger by somebody else than who made the client or knows its secret.
create function check_received_end() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (
    select from batch b where b.id = new.batch_id and b.integrated_batch_id is not null
      and (b.prepared_by = new.user_id
        or exists (select from batch_editor e where e.batch_id = b.id and e.cycle = b.cycle and e.user_id = new.user_id))) then
    raise exception using errcode = '23514', constraint = 'received_own_end', table = 'batch_move',
      message = 'Another person than who made the client deletes what it sent and posted.';
  end if;
  return new;
end $$;
create trigger received_own_end before insert on batch_move for each row
  when (new.action = 'void' and new.status_from = 7) execute function check_received_end();

-- ---------------------------------------------------------------------------------------------------------------------
-- What was refused: kept 90 days, without a number and without effect.

create table integration_refusal (
  id bigint generated always as identity primary key,
  source_id int not null references integration_source,
  client_id int not null references api_client,
  batch_no text not null collate "C",
  content_hash bytea,
  status smallint not null,
  message text not null,
  faults jsonb not null,
  at timestamptz not null default now()
);
create index integration_refusal_newest on integration_refusal (source_id, id desc);
create index integration_refusal_age on integration_refusal (at);
grant select, insert (source_id, client_id, batch_no, content_hash, status, message, faults), delete on integration_refusal to talaan_app;
