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
  constraint report_view_name check (length(name) <= 60),
  constraint report_view_filter check (
    jsonb_typeof(filter) = 'object' and length(filter::text) <= 6000
    and not jsonb_path_exists(filter, '$.* ? (@.type() <> "string")')),
  constraint report_view_of_report unique (id, report)
);
create unique index report_view_name_once on report_view (owner_id, report, lower(name));
create index report_view_shared on report_view (report) where is_shared;
call make_master('report_view');
-- Whoever acts is stamped, so nobody keeps or changes a view in the name of another.
alter table report_view add constraint report_view_own check (input_by = owner_id and coalesce(edit_by, owner_id) = owner_id);
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
