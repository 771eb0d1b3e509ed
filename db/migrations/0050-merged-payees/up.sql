-- One payee under two codes becomes one: the merged payee goes out of use and points to its survivor, to which everything
-- moves that the future uses. Documents and postings stay as they are; reports read them under the survivor.

alter table payee
  add column merged_into int references payee,
  -- Codes and names of those that were merged into it, so that they find it.
  add column merged_payees long_text,
  add constraint payee_merged_other check (merged_into <> id),
  add constraint payee_merged_inactive check (merged_into is null or status = 0),
  drop column search_text;
create index payee_merged on payee (merged_into) where merged_into is not null;

alter table payee add column search_text text collate "C" not null generated always as (
  lower((payee_code::text || E'\n' || payee_desc || E'\n' || coalesce(trader_name, '') || E'\n' || coalesce(tin, '')
    || E'\n' || coalesce(merged_payees, '')) collate "default")) stored;
create index payee_search on payee using gin (search_text gin_trgm_ops);

-- The payee under whom reports show what was posted for the payee `id`: itself, or its survivor.
create view payee_in_reports as
select p.id, s.id as payee_id, s.payee_code, s.payee_desc, s.tin
from payee p join payee s on s.id = coalesce(p.merged_into, p.id);
comment on column payee_in_reports.tin is 'nullable';
grant select on payee_in_reports to talaan_app, talaan_report;

-- The payees whose books are one: the given one, its survivor, and all that were merged into that.
create function payees_as_one(p_payee int) returns int[]
  language sql stable
  set search_path = public, pg_temp
as $$
  select array(
    select f.id from payee p join payee f on f.id = coalesce(p.merged_into, p.id) or f.merged_into = coalesce(p.merged_into, p.id)
    where p.id = p_payee)
$$;

-- What the survivor must be, and that a second person confirms it where it decides on which account somebody is paid.
create function check_payee_merge() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  survivor payee%rowtype;
  beyond payee%rowtype;
  partners text;
begin
  select * into survivor from payee where id = new.merged_into for share;
  if survivor.merged_into is not null then
    select * into beyond from payee where id = survivor.merged_into;
    raise exception using errcode = '23514', constraint = 'payee_merged_survivor', table = 'payee',
      message = format('%s %s is merged into %s %s itself. Merge into that one.',
        survivor.payee_desc, survivor.payee_code, beyond.payee_desc, beyond.payee_code);
  end if;
  if (select count(*) from business_partner where payee_code in (new.payee_code, survivor.payee_code)) > 1 then
    select string_agg(name, ' and ' order by name) into partners
    from business_partner where payee_code in (new.payee_code, survivor.payee_code);
    raise exception using errcode = '23514', constraint = 'payee_merged_partners', table = 'payee',
      message = format('Each of the two payees belongs to a business partner: %s. Give one of the partners another payee first.',
        partners);
  end if;
  if pg_trigger_depth() = 1 and four_eyes_on('bank_details') and current_actor() is not null and not confirms_change() and (
    exists (select from payee_bank where payee_id in (old.id, old.merged_into))
    or exists (select from business_partner where payee_code = old.payee_code)
    or exists (select from branch where payee_code = old.payee_code)
  ) then
    raise exception using errcode = '23514', constraint = 'second_person_needed', table = 'payee',
      detail = 'bank_details', message = 'This change needs the confirmation of a second person.';
  end if;
  return new;
end $$;
create trigger payee_merge_allowed before update of merged_into on payee for each row
  when (old.merged_into is distinct from new.merged_into) execute function check_payee_merge();
create trigger payee_merge_on_insert before insert on payee for each row
  when (new.merged_into is not null) execute function check_payee_merge();

-- Moves the records of one payee to another. With an instant, only those that a change at that instant moved the other
-- way: what has been changed since stays. What the other has already (the same bank account, the same service) stays, too.
create function move_payee_records(p_from payee, p_to payee, p_moved_at timestamptz) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  move record;
begin
  for move in
    select * from (values
      ('business_partner', 'payee_code', p_from.payee_code::text, p_to.payee_code::text, 'true'),
      ('branch', 'payee_code', p_from.payee_code::text, p_to.payee_code::text, 'true'),
      ('payee_bank', 'payee_id', p_from.id::text, p_to.id::text, 'not exists (select from payee_bank s
        where s.payee_id = $2::int and s.bank_id = t.bank_id and s.account_number = t.account_number)'),
      ('billing_service_assignment', 'payee_id', p_from.id::text, p_to.id::text, 'not exists (
        select from billing_service_assignment s where s.payee_id = $2::int and s.service_id = t.service_id)'),
      ('regular_transaction', 'payee_id', p_from.id::text, p_to.id::text, 'true'),
      ('regular_line', 'payee_id', p_from.id::text, p_to.id::text, 'true'),
      ('payee', 'merged_into', p_from.id::text, p_to.id::text, 't.id <> $2::int')
    ) m (in_table, in_column, value_from, value_to, allowed)
  loop
    execute format('update %1$I t set %2$I = $2%3$s where t.%2$I = $1%3$s and %4$s and ($3 is null or exists (
        select from audit_event e where e.table_name = %1$L and e.row_key = t.id::text and e.action = ''update''
          and e.at = $3 and e.before ->> %2$L = $2 and e.after ->> %2$L = $1))',
      move.in_table, move.in_column, case when move.in_column = 'payee_code' then '' else '::int' end, move.allowed)
    using move.value_from, move.value_to, p_moved_at;
  end loop;
end $$;

create function name_merged_payees(p_survivor int) returns void
  language sql
  set search_path = public, pg_temp
as $$
  update payee s set merged_payees = left(m.names, 4000)
  from (select string_agg(p.payee_desc || ' ' || p.payee_code, ', ' order by p.payee_code) as names
    from payee p where p.merged_into = p_survivor) m
  where s.id = p_survivor and s.merged_payees is distinct from left(m.names, 4000)
$$;

-- A merge moves, and its end brings back. Those that were merged into a payee that is merged itself follow it; theirs is
-- moved with its records, so only the names are left to do.
create function merge_payee() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  survivor payee%rowtype;
  merged_at timestamptz;
begin
  if tg_op = 'UPDATE' and old.merged_into is null then
    select * into survivor from payee where id = new.merged_into;
    perform move_payee_records(new, survivor, null);
  elsif tg_op = 'UPDATE' and new.merged_into is null then
    select * into survivor from payee where id = old.merged_into;
    select e.at into merged_at from audit_event e
    where e.table_name = 'payee' and e.row_key = new.id::text and e.after ->> 'merged_into' = survivor.id::text
    order by e.id desc limit 1;
    perform move_payee_records(survivor, new, coalesce(merged_at, '-infinity'));
  end if;
  perform name_merged_payees(old.merged_into);
  perform name_merged_payees(new.merged_into);
  return null;
end $$;
create trigger payee_merge after update of merged_into on payee for each row
  when (old.merged_into is distinct from new.merged_into) execute function merge_payee();
create trigger payee_merged_restored after insert on payee for each row
  when (new.merged_into is not null) execute function merge_payee();
create trigger payee_merged_deleted after delete on payee for each row
  when (old.merged_into is not null) execute function merge_payee();
