import { sql } from 'kysely';
import type { AccountFacts, EntryFacts, RecordFacts } from '@talaan/core/ledger/journal-entry';
import type { Database } from '../platform/database.ts';

/** What the lines of an entry name. */
export interface EntryNames {
  readonly account_codes: readonly string[];
  readonly branch_ids: readonly number[];
  readonly department_ids: readonly number[];
  readonly section_ids: readonly number[];
  readonly payee_ids: readonly number[];
  readonly atc_codes: readonly string[];
  readonly currency_ids: readonly number[];
  readonly document_dates: readonly string[];
}

/** The records behind the names, as far as they exist: what `packages/core` checks an entry against. */
export interface StoredEntryFacts extends EntryFacts {
  readonly accounts: ReadonlyMap<string, AccountFacts & { readonly id: number }>;
  readonly tax_codes: ReadonlyMap<string, number>;
  readonly currencies: ReadonlySet<number>;
  /** Flags of the period of each date; a date whose period is not set up is absent. */
  readonly periods: ReadonlyMap<string, Readonly<Record<'disbursement' | 'cash_receipt' | 'general_journal', number>>>;
}

/** Looks up everything that an entry names, in one statement. */
export async function loadEntryFacts(database: Database, names: EntryNames): Promise<StoredEntryFacts> {
  const found = await sql<FactsRow>`
    select
      (select coalesce(json_agg(json_build_object('id', a.id, 'code', a.acct_code, 'acct_type', a.acct_type,
          'acct_class', a.acct_class, 'acct_group', a.acct_group, 'currency_id', a.currency_id, 'active', a.status = 1)), '[]')
        from account a where a.acct_code = any (${names.account_codes}::text[])) as accounts,
      (select coalesce(json_agg(json_build_object('id', b.id, 'code', b.brnc_code,
          'active', b.brnc_stat = 1 and b.active_flag = 1)), '[]')
        from branch b where b.id = any (${names.branch_ids}::int[])) as branches,
      (select coalesce(json_agg(json_build_object('id', d.id, 'code', d.dept_code, 'active', d.dept_status = 1)), '[]')
        from department d where d.id = any (${names.department_ids}::int[])) as departments,
      (select coalesce(json_agg(json_build_object('id', s.id, 'code', s.section_code, 'department_id', d.id,
          'active', d.dept_status = 1)), '[]')
        from section s join department d on d.dept_code = s.dept_code
        where s.id = any (${names.section_ids}::int[])) as sections,
      (select coalesce(json_agg(json_build_object('id', p.id, 'code', p.payee_code, 'active', p.status = 1)), '[]')
        from payee p where p.id = any (${names.payee_ids}::int[])) as payees,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.atc_code)), '[]')
        from alpha_tax_code t where t.atc_code = any (${names.atc_codes}::text[])) as tax_codes,
      (select coalesce(json_agg(c.id), '[]') from currency c where c.id = any (${names.currency_ids}::int[])) as currencies,
      (select coalesce(json_agg(json_build_object('date', d.date, 'disbursement', p.disbursement,
          'cash_receipt', p.cash_receipt, 'general_journal', p.general_journal)), '[]')
        from unnest(${names.document_dates}::date[]) d (date)
        join accounting_period p
          on p.period = (extract(year from d.date) * 100 + extract(month from d.date))::int) as periods`.execute(
    database,
  );
  const row = found.rows[0]!;
  return {
    accounts: new Map(row.accounts.map((account) => [account.code, account])),
    branches: mapById(row.branches),
    departments: mapById(row.departments),
    sections: mapById(row.sections),
    payees: mapById(row.payees),
    tax_codes: new Map(row.tax_codes.map(({ code, id }) => [code, id])),
    currencies: new Set(row.currencies),
    periods: new Map(row.periods.map(({ date, ...flags }) => [date, flags])),
  };
}

function mapById<Record extends { readonly id: number }>(records: readonly Record[]): Map<number, Record> {
  return new Map(records.map((record) => [record.id, record]));
}

type Coded = RecordFacts & { readonly id: number };

interface FactsRow {
  accounts: (AccountFacts & { readonly id: number; readonly code: string })[];
  branches: Coded[];
  departments: Coded[];
  sections: (Coded & { readonly department_id: number })[];
  payees: Coded[];
  tax_codes: { id: number; code: string }[];
  currencies: number[];
  periods: { date: string; disbursement: number; cash_receipt: number; general_journal: number }[];
}
