-- What reports read and keep: the document of an entry as it was posted, saved views, files that are made in the background.

-- The document of an entry as it was posted: its head, and its numbers of that round. A number that a restored document took
-- later is no number of its earlier entries; its receipts are those of the round alone, since a restore gives them up. With what
-- tells who may read it, which is as it is now: reports need no other table of documents; and with the day on which the batch was
-- entered, which no edit changes.
create view posted_document as
select e.id as entry_id, e.document_type, d.batch_id, b.batch_number,
  coalesce(n.document_number, case when b.moving_in_id is not null then d.document_number end)::code_text as document_number, n.or_number, n.ar_number,
  e.payee_id, e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id, b.prepared_by, b.is_confidential, b.date_encoded
from journal_entry e
join document d on d.id = e.document_id
join batch b on b.id = d.batch_id
cross join lateral (
  select
    (array_agg(i.number_text order by i.cycle desc, i.issued_at desc, i.number desc) filter (where s.kind not in ('or', 'ar')))[1]
      as document_number,
    max(i.number_text) filter (where s.kind = 'or' and i.cycle = e.round) as or_number,
    max(i.number_text) filter (where s.kind = 'ar' and i.cycle = e.round) as ar_number
  from number_issue i join number_series s on s.id = i.series_id
  where i.document_id = e.document_id and i.cycle <= e.round) n;
comment on column posted_document.document_number is 'nullable';
comment on column posted_document.or_number is 'nullable';
comment on column posted_document.ar_number is 'nullable';
comment on column posted_document.payee_id is 'nullable';
comment on column posted_document.bank_id is 'nullable';
comment on column posted_document.cheque_number is 'nullable';
comment on column posted_document.remarks is 'nullable';
comment on column posted_document.purchase_order_id is 'nullable';
grant select on posted_document to talaan_app, talaan_report;

-- Saved views of reports: what the filter bar and the table say, under a name, of one user; and which view he begins with.
create table report_view (
  id int generated always as identity primary key,
  owner_id int not null references app_user on delete cascade,
  -- The name of the report.
  report code_text not null,
  name name_text not null,
  -- As the address of the report has it: text by name. It gives no right; what it names is asked for as any filter is.
  filter jsonb not null,
  is_shared boolean not null default false,
  -- How the groups of its report are folded: levels as a whole, and the groups that differ from theirs, by their codes.
  folded jsonb not null default '{"levels": [], "groups": []}',
  constraint report_view_name check (length(name) <= 60),
  constraint report_view_filter check (
    jsonb_typeof(filter) = 'object' and length(filter::text) <= 6000
    and not jsonb_path_exists(filter, '$.* ? (@.type() <> "string")')),
  constraint report_view_of_report unique (id, report),
  constraint report_view_folded check (
  folded ?& array['levels', 'groups'] and length(folded::text) <= 20000
  and jsonb_typeof(folded -> 'levels') = 'array' and jsonb_typeof(folded -> 'groups') = 'array'
  and not jsonb_path_exists(folded, '$.levels[*] ? (@.type() <> "number")')
  and not jsonb_path_exists(folded, 'strict $.groups[*] ? (@.type() <> "array")')
  and not jsonb_path_exists(folded, '$.groups[*][*] ? (@.type() <> "string")'))
);
call make_master('report_view');
-- Whoever acts is stamped, so nobody keeps or changes a view in the name of another.
alter table report_view add constraint report_view_own check (input_by = owner_id and coalesce(edit_by, owner_id) = owner_id);
create unique index report_view_name_once on report_view (owner_id, report, lower(name));
create index report_view_shared on report_view (report) where is_shared;
create index report_view_editor on report_view (edit_by);

-- Own or shared. One that is shared no more is no longer offered to others, and comes back when it is shared again.
create table report_view_default (
  user_id int not null references app_user on delete cascade,
  report code_text not null,
  view_id int not null,
  primary key (user_id, report),
  constraint report_view_default_view foreign key (view_id, report) references report_view (id, report) on delete cascade
);
create index report_view_default_of on report_view_default (view_id);
call audit_table('report_view_default', 'user_id,report');
grant select, insert, update, delete on report_view_default to talaan_app;
grant select on report_view_default to talaan_report;

-- The documents that have no entry of their round, as they are now: drafts and what is on its way, what matures, what was archived
-- or deleted. A posted document is none of them until it is restored, so that nothing read here is said of what is posted.
create view unposted_document as
select d.id as document_id, d.document_type, d.batch_id, b.batch_number, d.document_number, d.document_date, d.payee_id, d.remarks,
  b.status, b.deleted_at, d.voided_at, b.date_encoded, b.edit_by, b.edit_date, b.prepared_by, b.is_confidential,
  (select coalesce(sum(l.debit_php), 0) from line l where l.document_id = d.id) as debit,
  (select coalesce(sum(l.credit_php), 0) from line l where l.document_id = d.id) as credit
from document d
join batch b on b.id = d.batch_id
where not exists (
  select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null);
comment on column unposted_document.document_number is 'nullable';
comment on column unposted_document.payee_id is 'nullable';
comment on column unposted_document.remarks is 'nullable';
comment on column unposted_document.deleted_at is 'nullable';
comment on column unposted_document.voided_at is 'nullable';
comment on column unposted_document.edit_by is 'nullable';
comment on column unposted_document.edit_date is 'nullable';
grant select on unposted_document to talaan_app, talaan_report;

-- The entries of confidential batches, mirrors with them, with what tells who may read them: reports by payee take them out and look
-- for nothing else. From the few batches on, each by its key.
create view confidential_entry as
select e.id as entry_id, b.document_type, b.prepared_by, b.is_confidential
from batch b
join document d on d.batch_id = b.id
cross join lateral (
  select o.id from journal_entry o where o.document_id = d.id and o.reverses_id is null
  union all
  select m.id from journal_entry o join journal_entry m on m.reverses_id = o.id where o.document_id = d.id and o.reverses_id is null
) e
where b.is_confidential = 1;
grant select on confidential_entry to talaan_app, talaan_report;

-- Files of reports that are made in the background.
create table report_file (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references app_user on delete cascade,
  report text not null collate "C" check (length(report) between 1 and 60),
  title name_text not null,
  -- What it is of, as its heading says it.
  subject name_text not null,
  filter jsonb not null check (jsonb_typeof(filter) = 'object'),
  format text not null collate "C" check (format in ('xlsx', 'pdf', 'csv')),
  state text not null default 'waiting' collate "C" check (state in ('waiting', 'working', 'ready', 'failed')),
  asked_at timestamptz not null default now(),
  -- How often somebody began to make it, and when he last said that he is still at it.
  attempt int not null default 0 check (attempt >= 0),
  beat_at timestamptz,
  rows_done int not null default 0 check (rows_done >= 0),
  name text,
  size bigint check (size > 0),
  reason text,
  ended_at timestamptz,
  -- The confidential batches that the owner of a file saw when it was made: what it may show of them, it shows to nobody who does not
  -- see them when it is taken out.
  confidential bigint[] not null default '{}',
  constraint report_file_attempt unique (id, attempt),
  constraint report_file_ready check ((state = 'ready') = (name is not null and size is not null)),
  constraint report_file_failed check ((state = 'failed') = (reason is not null)),
  constraint report_file_ended check ((state in ('ready', 'failed')) = (ended_at is not null))
);
alter table notification add column file_id uuid references report_file on delete cascade;
alter table notification add constraint notification_file_once unique (user_id, file_id);
create index report_file_tray on report_file (user_id, asked_at desc);
create index report_file_work on report_file (asked_at) where state in ('waiting', 'working');
create index report_file_old on report_file (ended_at) where ended_at is not null;

create table report_file_part (
  file_id uuid not null,
  attempt int not null,
  no int not null check (no >= 0),
  bytes bytea storage external not null check (octet_length(bytes) between 1 and 1048576),
  primary key (file_id, no),
  constraint report_file_part_attempt foreign key (file_id, attempt) references report_file (id, attempt) on delete cascade
);

create function check_report_file() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if row(new.id, new.user_id, new.report, new.filter, new.format, new.asked_at)
    is distinct from row(old.id, old.user_id, old.report, old.filter, old.format, old.asked_at)
    or not (old.state = 'waiting' and new.state in ('working', 'failed')
      or old.state = 'working' and new.state in ('working', 'ready', 'failed')) then
    raise exception using errcode = '23514', constraint = 'report_file_moves', table = 'report_file',
      message = format('A file that is %s does not become %s.', old.state, new.state);
  end if;
  if new.state = 'ready' and not exists (
    select from report_file_part p where p.file_id = new.id
    having sum(octet_length(p.bytes)) = new.size and max(p.no) = count(*) - 1) then
    raise exception using errcode = '23514', constraint = 'report_file_whole', table = 'report_file',
      message = 'Not every piece of the file is there.';
  end if;
  return new;
end $$;
create trigger report_file_moves before update on report_file for each row execute function check_report_file();

-- Pieces come and go while their file is being made, and go with it.
create function check_report_file_part() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op = 'INSERT' then
    perform from report_file f where f.id = new.file_id and f.state = 'working' for share;
    if not found then
      raise exception using errcode = '23514', constraint = 'report_file_part_kept', table = 'report_file_part',
        message = 'A file takes pieces while it is being made.';
    end if;
    return new;
  end if;
  if exists (select from report_file f where f.id = old.file_id and f.state = 'ready') then
    raise exception using errcode = '23514', constraint = 'report_file_part_kept', table = 'report_file_part',
      message = 'The pieces of a file that is ready stay with it.';
  end if;
  return old;
end $$;
create trigger report_file_part_kept before insert or delete on report_file_part
  for each row execute function check_report_file_part();
create index notification_file on notification (file_id) where file_id is not null;

grant select, insert (user_id, report, title, subject, filter, format), delete on report_file to talaan_app;
grant update (state, attempt, beat_at, rows_done, name, size, reason, ended_at) on report_file to talaan_app;
grant select, insert, delete on report_file_part to talaan_app;
grant insert (file_id) on notification to talaan_app;
grant update (confidential) on report_file to talaan_app;

-- What reports may know of a batch: what it is called and who may read it, neither of which changes when it is restored. It is what
-- `posted_document` says of it, for who needs none of the numbers of an entry and would look them up one by one.
create view posted_batch as
select b.id as batch_id, b.document_type, b.batch_number, b.prepared_by, b.is_confidential from batch b;
grant select on posted_batch to talaan_app, talaan_report;
