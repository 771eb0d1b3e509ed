-- Rows that wait for acceptance: of a file, of a selection that is changed or deleted together, or of an import that is
-- undone as a whole. Unlogged: a crash empties both tables together, and nothing of them is in the books. Step by step:
-- reading, read, checking, checked.

create unlogged table upload (
  id text collate "C" primary key check (id ~ '^[0-9a-f]{32}$'),
  -- Who began it and alone sees it; 0 is the system itself.
  user_id int not null,
  -- What the rows are: the name of a resource or of a document.
  kind text collate "C" not null,
  action text not null check (action in ('save', 'delete', 'undo')),
  -- The note in the trail of what an undo takes back.
  undoes bigint,
  file_name text,
  format text check (format in ('csv', 'xlsx')),
  file_hash bytea,
  state text not null default 'reading' check (state in ('reading', 'read', 'checking', 'checked', 'stored')),
  header jsonb not null default '[]' check (jsonb_typeof(header) = 'array'),
  -- The field of each column; null in it for a column that is not taken, null as a whole before anybody chose.
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  row_count int not null default 0,
  created_at timestamptz not null default now(),
  constraint upload_undoes check ((undoes is not null) = (action = 'undo'))
);
create index upload_age on upload (created_at);

create unlogged table upload_row (
  upload_id text collate "C" not null references upload on delete cascade,
  row_no int not null,
  cells jsonb not null check (jsonb_typeof(cells) = 'array'),
  record_id int,
  verdict text check (verdict in ('new', 'changed', 'unchanged', 'removed', 'refused')),
  before jsonb,
  faults jsonb,
  primary key (upload_id, row_no)
);
create index upload_row_verdict on upload_row (upload_id, verdict, row_no);

-- Which field a user chose for a heading, per kind of rows, so that the next file of the same shape needs no choice.
create table column_choice (
  user_id int not null references app_user on delete cascade,
  kind text collate "C" not null,
  choices jsonb not null check (jsonb_typeof(choices) = 'object'),
  primary key (user_id, kind)
);

grant select, insert, update, delete on upload, upload_row, column_choice to talaan_app;
