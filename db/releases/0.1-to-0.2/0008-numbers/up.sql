-- Number series: unique and gap-free under concurrency, crash and rollback, because the counter is a row that the saving
-- transaction changes last (INV-06, decisions §5).

create table number_series (
  id int generated always as identity primary key,
  kind text not null collate "C" check (kind in
    ('voucher', 'or', 'ar', 'bi', 'je', 'cr', 'ob', 'dm', 'batch', 'request', 'collection', 'po')),
  series_from bigint not null,
  series_to bigint not null,
  next_number bigint not null default 0,
  user_id int references app_user,
  prog_code short_text,
  constraint number_series_bounds check (
    series_from >= 1 and series_to >= series_from
    and series_to <= case when kind in ('or', 'ar') then 999999999999 else 9999999 end),
  constraint number_series_counter check (next_number between series_from and series_to + 1),
  constraint number_series_no_overlap exclude using gist (kind with =, int8range(series_from, series_to, '[]') with &&)
);
-- A range starts once per kind: the key of a series in lists and files.
create unique index number_series_start on number_series (kind, series_from);
call make_master('number_series', '', 'kind, series_from, series_to, user_id, prog_code, row_version');
revoke insert, update on number_series from talaan_app;
-- With its Record ID, so that a deleted series comes back under it like every record.
grant insert (id, kind, series_from, series_to, user_id, prog_code) on number_series to talaan_app;
grant update (series_from, series_to, user_id, prog_code, row_version) on number_series to talaan_app;

-- A range that has handed out numbers keeps its kind, its start and every number it handed out (INV-07).
create function check_number_series() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.next_number := new.series_from;
    return new;
  end if;
  if old.next_number > old.series_from then
    if tg_op = 'DELETE' or row(new.kind, new.series_from) is distinct from row(old.kind, old.series_from)
       or new.next_number < old.next_number or new.series_to < old.next_number - 1 then
      raise exception using errcode = '23514', constraint = 'number_series_issued', table = 'number_series',
        message = format('Numbers %s to %s of this series are issued; it keeps them.', old.series_from, old.next_number - 1);
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.next_number = old.next_number then
    new.next_number := new.series_from;
  end if;
  return new;
end $$;
create trigger number_series_issued before insert or delete or update on number_series
  for each row execute function check_number_series();

-- The internal series run 1 … 9999999 and never reset (decisions §5).
insert into number_series (kind, series_from, series_to)
select kind, 1, 9999999 from unnest(array['je', 'cr', 'ob', 'dm', 'batch', 'request', 'collection', 'po']) kind;

-- Register of every issued number.
create table number_issue (
  series_id int not null references number_series,
  number bigint not null,
  number_text code_text not null,
  document_id bigint references document,
  batch_id bigint references batch,
  cycle smallint,
  issued_by int references app_user,
  issued_at timestamptz not null default now(),
  primary key (series_id, number)
);
create index number_issue_document on number_issue (document_id);
create index number_issue_batch on number_issue (batch_id);
call make_append_only('number_issue', 'number_issue_append_only');

-- Working numbers while a screen is open; a number given back is handed out again before a new one is taken.
create table number_reservation (
  series_id int not null references number_series,
  number bigint not null,
  number_text code_text not null,
  state text not null collate "C" check (state in ('reserved', 'used', 'free')),
  held_by int references app_user,
  draft_id uuid,
  held_since timestamptz not null default now(),
  primary key (series_id, number)
);
create index number_reservation_holder on number_reservation (held_by) where state = 'reserved';
create index number_reservation_text on number_reservation (number_text);
create index number_reservation_free on number_reservation (series_id, number) where state = 'free';

-- ---------------------------------------------------------------------------------------------------------------------
-- A document takes one number at a time, a series a few: without the hint of 1 row a thousand are expected, and the
-- documents that take them are looked for by reading all documents instead of by their ids.

create function number_text(p_kind text, p_number bigint) returns text
  language sql immutable strict parallel safe
  return case
    when p_kind in ('or', 'ar') then lpad(p_number::text, 12, '0')
    when p_kind = 'bi' then 'BI-HOB' || lpad(p_number::text, 7, '0')
    when p_kind in ('je', 'cr', 'ob', 'dm', 'po') then upper(p_kind) || lpad(p_number::text, 7, '0')
    else lpad(p_number::text, 7, '0')
  end;

-- Advances the counter of a kind for a user and a program (a module name): his own ranges first, then the shared ones;
-- among them those of the program before those of every program, each as far as it goes. A range with a program serves
-- no other. The counter row stays locked until the transaction ends.
create function advance_series(p_kind text, p_user_id int, p_count int, p_prog_code text default null)
  returns table (series_id int, number bigint)
  language plpgsql security definer rows 1
  set search_path = public, pg_temp
as $$
declare
  series number_series%rowtype;
  missing bigint := p_count;
  taken bigint;
begin
  while missing > 0 loop
    select s.* into series
    from number_series s
    where s.kind = p_kind and s.next_number <= s.series_to and (s.user_id = p_user_id or s.user_id is null)
      and (s.prog_code = p_prog_code or s.prog_code is null)
    order by s.user_id is null, s.prog_code is null, s.series_from limit 1
    for no key update;
    if not found then
      raise exception using errcode = '23514', constraint = 'number_series_used_up', table = 'number_series',
        message = format('No %s number is left. Add a series.', p_kind);
    end if;
    taken := least(missing, series.series_to - series.next_number + 1);
    update number_series s set next_number = s.next_number + taken where s.id = series.id;
    return query select series.id, n from generate_series(series.next_number, series.next_number + taken - 1) n;
    missing := missing - taken;
  end loop;
end $$;

-- Takes the next numbers of a kind and registers them, the n-th for the n-th document when documents are given. Call it
-- as the last write of the saving transaction. Refuses with number_series_used_up when there are not enough; then
-- nothing is taken.
create function take_numbers(
  p_kind text, p_user_id int, p_count int, p_document_ids bigint[] default null, p_prog_code text default null)
  returns table (series_id int, number bigint, number_text text, document_id bigint)
  language sql security definer rows 1
  set search_path = public, pg_temp
as $$
  insert into number_issue as i (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
  select a.series_id, a.number, number_text(p_kind, a.number), d.id, b.id, b.cycle, current_actor()
  from advance_series(p_kind, p_user_id, p_count, p_prog_code) with ordinality a (series_id, number, n)
  left join document d on d.id = p_document_ids[a.n]
  left join batch b on b.id = d.batch_id
  order by a.n
  returning i.series_id, i.number, i.number_text::text, i.document_id
$$;

-- Gives documents their numbers in one call, in the order of the ids: kind or and ar fill or_number and ar_number, every
-- other kind document_number. A restored document takes a new number in the same way; its old one stays registered.
create function number_documents(p_kind text, p_user_id int, p_document_ids bigint[], p_prog_code text default null)
  returns table (document_id bigint, number_text text)
  language plpgsql rows 1
  set search_path = public, pg_temp
as $$
begin
  return query
    with taken as materialized (
      select t.document_id, t.number_text
      from take_numbers(p_kind, p_user_id, cardinality(p_document_ids), p_document_ids, p_prog_code) t
    )
    update document d
    set document_number = case when p_kind in ('or', 'ar') then d.document_number else taken.number_text end,
        or_number = case when p_kind = 'or' then taken.number_text else d.or_number end,
        ar_number = case when p_kind = 'ar' then taken.number_text else d.ar_number end
    from taken where d.id = taken.document_id
    returning d.id, taken.number_text;
end $$;

-- Reserves a working number (batch, request, collection, po) for a user and draft: a freed one first, else the next.
create function reserve_number(p_kind text, p_user_id int, p_draft_id uuid default null) returns text
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  reserved text;
begin
  update number_reservation r
  set state = 'reserved', held_by = p_user_id, draft_id = p_draft_id, held_since = now()
  where (r.series_id, r.number) = (
    select f.series_id, f.number
    from number_reservation f join number_series s on s.id = f.series_id
    where f.state = 'free' and s.kind = p_kind
    order by f.number limit 1
    for update of f skip locked)
  returning r.number_text into reserved;
  if reserved is null then
    insert into number_reservation as r (series_id, number, number_text, state, held_by, draft_id)
    select a.series_id, a.number, number_text(p_kind, a.number), 'reserved', p_user_id, p_draft_id
    from advance_series(p_kind, p_user_id, 1) a
    returning r.number_text into reserved;
  end if;
  return reserved;
end $$;

-- Gives a reserved number back. False when this user does not hold it.
create function return_number(p_kind text, p_number_text text, p_user_id int) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update number_reservation r
  set state = 'free', held_by = null, draft_id = null, held_since = now()
  from number_series s
  where s.id = r.series_id and s.kind = p_kind and r.number_text = p_number_text
    and r.state = 'reserved' and r.held_by = p_user_id;
  return found;
end $$;

-- Uses a reserved number for the batch that is being saved and registers it; the one paper of a type whose papers have no
-- series of their own carries it, too. Refuses with number_not_reserved.
create function use_number(p_kind text, p_number_text text, p_user_id int, p_batch_id bigint) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  used number_reservation%rowtype;
  carried_by bigint;
begin
  update number_reservation r set state = 'used', draft_id = null
  from number_series s
  where s.id = r.series_id and s.kind = p_kind and r.number_text = p_number_text
    and r.state = 'reserved' and r.held_by = p_user_id
  returning r.* into used;
  if not found then
    raise exception using errcode = '23514', constraint = 'number_not_reserved', table = 'number_reservation',
      message = format('Number %s is not reserved for you. Open a new transaction.', p_number_text);
  end if;
  insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
  select used.series_id, used.number, used.number_text, d.id, b.id, b.cycle, current_actor()
  from batch b
  join document_type t on t.document_type = b.document_type
  left join document d on d.batch_id = b.id and t.document_series = t.batch_series
  where b.id = p_batch_id
  returning document_id into carried_by;
  update document d set document_number = used.number_text where d.id = carried_by;
end $$;

-- A document keeps its numbers: only the one that its series issued to it last takes their place. Receipt numbers are given
-- up while the batch is in the archive, because a restored receipt takes new ones.
create function keep_document_numbers() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  change record;
begin
  for change in
    select n.kind, n.was, n.is_now from (values
      ('document', old.document_number, new.document_number), ('or', old.or_number, new.or_number),
      ('ar', old.ar_number, new.ar_number)) n (kind, was, is_now)
    where n.was is distinct from n.is_now
  loop
    if (case when change.is_now is null
      then change.kind = 'document' or not exists (select from batch b where b.id = new.batch_id and b.status = 20)
      else change.is_now is distinct from (
        select i.number_text from number_issue i join number_series s on s.id = i.series_id
        where i.document_id = new.id and case when s.kind in ('or', 'ar') then s.kind else 'document' end = change.kind
        order by i.issued_at desc, i.number desc limit 1) end) then
      raise exception using errcode = '23514', constraint = 'document_number_issued', table = 'document',
        message = format('Number %s of this document stays; only one that is issued to it takes its place.', change.was);
    end if;
  end loop;
  return new;
end $$;
create trigger document_numbers before update of document_number, or_number, ar_number on document for each row
  when (row(old.document_number, old.or_number, old.ar_number)
    is distinct from row(new.document_number, new.or_number, new.ar_number))
  execute function keep_document_numbers();

-- ---------------------------------------------------------------------------------------------------------------------

-- What became of every issued number (decisions §5).
create view number_fate as
select i.series_id, s.kind, i.number, i.number_text, i.document_id, i.batch_id, i.issued_by, i.issued_at,
  case
    when b.id is null then 'spoiled'
    when b.deleted_at is not null then 'deleted draft'
    when d.voided_at is not null then 'void'
    when d.id is not null and i.number_text not in
      (coalesce(d.document_number, ''), coalesce(d.or_number, ''), coalesce(d.ar_number, '')) then
      -- A document that was restored after its posting was voided goes on under a new number; the old one prints VOID.
      case when exists (
        select from batch_move m
        where m.batch_id = b.id and m.action = 'void' and m.status_from = 7 and m.cycle >= i.cycle) then 'void'
      else 'spoiled' end
    when b.status = 20 and exists (
      select from batch_move m where m.batch_id = b.id and m.cycle = b.cycle and m.action = 'void' and m.status_from = 7) then 'void'
    when b.status = 20 then 'archived'
    else 'used'
  end as fate
from number_issue i
join number_series s on s.id = i.series_id
left join document d on d.id = i.document_id
left join batch b on b.id = i.batch_id;
comment on column number_fate.document_id is 'nullable';
comment on column number_fate.batch_id is 'nullable';
comment on column number_fate.issued_by is 'nullable';

-- Every number that was handed out: the issued ones with their fate, and the working numbers that are open: held by a
-- screen, or given back and next in turn (decisions §5).
create view number_register as
select f.series_id, f.kind, f.number, f.number_text, f.fate, f.document_id, f.batch_id, f.issued_by, f.issued_at
from number_fate f
union all
select r.series_id, s.kind, r.number, r.number_text, 'open', null, null, r.held_by, r.held_since
from number_reservation r join number_series s on s.id = r.series_id
where r.state <> 'used';
comment on column number_register.document_id is 'nullable';
comment on column number_register.batch_id is 'nullable';
comment on column number_register.issued_by is 'nullable';

-- Every handed-out number is registered or reserved: unexplained must be 0.
create view number_series_check as
select s.id as series_id, s.kind, s.next_number - s.series_from as handed_out, i.registered, r.reserved,
  s.next_number - s.series_from - i.registered - r.reserved as unexplained
from number_series s
cross join lateral (select count(*) as registered from number_issue i where i.series_id = s.id) i
cross join lateral (
  select count(*) as reserved from number_reservation r where r.series_id = s.id and r.state <> 'used') r;

grant select on number_issue, number_reservation, number_fate, number_register, number_series_check to talaan_app;
grant select on number_issue, number_fate, number_register, number_series_check to talaan_report;
revoke execute on function advance_series(text, int, int, text), take_numbers(text, int, int, bigint[], text),
  reserve_number(text, int, uuid), return_number(text, text, int), use_number(text, text, int, bigint) from public;
grant execute on function take_numbers(text, int, int, bigint[], text), reserve_number(text, int, uuid),
  return_number(text, text, int), use_number(text, text, int, bigint) to talaan_app;
