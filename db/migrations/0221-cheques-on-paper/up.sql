-- Cheques on paper: where texts stand on the stock of a bank, which leaves were printed together and how they came out, and what the bank
-- paid that it should not have.

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
-- On which stock an account writes its cheques, and whether they are crossed: paid into an account of the payee alone.
alter table bank add column cheque_layout_id int constraint bank_cheque_layout references cheque_layout not null;
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

-- At commit: what a cheque must say has a place, inside the stock, on no other one, and none of it on the code line that
-- machines read. Signatures stay empty: they may stand beside it.
create function check_cheque_layout() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
create index bank_cheque_layout on bank (cheque_layout_id);

create function choose_cheque_layout() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.cheque_layout_id := (select min(id) from cheque_layout);
  return new;
end $$;
create trigger bank_standard_layout before insert or update of cheque_layout_id on bank for each row
  when (new.cheque_layout_id is null) execute function choose_cheque_layout();
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- Which leaves were printed together, by which version of the layout and in front of which printer, and how they came out.
create table cheque_run (
  id int generated always as identity primary key,
  bank_id int not null constraint cheque_run_bank references bank,
  layout_id int not null constraint cheque_run_layout references cheque_layout,
  layout_version int not null,
  -- Empty for one that was not named.
  printer_name short_text not null default '',
  -- The layout and what each leaf says, as they were printed.
  content_hash bytea not null constraint cheque_run_content references paper_content,
  printed_by int default current_actor() constraint cheque_run_printed_by references app_user,
  printed_at timestamptz not null default now(),
  -- Who said last how the leaves came out; null until somebody does.
  answered_by int constraint cheque_run_answered_by references app_user,
  answered_at timestamptz
);
-- A printed leaf that waits to be spoiled by whoever may.
alter table notification add column cheque_run_id int constraint notification_cheque_run references cheque_run;
alter table notification add constraint notification_cheque_run_once unique (user_id, cheque_run_id);
create index cheque_run_of_bank on cheque_run (bank_id);
create index cheque_run_of_layout on cheque_run (layout_id);
create index cheque_run_content_of on cheque_run (content_hash);
create index cheque_run_by on cheque_run (printed_by);
create index cheque_run_answer_by on cheque_run (answered_by);
create index cheque_run_open on cheque_run (id) where answered_at is null;
call audit_table('cheque_run', 'id');
grant select, insert (bank_id, layout_id, layout_version, printer_name, content_hash), update (answered_at) on cheque_run to talaan_app;
grant select on cheque_run to talaan_report;

create table cheque_run_leaf (
  run_id int not null constraint cheque_run_leaf_run references cheque_run,
  -- From 1, in the order of the stack.
  place smallint not null constraint cheque_run_leaf_place check (place between 1 and 500),
  cheque_id int not null constraint cheque_run_leaf_cheque references cheque,
  -- Why it did not print well, as whoever looked at it says; null: it did, or nobody looked yet.
  misprint long_text constraint cheque_run_leaf_misprint check (btrim(misprint) <> ''),
  primary key (run_id, place),
  -- A leaf is printed once.
  constraint cheque_run_leaf_once unique (cheque_id)
);
create index cheque_run_misprint on cheque_run_leaf (run_id) where misprint is not null;
call audit_table('cheque_run_leaf', 'run_id,place');
grant select, insert (run_id, place, cheque_id), update (misprint) on cheque_run_leaf to talaan_app;
grant select on cheque_run_leaf to talaan_report;

-- Whoever says how the leaves came out does so under his own name.
create function answer_cheque_run() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.answered_by := current_actor();
  new.answered_at := now();
  return new;
end $$;
create trigger cheque_run_answered before update of answered_at on cheque_run
  for each row execute function answer_cheque_run();

-- A run holds leaves of its account that its person has just printed; one that has not printed well is said so while it is
-- still in the house.
create function check_cheque_run_leaf() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
  run cheque_run%rowtype;
  printed_by int;
begin
  select * into leaf from cheque where id = new.cheque_id;
  if tg_op = 'INSERT' then
    select * into run from cheque_run where id = new.run_id;
    select m.user_id into printed_by from cheque_move m where m.cheque_id = new.cheque_id order by m.id desc limit 1;
    if leaf.state <> 'printed' or leaf.bank_id <> run.bank_id or printed_by is distinct from run.printed_by
       or run.printed_by is distinct from current_actor() then
      raise exception using errcode = '23514', constraint = 'cheque_run_leaf_printed', table = 'cheque_run_leaf',
        message = format('Cheque %s is no leaf of this account that was just printed.', leaf.cheque_number);
    end if;
  elsif leaf.state <> 'printed' then
    raise exception using errcode = '23514', constraint = 'cheque_run_leaf_kept', table = 'cheque_run_leaf',
      message = format('Cheque %s is %s; how it was printed is told while it is Printed.', leaf.cheque_number, leaf.state);
  end if;
  return new;
end $$;
create trigger cheque_run_leaf_checked before insert or update on cheque_run_leaf
  for each row execute function check_cheque_run_leaf();

-- ---------------------------------------------------------------------------------------------------------------------
-- What is said to be a misprint does not leave the house, and nobody alone puts another leaf in the place of one that he
-- printed: else he would say that the first one was stopped or void, and pay twice.
create function check_next_leaf() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
begin
  select * into leaf from cheque where id = new.cheque_id;
  if new.state_to = 'released' then
    if exists (select from cheque_run_leaf l where l.cheque_id = new.cheque_id and l.misprint is not null) then
      raise exception using errcode = '23514', constraint = 'cheque_misprinted', table = 'cheque_move',
        message = format('Cheque %s is said to have been printed badly. A second person marks it spoiled in Check Transactions, or whoever said so takes it back.',
          leaf.cheque_number);
    end if;
    return new;
  end if;
  -- A voucher that is prepared anew is approved anew.
  if current_actor() is not null and leaf.printed_on is not null
     and current_actor() = (
       select m.user_id from cheque_move m where m.cheque_id = leaf.id and m.state_to = 'printed' order by m.id desc limit 1)
     -- By its moves: the cheque itself may say already where this one leads.
     and current_actor() = (select m.user_id from cheque_move m where m.cheque_id = leaf.id order by m.id desc limit 1)
     and exists (
       select from (select batch_id from document where id = leaf.document_id offset 0) d
       cross join lateral (select status from batch where id = d.batch_id offset 0) b where b.status between 6 and 7) then
    raise exception using errcode = '23514', constraint = 'cheque_replace_second_person', table = 'cheque_move',
      message = format('You printed cheque %s and marked it %s yourself: a second person gives its voucher the next leaf.',
        leaf.cheque_number, new.state_from);
  end if;
  return new;
end $$;
create trigger cheque_next_leaf before insert on cheque_move for each row
  when (new.state_to = 'replaced' or new.state_from = 'printed' and new.state_to = 'released')
  execute function check_next_leaf();
create index notification_of_cheque_run on notification (cheque_run_id) where cheque_run_id is not null;

-- The people who have Delete on Check Transactions and may sign in.
create function people_of_cheques() returns setof int
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select u.id from app_user u
  where may_sign_in(u) and 4 <= any (
    select e.level from effective_access e where e.user_id = u.id and e.module_name = 'Check Transactions')
$$;

create function tell_misprint() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, cheque_run_id)
  select p.id, 'cheque_misprint', r.id
  from (select id, printed_by from cheque_run where id = new.run_id) r cross join people_of_cheques() p (id)
  where p.id is distinct from r.printed_by and p.id is distinct from current_actor() and current_actor() is not null
  on conflict on constraint notification_cheque_run_once do nothing;
  return null;
end $$;
revoke execute on function tell_misprint() from public;
create trigger cheque_run_misprinted after update of misprint on cheque_run_leaf for each row
  when (new.misprint is not null and old.misprint is null) execute function tell_misprint();

-- A scan of the stock of a bank, below the texts of a cheque on screens; no paper carries it. It stands beside the layout:
-- it moves no text, so that it needs no second person, and cheques go on naming the version of the layout they were printed by.
create table cheque_layout_picture (
  layout_id int primary key constraint cheque_layout_picture_layout references cheque_layout on delete cascade,
  file_id uuid not null constraint cheque_layout_picture_file references file,
  -- As it was called where it came from.
  file_name name_text not null
);
create index cheque_layout_picture_of_file on cheque_layout_picture (file_id);
call audit_table('cheque_layout_picture', 'layout_id');
grant select, insert, update (file_id, file_name), delete on cheque_layout_picture to talaan_app;
grant select on cheque_layout_picture to talaan_report;

-- What the bank paid of cheques that it should not have: a spoiled leaf, a stopped or void cheque, one that never left the house.
create table cheque_alarm (
  id int generated always as identity primary key,
  cheque_id int not null constraint cheque_alarm_cheque references cheque,
  -- As what the register had it.
  state text not null collate "C",
  -- The day of the bank statement.
  cleared_on accounting_date not null,
  reported_by int default current_actor() constraint cheque_alarm_reported_by references app_user,
  reported_at timestamptz not null default now(),
  settlement long_text,
  settled_by int constraint cheque_alarm_settled_by references app_user,
  settled_at timestamptz,
  constraint cheque_alarm_settlement check (num_nonnulls(settlement, settled_at) in (0, 2) and btrim(settlement) <> '')
);
alter table notification add column cheque_alarm_id int constraint notification_cheque_alarm references cheque_alarm;
alter table notification add constraint notification_cheque_alarm_once unique (user_id, cheque_alarm_id);
-- One at a time: a second statement line of the same leaf is told by the first until that is settled.
create unique index cheque_alarm_once on cheque_alarm (cheque_id) where settled_at is null;
create index cheque_alarm_of_cheque on cheque_alarm (cheque_id, id);
create index cheque_alarm_by on cheque_alarm (reported_by);
create index cheque_alarm_settler on cheque_alarm (settled_by);
call audit_table('cheque_alarm', 'id');
grant select, insert (cheque_id, cleared_on), update (settlement) on cheque_alarm to talaan_app;
grant select on cheque_alarm to talaan_report;

-- It is raised by what the register says; it is settled once, by somebody who neither reported it nor printed the leaf nor
-- brought it to what it is.
create function check_cheque_alarm() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
begin
  select * into leaf from cheque where id = new.cheque_id for no key update;
  if tg_op = 'INSERT' then
    if leaf.state in ('queued', 'released', 'matured', 'cleared') or leaf.cheque_number is null then
      raise exception using errcode = '23514', constraint = 'cheque_alarm_state', table = 'cheque_alarm',
        message = format('Cheque %s is %s: what the bank paid of it is no alarm.', leaf.cheque_number, leaf.state);
    end if;
    if new.cleared_on > manila_today() then
      raise exception using errcode = '23514', constraint = 'cheque_alarm_day', table = 'cheque_alarm',
        message = format('The date %s is later than today.', new.cleared_on);
    end if;
    new.state := leaf.state;
    return new;
  end if;
  if old.settled_at is not null then
    raise exception using errcode = '23514', constraint = 'cheque_alarm_settled', table = 'cheque_alarm',
      message = format('The alarm of cheque %s was settled already.', leaf.cheque_number);
  end if;
  if current_actor() is not null and (current_actor() = old.reported_by or exists (
    select from cheque_move m
    where m.cheque_id = leaf.id and m.user_id = current_actor() and m.state_to in ('printed', 'spoiled', 'stopped', 'void'))) then
    raise exception using errcode = '23514', constraint = 'cheque_alarm_second_person', table = 'cheque_alarm',
      message = format('You reported the alarm of cheque %s, printed it or took it back: somebody else settles it.', leaf.cheque_number);
  end if;
  new.settled_by := current_actor();
  new.settled_at := now();
  return new;
end $$;
create trigger cheque_alarm_checked before insert or update on cheque_alarm
  for each row execute function check_cheque_alarm();
create index notification_of_cheque_alarm on notification (cheque_alarm_id) where cheque_alarm_id is not null;

-- Everybody who could void a cheque is told, whoever reported it.
create function tell_cheque_alarm() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, cheque_alarm_id) select p.id, 'cheque_alarm', new.id from people_of_cheques() p (id);
  return null;
end $$;
revoke execute on function tell_cheque_alarm() from public;
create trigger cheque_alarm_told after insert on cheque_alarm for each row execute function tell_cheque_alarm();
