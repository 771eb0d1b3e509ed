-- As in 0020, with the name of who acts: a refusal says who could act instead (decisions §3).
create or replace view approval_authority as
select o.user_id as acting_user_id, o.user_id, o.level as level_code, o.currency_id, o.min_amount, o.max_amount,
  u.max_amount as user_max_amount, concat_ws(' ', u.user_first_name, u.user_last_name) as acting_user_name
from approving_officer o
join app_user u on u.id = o.user_id
where u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
union all
select d.to_user, o.user_id, o.level, o.currency_id, o.min_amount, o.max_amount, u.max_amount,
  concat_ws(' ', s.user_first_name, s.user_last_name)
from delegation d
join approving_officer o on o.user_id = d.from_user
join app_user u on u.id = o.user_id
join app_user s on s.id = d.to_user
where manila_today() between d.from_date and d.to_date and d.ended_at is null
  and u.start_date <= manila_today() and (u.end_date is null or u.end_date >= manila_today())
  and s.start_date <= manila_today() and (s.end_date is null or s.end_date >= manila_today());
