import { sql } from 'kysely';
import { parseSignedAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { readNamedColumns, refuseRows, type NamedRow } from '../result-map/named-columns.ts';

/** What an account earns or spends in a branch and a department in a month, pesos on its normal balance. */
export interface BudgetLine {
  readonly acct_code: string;
  readonly brnc_code: string;
  readonly dept_code: string;
  /** year × 100 + month */
  readonly period: number;
  /** Decimal text. */
  readonly amount: string;
}

const COLUMNS = {
  acct_code: 'Account Code',
  brnc_code: 'Branch',
  dept_code: 'Department',
  period: 'Period',
  amount: 'Amount',
} as const;
type Row = NamedRow<keyof typeof COLUMNS>;

/**
 * The lines of a budget in a file with the columns Account Code, Branch, Department, Period and Amount. Throws 422 by row for codes
 * that are not there, an account that is none of results, what is no month or not of the year of the first row, what is no amount,
 * and a place that comes twice.
 */
export async function readBudgetFile(
  db: Database,
  files: readonly UploadedFile[],
): Promise<{ fiscal_year: number; lines: readonly BudgetLine[] }> {
  const rows = await readNamedColumns(files, COLUMNS);
  const known = await knownCodes(db, rows);
  const year = rows.map(({ cells }) => periodOf(cells.period)).find((period) => period !== null);
  const fiscal_year = Math.floor((year ?? 0) / 100);
  const seen = new Set<string>();
  const faults: { row: number; message: string }[] = [];
  const lines: BudgetLine[] = [];
  for (const { row, cells } of rows) {
    const { acct_code, brnc_code, dept_code } = cells;
    const period = periodOf(cells.period);
    const amount = parseSignedAmount(cells.amount.replaceAll(',', ''));
    const place = [acct_code, brnc_code, dept_code, cells.period].join(' ');
    const fault = faultOf(cells, known, fiscal_year, period, amount);
    if (fault !== null) faults.push({ row, message: fault });
    else if (seen.has(place))
      faults.push({ row, message: `account, branch, department and period ${place} occur twice.` });
    else lines.push({ acct_code, brnc_code, dept_code, period: period!, amount: cells.amount.replaceAll(',', '') });
    seen.add(place);
  }
  refuseRows(faults);
  return { fiscal_year, lines };
}

/** What is wrong with a row, the first thing of it. */
function faultOf(
  { acct_code, brnc_code, dept_code, period: said, amount: text }: Row['cells'],
  known: Awaited<ReturnType<typeof knownCodes>>,
  year: number,
  period: number | null,
  amount: bigint | null,
): string | null {
  const fits = known.accounts.get(acct_code);
  if (fits === undefined) return `there is no account '${acct_code}'.`;
  if (!fits) return `account ${acct_code} is no income or expense account that is posted to.`;
  if (!known.branches.has(brnc_code)) return `there is no branch '${brnc_code}'.`;
  if (!known.departments.has(dept_code)) return `there is no department '${dept_code}'.`;
  if (period === null) return `period '${said}' must be a month (yyyy-mm).`;
  if (Math.floor(period / 100) !== year) return `period ${said} is not of ${year}: a budget is of one year.`;
  return amount === null ? `amount '${text}' must be a number with at most 2 decimals.` : null;
}

/** 202605 of '2026-05'; null for what is no month. */
function periodOf(text: string): number | null {
  return /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? Number(text.replace('-', '')) : null;
}

/** The codes of some rows that are there; of accounts, whether results are posted to them. */
async function knownCodes(db: Database, rows: readonly Row[]) {
  const said = (name: keyof typeof COLUMNS) => [...new Set(rows.map(({ cells }) => cells[name]))];
  const [accounts, branches, departments] = await Promise.all([
    sql<{ code: string; fits: boolean }>`select acct_code as code, acct_class = 'I' and acct_type = 'S' as fits
      from account where acct_code = any (${said('acct_code')}::text[])`.execute(db),
    sql<{
      code: string;
    }>`select brnc_code as code from branch where brnc_code = any (${said('brnc_code')}::text[])`.execute(db),
    sql<{
      code: string;
    }>`select dept_code as code from department where dept_code = any (${said('dept_code')}::text[])`.execute(db),
  ]);
  const codes = (of: typeof branches) => new Set(of.rows.map(({ code }) => code));
  return {
    accounts: new Map(accounts.rows.map(({ code, fits }) => [code, fits])),
    branches: codes(branches),
    departments: codes(departments),
  };
}
