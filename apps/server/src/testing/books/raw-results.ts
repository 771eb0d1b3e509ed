import { sql } from 'kysely';
import {
  DEDUCTIONS,
  EXCLUDED,
  EXPENSE_LINES,
  INCOME_LINES,
  isIncome,
  MEASURE_LINES,
  type Measure,
} from '@talaan/contract/reports/profitability/measures';
import { amountText } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { compare, type RawDays, type RawPosting } from './raw-ledger.ts';

/** How results are read: groups of branches and departments by code, and the versions of the map, the newest first. */
export interface RawResults {
  readonly branches: ReadonlyMap<string, { readonly group: number; readonly closed: string | null }>;
  readonly departments: ReadonlyMap<string, number>;
  readonly versions: readonly { readonly from: number; readonly lines: ReadonlyMap<string, string> }[];
}

export async function readRawResults(database: Database): Promise<RawResults> {
  const all = async (table: string) => {
    const found = await sql<{ row: Record<string, string | number | null> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t`.execute(database);
    return found.rows.map(({ row }) => row);
  };
  const [branches, departments, accounts, versions, lines] = await Promise.all(
    ['branch', 'department', 'account', 'report_map_version', 'profitability_map'].map(all),
  );
  const codes = new Map(accounts!.map((row) => [row['id'], String(row['acct_code'])]));
  return {
    branches: new Map(
      branches!.map((row) => [
        String(row['brnc_code']),
        { group: Number(row['group_id']), closed: row['date_closed'] === null ? null : String(row['date_closed']) },
      ]),
    ),
    departments: new Map(departments!.map((row) => [String(row['dept_code']), Number(row['group_id'])])),
    versions: versions!
      .map((row) => ({
        from: Number(row['effective_from']),
        version: Number(row['version']),
        lines: new Map(
          lines!
            .filter((line) => line['version_id'] === row['id'])
            .map((line) => [codes.get(line['account_id'])!, String(line['measure'])]),
        ),
      }))
      .toSorted((one, other) => other.from - one.from || other.version - one.version),
  };
}

/** Each row of the profitability report with its figures, posting by posting (reports §12); entries that close a year are none of it. */
export function rawResults(postings: readonly RawPosting[], results: RawResults, { from, to }: RawDays): string[] {
  const period = Number(to.slice(0, 4)) * 100 + Number(to.slice(5, 7));
  const map = results.versions.find((version) => version.from <= period)!.lines;
  const rows = new Map<string, Map<Measure, bigint>>();
  for (const posting of postings) {
    const measure = map.get(posting.account);
    if (measure === undefined || measure === EXCLUDED || posting.date < from || posting.date > to) continue;
    const own = posting.department === null ? 0 : results.departments.get(posting.department)!;
    const branch = results.branches.get(posting.branch)!;
    const isClosed = branch.closed !== null && branch.closed < from;
    const key =
      own === 3 || own >= 5 ? `${own} ${posting.department}` : `${isClosed ? 4 : branch.group} ${posting.branch}`;
    const figures = rows.get(key) ?? new Map<Measure, bigint>();
    const line = measure as Measure;
    const moved = isIncome(line) ? posting.credit - posting.debit : posting.debit - posting.credit;
    figures.set(line, (figures.get(line) ?? 0n) + moved);
    rows.set(key, figures);
  }
  return [...rows]
    .filter(([, figures]) => [...figures.values()].some((figure) => figure !== 0n))
    .map(([key, figures]) => {
      const of = (line: Measure) => figures.get(line) ?? 0n;
      const sum = (lines: readonly Measure[]) => lines.reduce((total, line) => total + of(line), 0n);
      const deducted = sum(Object.keys(DEDUCTIONS) as Measure[]);
      const nibt = sum(INCOME_LINES) - deducted - sum(EXPENSE_LINES);
      const tax = nibt > 0n ? (nibt * 25n + 50n) / 100n : 0n;
      const told = [nibt, tax, nibt - tax, nibt + sum(['interest_expense', 'depreciation_amortization'])];
      return resultSaid(key, [...MEASURE_LINES.map(of), ...told].map(amountText));
    })
    .toSorted(compare);
}

/** A row of the report in words. */
export const resultSaid = (key: string, figures: readonly string[]): string => `${key}: ${figures.join(' ')}`;
