-- Why post-dated batches whose day has come could not be posted, by the move that released them: whoever made it is told,
-- as the preparer is (decisions §4).
create table maturity_failure (
  move_id bigint primary key references batch_move,
  -- Of the last try.
  reason text not null check (length(reason) between 1 and 1000),
  since timestamptz not null default now()
);
grant select, insert, update (reason), delete on maturity_failure to talaan_app;
grant select on maturity_failure to talaan_report;

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in
  ('waiting', 'returned', 'rejected', 'for_release', 'posted', 'voided', 'not_matured'));

-- What an approved cheque needs on its day stays in use until then. The argument is the condition under which a line l of
-- a document d names the record.
create function keep_what_matures() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  needed boolean;
begin
  execute format($q$
    select exists (
      select from batch b
      join document d on d.batch_id = b.id
      join line l on l.document_id = d.id
      where b.is_pdc = 1 and b.status = 7 and d.voided_at is null and (%s) and not exists (
        select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null))$q$,
    tg_argv[0]) into needed using new.id;
  if needed then
    raise exception using errcode = '23514', constraint = 'needed_by_post_dated', table = tg_table_name,
      message = format('Post-dated transactions that are still to be posted need this %s.', tg_table_name);
  end if;
  return new;
end $$;
create trigger needed_by_post_dated before update of status on account for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('l.account_id = $1');
create trigger needed_by_post_dated before update of brnc_stat on branch for each row
  when (old.brnc_stat = 1 and new.brnc_stat = 0) execute function keep_what_matures('l.branch_id = $1');
create trigger needed_by_post_dated before update of dept_status on department for each row
  when (old.dept_status = 1 and new.dept_status = 0) execute function keep_what_matures('l.department_id = $1');
create trigger needed_by_post_dated before update of status on payee for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('l.payee_id = $1 or d.payee_id = $1');
create trigger needed_by_post_dated before update of status on bank for each row
  when (old.status = 1 and new.status = 0) execute function keep_what_matures('d.bank_id = $1');
