import { randomBytes } from 'node:crypto';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { amountText } from '@talaan/core/money/money';
import { today } from '../../../apps/server/src/platform/clock.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { loadCodes, loadLedgerMasters } from '../../ledger/ledger-masters.ts';
import { createHotJournalPlanner } from '../../ledger/plan-journals.ts';

/** Files that together hold batches of a source, in the order in which they are sent. */
export interface BatchFiles {
  readonly source: string;
  readonly files: readonly (readonly [kind: UploadKind, text: string])[];
  readonly batch_nos: readonly string[];
  /** What they debit, in centavos. */
  readonly debit: bigint;
}

/** How many batches, of how many journals of four lines each. A batch of payroll is one document of all of them. */
interface Extent {
  readonly batches: number;
  readonly journals: number;
}

const LINE = 'Chart of Accounts,Debit,Credit,Branch,Department,Payee';
const HEADINGS = {
  IS: ['Batch no,Document no,Document type,Document date,Department,Remarks', `Batch no,Document no,${LINE}`],
  PAYROLL: ['Batch no,Pay date,Period from,Period to,Document type,Department,Remarks', `Batch no,${LINE}`],
  ENTRIES: [`Batch no,Entry no,Document date,Document type,Batch department,Particulars,${LINE}`],
} as const;
const KINDS = {
  IS: ['header-is', 'detail-is'],
  PAYROLL: ['header-p', 'detail-p'],
  ENTRIES: ['entries'],
} as const satisfies Record<string, readonly UploadKind[]>;

/** Files of a source: its batches balance, and all credit one cash account. */
export async function writeBatchFiles(
  ownerUrl: string,
  source: keyof typeof KINDS,
  { batches, journals }: Extent,
): Promise<BatchFiles> {
  const database = openDatabase(ownerUrl, { poolSize: 1 });
  try {
    const [masters, codes] = [await loadLedgerMasters(database), await loadCodes(database)];
    const seed = randomBytes(3).readUIntBE(0, 3);
    const date = today();
    const plan = createHotJournalPlanner(masters, { seed, date });
    const rows: string[][] = HEADINGS[source].map((heading) => [heading]);
    const [heads, lines] = [rows[0]!, rows.at(-1)!];
    const batch_nos = Array.from({ length: batches }, (_, at) => String(seed * 100 + at));
    const department = codes.department[0];
    let debit = 0n;
    for (const [at, batch_no] of batch_nos.entries()) {
      if (source === 'PAYROLL') heads.push([batch_no, date, date, date, 'JE', department, 'PAYROLL'].join(','));
      for (let no = 1; no <= journals; no += 1) {
        if (source === 'IS') heads.push([batch_no, no, 'JE', date, department, 'TRANSACTIONS OF THE DAY'].join(','));
        for (const line of plan(at * journals + no).lines) {
          debit += line.debit;
          const of = line.department_id === null ? '' : (codes.department[line.department_id] ?? department);
          const cells = [
            codes.account[line.account_id],
            amountText(line.debit),
            amountText(line.credit),
            codes.branch[line.branch_id] ?? codes.branch[0],
            of,
            codes.payee[line.payee_id] ?? codes.payee[0],
          ];
          const named = {
            IS: [batch_no, no],
            PAYROLL: [batch_no],
            ENTRIES: [batch_no, no, date, 'JE', department, 'ENTRY'],
          }[source];
          lines.push([...named, ...cells].join(','));
        }
      }
    }
    const files = KINDS[source].map((kind, at) => [kind, rows[at]!.join('\r\n')] as const);
    return { source, files, batch_nos, debit };
  } finally {
    await database.destroy();
  }
}
