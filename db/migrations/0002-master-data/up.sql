-- Reference and master data (specification 1 §3). Wire names are column names. A master refers to a master by its wire
-- value; ids serve documents and postings. Fields that name another record's text (cur_desc, acct_parent_desc) are read
-- by join, not stored.

create table company (
  id int generated always as identity primary key,
  company_code code_text not null unique,
  company_name name_text not null,
  company_status flag not null default 1,
  reporting boolean not null default false,
  profile jsonb not null default '{}' check (jsonb_typeof(profile) = 'object'),
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);
create unique index company_one_reporting on company (reporting) where reporting;

create table department (
  id int generated always as identity primary key,
  dept_code code_text not null unique,
  dept_abbreviation short_text,
  dept_desc name_text not null,
  dept_status flag not null default 1,
  div_code short_text,
  org_level short_text,
  group_id smallint check (group_id between 1 and 9),
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  unique (id, dept_code)
);

create table section (
  id int generated always as identity primary key,
  section_code code_text not null unique,
  section_name name_text not null,
  dept_code code_text not null references department (dept_code) on update cascade,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);
create index section_department on section (dept_code);

create table currency (
  id int generated always as identity primary key,
  cur_code code_text not null unique,
  cur_desc name_text not null,
  iso_code char(3) not null unique check (iso_code ~ '^[A-Z]{3}$'),
  currency_word name_text not null,
  subunits int not null default 100 check (subunits in (1, 10, 100, 1000)),
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);

create table currency_rate (
  id int generated always as identity primary key,
  fiscal_year int not null check (fiscal_year between 1901 and 2100),
  period_no smallint not null check (period_no between 1 and 12),
  currency_id int not null references currency constraint currency_rate_foreign check (currency_id <> 1),
  acct_class char(1) not null check (acct_class in ('B', 'I')),
  dolr_rate rate not null,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint currency_rate_once unique (fiscal_year, period_no, currency_id, acct_class)
);

create table accounting_period (
  id int generated always as identity primary key,
  fiscal_year int not null check (fiscal_year between 1901 and 2100),
  period_no smallint not null check (period_no between 1 and 12),
  -- Plain, filled by trigger: a generated column would make every update look like a change of the key that the ledger
  -- refers to, and closing would wait for every poster.
  period int not null default 0 constraint accounting_period_key unique
    constraint accounting_period_number check (period = fiscal_year * 100 + period_no),
  disbursement flag not null default 0,
  cash_receipt flag not null default 0,
  general_journal flag not null default 0,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint accounting_period_once unique (fiscal_year, period_no)
);

create function number_period() returns trigger
  language plpgsql
as $$
begin
  new.period := new.fiscal_year * 100 + new.period_no;
  return new;
end $$;
create trigger number_period before insert or update of fiscal_year, period_no on accounting_period
  for each row execute function number_period();

-- Closing waits for the postings in flight and holds back the next ones: exclusive against the shared lock of period_open.
create function lock_period() returns trigger
  language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(7001, old.period);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger lock_period before update or delete on accounting_period for each row execute function lock_period();

create table alpha_tax_code (
  id int generated always as identity primary key,
  atc_code code_text not null unique,
  atc_desc name_text not null,
  atc_rate percentage not null,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);

create table payee (
  id int generated always as identity primary key,
  payee_code code_text not null unique,
  payee_desc name_text not null,
  payee_type smallint not null check (payee_type between 2 and 6),
  status flag not null default 1,
  trader_name short_text,
  business_style short_text,
  tin short_text,
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
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);
create index payee_search on payee using gin
  (payee_code gin_trgm_ops, payee_desc gin_trgm_ops, trader_name gin_trgm_ops, tin gin_trgm_ops);
create index payee_name on payee (payee_desc, id);

-- One row per bank account of a payee or partner; three resources show it. acct_no on the wire is account_number.
create table payee_bank (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  bp_idno int,
  acct_idno short_text,
  acct_type char(3) not null default 'CHE' check (acct_type in ('SAV', 'CHE')),
  currency_id int not null default 1 references currency,
  account_number short_text not null check (account_number <> ''),
  acct_name short_text,
  signatory short_text,
  bank_code code_text not null,
  bpi_os short_text,
  start_date accounting_date,
  end_date accounting_date,
  dep_branch short_text,
  print_bp_idno short_text,
  bank_branch short_text,
  bank_address short_text,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint payee_bank_once unique (payee_id, bank_code, account_number),
  constraint payee_bank_dates check (end_date >= start_date)
);

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
  tin short_text,
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
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint branch_dates check (date_closed >= date_opened)
);

create table account (
  id int generated always as identity primary key,
  acct_code code_text not null unique,
  acct_desc name_text not null,
  acct_type char(1) not null check (acct_type in ('G', 'D', 'P', 'S')),
  acct_class char(1) not null check (acct_class in ('B', 'I')),
  acct_group char(1) not null check (acct_group in ('A', 'L', 'C', 'E', 'I')),
  acct_parent code_text references account (acct_code) on update cascade,
  status flag not null default 1,
  currency_id int not null default 1 references currency,
  normal_balance char(1) not null check (normal_balance in ('D', 'C')),
  role text collate "C" check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'RFA', 'CIB',
    'FX_GAIN', 'FX_LOSS', 'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS')),
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz,
  constraint account_class_of_group check ((acct_class = 'I') = (acct_group in ('E', 'I'))),
  constraint account_foreign_currency check (currency_id = 1 or acct_group in ('A', 'L')),
  constraint account_role_postable check (role is null or acct_type = 'S')
);
create index account_parent on account (acct_parent);
create unique index account_role_once on account (role) where role not in ('RFA', 'CIB');

create function fill_normal_balance() returns trigger
  language plpgsql
as $$
begin
  new.normal_balance := coalesce(new.normal_balance, case when new.acct_group in ('A', 'E') then 'D' else 'C' end);
  return new;
end $$;
create trigger fill_normal_balance before insert or update on account for each row
  when (new.normal_balance is null) execute function fill_normal_balance();

-- Only a leaf of type S takes postings, so an S account has no children and the tree has no loop (INV-19). The lock
-- (7001, 0) is shared by every posting: an account does not change its nature under one.
create function check_account_tree() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  chain text;
begin
  perform pg_advisory_xact_lock(7001, 0);
  if exists (select from account p where p.acct_code = new.acct_parent and p.acct_type = 'S') then
    raise exception using errcode = '23514', constraint = 'account_parent_postable', table = 'account',
      message = format('Account %s is a subsidiary account and cannot be the parent of %s.', new.acct_parent, new.acct_code);
  end if;
  if new.acct_type = 'S' and exists (select from account c where c.acct_parent = new.acct_code) then
    raise exception using errcode = '23514', constraint = 'account_has_children', table = 'account',
      message = format('Account %s has accounts below it and cannot be a subsidiary account.', new.acct_code);
  end if;
  with recursive ancestor as (
    select a.acct_code, a.acct_parent, array[new.acct_code::text, a.acct_code::text] as path
    from account a where a.acct_code = new.acct_parent
    union all
    select a.acct_code, a.acct_parent, ancestor.path || a.acct_code::text
    from account a join ancestor on a.acct_code = ancestor.acct_parent
    where ancestor.acct_code <> new.acct_code and cardinality(ancestor.path) <= 50
  )
  select array_to_string(path, ' → ') into chain from ancestor where acct_code = new.acct_code;
  if chain is not null then
    raise exception using errcode = '23514', constraint = 'account_loop', table = 'account',
      message = format('Parent account would make a loop: %s.', chain);
  end if;
  return null;
end $$;
create trigger account_tree after insert or update of acct_code, acct_parent, acct_type on account
  for each row execute function check_account_tree();

create table module (
  id int generated always as identity primary key,
  module_name name_text not null unique,
  module_type char(1) not null check (module_type in ('F', 'T', 'R')),
  built_in boolean not null default false,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);

-- Access is matched by the name of the module, which is its menu label: a built-in name stays what it is.
create function keep_built_in_module() returns trigger
  language plpgsql
as $$
begin
  if old.built_in and (tg_op = 'DELETE' or row(new.module_name, new.built_in) is distinct from row(old.module_name, true)) then
    raise exception using errcode = '23514', constraint = 'module_built_in', table = 'module',
      message = format('Module %s belongs to the product and keeps its name.', old.module_name);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger module_built_in before update or delete on module for each row execute function keep_built_in_module();

create table role (
  id int generated always as identity primary key,
  roles name_text not null unique,
  row_version int not null default 1,
  input_by int,
  input_date timestamptz not null default now(),
  edit_by int,
  edit_date timestamptz
);

create table setting (
  key text collate "C" primary key,
  value jsonb not null
);
call audit_table('setting', 'key');
grant select, insert, update on setting to talaan_app;
grant select on setting to talaan_report;

call make_master('company');
call make_master('department');
call make_master('section');
call make_master('currency');
call make_master('currency_rate');
call make_master('accounting_period');
call make_master('alpha_tax_code');
call make_master('payee');
call make_master('payee_bank');
call make_master('branch');
call make_master('account');
call make_master('module');
call make_master('role');

-- ---------------------------------------------------------------------------------------------------------------------
-- Data that the product itself needs. The ids of the currencies are fixed by the specification (decisions §10).

insert into currency (id, cur_code, cur_desc, iso_code, currency_word) overriding system value values
  (1, 'P', 'Peso', 'PHP', 'PESOS'),
  (2, 'D', 'Dollar', 'USD', 'DOLLARS'),
  (3, 'E', 'Euro', 'EUR', 'EUROS'),
  (4, 'Y', 'Yen', 'JPY', 'YENS'),
  (5, 'S', 'Singapore Dollar', 'SGD', 'SINGAPORE DOLLARS'),
  (6, 'C', 'Yuan', 'CNY', 'YUAN');
alter table currency alter column id restart with 7;

insert into module (module_name, module_type, built_in)
select name, 'F', true from unnest(array['Accounting Period', 'Acknowledgement Receipt', 'Approving Levels',
  'Approving Officers', 'ATC Codes', 'Bank Headers', 'Banks', 'Billing Invoice', 'Billing Officers', 'Billing Services',
  'BP Banks', 'BP Locations', 'Branches', 'Business Partners', 'Chart of Accounts', 'Companies', 'Currencies',
  'Departments', 'Modules', 'Official Receipt', 'Payee Details', 'Rates', 'Regional Heads', 'Regular Transactions',
  'Role Access', 'Roles', 'Sections', 'Transaction Type', 'User Roles', 'Users', 'Voucher Series']) name
union all
select name, 'T', true from unnest(array['Active Transactions', 'Archived Transactions', 'Billing', 'Cash Receipt',
  'Check Transactions', 'Collection', 'Disbursements', 'Integrated Transactions', 'Journal Entries', 'Payment',
  'Purchase Order', 'Upload from IS']) name
union all
select name, 'R', true from unnest(array['AR Aging', 'Audit Trail', 'Billing List', 'BIR Form 2307', 'Books Of Account',
  'CV CIB Subsidiary Schedule', 'Profitability', 'Revolving Fund Account', 'Sales Journal', 'Subsidiary',
  'Subsidiary by Analysis', 'Trial Balance']) name;

insert into setting (key, value) values
  ('approval_required', '{"CV": true, "CW": true, "OB": true, "DM": true, "JE": true, "CR": false, "BI": true, "CN": false, "PO": true}'),
  ('review_stage', '{"CV": true, "CW": true, "OB": true, "DM": true, "JE": true, "CR": false, "BI": false, "CN": false, "PO": true}'),
  ('aging_day_60', '"31-60"'),
  ('four_eyes', '{"bank_details": false, "limits": false, "roles": false}');
