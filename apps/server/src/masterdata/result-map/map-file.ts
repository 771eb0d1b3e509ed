import { sql } from 'kysely';
import { EXCLUDED, MEASURES, type Measure } from '@talaan/contract/reports/profitability/measures';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { readNamedColumns, refuseRows } from './named-columns.ts';
import type { ResultMap } from './result-map.store.ts';

/** A line by its name on the wire and by its head, in small letters. */
const LINES = new Map<string, Measure | typeof EXCLUDED>([
  ...(Object.entries(MEASURES) as [Measure, string][]).flatMap(([name, head]): [string, Measure][] => [
    [name, name],
    [head.toLowerCase(), name],
  ]),
  [EXCLUDED, EXCLUDED],
]);

/**
 * The lines of a map in a file with the columns Account Code and Line; a row without a line leaves its account out. Throws 422 by
 * row for an account that is not there, is none of results or comes twice, and for a line that the report does not have.
 */
export async function readMapFile(db: Database, files: readonly UploadedFile[]): Promise<ResultMap['lines']> {
  const rows = await readNamedColumns(files, { acct_code: 'Account Code', measure: 'Line' });
  const { rows: accounts } = await sql<{ acct_code: string; fits: boolean }>`
    select acct_code, acct_class = 'I' and acct_type = 'S' as fits from account
    where acct_code = any (${rows.map(({ cells }) => cells.acct_code)}::text[])`.execute(db);
  const known = new Map(accounts.map(({ acct_code, fits }) => [acct_code, fits]));
  const seen = new Set<string>();
  const faults: { row: number; message: string }[] = [];
  const lines: { acct_code: string; measure: Measure | typeof EXCLUDED }[] = [];
  for (const { row, cells } of rows) {
    const { acct_code } = cells;
    const measure = LINES.get(cells.measure.toLowerCase());
    const fits = known.get(acct_code);
    const fault = (message: string) => faults.push({ row, message });
    if (fits === undefined) fault(`there is no account '${acct_code}'.`);
    else if (!fits) fault(`account ${acct_code} is no income or expense account that is posted to.`);
    else if (seen.has(acct_code)) fault(`account ${acct_code} occurs twice.`);
    else if (measure === undefined && cells.measure !== '') fault(`the report has no line '${cells.measure}'.`);
    else if (measure !== undefined) lines.push({ acct_code, measure });
    seen.add(acct_code);
  }
  refuseRows(faults);
  return lines;
}
