import { sql, type RawBuilder } from 'kysely';
import { incomeStatementReport } from '@talaan/contract/reports/income-statement.report';
import type { FigureColumn, StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { periodColumns } from '@talaan/contract/reports/kit/statement-period';
import { EXCLUDED } from '@talaan/contract/reports/profitability/measures';
import { cutsAMonth } from '@talaan/contract/reports/profitability/profitability.report';
import { accountFigures } from '../kit/account-figures.ts';
import { chartPostings, accountRows, figuresByColumn, type ChartFigures } from '../kit/chart/chart-figures.ts';
import { inChart, type ChartRow } from '../kit/chart/in-chart.ts';
import {
  accountRow,
  addUp,
  figuresOf,
  sectionOf,
  totalsText,
  workedOutRow,
  type Figures,
} from '../kit/chart/statement-rows.ts';
import { makeProof } from '../kit/make-proof.ts';
import { segmentPeriod } from '../kit/period-segments.ts';
import { BY_THEMSELVES, mappedAccounts } from '../kit/profitability-map.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof incomeStatementReport.filters>;
/** An account of results, and whether it is income tax. */
type ResultRow = ChartRow & { readonly is_tax: boolean };

/** The line that is worked out. */
const BEFORE_TAX = 'before_tax';

/**
 * The income statement (reports §17): what moved on the accounts of results, closing entries left out. Income tax is what the map of
 * profitability excludes, so that what is left before it is the NIBT of that report.
 */
export const incomeStatement = defineStatement({
  report: incomeStatementReport,

  rows: (context) =>
    accountRows(
      figuresWithBudget(context),
      columnsOf(context),
      sql`, a.id in (${taxAccounts(context)}) as is_tax`,
    ) as RawBuilder<StatementRow>,

  made: async (context, answered) => statementOf(columnsOf(context), await inChart<ResultRow>(context.db, answered)),

  async sums(context, found) {
    const columns = columnsOf(context);
    return { totals: totalsText(earned(await found, columns)), proof: [] };
  },

  /** Of a branch nothing proves its sums but themselves; of what is narrowed, or cuts a month, profitability knows nothing. */
  async proofsBeside(context) {
    const { brnc_code: branch, dept_code: department } = context.found;
    if (branch) return [];
    const isWhole = !department && !cutsAMonth(context.days);
    const [own, change, nibt] = await Promise.all([
      ownSums(context),
      changeOfResult(context),
      isWhole ? nibtOf(context) : null,
    ]);
    const proof = [
      makeProof(
        'Net income = change of the result not yet closed',
        ['net income', own.net],
        ['income and expenses by branch, closing entries added back', change],
      ),
    ];
    if (nibt !== null)
      proof.push(
        makeProof('Income before tax = Profitability', ['this report', own.before_tax], ['NIBT of all groups', nibt]),
      );
    return proof;
  },

  async postings(context, { column, codes }) {
    const of = figuresIn(context).columns.find(({ field }) => field === column);
    const accounts = accountsOf(context, codes['line'], codes['account_code']);
    return of && accounts ? chartPostings(context.db, figuresIn(context), of, accounts) : null;
  },
});

const columnsOf = ({ filter }: Context): readonly FigureColumn[] => periodColumns(filter);

/** The accounts of results, and those of income tax among them. */
const RESULTS = sql`select id from account a where a.acct_class = 'I'`;
const taxAccounts = ({ days }: Context) => mappedAccounts(days, sql`m.measure = ${EXCLUDED}`, sql`m.account_id`);

function figuresIn(context: Context): ChartFigures {
  const { brnc_code: branch, dept_code: department } = context.found;
  return {
    columns: columnsOf(context).filter(({ field }) => field !== BUDGET),
    of: 'movement',
    branch,
    department,
    accounts: { within: RESULTS },
    withoutClosing: true,
  };
}

/** The field of the budget, which no posting makes. */
const BUDGET = 'budget';

/** Rows (account_id, and a field for each column): what moved, and what the budget says, where it is asked for; debit less credit. */
function figuresWithBudget(context: Context): RawBuilder<unknown> {
  const moved = figuresByColumn(figuresIn(context));
  const { budget, brnc_code, dept_code } = context.found;
  if (!budget) return moved;
  const fields = figuresIn(context).columns.map(({ field }) => sql.ref(field));
  const { first_whole, rolled_to } = segmentPeriod(context.days);
  return sql`
    select account_id, ${sql.join([...fields, sql.ref(BUDGET)].map((field) => sql`sum(${field}) as ${field}`))}
    from (
      select account_id, ${sql.join(fields)}, 0 as ${sql.ref(BUDGET)} from (${moved}) m
      union all
      select b.account_id, ${sql.join(fields.map(() => sql`0`))}, case a.normal_balance when 'D' then b.amount else -b.amount end
      from budget b join account a on a.id = b.account_id
      where b.version_id = ${budget.id} and b.period between ${first_whole} and ${rolled_to}
        and ${brnc_code ? sql`b.branch_id = ${brnc_code.id}` : sql`true`}
        and ${dept_code ? sql`b.department_id = ${dept_code.id}` : sql`true`}) f
    group by 1`;
}

/** Income, expenses, what is left before tax, the tax. */
function statementOf(columns: readonly FigureColumn[], accounts: readonly ResultRow[]): StatementRow[] {
  const partOf = (shown: (row: ResultRow) => boolean, depth: number, name: string) => {
    const own = accounts.filter(shown);
    const [group, sign] = name === 'INCOME' ? (['I', -1] as const) : (['E', 1] as const);
    const section = sectionOf(own, depth, { group, code: name.charAt(0), name });
    return own.map((row) => accountRow(row, section, figuresOf(row, columns, sign)));
  };
  const income = partOf(({ acct_group }) => acct_group === 'I', 0, 'INCOME');
  const expenses = partOf(({ acct_group, is_tax }) => acct_group === 'E' && !is_tax, 0, 'EXPENSES');
  const tax = partOf(({ acct_group, is_tax }) => acct_group === 'E' && is_tax, 1, 'TAX ON INCOME');
  if (accounts.length === 0) return [];
  const left = { line: BEFORE_TAX, acct_desc: 'Income before tax', is_sum: true };
  return [...income, ...expenses, workedOutRow(left, null, earned([...income, ...expenses], columns)), ...tax];
}

/** Income less expenses of some rows. */
function earned(rows: readonly StatementRow[], columns: readonly FigureColumn[]): Figures {
  const sumOf = (group: string, sign: 1 | -1) =>
    figuresOf(
      addUp(
        rows.filter(({ acct_group }) => acct_group === group),
        columns,
      ),
      columns,
      sign,
    );
  return addUp([sumOf('I', 1), sumOf('E', -1)], columns);
}

/** The accounts behind a row, as a statement of ids; null for one that is none. */
function accountsOf(context: Context, line: string | undefined, code: string | undefined): RawBuilder<unknown> | null {
  if (line === 'account' && code) return sql`${RESULTS} and a.acct_code = ${code}`;
  return line === BEFORE_TAX ? sql`${RESULTS} and a.id not in (${taxAccounts(context)})` : null;
}

/** What the figures of the days come to: with income tax, and before it. */
async function ownSums(context: Context) {
  const asked = columnsOf(context).filter(({ field }) => field === 'amount');
  const { rows } = await sql<{ net: string; before_tax: string }>`
    select round(coalesce(-sum(amount), 0), 2)::text as net,
      round(coalesce(-sum(amount) filter (where account_id not in (${taxAccounts(context)})), 0), 2)::text as before_tax
    from (${figuresByColumn({ ...figuresIn(context), columns: asked })}) f`.execute(context.db);
  return rows[0]!;
}

/** By how much the result not yet closed of the balance sheet changes in the days, closing entries added back; from the sums by branch. */
async function changeOfResult({ db, days, found, user }: Context): Promise<string> {
  const accounts = { within: RESULTS };
  const moved = accountFigures({
    days,
    by: 'branch',
    department: found.dept_code,
    accounts,
    withoutClosing: true,
    user,
  });
  const { rows } = await sql<{ change: string }>`
    select round(coalesce(sum(credit - debit), 0), 2)::text as change from (${moved}) f`.execute(db);
  return rows[0]!.change;
}

/** The NIBT of all groups of profitability in whole months. */
async function nibtOf({ db, days }: Context): Promise<string> {
  const { first_whole, rolled_to } = segmentPeriod(days);
  const mapped = mappedAccounts(days, sql`m.measure <> ${EXCLUDED}`, sql`m.account_id`);
  const { rows } = await sql<{ nibt: string }>`
    select round(coalesce((
        select sum(b.credit - b.debit) from balance_unit b
        where b.period between ${first_whole} and ${rolled_to} and b.account_id in (${mapped})
          and (b.department_id = 0 or b.department_id in ${BY_THEMSELVES})), 0)
      + coalesce((
        select sum(p.debit - p.credit) from closing_entry c join posting p on p.entry_id = c.entry_id
        where p.entry_date between ${days.date_from} and ${days.date_to} and p.account_id in (${mapped})), 0), 2)::text
      as nibt`.execute(db);
  return rows[0]!.nibt;
}
