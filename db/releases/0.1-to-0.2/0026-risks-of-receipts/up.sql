-- Risk signals of money that comes in: whoever approves such a receipt ticks the high ones, as those of a payment.

alter table risk_seen drop constraint risk_seen_kind_check;
alter table risk_seen add constraint risk_seen_kind_check check (kind in
  ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_state', 'payee_account',
  'withholding', 'rest_day', 'receipt_order', 'write_offs', 'back_dated'));

-- Write-offs are few among the applications, and are counted by who made them.
create index collection_application_written_off on collection_application (document_id) where write_off_amount > 0;
