-- Whether the books are the demo company's, whose passwords are known, is stored before the first user and stays.

create function keep_company_decided() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from app_user) then
    raise exception using errcode = '23514', constraint = 'company_decided', table = 'setting',
      message = 'Whether the books are the demo company''s is decided before the first user.';
  end if;
  return new;
end $$;
comment on function keep_company_decided() is 'Refuses that the setting demo_company is written once somebody can sign in.';
create trigger company_decided before insert or update on setting for each row
  when (new.key = 'demo_company') execute function keep_company_decided();
