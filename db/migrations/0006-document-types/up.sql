-- What the types of documents are, and the moves that a batch of each may make (decisions §3).

-- The types whose total is the debit of their lines.
create function totals_are_debits(p_document_type text) returns boolean
  language sql immutable parallel safe
  return p_document_type in ('CV', 'CW', 'OB', 'DM', 'JE', 'CR');

-- Whether documents of the type pay somebody: those that are released.
create function pays_out(p_document_type text) returns boolean
  language sql immutable parallel safe
  return p_document_type in ('CV', 'CW', 'OB', 'DM');

-- The state table as data (decisions §3). A draft that is deleted keeps its status and gets a tombstone.
create table status_move (
  document_type char(2) not null,
  status_from smallint not null,
  status_to smallint not null,
  action text not null collate "C" check (action in
    ('submit', 'approve', 'return', 'reject', 'withdraw', 'release', 'archive', 'restore', 'void', 'delete')),
  primary key (document_type, status_from, status_to, action)
);
grant select on status_move to talaan_app;

-- The moves of decisions §3; the same table as STATUS_MOVES of the core.
insert into status_move (document_type, status_from, status_to, action)
select t.document_type, m.status_from, m.status_to, m.action
from unnest(array['CV', 'CW', 'OB', 'DM', 'JE', 'CR', 'BI', 'CN', 'PO']) t (document_type)
cross join lateral (
  -- every type
  select 1, 3, 'submit' union all select 1, 1, 'delete' union all select 1, 20, 'archive'
  union all select 3, 4, 'approve' union all select 4, 5, 'approve'
  union all select 7, 20, 'void' union all select 20, 1, 'restore'
  union all select s, 1, 'return' from generate_series(3, 5) s
  union all select s, 1, 'withdraw' from generate_series(3, 5) s
  union all select s, 20, 'reject' from generate_series(3, 5) s
  union all select s, 20, 'void' from unnest(array[1, 3, 4, 5]) s
  -- a review first, except billing
  union all select 1, 2, 'submit' where t.document_type <> 'BI'
  union all select 2, 3, 'approve' where t.document_type <> 'BI'
  union all select 2, 1, a from unnest(array['return', 'withdraw']) a where t.document_type <> 'BI'
  union all select 2, 20, a from unnest(array['reject', 'void']) a where t.document_type <> 'BI'
  -- the last step: release for what is paid out, straight to the ledger for the others
  union all select 1, 6, 'submit' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select s, 6, 'approve' from generate_series(2, 5) s where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 7, 'release' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 1, 'withdraw' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 6, 20, 'void' where t.document_type in ('CV', 'CW', 'OB', 'DM')
  union all select 1, 7, 'submit' where t.document_type not in ('CV', 'CW', 'OB', 'DM')
  union all select s, 7, 'approve' from generate_series(2, 5) s
    where t.document_type not in ('CV', 'CW', 'OB', 'DM') and (s > 2 or t.document_type <> 'BI')
) m (status_from, status_to, action);
