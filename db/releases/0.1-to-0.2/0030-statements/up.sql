-- Statements of account that were sent to customers: what was told, to whom, and when.
create table customer_statement (
  id bigint generated always as identity primary key,
  payee_id int not null references payee,
  from_date accounting_date not null,
  as_of accounting_date not null,
  -- Pesos open at the end of as_of; below 0 where a void is dated after the cancel of its invoice.
  balance numeric(18, 2) not null,
  to_address short_text not null,
  sent_by int not null references app_user,
  created_at timestamptz not null default now(),
  constraint customer_statement_period check (from_date <= as_of)
);
create index customer_statement_payee on customer_statement (payee_id, id);
create index customer_statement_sender on customer_statement (sent_by);
call audit_table('customer_statement', 'id');
grant select, insert (payee_id, from_date, as_of, balance, to_address, sent_by) on customer_statement to talaan_app;
grant select on customer_statement to talaan_report;
