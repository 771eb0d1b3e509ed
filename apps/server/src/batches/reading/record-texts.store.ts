import { sql, type RawBuilder } from 'kysely';
import type { EntryRecord, NamedRecords, RecordText } from '@talaan/contract/documents/declared-field';
import { listOf } from '../../platform/database/prepared-statements.ts';

/** How each record is called; of bank accounts the code is the number and the name that of the bank. */
const TEXTS: Readonly<Record<EntryRecord, RawBuilder<unknown>>> = {
  account: sql`select id, acct_code as code, acct_desc as name from account`,
  alpha_tax_code: sql`select id, atc_code as code, atc_desc as name from alpha_tax_code`,
  bank: sql`select id, account_no as code, bank_name as name, bank_code, acct_code as holder from bank`,
  billing_service: sql`select id, '' as code, billing_service_name as name from billing_service`,
  branch: sql`select id, brnc_code as code, brnc_name as name from branch`,
  currency: sql`select id, iso_code as code, cur_desc as name from currency`,
  department: sql`select id, dept_code as code, dept_desc as name from department`,
  invoice: sql`select d.id, d.document_number as code, p.payee_desc as name
    from billing b join document d on d.id = b.document_id join payee p on p.id = d.payee_id`,
  payee: sql`select id, payee_code as code, payee_desc as name from payee`,
  payee_bank: sql`select k.id, k.account_number as code, h.bank_name as name, h.bank_code, k.acct_name as holder
    from payee_bank k join bank_header h on h.id = k.bank_id`,
  section: sql`select id, section_code as code, section_name as name from section`,
};

/** Records by what they are called. */
export type RecordTexts = (to: EntryRecord, id: number) => RecordText | undefined;

/** The records of these Record IDs as one column of a statement: JSON for `recordTextsOf`. */
export function recordTexts(named: Pick<NamedRecords, 'ids'>): RawBuilder<unknown> {
  const parts = Object.entries(TEXTS).flatMap(([to, texts]) => {
    const ids = named.ids(to as EntryRecord);
    return ids.length === 0
      ? []
      : [
          sql`select ${to}::text as "to", to_json(r) as text from (${texts}) r where r.id = any (${listOf(ids, 'int')})`,
        ];
  });
  if (parts.length === 0) return sql`'[]'::json`;
  return sql`(select coalesce(json_agg(t), '[]') from (${sql.join(parts, sql` union all `)}) t)`;
}

/** What such a column holds. */
export type RecordTextRow = { readonly to: EntryRecord; readonly text: RecordText & { readonly id: number } };

/** Reads such a column. */
export function recordTextsOf(rows: readonly RecordTextRow[]): RecordTexts {
  const byId = new Map(rows.map(({ to, text }) => [`${to} ${text.id}`, text]));
  return (to, id) => byId.get(`${to} ${id}`);
}
