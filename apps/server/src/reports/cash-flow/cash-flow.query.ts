import { sql, type RawBuilder } from 'kysely';
import { cashFlowReport } from '@talaan/contract/reports/cash-flow.report';
import type { FigureColumn, StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import { periodColumns } from '@talaan/contract/reports/kit/statement-period';
import { addDays } from '@talaan/core/calendar/calendar-date';
import type { CashFlow } from '@talaan/core/ledger/cash-flow';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { narrowedPostings } from '../kit/account-figures.ts';
import {
  chartPostings,
  accountRows,
  figuresByColumn,
  postingsByColumn,
  type ChartFigures,
} from '../kit/chart/chart-figures.ts';
import { inChart, type ChartRow } from '../kit/chart/in-chart.ts';
import {
  accountRow,
  addUp,
  figuresOf,
  proveColumns,
  totalsText,
  workedOutRow,
  type Figures,
  type Section,
} from '../kit/chart/statement-rows.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof cashFlowReport.filters>;
/** What is read of an account: what moved on it; of cash what there was before, and what exchange rates alone did to it. */
type FlowRow = ChartRow & {
  readonly part: 'moved' | 'opening' | 'effect';
  readonly cash_flow: CashFlow | null;
};

/** Lines that are worked out. */
const LINES = {
  net_income: 'Net income',
  branches: 'Due from/to other branches',
  effect_out: 'Effect of exchange rates on cash, shown below',
  effect: 'Effect of exchange rates on cash',
  change: 'Net change in cash',
  opening: 'Cash at the beginning',
} as const;
type Line = keyof typeof LINES;

const OPERATING = { code: '1', name: 'OPERATING ACTIVITIES' } as const;
/** Headings below a section stand for the class of their accounts; an account without one counts as operating, and is listed apart. */
const KINDS = {
  noncash: { ...OPERATING, heading: ['1.1', 'NON-CASH ITEMS'] },
  operating: { ...OPERATING, heading: ['1.2', 'CHANGES IN OPERATING ACCOUNTS'] },
  unclassified: { ...OPERATING, heading: ['1.3', 'ACCOUNTS WITHOUT A CLASS OF CASH FLOW'] },
  investing: { code: '2', name: 'INVESTING ACTIVITIES' },
  financing: { code: '3', name: 'FINANCING ACTIVITIES' },
} as const;

/**
 * The cash flow (reports §18): what moved on accounts that are not cash, credit less debit, adds up to what moved on cash, because
 * every entry balances. Movement comes from the rollups; the effect of exchange rates is lines in pesos alone on cash in a foreign
 * currency, which an index of their own finds.
 */
export const cashFlow = defineStatement({
  report: cashFlowReport,

  rows: (context) => {
    const columns = columnsOf(context);
    return accountRows(figuresOfCash(context), columns, sql`, f.part, a.cash_flow`) as RawBuilder<StatementRow>;
  },

  made: async (context, answered) => flowOf(context, await inChart<FlowRow>(context.db, answered)),

  async sums(context, found) {
    const columns = columnsOf(context);
    const [rows, ledger] = await Promise.all([found, closingOf(context)]);
    const ends = addUp(
      rows.filter(({ line }) => line === 'opening' || line === 'change'),
      columns,
    );
    return {
      totals: totalsText(ends),
      proof: proveColumns(
        'Opening cash + net change = closing cash',
        columns,
        ['this report', ends],
        ['ledger balances of cash accounts', ledger],
      ),
    };
  },

  async postings(context, { column, codes }) {
    const of = columnsOf(context).find(({ field }) => field === column);
    const line = codes['line'];
    if (!of) return null;
    const moved = (accounts: RawBuilder<unknown>) => chartPostings(context.db, movedIn(context), of, accounts);
    switch (line as Line | 'account' | undefined) {
      case 'account':
        return moved(sql`select id from account a where a.acct_code = ${codes['account_code'] ?? ''}`);
      case 'net_income':
        return moved(sql`select id from account a where a.acct_class = 'I'`);
      case 'branches':
        return moved(sql`select id from account`);
      case 'change':
        return moved(CASH);
      case 'effect':
      case 'effect_out':
        return { where: effectOf(context), days: of.days };
      case 'opening':
        return chartPostings(context.db, balanceIn(context), { ...of, days: dayBefore(of.days) }, CASH);
      default:
        return null;
    }
  },
});

const columnsOf = ({ filter }: Context): readonly FigureColumn[] => periodColumns(filter);

/** The accounts of cash. */
const CASH = sql`select id from account a where a.cash_flow = 'cash'`;

const movedIn = (context: Context): ChartFigures => ({
  columns: columnsOf(context),
  of: 'movement',
  branch: context.found.brnc_code,
  withoutClosing: true,
});
const balanceIn = (context: Context): ChartFigures => ({
  columns: columnsOf(context),
  of: 'balance',
  branch: context.found.brnc_code,
  accounts: { within: CASH },
});

function dayBefore({ date_from }: FigureColumn['days']): FigureColumn['days'] {
  const day = addDays(date_from, -1);
  return { date_from: day, date_to: day };
}

/** The condition on the postings `p` by which exchange rates alone moved cash: lines in pesos alone, on cash in a foreign currency. */
function effectOf({ found }: Context): RawBuilder<unknown> {
  const foreign = sql`select id from account a where a.cash_flow = 'cash' and a.currency_id <> ${CURRENCY_PESO}`;
  return sql`p.fc_debit = 0 and p.fc_credit = 0 and ${narrowedPostings({ branch: found.brnc_code, accounts: { within: foreign } })}`;
}

/** Rows (part, account_id, and a field for each column) of what moved, what cash there was before, and what exchange rates did to it. */
function figuresOfCash(context: Context): RawBuilder<unknown> {
  const columns = columnsOf(context);
  const before = columns.map((column) => ({ ...column, days: dayBefore(column.days) }));
  return sql`
    select 'moved' as part, m.* from (${figuresByColumn(movedIn(context))}) m
    union all select 'opening', o.* from (${figuresByColumn({ ...balanceIn(context), columns: before })}) o
    union all select 'effect', e.* from (${postingsByColumn(columns, effectOf(context))}) e`;
}

/** All rows: the sections, then what exchange rates did, the net change, and the cash that it changes. */
function flowOf(context: Context, found: readonly FlowRow[]): StatementRow[] {
  if (found.length === 0) return [];
  const columns = columnsOf(context);
  const sumOf = (rows: readonly FlowRow[], sign: 1 | -1) =>
    addUp(
      rows.map((row) => figuresOf(row, columns, sign)),
      columns,
    );
  const partOf = (part: FlowRow['part']) => found.filter((row) => row.part === part);
  const moved = partOf('moved');
  const isResult = ({ acct_group }: FlowRow) => acct_group === 'I' || acct_group === 'E';
  const line = (name: Line, figures: Figures, section: Section | null = null) =>
    workedOutRow({ line: name, acct_desc: LINES[name], is_sum: section === null }, section, figures);
  const inKind = (kind: keyof typeof KINDS) =>
    moved
      .filter((row) => !isResult(row) && (row.cash_flow ?? 'unclassified') === kind)
      .map((row) => accountRow(row, { ...IN_CHART, ...KINDS[kind] }, figuresOf(row, columns, -1)));
  const operating = { ...IN_CHART, ...OPERATING };
  const effect = sumOf(partOf('effect'), 1);
  const hasEffect = Object.values(effect).some((figure) => figure !== 0n);
  const sections = [
    line('net_income', sumOf(moved.filter(isResult), -1), operating),
    ...(['noncash', 'operating', 'unclassified'] as const).flatMap(inKind),
    ...(context.found.brnc_code ? [line('branches', sumOf(moved, 1), operating)] : []),
    ...(hasEffect ? [line('effect_out', figuresOf(effect, columns, -1), operating)] : []),
    ...(['investing', 'financing'] as const).flatMap(inKind),
  ];
  return [
    ...sections,
    ...(hasEffect ? [line('effect', effect)] : []),
    line('change', addUp([...sections, effect], columns)),
    line('opening', sumOf(partOf('opening'), 1)),
  ];
}

/** Below a section, accounts stand under the account of the chart that is below its top. */
const IN_CHART = { group: '', above: 1 } as const;

/** The ledger balances of cash at the end of each column. */
async function closingOf(context: Context): Promise<Figures> {
  const columns = columnsOf(context);
  const sums = columns.map(
    ({ field }) => sql`round(coalesce(sum(${sql.ref(field)}), 0), 2)::text as ${sql.ref(field)}`,
  );
  const { rows } =
    await sql<ChartRow>`select ${sql.join(sums)} from (${figuresByColumn(balanceIn(context))}) f`.execute(context.db);
  return figuresOf(rows[0]!, columns, 1);
}
