-- Who had a paper verified: which copy, when, and who where he was signed in.
create table paper_lookup (
  id bigint generated always as identity primary key,
  issued_paper_id bigint not null references issued_paper,
  user_id int references app_user,
  at timestamptz not null default now()
);
create index paper_lookup_paper on paper_lookup (issued_paper_id, at);
create index paper_lookup_user on paper_lookup (user_id);
call make_append_only('paper_lookup', 'paper_lookup_append_only');
grant select, insert (issued_paper_id, user_id) on paper_lookup to talaan_app;
grant select on paper_lookup to talaan_report;
