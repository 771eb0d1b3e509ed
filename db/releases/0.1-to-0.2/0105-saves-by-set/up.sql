-- Entries are saved by set: working numbers are reserved and used many at a time.

-- Reserves working numbers (batch, request, collection, po) for a user and draft, in their order: freed ones first, then the next.
create function reserve_numbers(p_kind text, p_user_id int, p_draft_id uuid, p_count int) returns setof text
  language plpgsql security definer rows 1
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  reserved int;
begin
  return query
    with freed as materialized (
      select f.series_id, f.number
      from number_reservation f join number_series s on s.id = f.series_id
      where f.state = 'free' and s.kind = p_kind
      order by f.number limit p_count
      for update of f skip locked
    )
    update number_reservation r
    set state = 'reserved', held_by = p_user_id, draft_id = p_draft_id, held_since = now()
    from freed
    where r.series_id = freed.series_id and r.number = freed.number
    returning r.number_text::text;
  get diagnostics reserved = row_count;
  if reserved < p_count then
    return query
      insert into number_reservation as r (series_id, number, number_text, state, held_by, draft_id)
      select a.series_id, a.number, number_text(p_kind, a.number), 'reserved', p_user_id, p_draft_id
      from advance_series(p_kind, p_user_id, p_count - reserved) a
      returning r.number_text::text;
  end if;
end $$;

-- Uses reserved numbers for the batches that are being saved, the n-th for the n-th, and registers them; the one paper of a type
-- whose papers have no series of their own carries it, too. Refuses with number_not_reserved.
create function use_numbers(p_kind text, p_numbers text[], p_user_id int, p_batch_ids bigint[]) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  used int;
begin
  with taken as (
    update number_reservation r set state = 'used', draft_id = null
    from unnest(p_numbers, p_batch_ids) with ordinality u (number_text, batch_id, place), number_series s
    where r.number_text = u.number_text and s.id = r.series_id and s.kind = p_kind and r.state = 'reserved' and r.held_by = p_user_id
    returning r.series_id, r.number, r.number_text, u.batch_id, u.place
  )
  insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
  select n.series_id, n.number, n.number_text, d.id, b.id, b.cycle, current_actor()
  from taken n
  join batch b on b.id = n.batch_id
  join document_type t on t.document_type = b.document_type
  left join document d on d.batch_id = b.id and t.document_series = t.batch_series
  order by n.place;
  get diagnostics used = row_count;
  if used < cardinality(p_numbers) then
    raise exception using errcode = '23514', constraint = 'number_not_reserved', table = 'number_reservation',
      message = format('Number %s is not reserved for you. Open a new transaction.', (
        select u.number_text from unnest(p_numbers, p_batch_ids) with ordinality u (number_text, batch_id, place)
        where not exists (select from number_issue i where i.batch_id = u.batch_id and i.number_text = u.number_text)
        order by u.place limit 1));
  end if;
  update document d set document_number = u.number_text
  from unnest(p_numbers, p_batch_ids) u (number_text, batch_id)
  join batch b on b.id = u.batch_id
  join document_type t on t.document_type = b.document_type and t.document_series = t.batch_series
  where d.batch_id = b.id;
end $$;

revoke execute on function reserve_numbers(text, int, uuid, int), use_numbers(text, text[], int, bigint[]) from public;
grant execute on function reserve_numbers(text, int, uuid, int), use_numbers(text, text[], int, bigint[]) to talaan_app;
drop function reserve_number(text, int, uuid);
drop function use_number(text, text, int, bigint);
