import { sql } from 'kysely';
import type * as z from 'zod';
import type { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { Database } from '../../platform/database/database.ts';

export type EntryChoices = z.output<(typeof entryChoices)['response']>['data'];

/**
 * Everything that the entry grid chooses from, active records only, in one statement; rates and periods of this and the
 * last two fiscal years. Amounts of rates are decimal text.
 */
export async function loadEntryChoices(database: Database): Promise<EntryChoices> {
  const found = await sql<EntryChoices>`
    select
      (select coalesce(json_agg(json_build_object('id', a.id, 'code', a.acct_code, 'name', a.acct_desc,
          'acct_group', a.acct_group, 'acct_class', a.acct_class, 'currency_id', a.currency_id,
          'department_required', a.acct_class = 'I' or a.acct_group in ('I', 'E'), 'role', a.role)
          order by a.acct_code), '[]')
        from account a where a.acct_type = 'S' and a.status = 1) as accounts,
      (select coalesce(json_agg(json_build_object('id', k.id, 'code', k.account_no, 'name', k.acct_desc,
          'bank_code', k.bank_code, 'bank_name', k.bank_name, 'acct_code', k.acct_code, 'currency_id', a.currency_id)
          order by k.acct_desc collate people_order, k.id), '[]')
        from bank k join account a on a.acct_code = k.acct_code where k.status = 1) as banks,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.billing_service_name)
          order by s.billing_service_name collate people_order), '[]') from billing_service s) as services,
      (select coalesce(json_agg(json_build_object('id', b.id, 'code', b.brnc_code, 'name', b.brnc_name)
          order by b.brnc_code), '[]')
        from branch b where b.brnc_stat = 1 and b.active_flag = 1) as branches,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code, 'name', d.dept_desc)
          order by d.dept_code), '[]')
        from department d where d.dept_status = 1) as departments,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', s.section_code, 'name', s.section_name,
          'department_id', d.id) order by s.section_code), '[]')
        from section s join department d on d.dept_code = s.dept_code where d.dept_status = 1 and s.status = 1)
        as sections,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.atc_code, 'name', t.atc_desc,
          'atc_rate', t.atc_rate::text, 'rates', (select coalesce(json_agg(json_build_object(
            'effective_from', r.effective_from, 'atc_rate', r.atc_rate::text) order by r.effective_from), '[]')
            from alpha_tax_rate r where r.atc_id = t.id)) order by t.atc_code), '[]')
        from alpha_tax_code t where t.status = 1) as tax_codes,
      (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.cur_code, 'name', c.cur_desc,
          'iso_code', c.iso_code) order by c.id), '[]') from currency c) as currencies,
      (select coalesce(json_agg(json_build_object('fiscal_year', r.fiscal_year, 'period_no', r.period_no,
          'currency_id', r.currency_id, 'acct_class', r.acct_class, 'dolr_rate', r.dolr_rate::text)
          order by r.fiscal_year, r.period_no, r.currency_id, r.acct_class), '[]')
        from currency_rate r where r.fiscal_year >= extract(year from manila_today()) - 2) as rates,
      (select coalesce(json_agg(json_build_object('fiscal_year', p.fiscal_year, 'period_no', p.period_no,
          'general_journal', p.general_journal, 'cash_receipt', p.cash_receipt, 'disbursement', p.disbursement)
          order by p.period), '[]')
        from accounting_period p where p.fiscal_year >= extract(year from manila_today()) - 2) as periods,
      (select coalesce(json_agg(json_build_object('id', t.id, 'txn_type', t.txn_type, 'document_type', t.document_type)
          order by t.txn_type), '[]')
        from regular_transaction t where t.status = 1) as regular_transactions`.execute(database);
  return found.rows[0]!;
}

/** Active payees by their codes, for pasted lines; a merged one's code brings its survivor, a code without one is absent. */
export async function findPayees(database: Database, codes: readonly string[]) {
  const found = await sql<{ id: number; code: string; name: string }>`
    select y.payee_id as id, p.payee_code as code, y.payee_desc as name
    from payee p join payee_in_reports y on y.id = p.id join payee s on s.id = y.payee_id
    where p.payee_code = any (${codes}::text[]) and s.status = 1 order by p.payee_code`.execute(database);
  return found.rows;
}
