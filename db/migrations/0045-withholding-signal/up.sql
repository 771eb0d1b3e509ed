-- Approvers tick a withholding that is kept with a reason as seen, like every other high signal.
alter table risk_seen drop constraint risk_seen_kind_check;
alter table risk_seen add constraint risk_seen_kind_check check (kind in
  ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_account', 'withholding', 'rest_day'));
