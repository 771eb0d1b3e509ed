-- Moves are recorded by set: one statement for the moves and one for the batches, in place of two for every batch. What the
-- triggers ask of each row stays; a statement reads the conditions of its triggers and checks once, however many rows it has.

-- Records moves, each with the risks that its person ticked as seen, and brings the batches to their new states; the triggers of
-- both tables decide whether each may be, and one that may not refuses all. The edit locks end with them.
--   p_moves  [{batch_id, row_version, document_type, cycle, action, status_from, status_to, user_id, on_behalf_of?, level_code?,
--              officer_limit?, amount, currency_id, remarks?, fingerprint? (hexadecimal), approved_remarks?, is_delete?,
--              risks_seen? [{fingerprint, kind, sentence}]}], each batch once
-- Answers the version and the round of each afterwards, by its place in p_moves, from 1.
create function record_batch_moves(p_moves jsonb) returns table (place bigint, row_version int, cycle smallint)
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  -- One batch is locked by its move, then its orders, then the invoices that it settles, each kind in the order of its ids. Many
  -- take all of a kind before the next one, so that no two sets and no single move wait for each other for ever.
  if jsonb_array_length(p_moves) > 1 then
    perform lock_moved_batches(array(select (m ->> 'batch_id')::bigint from jsonb_array_elements(p_moves) m));
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
    where b.id = m.batch_id
    returning m.place, b.row_version, b.cycle;
end $$;

-- Locks batches that are to be moved, then the orders that they take from, then the invoices that they settle.
create function lock_moved_batches(p_batch_ids bigint[]) returns void
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform from (
    select m.batch_id, 1 as kind, m.batch_id as place from unnest(p_batch_ids) m (batch_id)
    join batch b on b.id = m.batch_id and b.document_type not in ('PO', 'BI')
    union all
    select o.batch_id, 2, o.id from unnest(p_batch_ids) m (batch_id)
    cross join lateral (select id, purchase_order_id, document_type from document where batch_id = m.batch_id offset 0) d
    join document o on o.id = d.purchase_order_id or o.id = d.id and d.document_type = 'PO'
    union all
    select i.batch_id, 3, i.batch_id from unnest(p_batch_ids) m (batch_id)
    cross join lateral (select id, document_type from document where batch_id = m.batch_id offset 0) d
    cross join lateral (
      select d.id as invoice_id where d.document_type = 'BI'
      union all select a.billing_document_id from collection_application a where a.document_id = d.id
      union all select l.invoice_id from (select invoice_id from line where document_id = d.id offset 0) l where l.invoice_id is not null) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i
  ) w
  join batch b on b.id = w.batch_id
  order by w.kind, w.place
  for no key update of b;
end $$;

drop function record_batch_move(bigint, int, jsonb, text, boolean);
