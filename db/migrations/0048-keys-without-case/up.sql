-- A code is one code however its letters are written: 'acct' and 'ACCT' never name two departments.

do $$
declare
  key record;
  twins text;
begin
  for key in
    select split_part(name, '.', 1) as in_table, split_part(name, '.', 2) as in_column
    from unnest(array['account.acct_code', 'alpha_tax_code.atc_code', 'approving_level.level_code',
      'bank_header.bank_code', 'billing_service.billing_service_name', 'bp_location.loc_idno', 'branch.brnc_code',
      'business_partner.bp_code', 'company.company_code', 'currency.cur_code', 'currency.iso_code',
      'department.dept_code', 'module.module_name', 'payee.payee_code', 'regional_head.rh_code',
      'regular_transaction.txn_type', 'role.roles', 'section.section_code', 'transaction_type.trns_code']) name
  loop
    execute format('select string_agg(t.same, %L) from (
        select string_agg(%2$I::text, %3$L order by id) as same from %4$I
        group by lower(%2$I::text collate "default") having count(*) > 1) t',
      ', ', key.in_column, ' = ', key.in_table) into twins;
    if twins is not null then
      raise exception using errcode = '23505', constraint = key.in_table || '_' || key.in_column || '_folded',
        message = format('Two records of %s have codes that differ in case only (%s). Give one of them another code with '
          'the release before, then upgrade.', key.in_table, twins);
    end if;
    execute format('create unique index %I on %I (lower(%I::text collate "default"))',
      key.in_table || '_' || key.in_column || '_folded', key.in_table, key.in_column);
  end loop;
end $$;
