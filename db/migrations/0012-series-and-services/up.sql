-- Transaction types, billing services and officers; series for a program; the register of all numbers that were handed
-- out (specification 1 §3, decisions §5).

create table transaction_type (
  id int generated always as identity primary key,
  trns_code code_text not null unique,
  trns_desc name_text not null,
  document_type text not null collate "C" check (document_type in ('AE', 'CD', 'CR', 'JV')),
  list_document_type text collate "C" check (list_document_type in ('CV', 'CW', 'OB', 'DM', 'CR', 'JE')),
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz
);
call make_master('transaction_type');

create table billing_service (
  id int generated always as identity primary key,
  billing_service_name name_text not null unique,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz
);
call make_master('billing_service');

create table billing_service_assignment (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  service_id int not null references billing_service,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint billing_service_assignment_once unique (payee_id, service_id)
);
create index billing_service_assignment_service on billing_service_assignment (service_id);
call make_master('billing_service_assignment');

alter table line add foreign key (billing_service_id) references billing_service;

-- Billings are approved by these officers and not by approving officers (decisions §3).
create table billing_officer (
  id int generated always as identity primary key,
  user_id int not null references app_user,
  level code_text not null references approving_level (level_code) on update cascade,
  currency_id int not null references currency,
  min_amount amount not null default 0,
  max_amount amount,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint billing_officer_once unique (user_id, level, currency_id),
  constraint billing_officer_limits check (max_amount = 0 or max_amount >= min_amount)
);
call make_master('billing_officer');

-- A section is the first user's until somebody edits it (specification 1 §9: edit_by default 1). The name lets the
-- trigger run after stamp_insert.
alter table section alter edit_by set default 1;
create function stamp_section_editor() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  new.edit_by := (select id from app_user where id = 1);
  return new;
end $$;
create trigger stamp_section_editor before insert on section for each row execute function stamp_section_editor();

-- ---------------------------------------------------------------------------------------------------------------------
-- Series. A range starts once per kind: the key of a series in lists and files.

create unique index number_series_start on number_series (kind, series_from);

drop function number_documents(text, int, bigint[]);
drop function take_numbers(text, int, int, bigint[]);
drop function advance_series(text, int, int);

-- Advances the counter of a kind for a user and a program (a module name): his own ranges first, then the shared ones;
-- among them those of the program before those of every program, each as far as it goes. A range with a program serves
-- no other. The counter row stays locked until the transaction ends.
create function advance_series(p_kind text, p_user_id int, p_count int, p_prog_code text default null)
  returns table (series_id int, number bigint)
  language plpgsql security definer
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
  language sql security definer
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
  language plpgsql
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

revoke execute on function advance_series(text, int, int, text), take_numbers(text, int, int, bigint[], text) from public;
grant execute on function take_numbers(text, int, int, bigint[], text) to talaan_app;

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
grant select on number_register to talaan_app, talaan_report;
