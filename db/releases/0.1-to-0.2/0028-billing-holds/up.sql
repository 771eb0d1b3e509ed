-- What holds an invoice back from being collected, and a customer from being billed.

-- Why the customer disputes the invoice; null for none. Oldest-first leaves a disputed invoice out (decisions §6).
alter table billing add column dispute_reason long_text check (dispute_reason <> '');

-- Why nothing new is billed to the customer; null where he is billed.
alter table payee add column billing_hold long_text check (billing_hold <> '');

-- An approved invoice is disputed; a draft is corrected, and a cancelled invoice is owed by nobody.
create function check_dispute() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (select from document d join batch b on b.id = d.batch_id where d.id = new.document_id and b.status = 7) then
    raise exception using errcode = '23514', constraint = 'billing_dispute', table = 'billing',
      message = 'Only an approved invoice is marked as disputed.';
  end if;
  return new;
end $$;
create trigger billing_dispute before update of dispute_reason on billing for each row
  when (new.dispute_reason is not null) execute function check_dispute();

-- A customer on hold is billed nothing new: no billing of his leaves Active.
create function check_billing_hold() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  held record;
begin
  select p.payee_code, p.payee_desc, p.billing_hold into held
  from document d join payee p on p.id = d.payee_id
  where d.batch_id = new.id and p.billing_hold is not null limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'customer_on_hold', table = 'payee',
      message = format('Customer %s %s is on hold: %s', held.payee_code, held.payee_desc, held.billing_hold);
  end if;
  return new;
end $$;
create trigger customer_on_hold before update of status on batch for each row
  when (new.document_type = 'BI' and old.status = 1 and new.status between 2 and 7) execute function check_billing_hold();

grant update (dispute_reason) on billing to talaan_app;
