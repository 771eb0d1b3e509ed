-- The map of accounts by which results are read, and the transactions of branches.

-- A map of a report in its versions. In force for a period is the version that begins last, up to it; of two that begin with
-- one period the newer one.
create table report_map_version (
  id int generated always as identity primary key,
  report text not null collate "C" constraint report_map_report check (report in ('profitability')),
  -- From 1 on, for each report.
  version int not null,
  -- year × 100 + month
  effective_from int not null
    constraint report_map_period check (effective_from between 190101 and 210012 and effective_from % 100 between 1 and 12),
  -- The change under which a second person confirmed it; null where there was none to confirm it.
  change_id int references pending_change,
  made_by int references app_user,
  made_at timestamptz not null,
  constraint report_map_version_once unique (report, version)
);
create index report_map_version_change on report_map_version (change_id);
call make_append_only('report_map_version', 'report_map_append_only');
call audit_table('report_map_version', 'id');
grant select, insert (report, effective_from) on report_map_version to talaan_app;
grant select on report_map_version to talaan_report;

-- Who makes it and when is whoever acts.
create function stamp_report_map() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7003, hashtext(new.report));
  new.version := coalesce((select max(version) from report_map_version where report = new.report), 0) + 1;
  new.made_by := current_actor();
  new.made_at := now();
  new.change_id := (
    select id from pending_change where state = 'confirmed' and decided_by = current_actor() and decided_at = now());
  return new;
end $$;
create trigger report_map_stamp before insert on report_map_version
  for each row execute function stamp_report_map();

-- The first version is that of all books there are; a later one leaves what is closed as it was reported.
create function check_report_map() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  first_open int := (
    select min(period) from accounting_period where 1 in (general_journal, cash_receipt, disbursement));
begin
  if new.version > 1 and (first_open is null or new.effective_from < first_open) then
    raise exception using errcode = '23514', constraint = 'report_map_open', table = 'report_map_version',
      message = case when first_open is null then 'A version begins with an open period, and none is open.'
        else format('A version begins with an open period: with %s-%s at the earliest.',
          first_open / 100, lpad((first_open % 100)::text, 2, '0')) end;
  end if;
  return null;
end $$;
create trigger report_map_begins after insert on report_map_version
  for each row execute function check_report_map();

-- Which line of the results an account belongs to.
create table profitability_map (
  version_id int not null references report_map_version,
  account_id int not null references account,
  measure text not null collate "C" constraint profitability_map_measure check (measure in (
    'gross_comm_dollar', 'gross_comm_peso', 'other_remco', 'realized', 'forex', 'avp_income', 'digital', 'deped_loan',
    'pension_loan', 'motorcycle_loan', 'other_income', 'vat', 'ccf', 'salaries_wages', 'retirement', 'medical_emp_benefits',
    'rental_fee', 'retainer_fee', 'freight_postage_delivery', 'telephone_communication', 'depreciation_amortization',
    'repair_maintenance', 'stationary_printing_supplies', 'sub_membership_fee', 'representation_entertainment',
    'transportation_travel', 'train_sem_conference', 'bank_charges', 'light_water', 'insurance_expense', 'taxes_license',
    'prof_legal_audit_fee', 'interest_expense', 'misc_expense', 'loss_fraud', 'security_janitorial_service',
    'computer_network_system', 'directors_per_bonus', 'directors_per_diem', 'incentive_expense', 'bad_debts',
    'incentive_expense_wubs', 'leasing_expense', 'marketing_expense', 'consultancy_fee', 'commission_expense',
    'unrealized_forex_gain', 'provision_for_impairment', 'excluded')),
  primary key (version_id, account_id)
);
create index profitability_map_account on profitability_map (account_id);
call make_append_only('profitability_map', 'profitability_map_append_only');
call audit_table('profitability_map', 'version_id,account_id');
grant select, insert on profitability_map to talaan_app;
grant select on profitability_map to talaan_report;

-- A line comes with its version or never: what was confirmed is what is in force.
create function check_profitability_map() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if not exists (select from report_map_version v where v.id = new.version_id and v.made_at = now()) then
    raise exception using errcode = '23514', constraint = 'profitability_map_frozen', table = 'profitability_map',
      message = 'A version of the map takes no further account: make a new version.';
  end if;
  if not exists (select from account a where a.id = new.account_id and a.acct_class = 'I' and a.acct_type = 'S') then
    raise exception using errcode = '23514', constraint = 'profitability_map_result', table = 'profitability_map',
      message = 'The map holds income and expense accounts that are posted to, and no others.';
  end if;
  return new;
end $$;
create trigger profitability_map_check before insert on profitability_map
  for each row execute function check_profitability_map();

-- Nobody moves an expense out of sight alone.
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
    ('limits', 'report_map_version', 'Profitability'),
    ('roles', 'role', 'Roles'),
    ('roles', 'role_access', 'Role Access'),
    ('roles', 'user_access_privilege', 'User Roles'),
    ('roles', 'user_role', 'Users'),
    ('roles', 'app_user', 'Users')
$$;
call guard_with_second_person('report_map_version', 'limits');

-- ---------------------------------------------------------------------------------------------------------------------
-- How many transactions a branch had in a month: counted elsewhere, so who entered them is a part of them.

create table branch_statistic (
  branch_id int not null references branch,
  period int not null
    constraint branch_statistic_period check (period between 190101 and 210012 and period % 100 between 1 and 12),
  transactions int not null constraint branch_statistic_count check (transactions >= 0),
  entered_by int references app_user,
  entered_at timestamptz not null,
  primary key (branch_id, period)
);
create index branch_statistic_of_period on branch_statistic (period);
call audit_table('branch_statistic', 'branch_id,period');
grant select, insert (branch_id, period, transactions), update (transactions) on branch_statistic to talaan_app;
grant select on branch_statistic to talaan_report;

create function stamp_branch_statistic() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  new.entered_by := current_actor();
  new.entered_at := now();
  return new;
end $$;
create trigger branch_statistic_stamp before insert or update on branch_statistic
  for each row execute function stamp_branch_statistic();
