-- Who approves which amount, in whose stead, and what he had before his eyes when he did (decisions §3).

create table approving_level (
  id int generated always as identity primary key,
  level_code code_text not null unique,
  level_name name_text not null,
  min_amount amount not null constraint approving_level_min_once unique,
  max_amount amount not null default 0,
  constraint approving_level_limits check (max_amount = 0 or max_amount >= min_amount)
);
call make_master('approving_level');
call make_key('approving_level', 'level_code');
call guard_with_second_person('approving_level', 'limits');

create function limit_approving_levels() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7002, 1);
  if (select count(*) from approving_level) > 3 then
    raise exception using errcode = '23514', constraint = 'approving_level_three', table = 'approving_level',
      message = 'There are three approval stages, so there can be at most three approving levels.';
  end if;
  return null;
end $$;
create trigger approving_level_three after insert on approving_level
  for each statement execute function limit_approving_levels();

-- Limits are in the officer's currency; 0 or empty means no limit (decisions §3).
create table approving_officer (
  id int generated always as identity primary key,
  user_id int not null references app_user,
  level code_text not null references approving_level (level_code) on update cascade,
  currency_id int not null references currency,
  min_amount amount not null default 0,
  max_amount amount,
  constraint approving_officer_once unique (user_id, level, currency_id),
  constraint approving_officer_limits check (max_amount = 0 or max_amount >= min_amount)
);
call make_master('approving_officer');
call guard_with_second_person('approving_officer', 'limits');

-- Billings are approved by these officers and not by approving officers (decisions §3).
create table billing_officer (
  id int generated always as identity primary key,
  user_id int not null references app_user,
  level code_text not null references approving_level (level_code) on update cascade,
  currency_id int not null references currency,
  min_amount amount not null default 0,
  max_amount amount,
  constraint billing_officer_once unique (user_id, level, currency_id),
  constraint billing_officer_limits check (max_amount = 0 or max_amount >= min_amount)
);
call make_master('billing_officer');
call guard_with_second_person('billing_officer', 'limits');

-- Which documents need review and approval.
create trigger second_person_approvals after insert on setting for each row
  when (new.key in ('approval_required', 'review_stage')) execute function require_second_person('limits');
create trigger second_person_approvals_changed after update on setting for each row
  when (new.key in ('approval_required', 'review_stage') and old.value is distinct from new.value)
  execute function require_second_person('limits');

-- ---------------------------------------------------------------------------------------------------------------------
-- Stand-ins: a delegation is kept as it was given, ends by itself on its last day or is ended before it, and whoever acts
-- for somebody else must hold a running one.

create table delegation (
  id int generated always as identity primary key,
  from_user int not null references app_user,
  to_user int not null references app_user,
  from_date accounting_date not null,
  to_date accounting_date not null,
  reason name_text not null,
  ended_at timestamptz,
  ended_by int references app_user,
  constraint delegation_dates check (to_date >= from_date),
  constraint delegation_other_person check (from_user <> to_user),
  constraint delegation_once exclude using gist (from_user with =, daterange(from_date, to_date, '[]') with &&)
    where (ended_at is null)
);
call make_master('delegation');
-- Authority is handed over by its owner or by a third person, never taken.
alter table delegation add constraint delegation_not_taken check (input_by <> to_user);
revoke update, delete on delegation from talaan_app;
grant update (ended_at) on delegation to talaan_app;

create function keep_delegation() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.from_date < manila_today() or new.ended_at is not null then
      raise exception using errcode = '23514', constraint = 'delegation_not_backdated', table = 'delegation',
        message = 'A stand-in starts today or later.';
    end if;
    new.ended_by := null;
    return new;
  end if;
  if tg_op = 'DELETE' or new.ended_at is null
    or row(new.id, new.from_user, new.to_user, new.from_date, new.to_date, new.reason)
      is distinct from row(old.id, old.from_user, old.to_user, old.from_date, old.to_date, old.reason) then
    raise exception using errcode = '23514', constraint = 'delegation_kept', table = 'delegation',
      message = 'A stand-in stays as it was given. End it, and give another.';
  end if;
  if old.ended_at is not null or old.to_date < manila_today() then
    raise exception using errcode = '23514', constraint = 'delegation_over', table = 'delegation',
      message = 'This stand-in has ended already.';
  end if;
  new.ended_at := now();
  new.ended_by := current_actor();
  return new;
end $$;
create trigger delegation_kept before insert or update or delete on delegation
  for each row execute function keep_delegation();

-- A stand-in whom somebody else names for an officer.
create trigger second_person after insert on delegation for each row
  when (new.from_user is distinct from current_actor()) execute function require_second_person('limits');

-- A name that is acted for must have been given (INV-10): no move on behalf of somebody without his running delegation.
create function check_stand_in() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from delegation d
    where d.from_user = new.on_behalf_of and d.to_user = new.user_id and d.ended_at is null
      and manila_today() between d.from_date and d.to_date
    for share) then
    raise exception using errcode = '23514', constraint = 'stand_in_without_delegation', table = 'batch_move',
      message = 'You do not stand in for this person today.';
  end if;
  return new;
end $$;
create trigger batch_move_stand_in before insert on batch_move
  for each row when (new.on_behalf_of is not null) execute function check_stand_in();

-- Approving officers who may sign in today, with their rows.
create view officer_today as
select o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount, u.max_amount as user_max_amount,
  concat_ws(' ', u.user_first_name, u.user_last_name) as user_name
from approving_officer o join app_user u on u.id = o.user_id
where may_sign_in(u);
comment on column officer_today.max_amount is 'nullable';
comment on column officer_today.user_max_amount is 'nullable';

-- Who may approve today and by which row, and what he is called, for refusals say who could act instead: an officer's own
-- rows, and those he uses while a delegation runs. A delegated row is not passed on again, because a delegation is
-- followed once only.
create view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level_code, o.currency_id, o.min_amount, o.max_amount, o.user_max_amount,
  o.user_name as acting_user_name
from officer_today o
union all
select d.to_user, o.user_id, o.level_code, o.currency_id, o.min_amount, o.max_amount, o.user_max_amount,
  concat_ws(' ', s.user_first_name, s.user_last_name)
from delegation d
join officer_today o on o.user_id = d.from_user
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date and d.ended_at is null and may_sign_in(s);
comment on column approval_authority.user_max_amount is 'nullable';
grant select on officer_today, approval_authority to talaan_app;

-- ---------------------------------------------------------------------------------------------------------------------

-- The officers' rows that count at a level for an amount, and whether each reaches it: those in the currency of the
-- document, or where the level has none, those in pesos against the peso amount; a maximum of 0 or empty is none. A
-- stand-in uses the row of an officer, so it is counted with his. `rowsAtLevel` and `officerCovers` of packages/core read
-- them likewise.
create function officers_at(p_level_code text, p_currency_id int, p_amount numeric, p_amount_php numeric)
  returns table (user_id int, reaches boolean)
  language sql stable
as $$
  select o.user_id,
    (coalesce(o.max_amount, 0) = 0
      or case o.currency_id when p_currency_id then p_amount else p_amount_php end <= o.max_amount)
    and (coalesce(o.user_max_amount, 0) = 0 or p_amount_php <= o.user_max_amount)
  from officer_today o
  where o.level_code = p_level_code
    and o.currency_id = case when p_currency_id <> 1 and exists (
      select from officer_today c where c.level_code = p_level_code and c.currency_id = p_currency_id)
      then p_currency_id else 1 end
$$;

-- The stages that a batch needs by its type and its amount: the review; every approving level whose minimum its pesos
-- reach, at least the lowest one, as stages 3, 4, 5; and where no officer's row of the last of them reaches the amount,
-- the next level too (decisions §3). A type that the settings do not name needs both. `requiredStages` of packages/core
-- counts them likewise, and a test holds the two together.
create function required_stages(p_document_type text, p_currency_id int, p_amount numeric, p_amount_php numeric)
  returns smallint[]
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  stages smallint[] := '{}';
  needed record;
  level record;
  rank int := 0;
  -- The level before, whose officers may reach the amount already.
  last text;
begin
  select t.has_review_stage and coalesce((r.value ->> p_document_type)::boolean, true) as review,
    coalesce((a.value ->> p_document_type)::boolean, true) as approval into needed
  from document_type t
  left join setting r on r.key = 'review_stage'
  left join setting a on a.key = 'approval_required'
  where t.document_type = p_document_type;
  if needed.review then
    stages := array[2];
  end if;
  if coalesce(needed.approval, true) then
    for level in select l.level_code, l.min_amount from approving_level l order by l.min_amount, l.level_code collate "C" loop
      exit when last is not null and level.min_amount > p_amount_php and exists (
        select from officers_at(last, p_currency_id, p_amount, p_amount_php) o where o.reaches);
      rank := rank + 1;
      last := level.level_code;
      stages := stages || (2 + rank)::smallint;
    end loop;
  end if;
  return stages;
end $$;

-- Whoever approves at a level has a row of it, his own or that of whom he stands in for; at the last stage the row reaches
-- the amount (INV-11). That he stands in for him is held by batch_move_stand_in. Billings have officers of their own.
create function check_approver() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  level text := (select l.level_code from approving_level l order by l.min_amount, l.level_code collate "C"
    offset new.status_from - 3 limit 1);
begin
  if (not exists (
    select from batch b cross join lateral officers_at(level, b.currency_id, b.total_amount, b.amount_php) o
    where b.id = new.batch_id and o.user_id = coalesce(new.on_behalf_of, new.user_id) and (new.status_to < 6 or o.reaches))
     or new.on_behalf_of is not null and not exists (select from app_user s where s.id = new.user_id and may_sign_in(s)))
    and not (select t.own_officers from document_type t where t.document_type = new.document_type) then
    raise exception using errcode = '23514', constraint = 'approver_without_row', table = 'batch_move',
      message = format('An approval at level %s needs an approving officer of this level, currency and amount.', level);
  end if;
  return new;
end $$;
create trigger batch_move_with_authority before insert on batch_move for each row
  when (new.action = 'approve' and new.status_from between 3 and 5)
  execute function check_approver();

-- ---------------------------------------------------------------------------------------------------------------------
-- A business partner on hold is paid nothing: a payment to its payee is neither submitted nor released.

create function check_payee_hold() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  held record;
begin
  select p.payee_code, p.payee_desc, payee_hold(p.id) as by_partner into held
  from document d join payee p on p.id = d.payee_id
  where d.batch_id = new.batch_id and d.voided_at is null and payee_hold(p.id) is not null limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'payee_on_hold', table = 'batch_move',
      message = format('Payee %s %s is on hold: business partner %s has On hold set. Take the hold off there, or pay somebody else.',
        held.payee_code, held.payee_desc, held.by_partner);
  end if;
  return new;
end $$;
create trigger payee_on_hold before insert on batch_move for each row
  when (new.action in ('submit', 'release') and pays_out(new.document_type))
  execute function check_payee_hold();

-- ---------------------------------------------------------------------------------------------------------------------
-- Risk signals before money leaves: what is looked up of other payments, and the ticks of those who decided in spite of
-- a signal.

-- What two payments have in common when their remarks say the same: small letters and digits only, as a digest, so that it
-- fits an index however long they are. Null for remarks without a letter or digit.
create function payment_reference(p_remarks text) returns text
  language sql immutable parallel safe
as $$
  select md5(nullif(lower(regexp_replace(p_remarks, '[^[:alnum:]]+', '', 'g') collate "default"), ''))
$$;

-- Other payments of a payee around a day: by amount, and by what their remarks say.
create index document_same_amount on document (payee_id, total_amount, document_date)
  where voided_at is null and payee_id is not null;
create index document_same_reference on document (payee_id, payment_reference(remarks), document_date)
  where voided_at is null and payee_id is not null;

create table risk_seen (
  move_id bigint not null references batch_move,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  kind text not null collate "C" check (kind in
    ('same_reference', 'same_amount', 'same_attachment', 'splitting', 'payee_state', 'payee_account',
    'withholding', 'rest_day')),
  sentence long_text not null,
  primary key (move_id, fingerprint)
);
call make_append_only('risk_seen', 'risk_seen_append_only');
call audit_table('risk_seen', 'move_id,kind');
comment on table risk_seen is 'Risk signals that were ticked as seen with an approval or a release; the move says by whom and when.';

-- A tick belongs to the act: nobody adds one later, or under the approval of somebody else.
create function check_risk_seen() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from batch_move m
    where m.id = new.move_id and m.action in ('approve', 'release') and m.at = now() and m.user_id is not distinct from current_actor()
  ) then
    raise exception using errcode = '23514', constraint = 'risk_seen_with_move', table = 'risk_seen',
      message = 'A risk is ticked as seen by whoever approves or releases, together with it.';
  end if;
  return new;
end $$;
create trigger risk_seen_with_move before insert on risk_seen for each row execute function check_risk_seen();

grant select, insert on risk_seen to talaan_app;
grant select on risk_seen to talaan_report;
