-- What the types of documents are, and the moves that a batch of each may make (decisions §3, §4, §5).

-- The same facts as DOCUMENT_TYPES of the core, which says what each means. Constraints and functions ask this table: a new
-- type is a row.
create table document_type (
  document_type char(2) primary key,
  label name_text not null unique,
  -- The flag of the accounting period that guards its entry date; null: it has no ledger effect.
  module text collate "C" check (module in ('disbursement', 'cash_receipt', 'general_journal')),
  batch_series text not null collate "C",
  document_series text not null collate "C",
  has_review_stage boolean not null,
  has_release_stage boolean not null,
  needs_approval boolean not null,
  has_adjusting boolean not null,
  -- Approved by billing officers, not by approving officers.
  own_officers boolean not null,
  -- What its header names.
  payee boolean not null,
  bank_side text check (bank_side in ('credit', 'debit')),
  bank_required boolean not null,
  payee_bank boolean not null,
  cheque boolean not null,
  receipt boolean not null,
  -- Whoever reviews has Update on the module of the document (the same as DOCUMENT_MODULES of the contract); what is confidential
  -- an officer reviews (decisions §3).
  access_module name_text references module (module_name) on update cascade not null,
  constraint document_type_module_once unique (document_type, module),
  constraint document_type_series_once unique (document_type, batch_series),
  constraint document_type_bank check (bank_side is not null or not bank_required)
);
-- A transaction type may say as what its transactions are entered.
alter table transaction_type add constraint transaction_type_entered_as
  foreign key (list_document_type) references document_type;
grant select on document_type to talaan_app, talaan_report;

insert into document_type values
  ('CV', 'Cheque Voucher', 'disbursement', 'batch', 'voucher', true, true, true, false, false, true, 'credit', true, true, true, false, 'Disbursements'),
  ('CW', 'Cheque Write', 'disbursement', 'batch', 'voucher', true, true, true, false, false, true, 'credit', true, true, true, false, 'Disbursements'),
  ('OB', 'Online Banking', 'disbursement', 'batch', 'ob', true, true, true, false, false, true, 'credit', true, true, false, false, 'Disbursements'),
  ('DM', 'Debit Memo', 'disbursement', 'batch', 'dm', true, true, true, false, false, true, 'credit', true, true, false, false, 'Disbursements'),
  ('JE', 'General Journal', 'general_journal', 'batch', 'je', true, false, true, true, false, false, null, false, false, false, false, 'Journal Entries'),
  ('CR', 'Cash Receipt', 'cash_receipt', 'batch', 'cr', true, false, false, false, false, true, 'debit', false, false, false, true, 'Cash Receipt'),
  ('BI', 'Billing', 'general_journal', 'request', 'bi', false, false, true, false, true, true, null, false, false, false, false, 'Billing'),
  ('CN', 'Collection', 'cash_receipt', 'collection', 'collection', true, false, false, false, false, true, 'debit', false, false, false, true, 'Collection'),
  ('PO', 'Purchase Order', null, 'po', 'po', true, false, true, false, false, true, null, false, false, false, false, 'Purchase Order');

-- Whether the total of a type is the debit of its lines: those that post.
create function totals_are_debits(p_document_type text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$ select module is not null from document_type where document_type = p_document_type $$;

-- Whether documents of the type pay somebody: those that are released.
create function pays_out(p_document_type text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$ select has_release_stage from document_type where document_type = p_document_type $$;

create function is_paid_by_cheque(p_document_type text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$ select cheque from document_type where document_type = p_document_type $$;

create function has_ledger_effect(p_document_type text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$ select module is not null from document_type where document_type = p_document_type $$;

-- The state table as data (decisions §3). A draft that is deleted keeps its status and gets a tombstone.
create table status_move (
  document_type char(2) not null references document_type,
  status_from smallint not null,
  status_to smallint not null,
  action text not null collate "C",
  primary key (document_type, status_from, status_to, action),
  constraint status_move_action_check check (action in ('submit', 'approve', 'return', 'reject', 'withdraw',
  'release', 'archive', 'restore', 'void', 'delete', 'close', 'match', 'accept'))
);
grant select on status_move to talaan_app;

-- The moves of decisions §3; the same table as STATUS_MOVES of the core.
insert into status_move (document_type, status_from, status_to, action)
select t.document_type, m.status_from, m.status_to, m.action
from document_type t
cross join lateral (
  -- every type
  select 1, 3, 'submit' union all select 1, 1, 'delete' union all select 1, 20, 'archive'
  union all select 3, 4, 'approve' union all select 4, 5, 'approve'
  union all select 7, 20, 'void' union all select 20, 1, 'restore'
  union all select s, 1, 'return' from generate_series(3, 5) s
  union all select s, 1, 'withdraw' from generate_series(3, 5) s
  union all select s, 20, 'reject' from generate_series(3, 5) s
  union all select s, 20, 'void' from unnest(array[1, 3, 4, 5]) s
  -- a review first
  union all select 1, 2, 'submit' where t.has_review_stage
  union all select 2, 3, 'approve' where t.has_review_stage
  union all select 2, 1, a from unnest(array['return', 'withdraw']) a where t.has_review_stage
  union all select 2, 20, a from unnest(array['reject', 'void']) a where t.has_review_stage
  -- the last step: release for what is paid out, straight to the ledger for the others
  union all select 1, 6, 'submit' where t.has_release_stage
  union all select s, 6, 'approve' from generate_series(2, 5) s where t.has_release_stage
  union all select 6, 7, 'release' where t.has_release_stage
  union all select 6, 1, 'withdraw' where t.has_release_stage
  union all select 6, 20, 'void' where t.has_release_stage
  union all select 1, 7, 'submit' where not t.has_release_stage
  union all select s, 7, 'approve' from generate_series(2, 5) s
    where not t.has_release_stage and (s > 2 or t.has_review_stage)
) m (status_from, status_to, action);
