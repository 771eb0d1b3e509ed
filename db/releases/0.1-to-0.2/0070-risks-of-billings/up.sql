-- Risk signals of billings: the same bill twice, a doubtful VAT, an employee as a customer.

alter table risk_seen drop constraint risk_seen_kind_check;
alter table risk_seen add constraint risk_seen_kind_check check (kind in
  ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_state', 'payee_account',
  'withholding', 'rest_day', 'receipt_order', 'write_offs', 'back_dated', 'billed_twice', 'vat_doubt', 'employee_billed'));
