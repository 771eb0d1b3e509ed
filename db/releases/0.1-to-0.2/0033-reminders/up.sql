-- Reminders of what is past due that were sent to customers: which level, of how much, and when.
create table customer_reminder (
  id bigint generated always as identity primary key,
  payee_id int not null references payee,
  level smallint not null check (level between 1 and 3),
  as_of accounting_date not null,
  -- Pesos of the invoices that were late, without those in dispute, and the due date of the oldest.
  past_due_php numeric(18, 2) not null check (past_due_php > 0),
  invoices int not null check (invoices > 0),
  oldest_due accounting_date not null,
  to_address short_text not null,
  sent_by int not null references app_user,
  created_at timestamptz not null default now(),
  constraint customer_reminder_late check (oldest_due < as_of)
);
create index customer_reminder_payee on customer_reminder (payee_id, id);
create index customer_reminder_sender on customer_reminder (sent_by);
call audit_table('customer_reminder', 'id');
grant select, insert (payee_id, level, as_of, past_due_php, invoices, oldest_due, to_address, sent_by)
  on customer_reminder to talaan_app;
grant select on customer_reminder to talaan_report;
