-- The reporting company stays and is in use (decisions §8): its profile stands on every paper, and the books are its own.

update company set company_status = 1 where reporting and company_status = 0;
alter table company add constraint reporting_company_active check (not reporting or company_status = 1);

-- The mark is handed on, never dropped: at the end of the transaction another company has it.
create function keep_reporting_company() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (select from company where reporting) then
    raise exception using errcode = '23514', constraint = 'reporting_company_remains', table = 'company',
      message = 'The books need their reporting company. Name another one first: it takes the mark.';
  end if;
  return null;
end $$;
create constraint trigger reporting_company_remains after update of reporting or delete on company
  deferrable initially deferred for each row when (old.reporting) execute function keep_reporting_company();
