-- A reversal is dated at its entry's own date, or from the day of the void on: never inside a month between the two,
-- which was reported as it stood (decisions §4).
create function check_reversal_date() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if new.entry_date < manila_today()
     and new.entry_date > (select o.entry_date from journal_entry o where o.id = new.reverses_id) then
    raise exception using errcode = '23514', constraint = 'reversal_not_backdated', table = 'journal_entry',
      message = 'A reversal is dated at its entry, or from the day of the void on.', detail = format('entry %s', new.id);
  end if;
  return null;
end $$;
create trigger reversal_not_backdated after insert on journal_entry
  for each row when (new.reverses_id is not null) execute function check_reversal_date();
