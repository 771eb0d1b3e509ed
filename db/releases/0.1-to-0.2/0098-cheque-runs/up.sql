-- Which leaves were printed together, by which version of the layout and in front of which printer, and how they came out.

create table cheque_run (
  id int generated always as identity primary key,
  bank_id int not null constraint cheque_run_bank references bank,
  layout_id int not null constraint cheque_run_layout references cheque_layout,
  layout_version int not null,
  -- Empty for one that was not named.
  printer_name short_text not null default '',
  -- The layout and what each leaf says, as they were printed.
  content_hash bytea not null constraint cheque_run_content references paper_content,
  printed_by int default current_actor() constraint cheque_run_printed_by references app_user,
  printed_at timestamptz not null default now(),
  -- Who said last how the leaves came out; null until somebody does.
  answered_by int constraint cheque_run_answered_by references app_user,
  answered_at timestamptz
);
create index cheque_run_of_bank on cheque_run (bank_id);
create index cheque_run_of_layout on cheque_run (layout_id);
create index cheque_run_content_of on cheque_run (content_hash);
create index cheque_run_by on cheque_run (printed_by);
create index cheque_run_answer_by on cheque_run (answered_by);
create index cheque_run_open on cheque_run (id) where answered_at is null;
call audit_table('cheque_run', 'id');
grant select, insert (bank_id, layout_id, layout_version, printer_name, content_hash), update (answered_at) on cheque_run to talaan_app;
grant select on cheque_run to talaan_report;

create table cheque_run_leaf (
  run_id int not null constraint cheque_run_leaf_run references cheque_run,
  -- From 1, in the order of the stack.
  place smallint not null constraint cheque_run_leaf_place check (place between 1 and 500),
  cheque_id int not null constraint cheque_run_leaf_cheque references cheque,
  -- Why it did not print well, as whoever looked at it says; null: it did, or nobody looked yet.
  misprint long_text constraint cheque_run_leaf_misprint check (btrim(misprint) <> ''),
  primary key (run_id, place),
  -- A leaf is printed once.
  constraint cheque_run_leaf_once unique (cheque_id)
);
create index cheque_run_misprint on cheque_run_leaf (run_id) where misprint is not null;
call audit_table('cheque_run_leaf', 'run_id,place');
grant select, insert (run_id, place, cheque_id), update (misprint) on cheque_run_leaf to talaan_app;
grant select on cheque_run_leaf to talaan_report;

-- Whoever says how the leaves came out does so under his own name.
create function answer_cheque_run() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  new.answered_by := current_actor();
  new.answered_at := now();
  return new;
end $$;
create trigger cheque_run_answered before update of answered_at on cheque_run
  for each row execute function answer_cheque_run();

-- A run holds leaves of its account that its person has just printed; one that has not printed well is said so while it is
-- still in the house.
create function check_cheque_run_leaf() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
  run cheque_run%rowtype;
  printed_by int;
begin
  select * into leaf from cheque where id = new.cheque_id;
  if tg_op = 'INSERT' then
    select * into run from cheque_run where id = new.run_id;
    select m.user_id into printed_by from cheque_move m where m.cheque_id = new.cheque_id order by m.id desc limit 1;
    if leaf.state <> 'printed' or leaf.bank_id <> run.bank_id or printed_by is distinct from run.printed_by
       or run.printed_by is distinct from current_actor() then
      raise exception using errcode = '23514', constraint = 'cheque_run_leaf_printed', table = 'cheque_run_leaf',
        message = format('Cheque %s is no leaf of this account that was just printed.', leaf.cheque_number);
    end if;
  elsif leaf.state <> 'printed' then
    raise exception using errcode = '23514', constraint = 'cheque_run_leaf_kept', table = 'cheque_run_leaf',
      message = format('Cheque %s is %s; how it was printed is told while it is Printed.', leaf.cheque_number, leaf.state);
  end if;
  return new;
end $$;
create trigger cheque_run_leaf_checked before insert or update on cheque_run_leaf
  for each row execute function check_cheque_run_leaf();

-- ---------------------------------------------------------------------------------------------------------------------
-- What is said to be a misprint does not leave the house, and nobody alone puts another leaf in the place of one that he
-- printed: else he would say that the first one was stopped or void, and pay twice.

create function check_next_leaf() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  leaf cheque%rowtype;
begin
  select * into leaf from cheque where id = new.cheque_id;
  if new.state_to = 'released' then
    if exists (select from cheque_run_leaf l where l.cheque_id = new.cheque_id and l.misprint is not null) then
      raise exception using errcode = '23514', constraint = 'cheque_misprinted', table = 'cheque_move',
        message = format('Cheque %s is said to have been printed badly. A second person marks it spoiled in Check Transactions, or whoever said so takes it back.',
          leaf.cheque_number);
    end if;
    return new;
  end if;
  -- A voucher that is prepared anew is approved anew.
  if current_actor() is not null and leaf.printed_on is not null
     and current_actor() = (
       select m.user_id from cheque_move m where m.cheque_id = leaf.id and m.state_to = 'printed' order by m.id desc limit 1)
     -- By its moves: the cheque itself may say already where this one leads.
     and current_actor() = (select m.user_id from cheque_move m where m.cheque_id = leaf.id order by m.id desc limit 1)
     and exists (
       select from (select batch_id from document where id = leaf.document_id offset 0) d
       cross join lateral (select status from batch where id = d.batch_id offset 0) b where b.status between 6 and 7) then
    raise exception using errcode = '23514', constraint = 'cheque_replace_second_person', table = 'cheque_move',
      message = format('You printed cheque %s and marked it %s yourself: a second person gives its voucher the next leaf.',
        leaf.cheque_number, new.state_from);
  end if;
  return new;
end $$;
create trigger cheque_next_leaf before insert on cheque_move for each row
  when (new.state_to = 'replaced' or new.state_from = 'printed' and new.state_to = 'released')
  execute function check_next_leaf();

-- ---------------------------------------------------------------------------------------------------------------------
-- Whoever may spoil a printed leaf is told that one waits for him.

alter table notification add column cheque_run_id int constraint notification_cheque_run references cheque_run;
alter table notification drop constraint notification_about;
alter table notification add constraint notification_about
  check (num_nonnulls(move_id, about_user, file_id, cheque_run_id) = 1);
alter table notification add constraint notification_cheque_run_once unique (user_id, cheque_run_id);
create index notification_of_cheque_run on notification (cheque_run_id) where cheque_run_id is not null;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('waiting', 'returned', 'rejected',
  'for_release', 'posted', 'voided', 'not_matured', 'password_link', 'password_changed', 'email_changed', 'handed_over',
  'file_ready', 'file_failed', 'cheque_misprint'));

-- The people who have Delete on Check Transactions and may sign in.
create function people_of_cheques() returns setof int
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select u.id from app_user u
  where may_sign_in(u) and 4 <= any (
    select e.level from effective_access e where e.user_id = u.id and e.module_name = 'Check Transactions')
$$;

create function tell_misprint() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into notification (user_id, kind, cheque_run_id)
  select p.id, 'cheque_misprint', r.id
  from (select id, printed_by from cheque_run where id = new.run_id) r cross join people_of_cheques() p (id)
  where p.id is distinct from r.printed_by and p.id is distinct from current_actor() and current_actor() is not null
  on conflict on constraint notification_cheque_run_once do nothing;
  return null;
end $$;
revoke execute on function tell_misprint() from public;
create trigger cheque_run_misprinted after update of misprint on cheque_run_leaf for each row
  when (new.misprint is not null and old.misprint is null) execute function tell_misprint();
