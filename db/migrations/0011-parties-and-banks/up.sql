-- Banks of the country, the company's own accounts in them, business partners with their locations, and the bank
-- accounts of payees and partners (specification 1 §3).

create table bank_header (
  id int generated always as identity primary key,
  bank_code code_text not null unique,
  bank_name name_text not null,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz
);

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
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint bank_account_once unique (bank_code, account_no)
);
create index bank_account on bank (acct_code);

create table regional_head (
  id int generated always as identity primary key,
  rh_code code_text not null unique,
  rh_name name_text not null,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz
);

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
  bp_tin short_text,
  tin short_text,
  business_type smallint check (business_type between 1 and 5),
  vat smallint not null default 0 check (vat between 0 and 3),
  atc_code code_text references alpha_tax_code (atc_code) on update cascade,
  risk_code short_text,
  risk_eval_date accounting_date,
  client_type short_text,
  dpa_consent_tag flag not null default 0,
  pep_tag flag not null default 0,
  kyc_stat short_text,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  -- A payee belongs to one partner, so that a bank account does too.
  constraint business_partner_payee_once unique (payee_code)
);
create index business_partner_search on business_partner using gin
  (bp_code gin_trgm_ops, name gin_trgm_ops, bp_tin gin_trgm_ops, tin gin_trgm_ops);
create index business_partner_branch on business_partner (brnc_code);

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
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint bp_location_contract check (con_date_to >= con_date_from)
);
create index bp_location_partner on bp_location (bp_idno);
create index bp_location_search on bp_location using gin (loc_idno gin_trgm_ops, loc_name gin_trgm_ops);

call make_master('bank_header');
call make_master('bank');
call make_master('regional_head');
call make_master('business_partner');
call make_master('bp_location');

-- ---------------------------------------------------------------------------------------------------------------------
-- Bank accounts of payees and partners name their bank. Codes that were typed before there was a list become its first
-- entries, under the code as name.

insert into bank_header (bank_code, bank_name) select distinct bank_code, bank_code from payee_bank;

alter table payee_bank add column bank_id int references bank_header;
update payee_bank set
  bank_id = (select h.id from bank_header h where h.bank_code = payee_bank.bank_code),
  acct_name = coalesce(acct_name, (select y.payee_desc from payee y where y.id = payee_bank.payee_id));
alter table payee_bank
  drop constraint payee_bank_once,
  drop column bank_code,
  alter column bank_id set not null,
  alter column acct_name set not null,
  add constraint payee_bank_once unique (payee_id, bank_id, account_number),
  add constraint payee_bank_of_partner_once unique (bp_idno, bank_id, account_number);

-- Numbers that were typed before there were partners stay until somebody changes them.
alter table payee_bank add constraint payee_bank_bp_idno_fkey foreign key (bp_idno) references business_partner not valid;
alter table branch add constraint branch_bp_idno_fkey foreign key (bp_idno) references business_partner not valid;
create index payee_bank_bank on payee_bank (bank_id);
create index branch_partner on branch (bp_idno);
alter table document add foreign key (bank_id) references bank;

-- Payee and partner of a bank account are one fact: a partner's accounts are those of its payee. Whichever is named
-- brings the other; where both are, they must belong together. An account without a name has the payee's.
create function match_bank_owner() returns trigger
  language plpgsql
  set search_path = public, pg_temp
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
