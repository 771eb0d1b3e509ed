-- What the batch engine of the server reads and writes in one call (decisions §3).

-- Who may approve today and by which row: an officer's own rows, and those he uses while a delegation runs. A delegated
-- row is not passed on again, because a delegation is followed once only.
create view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount,
  u.max_amount as user_max_amount
from approving_officer o
join app_user u on u.id = o.user_id
where u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
union all
select d.to_user, o.user_id, o.level, o.currency_id, o.min_amount, o.max_amount, u.max_amount
from delegation d
join approving_officer o on o.user_id = d.from_user
join app_user u on u.id = o.user_id
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date
  and u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
  and s.start_date <= manila_today() and (s.end_date is null or s.end_date >= manila_today());

comment on column approval_authority.user_max_amount is 'nullable';

-- Records a move and brings the batch to its new state; the triggers of both tables decide whether it may be. The edit
-- lock ends with it. Answers the version and the round afterwards.
create function record_batch_move(p_batch_id bigint, p_row_version int, p_move jsonb, p_approved_remarks text, p_delete boolean)
  returns table (row_version int, cycle smallint)
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
    officer_limit, amount, currency_id, remarks, fingerprint)
  select p_batch_id, m.document_type, m.cycle, m.action, m.status_from, m.status_to, m.user_id, m.on_behalf_of, m.level_code,
    m.officer_limit, m.amount, m.currency_id, m.remarks, decode(m.fingerprint, 'hex')
  from jsonb_to_record(p_move) as m (document_type text, cycle smallint, action text, status_from smallint,
    status_to smallint, user_id int, on_behalf_of int, level_code text, officer_limit amount, amount amount,
    currency_id int, remarks text, fingerprint text);
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

grant select on approval_authority to talaan_app;
