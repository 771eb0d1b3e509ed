-- Input VAT is claimed by what was bought: each kind may have an account of its own. INPUT_VAT stays that of services.
alter table account drop constraint account_role_check;
alter table account add constraint account_role_check check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'RFA', 'CIB', 'FX_GAIN', 'FX_LOSS',
  'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS'));
