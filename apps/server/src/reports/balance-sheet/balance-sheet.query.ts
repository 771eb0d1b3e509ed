import { sql, type RawBuilder } from 'kysely';
import { balanceSheetColumns, balanceSheetReport } from '@talaan/contract/reports/balance-sheet.report';
import type { FigureColumn, StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { accountFigures } from '../kit/account-figures.ts';
import { chartPostings, accountRows, figuresByColumn, type ChartFigures } from '../kit/chart/chart-figures.ts';
import { inChart, type ChartRow } from '../kit/chart/in-chart.ts';
import {
  accountRow,
  addUp,
  figuresOf,
  proveColumns,
  sectionOf,
  totalsText,
  workedOutRow,
} from '../kit/chart/statement-rows.ts';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof balanceSheetReport.filters>;

/** The sections, by the group of their accounts, with what they are called where the chart has no account above them. */
const SECTIONS = { A: 'ASSETS', L: 'LIABILITIES', C: 'CAPITAL' } as const;
/** Lines that are worked out. */
const RESULT = 'result';
const BRANCHES = 'branches';

/**
 * The balance sheet (reports §16): balances of a day, from the rollups and the postings of a cut month. Capital ends with the
 * balance of income and expenses, which closing takes to retained earnings, so that a year may be closed or not.
 */
export const balanceSheet = defineStatement({
  report: balanceSheetReport,

  rows: (context) => accountRows(figuresByColumn(figuresIn(context)), columnsOf(context)) as RawBuilder<StatementRow>,

  made: async (context, answered) => sheetOf(context, await inChart<ChartRow>(context.db, answered)),

  async sums(context, found) {
    const columns = columnsOf(context);
    const rows = await found;
    const sumOf = (shown: (row: StatementRow) => boolean) => addUp(rows.filter(shown), columns);
    const assets = sumOf(({ acct_group }) => acct_group === 'A');
    const others = sumOf(({ acct_group }) => acct_group !== 'A');
    const words = 'liabilities, capital and result not yet closed';
    return {
      totals: totalsText(others),
      proof: proveColumns('Assets = liabilities + capital', columns, ['assets', assets], [words, others]),
    };
  },

  async proofsBeside(context) {
    const [own, branches] = await Promise.all([ownSums(context), sumsOfBranches(context)]);
    if (context.found.brnc_code) {
      const others = ['what they are due, branch by branch', branches.others] as const;
      return [makeProof('Due to other branches', ['this report', own.everything], others)];
    }
    return [
      makeProof('Assets = Trial Balance', ['this report', own.assets], ['trial balance by branch', branches.assets]),
    ];
  },

  async postings(context, { column, codes }) {
    const of = columnsOf(context).find(({ field }) => field === column);
    const accounts = accountsOf(codes['line'], codes['account_code']);
    return of && accounts ? chartPostings(context.db, figuresIn(context), of, accounts) : null;
  },
});

const columnsOf = ({ filter }: Context): readonly FigureColumn[] => balanceSheetColumns(filter);

function figuresIn(context: Context): ChartFigures {
  return { columns: columnsOf(context), of: 'balance', branch: context.found.brnc_code };
}

/** The rows of all sections in their order. */
function sheetOf(context: Context, accounts: readonly ChartRow[]): StatementRow[] {
  if (accounts.length === 0) return [];
  const columns = columnsOf(context);
  const sumOf = (of: readonly ChartRow[], sign: 1 | -1) =>
    addUp(
      of.map((row) => figuresOf(row, columns, sign)),
      columns,
    );
  return (['A', 'L', 'C'] as const).flatMap((group) => {
    const own = accounts.filter(({ acct_group }) => acct_group === group);
    const section = sectionOf(own, 0, { group, code: group, name: SECTIONS[group] });
    const rows = own.map((row) => accountRow(row, section, figuresOf(row, columns, group === 'A' ? 1 : -1)));
    if (group === 'L' && context.found.brnc_code)
      rows.push(workedOutRow({ line: BRANCHES, acct_desc: 'Due from/to other branches' }, section, sumOf(accounts, 1)));
    if (group === 'C') {
      const results = accounts.filter(({ acct_group }) => acct_group === 'I' || acct_group === 'E');
      rows.push(workedOutRow({ line: RESULT, acct_desc: 'Result not yet closed' }, section, sumOf(results, -1)));
    }
    return rows;
  });
}

/** The accounts behind a row, as a statement of ids; null for one that is none. */
function accountsOf(line: string | undefined, code: string | undefined): RawBuilder<unknown> | null {
  if (line === 'account' && code) return sql`select id from account a where a.acct_code = ${code}`;
  if (line === RESULT) return sql`select id from account a where a.acct_class = 'I'`;
  return line === BRANCHES ? sql`select id from account` : null;
}

/** What the figures on the day that is asked for come to: of assets, and of everything, which what is due to other branches balances. */
async function ownSums(context: Context) {
  const asked = columnsOf(context).filter(({ field }) => field === 'amount');
  const { rows } = await sql<{ assets: string; everything: string }>`
    select round(coalesce(sum(f.amount) filter (where a.acct_group = 'A'), 0), 2)::text as assets,
      round(coalesce(sum(f.amount), 0), 2)::text as everything
    from (${figuresByColumn({ ...figuresIn(context), columns: asked })}) f join account a on a.id = f.account_id`.execute(
    context.db,
  );
  return rows[0]!;
}

/** The same from the sums by branch: assets of all of them, and what all but the chosen one have more in credit than in debit. */
async function sumsOfBranches({ db, days, found, user }: Context) {
  const chosen = found.brnc_code?.id ?? 0;
  const { rows } = await sql<{ assets: string; others: string }>`
    select round(coalesce(sum(f.balance) filter (where a.acct_group = 'A'), 0), 2)::text as assets,
      round(coalesce(-sum(f.balance) filter (where f.dim <> ${chosen}), 0), 2)::text as others
    from (${accountFigures({ days, by: 'branch', user })}) f join account a on a.id = f.account_id`.execute(db);
  return rows[0]!;
}
