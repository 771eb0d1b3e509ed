-- The expense account of what a bank takes for its services, such as the fee of a cheque that bounced.
alter table account drop constraint account_role_check;
alter table account add constraint account_role_check check (role in ('AR', 'OUTPUT_VAT', 'INPUT_VAT', 'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL', 'INPUT_VAT_IMPORTS', 'EWT', 'CWT', 'CUSTOMER_ADVANCES', 'WRITE_OFF', 'BANK_CHARGES', 'RFA', 'CIB',
  'FX_GAIN', 'FX_LOSS', 'FX_UNREALIZED', 'INCOME_SUMMARY', 'RETAINED_EARNINGS'));
