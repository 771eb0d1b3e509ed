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
import type { FigureColumn, StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { amountText } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { compare, type RawDays, type RawLedger, type RawPosting } from './raw-ledger.ts';

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

/** The entries that close a year: those with a posting on the income summary. */
export function rawClosing({ postings, accounts }: RawLedger): ReadonlySet<bigint> {
  const closes = ({ account }: RawPosting) => accounts.get(account)!.role === 'INCOME_SUMMARY';
  return new Set(postings.filter(closes).map(({ entry_id }) => entry_id));
}

type Columns = readonly FigureColumn[];
/** Debit less credit of some postings in each column. */
const figuresOf = (postings: readonly RawPosting[], columns: Columns, of: 'balance' | 'movement') =>
  columns.map(({ days }) =>
    postings
      .filter(({ date }) => date <= days.date_to && (of === 'balance' || date >= days.date_from))
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0n),
  );

/** A row of a statement in words. */
export const statementSaid = (row: StatementRow, columns: Columns): string =>
  lineSaid(
    `${row.acct_group} ${row.line} ${row.account_code}`,
    columns.map(({ field }) => row[field]),
  );
const lineSaid = (name: string, figures: readonly string[]) => `${name}: ${figures.join(' ')}`;
const told = (name: string, figures: readonly bigint[], sign: bigint) =>
  lineSaid(
    name,
    figures.map((figure) => amountText(figure * sign)),
  );

/** A row for each account of some groups with a figure in any column. */
function accountLines(
  { accounts }: RawLedger,
  postings: readonly RawPosting[],
  columns: Columns,
  of: 'balance' | 'movement',
  groups: string,
) {
  return [...accounts].flatMap(([code, { group }]) => {
    if (!groups.includes(group)) return [];
    const figures = figuresOf(
      postings.filter(({ account }) => account === code),
      columns,
      of,
    );
    return figures.every((figure) => figure === 0n)
      ? []
      : [told(`${group} account ${code}`, figures, 'AE'.includes(group) ? 1n : -1n)];
  });
}

/** What the balance sheet says of some postings, row by row, in the order of their words; of a branch, what others owe it. */
export function rawBalanceSheet(
  raw: RawLedger,
  postings: readonly RawPosting[],
  columns: Columns,
  ofBranch: boolean,
): string[] {
  const isResult = ({ account }: RawPosting) => 'IE'.includes(raw.accounts.get(account)!.group);
  const result = figuresOf(postings.filter(isResult), columns, 'balance');
  const rest = figuresOf(postings, columns, 'balance');
  const accounts = accountLines(raw, postings, columns, 'balance', 'ALC');
  if (accounts.length === 0 && result.every((figure) => figure === 0n)) return [];
  return [...accounts, told('C result ', result, -1n), ...(ofBranch ? [told('L branches ', rest, 1n)] : [])].toSorted(
    compare,
  );
}

/** What the income statement says of some postings, none of them closing a year, row by row. No account is income tax. */
export function rawIncomeStatement(raw: RawLedger, postings: readonly RawPosting[], columns: Columns): string[] {
  const accounts = accountLines(raw, postings, columns, 'movement', 'IE');
  if (accounts.length === 0) return [];
  const ofResults = postings.filter(({ account }) => 'IE'.includes(raw.accounts.get(account)!.group));
  return [...accounts, told(' before_tax ', figuresOf(ofResults, columns, 'movement'), -1n)].toSorted(compare);
}

/** What the cash flow says of some postings, `closing` those of entries that close a year; of a branch, what others owe it. */
export function rawCashFlow(
  raw: RawLedger,
  postings: readonly RawPosting[],
  closing: ReadonlySet<bigint>,
  columns: Columns,
  ofBranch: boolean,
): string[] {
  const of = (posting: RawPosting) => raw.accounts.get(posting.account)!;
  const moved = postings.filter(({ entry_id }) => !closing.has(entry_id));
  const figures = (wanted: (posting: RawPosting) => boolean) => figuresOf(moved.filter(wanted), columns, 'movement');
  const isResult = (posting: RawPosting) => 'IE'.includes(of(posting).group);
  const isCash = (posting: RawPosting) => of(posting).flow === 'cash';
  const result = figures(isResult);
  const rest = figures(() => true);
  const effect = figures(
    (posting) => isCash(posting) && of(posting).foreign && posting.fc_debit === 0n && posting.fc_credit === 0n,
  );
  const opening = columns.map(({ days }) =>
    postings
      .filter((posting) => isCash(posting) && posting.date < days.date_from)
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0n),
  );
  const accounts = [...raw.accounts].flatMap(([code, { group, flow }]) => {
    const own = figures(({ account }) => account === code);
    if ('IE'.includes(group) || flow === 'cash' || own.every((figure) => figure === 0n)) return [];
    return [told(`${group} account ${code}`, own, -1n)];
  });
  const hasEffect = effect.some((figure) => figure !== 0n);
  return [
    ...accounts,
    told(' net_income ', result, -1n),
    ...(ofBranch ? [told(' branches ', rest, 1n)] : []),
    ...(hasEffect ? [told(' effect_out ', effect, -1n), told(' effect ', effect, 1n)] : []),
    told(' change ', figures(isCash), 1n),
    told(' opening ', opening, 1n),
  ].toSorted(compare);
}
