-- Budgets of income and expenses, in versions that are kept: a file makes the next one of its year, and nothing changes one that is there.
create table budget_version (
  id int generated always as identity primary key,
  fiscal_year int not null constraint budget_year check (fiscal_year between 1901 and 2100),
  -- From 1 on, in each year.
  version int not null,
  code text collate "C" not null generated always as (fiscal_year::text || '-' || version::text) stored,
  name name_text not null,
  made_by int references app_user,
  made_at timestamptz not null,
  constraint budget_version_once unique (fiscal_year, version),
  constraint budget_version_code unique (code)
);
call make_append_only('budget_version', 'budget_append_only');
call audit_table('budget_version', 'id');
grant select, insert (fiscal_year, name) on budget_version to talaan_app;
grant select on budget_version to talaan_report;

-- Who makes it and when is whoever acts.
create function stamp_budget() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform pg_advisory_xact_lock(7004, new.fiscal_year);
  new.version := coalesce((select max(version) from budget_version where fiscal_year = new.fiscal_year), 0) + 1;
  new.made_by := current_actor();
  new.made_at := now();
  return new;
end $$;
create trigger budget_stamp before insert on budget_version for each row execute function stamp_budget();

-- What an account earns or spends in a branch and a department in a month (year × 100 + month), in pesos on its normal balance.
create table budget (
  version_id int not null references budget_version,
  period int not null,
  account_id int not null references account,
  branch_id int not null references branch,
  department_id int not null references department,
  amount numeric not null constraint budget_amount check (amount = round(amount, 2) and abs(amount) < 10000000000000),
  primary key (version_id, period, account_id, branch_id, department_id)
);
create index budget_account on budget (account_id);
create index budget_branch on budget (branch_id);
create index budget_department on budget (department_id);
call make_append_only('budget', 'budget_append_only');
grant select, insert on budget to talaan_app;
grant select on budget to talaan_report;

-- A line comes with its version or never, in a month of its year, of an account of results.
create function check_budget() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (select from made m left join budget_version v on v.id = m.version_id where v.made_at is distinct from now()) then
    raise exception using errcode = '23514', constraint = 'budget_frozen', table = 'budget',
      message = 'A version of a budget takes no further line: take in a new version.';
  end if;
  if exists (select from made m join budget_version v on v.id = m.version_id
      where m.period not between v.fiscal_year * 100 + 1 and v.fiscal_year * 100 + 12) then
    raise exception using errcode = '23514', constraint = 'budget_period', table = 'budget',
      message = 'A budget is of the months of one year.';
  end if;
  if exists (select from made m join account a on a.id = m.account_id where a.acct_class <> 'I' or a.acct_type <> 'S') then
    raise exception using errcode = '23514', constraint = 'budget_result', table = 'budget',
      message = 'A budget is of income and expense accounts that are posted to, and of no others.';
  end if;
  return null;
end $$;
create trigger budget_check after insert on budget referencing new table as made
  for each statement execute function check_budget();
