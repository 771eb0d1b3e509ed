-- A withholding rate changes on a day: alpha_tax_code.atc_rate holds until the first of these rows, each row from its own
-- day on. The rate of a document is the one of its date.
create table alpha_tax_rate (
  id int generated always as identity primary key,
  atc_id int not null references alpha_tax_code,
  effective_from accounting_date not null,
  atc_rate percentage not null,
  row_version int not null default 1,
  input_by int references app_user,
  input_date timestamptz not null default now(),
  edit_by int references app_user,
  edit_date timestamptz,
  constraint alpha_tax_rate_once unique (atc_id, effective_from)
);
call make_master('alpha_tax_rate');
-- The history of a tax code shows what was done to its rates.
create index audit_event_alpha_tax_rate_atc_id on audit_event ((after ->> 'atc_id'))
  where table_name = 'alpha_tax_rate' and after ? 'atc_id';

-- The rate of a tax code on a calendar date.
create function atc_rate_on(p_atc_id int, p_date date) returns percentage
  language sql stable
as $$
  select coalesce(
    (select r.atc_rate from alpha_tax_rate r
      where r.atc_id = p_atc_id and r.effective_from <= p_date order by r.effective_from desc limit 1),
    (select t.atc_rate from alpha_tax_code t where t.id = p_atc_id))::percentage
$$;

-- What was withheld and filed was so by the rate of its day: a rate that postings were made under stays. A new one is a
-- new row; it may lie in the past, since regulations do.
create index posting_tax_code on posting (atc_id, entry_date) where atc_id is not null;

create function keep_posted_rate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (select from posting where atc_id = old.id) then
    raise exception using errcode = '23514', constraint = 'atc_rate_posted', table = 'alpha_tax_code',
      message = format('ATC code %s has postings; its rate of %s stays. Add the new one to the later rates, with its date.',
        old.atc_code, old.atc_rate);
  end if;
  return new;
end $$;
create trigger atc_rate_posted before update of atc_rate on alpha_tax_code for each row
  when (old.atc_rate <> new.atc_rate) execute function keep_posted_rate();

create function keep_later_rate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (select from posting where atc_id = old.atc_id and entry_date >= old.effective_from) then
    raise exception using errcode = '23514', constraint = 'atc_later_rate_posted', table = 'alpha_tax_rate',
      message = format('There are postings since the rate of %s began on %s: it stays. Add the new one with its date.',
        old.atc_rate, old.effective_from);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger atc_later_rate_posted before update of atc_id, effective_from, atc_rate or delete on alpha_tax_rate
  for each row execute function keep_later_rate();
