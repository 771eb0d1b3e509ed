-- A TIN has one form, 123-456-789-00000: nine digits and the branch code of five (00000 is the head office). Only so do
-- two records of one taxpayer show as such.

create function pg_temp.one_form(p_tin text) returns text
  language sql immutable
as $$
  select case
    when p_tin !~ '^[0-9][0-9 -]*$' or length(d.digits) not in (9, 12, 14) then p_tin
    else concat_ws('-', substr(d.digits, 1, 3), substr(d.digits, 4, 3), substr(d.digits, 7, 3),
      lpad(substr(d.digits, 10), 5, '0')) end
  from (select regexp_replace(p_tin, '[ -]', '', 'g') as digits) d
$$;

update payee set tin = pg_temp.one_form(tin) where tin <> pg_temp.one_form(tin);
update branch set tin = pg_temp.one_form(tin) where tin <> pg_temp.one_form(tin);
update business_partner set tin = pg_temp.one_form(tin), bp_tin = pg_temp.one_form(bp_tin)
where tin <> pg_temp.one_form(tin) or bp_tin <> pg_temp.one_form(bp_tin);
update company set profile = jsonb_set(profile, '{tin}', to_jsonb(pg_temp.one_form(profile ->> 'tin')))
where profile ->> 'tin' <> pg_temp.one_form(profile ->> 'tin');

-- What cannot be read as a TIN stays until somebody changes its record, and is then refused by its field.
alter table payee add constraint payee_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$') not valid;
alter table branch add constraint branch_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$') not valid;
alter table business_partner
  add constraint business_partner_tin_form check (tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$') not valid,
  add constraint business_partner_bp_tin_form check (bp_tin ~ '^\d{3}-\d{3}-\d{3}-\d{5}$') not valid;
