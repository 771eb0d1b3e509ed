-- Stand-ins (decisions §3): a delegation is kept as it was given, ends by itself on its last day or is ended before it,
-- and whoever acts for somebody else must hold a running one.

alter table delegation
  add column ended_at timestamptz,
  add column ended_by int references app_user,
  -- Authority is handed over by its owner or by a third person, never taken.
  add constraint delegation_not_taken check (input_by <> to_user),
  drop constraint delegation_once,
  add constraint delegation_once
    exclude using gist (from_user with =, daterange(from_date, to_date, '[]') with &&) where (ended_at is null);

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

revoke update, delete on delegation from talaan_app;
grant update (ended_at) on delegation to talaan_app;

-- One that was ended gives no authority from that moment on.
create or replace view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount,
  u.max_amount as user_max_amount
from approving_officer o
join app_user u on u.id = o.user_id
where u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
union all
select d.to_user, o.user_id, o.level, o.currency_id, o.min_amount, o.max_amount, u.max_amount
from delegation d
join approving_officer o on o.user_id = d.from_user
join app_user u on u.id = o.user_id
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date and d.ended_at is null
  and u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
  and s.start_date <= manila_today() and (s.end_date is null or s.end_date >= manila_today());

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
