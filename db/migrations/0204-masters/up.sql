-- Reference data of the books (specification 1 §3): the company and its departments, currencies, periods, tax codes, the
-- chart of accounts, banks. Wire names are column names. A master refers to a master by its wire value; ids serve
-- documents and postings. Fields that name another record's text (cur_desc, acct_parent_desc) are read by join, not stored.
-- What is not used any more has a status: no new record or document names it, old ones keep it.

-- ---------------------------------------------------------------------------------------------------------------------
-- The company. The reporting one stays and is in use (decisions §8): its profile stands on every paper, and the books are
-- its own.
create table company (
  id int generated always as identity primary key,
  company_code code_text not null unique,
  company_name name_text not null,
  company_status flag not null default 1,
  reporting boolean not null default false,
  profile jsonb not null default '{}' check (jsonb_typeof(profile) = 'object'),
  -- The logo that papers carry.
  logo_file_id uuid references file,
  vat_registered boolean not null default true,
  constraint reporting_company_active check (not reporting or company_status = 1)
);
call make_master('company');
create unique index company_one_reporting on company (reporting) where reporting;
call make_key('company', 'company_code');

-- The mark is handed on, never dropped: at the end of the transaction another company has it.
create function keep_reporting_company() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (select from company where reporting) then
    raise exception using errcode = '23514', constraint = 'reporting_company_remains', table = 'company',
      message = 'The books need their reporting company. Name another one first: it takes the mark.';
  end if;
  return null;
end $$;
create constraint trigger reporting_company_remains after update of reporting or delete on company
  deferrable initially deferred for each row when (old.reporting) execute function keep_reporting_company();

create table department (
  id int generated always as identity primary key,
  dept_code code_text not null unique,
  dept_abbreviation short_text,
  dept_desc name_text not null,
  dept_status flag not null default 1,
  div_code short_text,
  org_level short_text,
  group_id smallint check (group_id between 1 and 9),
  unique (id, dept_code)
);
call make_master('department');
alter table app_user add foreign key (dept_code) references department (dept_code) on update cascade;
alter table app_user add constraint app_user_department foreign key (dept_id, dept_code) references department (id, dept_code) on update cascade;
call make_key('department', 'dept_code');

create table section (
  id int generated always as identity primary key,
  section_code code_text not null unique,
  section_name name_text not null,
  dept_code code_text not null references department (dept_code) on update cascade,
  status flag not null default 1
);
call make_master('section');
create index section_department on section (dept_code);
call make_key('section', 'section_code');

-- A section is the first user's until somebody edits it (specification 1 §9: edit_by default 1). The name lets the
-- trigger run after stamp_insert.
alter table section alter edit_by set default 1;

create function stamp_section_editor() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.edit_by := (select id from app_user where id = 1);
  return new;
end $$;
create trigger stamp_section_editor before insert on section for each row execute function stamp_section_editor();

-- ---------------------------------------------------------------------------------------------------------------------
-- Currencies and their rates. The ids of the currencies are fixed by the specification (decisions §10).
create table currency (
  id int generated always as identity primary key,
  cur_code code_text not null unique,
  cur_desc name_text not null,
  iso_code char(3) not null unique check (iso_code ~ '^[A-Z]{3}$'),
  currency_word name_text not null,
  subunits int not null default 100 check (subunits in (1, 10, 100, 1000))
);
call make_master('currency');
call make_key('currency', 'iso_code');
call make_key('currency', 'cur_code');

create table currency_rate (
  id int generated always as identity primary key,
  fiscal_year int not null check (fiscal_year between 1901 and 2100),
  period_no smallint not null check (period_no between 1 and 12),
  currency_id int not null references currency constraint currency_rate_foreign check (currency_id <> 1),
  acct_class char(1) not null check (acct_class in ('B', 'I')),
  dolr_rate rate not null,
  constraint currency_rate_once unique (fiscal_year, period_no, currency_id, acct_class)
);
call make_master('currency_rate');

insert into currency (id, cur_code, cur_desc, iso_code, currency_word) overriding system value values
  (1, 'P', 'Peso', 'PHP', 'PESOS'),
  (2, 'D', 'Dollar', 'USD', 'DOLLARS'),
  (3, 'E', 'Euro', 'EUR', 'EUROS'),
  (4, 'Y', 'Yen', 'JPY', 'YENS'),
  (5, 'S', 'Singapore Dollar', 'SGD', 'SINGAPORE DOLLARS'),
  (6, 'C', 'Yuan', 'CNY', 'YUAN');
alter table currency alter column id restart with 7;

-- ---------------------------------------------------------------------------------------------------------------------
-- Periods and holidays.
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
  constraint accounting_period_once unique (fiscal_year, period_no)
);
call make_master('accounting_period');

create function number_period() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7001, old.period);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger lock_period before update or delete on accounting_period for each row execute function lock_period();

-- Days on which nobody is expected to release payments, beside Saturdays and Sundays.
create table holiday (
  id int generated always as identity primary key,
  holiday_date accounting_date not null,
  holiday_name name_text not null,
  constraint holiday_once unique (holiday_date)
);
call make_master('holiday');
create index holiday_search on holiday using gin (holiday_name gin_trgm_ops);

-- Regular holidays of the Philippines. The feasts of the Muslim calendar are proclaimed each year: those of 2026 and of
-- later years are entered when they are.
insert into holiday (holiday_date, holiday_name)
select make_date(y, month, day), name
from generate_series(2024, 2026) y
cross join (values (1, 1, 'New Year''s Day'), (4, 9, 'Araw ng Kagitingan'), (5, 1, 'Labor Day'), (6, 12, 'Independence Day'),
  (11, 30, 'Bonifacio Day'), (12, 25, 'Christmas Day'), (12, 30, 'Rizal Day')) f (month, day, name)
union all
values ('2024-03-28'::date, 'Maundy Thursday'), ('2024-03-29', 'Good Friday'), ('2024-04-10', 'Eid''l Fitr'),
  ('2024-06-17', 'Eid''l Adha'), ('2024-08-26', 'National Heroes Day'), ('2025-04-01', 'Eid''l Fitr'),
  ('2025-04-17', 'Maundy Thursday'), ('2025-04-18', 'Good Friday'), ('2025-06-06', 'Eid''l Adha'),
  ('2025-08-25', 'National Heroes Day'), ('2026-04-02', 'Maundy Thursday'), ('2026-04-03', 'Good Friday'),
  ('2026-08-31', 'National Heroes Day');

-- ---------------------------------------------------------------------------------------------------------------------
-- Withholding tax codes.
create table alpha_tax_code (
  id int generated always as identity primary key,
  atc_code code_text not null unique,
  atc_desc name_text not null,
  atc_rate percentage not null,
  status flag not null default 1
);
call make_master('alpha_tax_code');
call make_key('alpha_tax_code', 'atc_code');

-- A withholding rate changes on a day: alpha_tax_code.atc_rate holds until the first of these rows, each row from its own
-- day on. The rate of a document is the one of its date.
create table alpha_tax_rate (
  id int generated always as identity primary key,
  atc_id int not null references alpha_tax_code,
  effective_from accounting_date not null,
  atc_rate percentage not null,
  constraint alpha_tax_rate_once unique (atc_id, effective_from)
);
call make_master('alpha_tax_rate');

-- The rate of a tax code on a calendar date.
create function atc_rate_on(p_atc_id int, p_date date) returns percentage
  language sql stable
as $$
  select coalesce(
    (select r.atc_rate from alpha_tax_rate r
      where r.atc_id = p_atc_id and r.effective_from <= p_date order by r.effective_from desc limit 1),
    (select t.atc_rate from alpha_tax_code t where t.id = p_atc_id))::percentage
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Kinds of transactions and of services.
create table transaction_type (
  id int generated always as identity primary key,
  trns_code code_text not null unique,
  trns_desc name_text not null,
  document_type text not null collate "C" check (document_type in ('AE', 'CD', 'CR', 'JV')),
  list_document_type char(2),
  status flag not null default 1
);
call make_master('transaction_type');
call make_key('transaction_type', 'trns_code');

create table billing_service (
  id int generated always as identity primary key,
  billing_service_name name_text not null unique
);
call make_master('billing_service');
call make_key('billing_service', 'billing_service_name');

-- ---------------------------------------------------------------------------------------------------------------------
-- The chart of accounts. Input VAT is claimed by what was bought: each kind may have an account of its own, INPUT_VAT is
-- that of services.
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
  role text collate "C",
  -- What an account of the balance sheet is to the cash flow; without a class it counts as operating, and the report lists it apart.
  cash_flow text collate "C" check (cash_flow in ('cash', 'operating', 'noncash', 'investing', 'financing')),
  constraint account_class_of_group check ((acct_class = 'I') = (acct_group in ('E', 'I'))),
  constraint account_foreign_currency check (currency_id = 1 or acct_group in ('A', 'L')),
  constraint account_role_postable check (role is null or acct_type = 'S'),
  -- Receivables and tax withheld are owed to the company, advances by it.
  constraint account_role_group check (
  acct_group = case role when 'AR' then 'A' when 'CWT' then 'A' when 'CUSTOMER_ADVANCES' then 'L' else acct_group end),
  constraint account_role_check check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'WRITE_OFF', 'BANK_CHARGES', 'RFA', 'CIB',
  'FX_GAIN', 'FX_LOSS', 'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS', 'OPENING')),
  constraint account_cash_flow_postable check (cash_flow is null or (acct_type = 'S' and acct_class = 'B'))
);
call make_master('account');
create index account_parent on account (acct_parent);
create unique index account_role_once on account (role) where role not in ('RFA', 'CIB');
call make_key('account', 'acct_code');

create function fill_normal_balance() returns trigger
  language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  new.normal_balance := coalesce(new.normal_balance, case when new.acct_group in ('A', 'E') then 'D' else 'C' end);
  return new;
end $$;
create trigger fill_normal_balance before insert or update on account for each row
  when (new.normal_balance is null) execute function fill_normal_balance();

-- Only a leaf of type S takes postings, so an S account has no children and the tree has no loop (INV-19). Main accounts
-- stand at its top, and an account has the group of its parent, so that a heading's total is one of assets, of
-- liabilities, of capital, of expenses or of income. The lock (7001, 0) is shared by every posting: an account does not
-- change its nature under one.
create function check_account_tree() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  groups constant jsonb := '{"A": "Asset", "L": "Liability", "C": "Capital", "E": "Expenses", "I": "Income"}';
  chain text;
  parent account%rowtype;
  child account%rowtype;
begin
  perform pg_advisory_xact_lock(7001, 0);
  select * into parent from account where acct_code = new.acct_parent;
  if parent.acct_type = 'S' then
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
  if new.acct_type = 'P' and new.acct_parent is not null then
    raise exception using errcode = '23514', constraint = 'account_main_parent', table = 'account',
      message = format('Account %s is a main account and has no parent.', new.acct_code);
  end if;
  -- Both are read as the whole statement leaves them: it may move a heading together with the accounts below it.
  select * into child from account c
  where c.acct_parent = new.acct_code and c.acct_group <> new.acct_group order by c.acct_code limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'account_group_of_children', table = 'account',
      message = format('Account %s below account %s is of group %s; move it first.', child.acct_code, new.acct_code,
        groups ->> child.acct_group);
  end if;
  if parent.acct_group <> new.acct_group then
    raise exception using errcode = '23514', constraint = 'account_group_of_parent', table = 'account',
      message = format('Account %s is of group %s; account %s of group %s cannot stand below it. Choose a parent of its group.',
        parent.acct_code, groups ->> parent.acct_group, new.acct_code, groups ->> new.acct_group);
  end if;
  return null;
end $$;
create trigger account_tree after insert or update of acct_code, acct_parent, acct_type, acct_group on account
  for each row execute function check_account_tree();

-- ---------------------------------------------------------------------------------------------------------------------
-- Banks of the country, and the company's own accounts in them.
create table bank_header (
  id int generated always as identity primary key,
  bank_code code_text not null unique,
  bank_name name_text not null,
  status flag not null default 1
);
call make_master('bank_header');
call make_key('bank_header', 'bank_code');

-- An own account in a bank: what a voucher credits is the account of the chart behind it.
create table bank (
  id int generated always as identity primary key,
  acct_desc name_text not null,
  bank_name name_text not null,
  bank_code code_text not null references bank_header (bank_code) on update cascade,
  account_no code_text not null,
  acct_type char(2) not null check (acct_type in ('SA', 'CA')),
  acct_class char(1) not null default 'P' check (acct_class in ('P', 'D')),
  for_forex char(1) not null default 'N' check (for_forex in ('Y', 'N')),
  for_treasury char(1) not null default 'N' check (for_treasury in ('Y', 'N')),
  acct_code code_text not null references account (acct_code) on update cascade,
  status flag not null default 1,
  -- To whom a letter goes, and where; null: the manager.
  addressee short_text,
  bank_address long_text,
  cheques_crossed flag not null default 0,
  constraint bank_account_once unique (bank_code, account_no)
);
call make_master('bank');
create index bank_account on bank (acct_code);

-- One bank account in use stands behind one account of the chart: else its ledger is no cash book of either, and neither
-- can be reconciled. A closed one leaves its place. Two at a time wait for each other on the account.
create function check_bank_of_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  own account%rowtype;
  other bank%rowtype;
begin
  select * into own from account where acct_code = new.acct_code for no key update;
  if not stands_for_a_bank(own) then
    raise exception using errcode = '23514', constraint = 'bank_of_asset', table = 'bank',
      message = format('Account %s is no account of cash. Behind a bank account stands an asset account without another role.',
        new.acct_code);
  end if;
  select * into other from bank b
  where b.acct_code = new.acct_code and b.status = 1 and b.id <> new.id order by b.id limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'bank_of_account_once', table = 'bank',
      message = format('Account %s stands behind the bank account %s (%s). Give each bank account one of its own.',
        new.acct_code, other.account_no, other.acct_desc);
  end if;
  return null;
end $$;
create trigger bank_of_account after insert or update of acct_code, status on bank for each row
  when (new.status = 1) execute function check_bank_of_account();

-- Whether the books are the demo company's, whose passwords are known, is stored before the first user and stays.
create function keep_company_decided() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (select from app_user) then
    raise exception using errcode = '23514', constraint = 'company_decided', table = 'setting',
      message = 'Whether the books are the demo company''s is decided before the first user.';
  end if;
  return new;
end $$;
comment on function keep_company_decided() is 'Refuses that the setting demo_company is written once somebody can sign in.';
create trigger company_decided before insert or update on setting for each row
  when (new.key = 'demo_company') execute function keep_company_decided();
