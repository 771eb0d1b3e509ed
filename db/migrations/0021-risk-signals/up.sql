-- Risk signals before money leaves: what is looked up of other payments, holidays, and the ticks of those who decided in
-- spite of a signal (decisions §3).

-- What two payments have in common when their remarks say the same: small letters and digits only, as a digest, so that it
-- fits an index however long they are. Null for remarks without a letter or digit.
create function payment_reference(p_remarks text) returns text
  language sql immutable parallel safe
as $$
  select md5(nullif(lower(regexp_replace(p_remarks, '[^[:alnum:]]+', '', 'g') collate "default"), ''))
$$;

-- Whether documents of the type pay somebody: those that are released.
create function pays_out(p_document_type text) returns boolean
  language sql immutable parallel safe
  return p_document_type in ('CV', 'CW', 'OB', 'DM');

-- Other payments of a payee around a day: by amount, and by what their remarks say.
create index document_same_amount on document (payee_id, total_amount, document_date)
  where voided_at is null and payee_id is not null;
create index document_same_reference on document (payee_id, payment_reference(remarks), document_date)
  where voided_at is null and payee_id is not null;
-- What one person has one payee paid on one day; it also finds the batches of a payee.
drop index batch_payee;
create index batch_payee on batch (payee_id, document_date, prepared_by, id) where payee_id is not null;
-- Where else a file is attached.
create index file_digest on file (sha256);
create index attachment_file on attachment (file_id) where removed_at is null;

-- Days on which nobody is expected to release payments, beside Saturdays and Sundays.
create table holiday (
  id int generated always as identity primary key,
  holiday_date accounting_date not null,
  holiday_name name_text not null,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint holiday_once unique (holiday_date)
);
create index holiday_search on holiday using gin (holiday_name gin_trgm_ops);
call make_master('holiday');

-- Regular holidays of the Philippines. The feasts of the Muslim calendar are proclaimed each year: those of 2026 and of
-- later years are entered when they are.
do $$
begin
  perform set_config('talaan.user_id', 'system', true);
  insert into holiday (holiday_date, holiday_name)
  select make_date(y, month, day), name
  from generate_series(2024, 2026) y
  cross join (values (1, 1, 'New Year''s Day'), (4, 9, 'Araw ng Kagitingan'), (5, 1, 'Labor Day'), (6, 12, 'Independence Day'),
    (11, 30, 'Bonifacio Day'), (12, 25, 'Christmas Day'), (12, 30, 'Rizal Day')) f (month, day, name)
  union all
  values ('2024-03-28'::date, 'Maundy Thursday'), ('2024-03-29', 'Good Friday'), ('2024-04-10', 'Eid''l Fitr'),
    ('2024-06-17', 'Eid''l Adha'), ('2024-08-26', 'National Heroes Day'), ('2025-04-01', 'Eid''l Fitr'),
    ('2025-04-17', 'Maundy Thursday'), ('2025-04-18', 'Good Friday'), ('2025-06-06', 'Eid''l Adha'),
    ('2025-08-25', 'National Heroes Day'), ('2026-04-02', 'Maundy Thursday'), ('2026-04-03', 'Good Friday'),
    ('2026-08-31', 'National Heroes Day');
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What a person had before his eyes and ticked as seen when he approved or released.

create table risk_seen (
  move_id bigint not null references batch_move,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  kind text not null collate "C" check (kind in
    ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_account', 'rest_day')),
  sentence long_text not null,
  primary key (move_id, fingerprint)
);
call make_append_only('risk_seen', 'risk_seen_append_only');
call audit_table('risk_seen', 'move_id,kind');
comment on table risk_seen is 'Risk signals that were ticked as seen with an approval or a release; the move says by whom and when.';

-- A tick belongs to the act: nobody adds one later, or under the approval of somebody else.
create function check_risk_seen() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from batch_move m
    where m.id = new.move_id and m.action in ('approve', 'release') and m.at = now() and m.user_id is not distinct from current_actor()
  ) then
    raise exception using errcode = '23514', constraint = 'risk_seen_with_move', table = 'risk_seen',
      message = 'A risk is ticked as seen by whoever approves or releases, together with it.';
  end if;
  return new;
end $$;
create trigger risk_seen_with_move before insert on risk_seen for each row execute function check_risk_seen();

grant select, insert on risk_seen to talaan_app;
grant select on risk_seen to talaan_report;

-- As in 0010; new: the ticks of the person are stored with the move.
create or replace function record_batch_move(p_batch_id bigint, p_row_version int, p_move jsonb, p_approved_remarks text, p_delete boolean)
  returns table (row_version int, cycle smallint)
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  made bigint;
begin
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
    officer_limit, amount, currency_id, remarks, fingerprint)
  select p_batch_id, m.document_type, m.cycle, m.action, m.status_from, m.status_to, m.user_id, m.on_behalf_of, m.level_code,
    m.officer_limit, m.amount, m.currency_id, m.remarks, decode(m.fingerprint, 'hex')
  from jsonb_to_record(p_move) as m (document_type text, cycle smallint, action text, status_from smallint,
    status_to smallint, user_id int, on_behalf_of int, level_code text, officer_limit amount, amount amount,
    currency_id int, remarks text, fingerprint text)
  returning id into made;
  if jsonb_array_length(p_move -> 'risks_seen') > 0 then
    insert into risk_seen (move_id, fingerprint, kind, sentence)
    select made, decode(r.fingerprint, 'hex'), r.kind, r.sentence
    from jsonb_to_recordset(p_move -> 'risks_seen') as r (fingerprint text, kind text, sentence text);
  end if;
  return query
    update batch b
    set status = (p_move ->> 'status_to')::smallint,
        approved_by = case when p_move ->> 'action' = 'approve' then (p_move ->> 'user_id')::int else b.approved_by end,
        approved_remarks = p_approved_remarks,
        fingerprint = decode(p_move ->> 'fingerprint', 'hex'),
        deleted_at = case when p_delete then now() end,
        processing = 0, locked_by = null, locked_at = null, heartbeat_at = null,
        row_version = p_row_version
    where b.id = p_batch_id
    returning b.row_version, b.cycle;
end $$;
