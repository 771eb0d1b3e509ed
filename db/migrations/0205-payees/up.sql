-- Whom the company pays and whom it bills (specification 1 §3): payees with their bank accounts, branches, partners.

-- The order in which people look for a name or a code: capitals and accents do not count before the letters do, and figures
-- count as the number that they are, so that AP-2 stands before AP-10. Lists alone are sorted by it: values are told
-- apart by their bytes.
create collation people_order (provider = icu, locale = 'und-u-kn-true');

-- A TIN has one form, 123-456-789-00000: nine digits and the branch code of five (00000 is the head office). Only so do two
-- records of one taxpayer show as such.

-- One payee under two codes becomes one: the merged payee goes out of use and points to its survivor. search_text is what
-- a search looks at, in small letters, so that words of one or two letters, which no trigram index finds, are found by one
-- comparison a row; the line breaks keep a word from matching across two fields.
create table payee (
  id int generated always as identity primary key,
  payee_code code_text not null unique,
  payee_desc name_text not null,
  payee_type smallint not null check (payee_type between 2 and 6),
  status flag not null default 1,
  trader_name short_text,
  business_style short_text,
  tin short_text constraint payee_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$'),
  contact_num short_text,
  email_add short_text,
  house_unit short_text,
  street short_text,
  barangay short_text,
  municipality short_text,
  city short_text,
  region short_text,
  zip_code short_text,
  employee_status smallint check (employee_status between 0 and 2),
  sub_agent_status flag,
  business_type smallint check (business_type between 1 and 5),
  vat smallint not null default 0 check (vat between 0 and 3),
  atc_code code_text references alpha_tax_code (atc_code) on update cascade,
  merged_into int references payee,
  -- Codes and names of those that were merged into it, so that they find it.
  merged_payees long_text,
  search_text text collate "C" not null generated always as (
    lower((payee_code::text || E'\n' || payee_desc || E'\n' || coalesce(trader_name, '') || E'\n' || coalesce(tin, '')
      || E'\n' || coalesce(merged_payees, '')) collate "default")) stored,
  -- Why nothing new is billed to the customer; null where he is billed.
  billing_hold long_text check (billing_hold <> ''),
  -- The name of a person, part by part, and the address abroad of whoever has none here.
  last_name short_text,
  first_name short_text,
  middle_name short_text,
  foreign_address short_text,
  constraint payee_merged_other check (merged_into <> id),
  constraint payee_merged_inactive check (merged_into is null or status = 0)
);
call make_master('payee');
create index payee_by_code on payee (payee_code collate people_order, id);
create index payee_name on payee (payee_desc collate people_order, id);
create index payee_by_trader on payee (trader_name collate people_order, id);
create index payee_by_email on payee (email_add collate people_order, id);
create index payee_by_city on payee (city collate people_order, id);
create index payee_search on payee using gin (search_text gin_trgm_ops);
create index payee_merged on payee (merged_into) where merged_into is not null;
create index payee_by_tin on payee (tin, id);
create index payee_by_type on payee (payee_type, id);
call make_key('payee', 'payee_code');

create table branch (
  id int generated always as identity primary key,
  brnc_code code_text not null unique,
  brnc_abbreviation short_text,
  brnc_name name_text not null,
  brnc_type short_text,
  brnc_stat flag not null default 1,
  cctr_code short_text,
  brnc_phone short_text,
  brnc_address short_text,
  regn_code short_text,
  cost_ctr short_text,
  main_brnc short_text,
  expiry_date accounting_date,
  setup_date accounting_date,
  active_flag flag not null default 1,
  house_unit short_text,
  street short_text,
  barangay short_text,
  municipality short_text,
  city short_text,
  region short_text,
  zip_code short_text,
  contact_num short_text,
  fax short_text,
  email_add short_text,
  tin short_text constraint branch_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$'),
  business_type smallint check (business_type between 1 and 5),
  vat smallint not null default 0 check (vat between 0 and 3),
  atc_code code_text references alpha_tax_code (atc_code) on update cascade,
  date_opened accounting_date,
  date_closed accounting_date,
  bp_idno int,
  transfer_date accounting_date,
  remarks long_text,
  rbos_pcode short_text,
  bos_pcode short_text,
  bsa_pcode short_text,
  borrow_tid short_text,
  ops_code short_text,
  brnc_name_voyager short_text,
  borwd_repidno short_text,
  payee_code code_text references payee (payee_code) on update cascade,
  group_id smallint not null default 1 check (group_id between 1 and 9),
  constraint branch_dates check (date_closed >= date_opened)
);
call make_master('branch');
alter table app_user add foreign key (brnc_code) references branch (brnc_code) on update cascade;
call make_key('branch', 'brnc_code');

create table regional_head (
  id int generated always as identity primary key,
  rh_code code_text not null unique,
  rh_name name_text not null
);
call make_master('regional_head');
call make_key('regional_head', 'rh_code');

create table business_partner (
  id int generated always as identity primary key,
  bp_code code_text not null unique,
  name name_text not null,
  payee_code code_text references payee (payee_code) on update cascade,
  class_code char(2) not null check (class_code in ('BC', 'CB', 'CO', 'CP', 'DS', 'FS', 'HT', 'IC', 'MC', 'PS', 'PM', 'RA',
    'BR', 'SC', 'SM', 'TB', 'TA')),
  brnc_code code_text references branch (brnc_code) on update cascade,
  cctr_code short_text,
  status flag not null default 1,
  hold flag not null default 0,
  president short_text,
  gen_manager short_text,
  wu_person short_text,
  wu_mobile short_text,
  contact_person short_text,
  contact_num short_text,
  fax short_text,
  email_address short_text,
  pin short_text,
  house_unit short_text,
  street short_text,
  barangay short_text,
  municipality short_text,
  city short_text,
  region short_text,
  zip_code short_text,
  country_id short_text,
  bp_tin short_text constraint business_partner_bp_tin_form check (bp_tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$'),
  tin short_text constraint business_partner_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$'),
  business_type smallint check (business_type between 1 and 5),
  vat smallint not null default 0 check (vat between 0 and 3),
  atc_code code_text references alpha_tax_code (atc_code) on update cascade,
  risk_code short_text,
  risk_eval_date accounting_date,
  client_type short_text,
  dpa_consent_tag flag not null default 0,
  pep_tag flag not null default 0,
  kyc_stat short_text,
  -- A payee belongs to one partner, so that a bank account does too.
  constraint business_partner_payee_once unique (payee_code)
);
call make_master('business_partner');
alter table branch add foreign key (bp_idno) references business_partner;
create index business_partner_search on business_partner using gin
  (bp_code gin_trgm_ops, name gin_trgm_ops, bp_tin gin_trgm_ops, tin gin_trgm_ops);
create index business_partner_branch on business_partner (brnc_code);
call make_key('business_partner', 'bp_code');
create index branch_partner on branch (bp_idno);

create table bp_location (
  id int generated always as identity primary key,
  loc_idno code_text not null unique,
  bp_idno int not null references business_partner,
  loc_name name_text not null,
  status flag not null default 1,
  address1 short_text,
  address2 short_text,
  address3 short_text,
  city short_text,
  province short_text,
  phone1 short_text,
  phone2 short_text,
  phone3 short_text,
  fax short_text,
  contact_person short_text,
  api_acct short_text,
  apz_acct short_text,
  inbound flag not null default 0,
  outbound flag not null default 0,
  pc_equip flag not null default 0,
  "full" flag not null default 0,
  atmtd_loc flag not null default 0,
  ral_status short_text,
  sol_idno short_text,
  con_date_from accounting_date,
  con_date_to accounting_date,
  peso_imt amount not null default 0,
  peso_dmt amount not null default 0,
  dollar_imt amount not null default 0,
  dollar_dmt amount not null default 0,
  constraint bp_location_contract check (con_date_to >= con_date_from)
);
call make_master('bp_location');
create index bp_location_partner on bp_location (bp_idno);
create index bp_location_search on bp_location using gin (loc_idno gin_trgm_ops, loc_name gin_trgm_ops);
call make_key('bp_location', 'loc_idno');

create table billing_service_assignment (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  service_id int not null references billing_service,
  constraint billing_service_assignment_once unique (payee_id, service_id)
);
call make_master('billing_service_assignment');
create index billing_service_assignment_service on billing_service_assignment (service_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Bank accounts of payees and partners.

-- One row per account; three resources show it. acct_no on the wire is account_number.
create table payee_bank (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  bp_idno int references business_partner,
  acct_idno short_text,
  acct_type char(3) not null default 'CHE' check (acct_type in ('SAV', 'CHE')),
  currency_id int not null default 1 references currency,
  account_number short_text not null check (account_number <> ''),
  acct_name short_text not null,
  signatory short_text,
  bank_id int not null references bank_header,
  bpi_os short_text,
  start_date accounting_date,
  end_date accounting_date,
  dep_branch short_text,
  print_bp_idno short_text,
  bank_branch short_text,
  bank_address short_text,
  constraint payee_bank_once unique (payee_id, bank_id, account_number),
  constraint payee_bank_of_partner_once unique (bp_idno, bank_id, account_number),
  constraint payee_bank_dates check (end_date >= start_date)
);
call make_master('payee_bank');
create index payee_bank_bank on payee_bank (bank_id);
call guard_with_second_person('payee_bank', 'bank_details');

-- Payee and partner of a bank account are one fact: a partner's accounts are those of its payee. Whichever is named
-- brings the other; where both are, they must belong together. An account without a name has the payee's.
create function match_bank_owner() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  names_partner boolean := new.bp_idno is not null and (tg_op = 'INSERT' or new.bp_idno is distinct from old.bp_idno);
  names_payee boolean := new.payee_id is not null and (tg_op = 'INSERT' or new.payee_id is distinct from old.payee_id);
  partner_name text;
  payee_of_partner int;
begin
  if names_partner then
    select p.name, y.id into partner_name, payee_of_partner
    from business_partner p left join payee y on y.payee_code = p.payee_code
    where p.id = new.bp_idno for share of p;
    if payee_of_partner is null then
      raise exception using errcode = '23514', constraint = 'payee_bank_partner_without_payee', table = 'payee_bank',
        message = format('Business partner %s has no payee. Give it one first, to whom its bank accounts belong.', partner_name);
    end if;
    if names_payee and payee_of_partner <> new.payee_id then
      raise exception using errcode = '23514', constraint = 'payee_bank_owner', table = 'payee_bank',
        message = format('Business partner %s and the payee do not belong together. Name one of them.', partner_name);
    end if;
    new.payee_id := payee_of_partner;
  else
    new.bp_idno := (select p.id from business_partner p join payee y on y.payee_code = p.payee_code
      where y.id = new.payee_id for share of p);
  end if;
  new.acct_name := coalesce(new.acct_name, (select y.payee_desc from payee y where y.id = new.payee_id));
  return new;
end $$;
create trigger match_bank_owner before insert or update of payee_id, bp_idno, acct_name on payee_bank
  for each row execute function match_bank_owner();

-- A partner that takes another payee leaves the accounts of the former one and shows those of the new one.
create function move_bank_accounts() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update payee_bank set bp_idno = null
  where bp_idno = new.id and payee_id not in (select y.id from payee y where y.payee_code = new.payee_code);
  update payee_bank set bp_idno = new.id
  where bp_idno is null and payee_id in (select y.id from payee y where y.payee_code = new.payee_code);
  return null;
end $$;
create trigger move_bank_accounts after insert or update of payee_code on business_partner
  for each row execute function move_bank_accounts();

-- ---------------------------------------------------------------------------------------------------------------------
-- Merging. Everything that the future uses moves to the survivor. Documents and postings stay as they are; reports read
-- them under the survivor.

-- The payee under whom reports show what was posted for the payee `id`: itself, or its survivor.
create view payee_in_reports as
select p.id, s.id as payee_id, s.payee_code, s.payee_desc, s.tin
from payee p join payee s on s.id = coalesce(p.merged_into, p.id);
comment on column payee_in_reports.tin is 'nullable';
grant select on payee_in_reports to talaan_app, talaan_report;

-- A payee with those that were merged into it, or that it was merged into: all names of one customer. Settings do not keep a plan from reading
-- the whole index of a table that had one row when it was made; what joins by keys that occur more than once, or are many, looks up one by one
-- (`offset 0`).
create function payees_as_one(p_payee int) returns int[]
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  with survivor as materialized (select coalesce(merged_into, id) as id from payee where id = p_payee)
  select array(
    select id from survivor union all
    select f.id from survivor s cross join lateral (select id from payee where merged_into = s.id offset 0) f)
$$;

-- What the survivor must be, and that a second person confirms it where it decides on which account somebody is paid.
create function check_payee_merge() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- ---------------------------------------------------------------------------------------------------------------------
-- A business partner on hold is paid nothing.

-- The partner that holds back what is paid to a payee, as 'BP-0001 Kunwari Pawnshops'; null for none.
create function payee_hold(p_payee int) returns text
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select b.bp_code || ' ' || b.name
  from (select payee_code from payee where id = p_payee offset 0) p
  cross join lateral (select bp_code, name, hold from business_partner where payee_code = p.payee_code offset 0) b
  where b.hold = 1
$$;
grant execute on function payee_hold(int) to talaan_report;
