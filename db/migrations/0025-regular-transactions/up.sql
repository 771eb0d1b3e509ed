-- Regular transactions: templates of entries that are made again and again (specification 1 §3). A batch names the one
-- that it was made of.

create table regular_transaction (
  id int generated always as identity primary key,
  txn_type name_text not null,
  document_type text not null collate "C" check (document_type in ('CV', 'CW', 'OB', 'DM', 'CR', 'JE')),
  adjusting boolean not null default false,
  payee_id int references payee,
  currency_id int not null default 1 references currency,
  bank_id int references bank,
  is_or_ar smallint check (is_or_ar between 1 and 3),
  remarks long_text,
  status flag not null default 1,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint regular_transaction_txn_type_key unique (txn_type),
  -- What the header of the document does not name stays empty; only journals are adjusting.
  constraint regular_transaction_header check (
    case document_type when 'JE' then payee_id is null and bank_id is null and is_or_ar is null
      when 'CR' then not adjusting
      else not adjusting and is_or_ar is null end)
);
create index regular_transaction_search on regular_transaction using gin (txn_type gin_trgm_ops);
create index regular_transaction_payee on regular_transaction (payee_id) where payee_id is not null;
create index regular_transaction_bank on regular_transaction (bank_id) where bank_id is not null;
call make_master('regular_transaction');

-- Lines stand in the order of their ids. An amount of 0 is asked when the template is used.
create table regular_line (
  id int generated always as identity primary key,
  regular_transaction_id int not null references regular_transaction,
  account_id int not null references account,
  debit_amount amount not null default 0,
  credit_amount amount not null default 0,
  payee_id int references payee,
  department_id int references department,
  branch_id int references branch,
  section_id int references section,
  billing_service_id int references billing_service,
  atc_id int references alpha_tax_code,
  remarks long_text,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint regular_line_one_side check (debit_amount = 0 or credit_amount = 0)
);
create index regular_line_transaction on regular_line (regular_transaction_id);
-- Where a record is used is asked before it is deleted.
create index regular_line_account on regular_line (account_id);
create index regular_line_payee on regular_line (payee_id) where payee_id is not null;
create index regular_line_department on regular_line (department_id) where department_id is not null;
create index regular_line_branch on regular_line (branch_id) where branch_id is not null;
create index regular_line_section on regular_line (section_id) where section_id is not null;
create index regular_line_service on regular_line (billing_service_id) where billing_service_id is not null;
create index regular_line_tax_code on regular_line (atc_id) where atc_id is not null;
call make_master('regular_line');

-- The history of a regular transaction shows what was done to its lines.
create index audit_event_regular_line_regular_transaction_id on audit_event ((after ->> 'regular_transaction_id'))
  where table_name = 'regular_line' and after ? 'regular_transaction_id';

alter table batch add constraint batch_regular_trx foreign key (regular_trx) references regular_transaction;
create index batch_regular on batch (regular_trx) where regular_trx is not null;
