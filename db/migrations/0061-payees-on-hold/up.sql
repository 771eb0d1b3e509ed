-- A business partner on hold is paid nothing: a payment to its payee is neither submitted nor released.

-- The partner that holds back what is paid to a payee, as 'BP-0001 Kunwari Pawnshops'; null for none.
create function payee_hold(p_payee int) returns text
  language sql stable
  set search_path = public, pg_temp
as $$
  select b.bp_code || ' ' || b.name from payee p join business_partner b on b.payee_code = p.payee_code
  where p.id = p_payee and b.hold = 1
$$;
grant execute on function payee_hold(int) to talaan_report;

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
  when (new.action in ('submit', 'release') and new.document_type in ('CV', 'CW', 'OB', 'DM'))
  execute function check_payee_hold();

-- What an approver is told of the payee is ticked as seen, like every other high signal.
alter table risk_seen drop constraint risk_seen_kind_check;
alter table risk_seen add constraint risk_seen_kind_check check (kind in ('same_reference', 'same_amount',
  'same_attachment', 'splitting', 'payee_state', 'payee_account', 'withholding', 'rest_day'));
