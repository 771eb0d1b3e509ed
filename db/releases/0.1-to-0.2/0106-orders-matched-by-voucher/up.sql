-- Moves of a set: vouchers that take from purchase orders are counted one after the other, in the order of the set, so that the
-- history of an order names each of them with what it took.

create or replace function record_batch_moves(p_moves jsonb) returns table (place bigint, row_version int, cycle smallint)
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  -- Places of the moves whose batches name purchase orders.
  ordered bigint[] := '{}';
  step bigint;
begin
  -- One batch is locked by its move, then its orders, then the invoices that it settles, each kind in the order of its ids. Many
  -- take all of a kind before the next one, so that no two sets and no single move wait for each other for ever.
  if jsonb_array_length(p_moves) > 1 then
    perform lock_moved_batches(array(select (m ->> 'batch_id')::bigint from jsonb_array_elements(p_moves) m));
    ordered := array(
      select m.place from rows from (jsonb_to_recordset(p_moves) as (batch_id bigint)) with ordinality m (batch_id, place)
      where exists (select from document d where d.batch_id = m.batch_id and d.purchase_order_id is not null)
      order by m.place);
  end if;

  insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of, level_code,
    officer_limit, amount, currency_id, remarks, fingerprint)
  select m.batch_id, m.document_type, m.cycle, m.action, m.status_from, m.status_to, m.user_id, m.on_behalf_of, m.level_code,
    m.officer_limit, m.amount, m.currency_id, m.remarks, decode(m.fingerprint, 'hex')
  from jsonb_to_recordset(p_moves) as m (batch_id bigint, document_type text, cycle smallint, action text, status_from smallint,
    status_to smallint, user_id int, on_behalf_of int, level_code text, officer_limit amount, amount amount,
    currency_id int, remarks text, fingerprint text);

  if jsonb_path_exists(p_moves, '$[*].risks_seen[*]') then
    insert into risk_seen (move_id, fingerprint, kind, sentence)
    select (select max(v.id) from batch_move v where v.batch_id = m.batch_id), decode(r.fingerprint, 'hex'), r.kind, r.sentence
    from jsonb_to_recordset(p_moves) as m (batch_id bigint, risks_seen jsonb)
    cross join lateral jsonb_to_recordset(m.risks_seen) as r (fingerprint text, kind text, sentence text);
  end if;

  foreach step in array array_prepend(0::bigint, ordered) loop
    return query
      update batch b
      set status = m.status_to,
          approved_by = case when m.action = 'approve' then m.user_id else b.approved_by end,
          approved_remarks = m.approved_remarks,
          fingerprint = decode(m.fingerprint, 'hex'),
          deleted_at = case when m.is_delete then now() end,
          processing = 0, locked_by = null, locked_at = null, heartbeat_at = null,
          row_version = m.row_version
      from rows from (jsonb_to_recordset(p_moves) as (batch_id bigint, row_version int, action text, status_to smallint, user_id int,
        fingerprint text, approved_remarks text, is_delete boolean)) with ordinality
        m (batch_id, row_version, action, status_to, user_id, fingerprint, approved_remarks, is_delete, place)
      where b.id = m.batch_id and case when step = 0 then m.place <> all (ordered) else m.place = step end
      returning m.place, b.row_version, b.cycle;
  end loop;
end $$;
