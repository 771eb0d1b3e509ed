-- Where the texts of a cheque stand on the stock of a bank.

-- Widths, heights and places are millimetres with two decimals.
create table cheque_layout (
  id int generated always as identity primary key,
  layout_name name_text not null unique,
  width_mm amount not null,
  height_mm amount not null,
  constraint cheque_layout_size check (width_mm between 100 and 300 and height_mm between 50 and 150)
);
call make_master('cheque_layout');
call make_key('cheque_layout', 'layout_name');

create table cheque_layout_field (
  id int generated always as identity primary key,
  layout_id int not null constraint cheque_layout_field_layout references cheque_layout,
  field text not null collate "C" constraint cheque_layout_field_name check (field in (
    'document_no', 'date', 'payee', 'figures', 'words', 'signature_1', 'signature_2')),
  left_mm amount not null,
  top_mm amount not null,
  field_width amount not null,
  field_height amount not null,
  size_pt smallint not null default 11 constraint cheque_layout_field_size check (size_pt between 6 and 14),
  align text not null collate "C" default 'L' constraint cheque_layout_field_align check (align in ('L', 'C', 'R')),
  constraint cheque_layout_field_once unique (layout_id, field)
);
call make_master('cheque_layout_field');
create index audit_event_cheque_layout_field_layout_id on audit_event ((after ->> 'layout_id'))
  where table_name = 'cheque_layout_field' and after ? 'layout_id';

-- At commit: what a cheque must say has a place, inside the stock, on no other one, and none of it on the code line that
-- machines read. Signatures stay empty: they may stand beside it.
create function check_cheque_layout() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  layout cheque_layout%rowtype;
  fault record;
begin
  select * into layout from cheque_layout
  where id = case tg_table_name when 'cheque_layout' then (to_jsonb(new) ->> 'id')::int
    else (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'layout_id')::int end;
  -- One that came by a file has no field yet: no cheque is printed on it.
  if not found or not exists (select from cheque_layout_field f where f.layout_id = layout.id) then
    return null;
  end if;
  select w.name, null::text as other, 'cheque_layout_complete' as rule into fault
  from unnest(array['date', 'payee', 'figures', 'words']) w (name)
  where not exists (select from cheque_layout_field f where f.layout_id = layout.id and f.field = w.name) limit 1;
  if not found then
    select f.field as name, o.field as other, case
      when f.field_width <= 0 or f.field_height <= 0 or f.left_mm + f.field_width > layout.width_mm
        or f.top_mm + f.field_height > layout.height_mm then 'cheque_layout_inside'
      when f.field not like 'signature%' and f.top_mm + f.field_height > layout.height_mm - 16 then 'cheque_layout_code_line'
      when f.field = 'date' and (f.field_width < 32 or f.field_height < 4) then 'cheque_layout_date'
      when o.id is not null then 'cheque_layout_overlap' end as rule into fault
    from cheque_layout_field f
    left join lateral (
      select x.id, x.field from cheque_layout_field x
      where x.layout_id = f.layout_id and x.id <> f.id
        and x.left_mm < f.left_mm + f.field_width and f.left_mm < x.left_mm + x.field_width
        and x.top_mm < f.top_mm + f.field_height and f.top_mm < x.top_mm + x.field_height
      limit 1) o on true
    where f.layout_id = layout.id and (f.field_width <= 0 or f.field_height <= 0
      or f.left_mm + f.field_width > layout.width_mm or f.top_mm + f.field_height > layout.height_mm
      or f.field not like 'signature%' and f.top_mm + f.field_height > layout.height_mm - 16
      or f.field = 'date' and (f.field_width < 32 or f.field_height < 4)
      or o.id is not null)
    limit 1;
  end if;
  if fault.rule is not null then
    raise exception using errcode = '23514', constraint = fault.rule, table = 'cheque_layout',
      message = format('Layout %s: %s', layout.layout_name, case fault.rule
        when 'cheque_layout_complete' then format('%s needs a place on the cheque.', fault.name)
        when 'cheque_layout_inside' then format('%s lies outside the stock.', fault.name)
        when 'cheque_layout_code_line' then format('%s lies in the lowest 16 mm, where the bank reads its code line.', fault.name)
        when 'cheque_layout_date' then 'the date needs 32 × 4 mm.'
        else format('%s lies on %s.', fault.name, fault.other) end);
  end if;
  return null;
end $$;
create constraint trigger cheque_layout_checked after insert or update on cheque_layout
  deferrable initially deferred for each row execute function check_cheque_layout();
create constraint trigger cheque_layout_checked after insert or update or delete on cheque_layout_field
  deferrable initially deferred for each row execute function check_cheque_layout();

-- The stock of Philippine banks, with which every account starts.
with standard as (
  insert into cheque_layout (layout_name, width_mm, height_mm) values ('Voucher cheque 8 × 3 in', 203.2, 76.2) returning id)
insert into cheque_layout_field (layout_id, field, left_mm, top_mm, field_width, field_height, size_pt, align)
select s.id, f.field, f.left_mm, f.top_mm, f.field_width, f.field_height, f.size_pt, f.align
from standard s, (values
  ('document_no', 150, 6, 24, 5, 10, 'R'), ('date', 150, 14, 44, 6, 11, 'L'), ('payee', 38, 27, 106, 6, 11, 'L'),
  ('figures', 158, 27, 36, 6, 11, 'R'), ('words', 27, 37, 160, 6, 11, 'L'), ('signature_1', 118, 56, 36, 10, 9, 'L'),
  ('signature_2', 158, 56, 36, 10, 9, 'L')) f (field, left_mm, top_mm, field_width, field_height, size_pt, align);

-- On which stock an account writes its cheques, and whether they are crossed: paid into an account of the payee alone.
alter table bank add column cheque_layout_id int constraint bank_cheque_layout references cheque_layout;
alter table bank add column cheques_crossed flag not null default 0;
update bank set cheque_layout_id = (select min(id) from cheque_layout), row_version = row_version;
create index bank_cheque_layout on bank (cheque_layout_id);

create function choose_cheque_layout() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  new.cheque_layout_id := (select min(id) from cheque_layout);
  return new;
end $$;
create trigger bank_standard_layout before insert or update of cheque_layout_id on bank for each row
  when (new.cheque_layout_id is null) execute function choose_cheque_layout();

-- ---------------------------------------------------------------------------------------------------------------------
-- Nobody moves the payee of a cheque alone: neither by its layout nor by another one, nor takes the crossing away.

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
    ('roles', 'role', 'Roles'),
    ('roles', 'role_access', 'Role Access'),
    ('roles', 'user_access_privilege', 'User Roles'),
    ('roles', 'user_role', 'Users'),
    ('roles', 'app_user', 'Users')
$$;
call guard_with_second_person('cheque_layout', 'bank_details');
call guard_with_second_person('cheque_layout_field', 'bank_details');
create trigger second_person_cheques after update of cheque_layout_id, cheques_crossed on bank for each row
  when (old.cheque_layout_id is distinct from new.cheque_layout_id or old.cheques_crossed <> new.cheques_crossed)
  execute function require_second_person('bank_details');

-- ---------------------------------------------------------------------------------------------------------------------
-- By how much a printer misses the stock: each person's own, for the printer in front of him.

create table cheque_offset (
  id int generated always as identity primary key,
  layout_id int not null constraint cheque_offset_layout references cheque_layout on delete cascade,
  user_id int not null references app_user,
  printer_name name_text not null,
  -- Across and down, in mm; a printer that is off by more is to be set right.
  x_mm numeric(4, 2) not null constraint cheque_offset_across check (x_mm between -5 and 5),
  y_mm numeric(4, 2) not null constraint cheque_offset_down check (y_mm between -5 and 5),
  measured_at timestamptz not null default now(),
  constraint cheque_offset_once unique (user_id, layout_id, printer_name)
);
create index cheque_offset_of_layout on cheque_offset (layout_id);
call audit_table('cheque_offset', 'id');
grant select, insert (layout_id, user_id, printer_name, x_mm, y_mm), update (x_mm, y_mm, measured_at) on cheque_offset to talaan_app;
grant select on cheque_offset to talaan_report;

create function check_cheque_offset() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if current_actor() is not null and current_actor() <> new.user_id then
    raise exception using errcode = '23514', constraint = 'cheque_offset_own', table = 'cheque_offset',
      message = 'Everybody measures the printer in front of him: an offset is one''s own.';
  end if;
  return new;
end $$;
create trigger cheque_offset_own before insert or update on cheque_offset
  for each row execute function check_cheque_offset();

-- ---------------------------------------------------------------------------------------------------------------------
-- A leaf that was printed is spoiled by somebody else than who printed it: else one person alone could say that a cheque
-- which went out was torn, and print the next one.

create function check_spoiled_leaf() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  printed_by int := (
    select m.user_id from cheque_move m where m.cheque_id = new.cheque_id and m.state_to = 'printed' order by m.id desc limit 1);
begin
  if current_actor() is not null and printed_by is not distinct from current_actor() then
    raise exception using errcode = '23514', constraint = 'cheque_spoil_second_person', table = 'cheque_move',
      message = 'Whoever printed a cheque does not mark it spoiled: a second person does.';
  end if;
  return new;
end $$;
create trigger cheque_spoil_second_person before insert on cheque_move for each row
  when (new.state_from = 'printed' and new.state_to = 'spoiled') execute function check_spoiled_leaf();
