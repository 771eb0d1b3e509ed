import { capital } from '@talaan/core/text/capital';
import { sql } from 'kysely';
import { WITHHOLDING_ROLES, withholdingDoubts, type WithholdingLine } from '@talaan/core/documents/withholding-check';
import { parsePercentage } from '@talaan/core/money/rate';
import { parseAmount, requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';

/** The lines on accounts of tax withheld of the batch `b`, but for void documents: one value of a statement about it. */
export const withholdingColumn = sql<readonly WithholdingRow[]>`
  (select coalesce(json_agg(json_build_array(l.line_no, a.role, l.debit_amount::text, l.credit_amount::text,
      l.tax_base::text, t.atc_code, atc_rate_on(t.id, d.document_date)::text, p.payee_desc,
      coalesce(p.tin, '') <> '')
      order by d.header_key, l.line_no), '[]')
    from document d
    join line l on l.document_id = d.id
    join account a on a.id = l.account_id and a.role = any (${WITHHOLDING_ROLES}::text[])
    left join alpha_tax_code t on t.id = l.atc_id
    left join payee p on p.id = coalesce(l.payee_id, d.payee_id)
    where d.batch_id = b.id and d.voided_at is null)`;

export type WithholdingRow = readonly [
  line_no: number,
  role: WithholdingLine['role'],
  debit_amount: string,
  credit_amount: string,
  tax_base: string | null,
  atc_code: string | null,
  atc_rate: string | null,
  payee_desc: string | null,
  has_tin: boolean,
];

export function withholdingLineOf(row: WithholdingRow): WithholdingLine {
  const [line_no, role, debit, credit, base, atc_code, atc_rate, payee, has_tin] = row;
  const rate = atc_rate === null ? null : parsePercentage(atc_rate);
  return {
    line_no,
    role,
    debit_minor: requireAmount(debit),
    credit_minor: requireAmount(credit),
    tax_base_minor: base === null ? null : parseAmount(base),
    tax_code: atc_code === null || rate === null ? null : { atc_code, rate },
    payee: payee === null ? null : { name: payee, has_tin },
  };
}

/**
 * What is doubtful about the tax that entries withhold, each doubt as a sentence, by batch id. The ids come as JSON, so that one
 * plan is kept for one entry and for many.
 */
export async function withholdingDoubtsOf(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await sql<{ id: string; lines: readonly WithholdingRow[] }>`
    select b.id, ${withholdingColumn} as lines
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) w (id) join batch b on b.id = w.id::bigint`.execute(
    database,
  );
  return new Map(
    found.rows.map(({ id, lines }) => {
      const doubts = withholdingDoubts(lines.map(withholdingLineOf));
      return [id, [...new Set(doubts.map(({ text }) => `${capital(text)}.`))]];
    }),
  );
}
