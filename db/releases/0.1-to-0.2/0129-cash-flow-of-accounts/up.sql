-- What an account of the balance sheet is to the cash flow; without a class it counts as operating, and the report lists it apart.
alter table account
  add column cash_flow text collate "C" check (cash_flow in ('cash', 'operating', 'noncash', 'investing', 'financing')),
  add constraint account_cash_flow_postable check (cash_flow is null or (acct_type = 'S' and acct_class = 'B'));

-- Lines in pesos alone are few: what exchange rates did to cash is found by them, and not among all postings of an account.
create index posting_pesos_alone on posting (account_id, entry_date) where fc_debit = 0 and fc_credit = 0;

-- The report has rights of its own. A company that named a module so in whatever letters has it from now on.
update module set module_name = 'Cash Flow', module_type = 'R', built_in = true where lower(module_name) = 'cash flow';
insert into module (module_name, module_type, built_in)
select 'Cash Flow', 'R', true where not exists (select from module where module_name = 'Cash Flow');
