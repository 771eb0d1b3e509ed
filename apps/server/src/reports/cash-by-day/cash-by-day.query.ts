import { sql } from 'kysely';
import { cashByDayReport, type CashDay } from '@talaan/contract/reports/cash-by-day.report';
import { addDays, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { accountFigures, narrowedPostings } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof cashByDayReport.filters>;

/**
 * Cash day by day (reports §18): the days on which it moved, from the postings of its accounts by their index, onto what there was before,
 * from the rollup. What the last day leaves is held against the rollup.
 */
export const cashByDay = defineStatement({
  report: cashByDayReport,

  rows: (context) => sql<CashDay>`
    with moved as (
      select p.entry_date, sum(p.debit) as received, sum(p.credit) as paid from posting p
      where p.entry_date between ${context.days.date_from} and ${context.days.date_to} and ${cashPostings(context)}
      group by 1
    ), run as (
      select *, (${balanceBefore(context)}) + sum(received - paid) over (order by entry_date) as closing from moved
    )
    select entry_date::text as day, round(closing - received + paid, 2)::text as opening, round(received, 2)::text as received,
      round(paid, 2)::text as paid, round(closing, 2)::text as closing
    from run order by entry_date`,

  async sums(context, found) {
    const [rows, ledger] = await Promise.all([found, balancesOf(context)]);
    const sum = (field: 'received' | 'paid') => sumMinor(rows.map((row) => requireSum(row[field])));
    const [received, paid] = [sum('received'), sum('paid')];
    const closing = amountText(requireSum(ledger.opening) + received - paid);
    return {
      totals: { opening: ledger.opening, received: amountText(received), paid: amountText(paid), closing },
      proof: [makeProof('Ending = Trial Balance', ['day by day', closing], ['trial balance', ledger.closing])],
    };
  },

  postings: async (context, { column, codes }) => {
    const day = parseCalendarDate(codes['day'] ?? '');
    if (!day || (column !== 'received' && column !== 'paid')) return null;
    const side = column === 'received' ? sql`p.debit <> 0` : sql`p.credit <> 0`;
    return { where: sql`${side} and ${cashPostings(context)}`, days: { date_from: day, date_to: day } };
  },
});

const CASH = { within: sql`select id from account a where a.cash_flow = 'cash'` };

const cashPostings = ({ found }: Context) => narrowedPostings({ branch: found.brnc_code, accounts: CASH });

const balanceOn = ({ found, user }: Context, day: Context['days']['date_to']) =>
  accountFigures({ days: { date_from: day, date_to: day }, by: 'none', branch: found.brnc_code, accounts: CASH, user });

/** What cash there was before the first day. */
const balanceBefore = (context: Context) =>
  sql`select coalesce(sum(f.balance), 0) from (${balanceOn(context, addDays(context.days.date_from, -1))}) f`;

/** What cash the ledger has before the first day, and at the end of the last. */
async function balancesOf(context: Context) {
  const { rows } = await sql<{ opening: string; closing: string }>`
    select round((${balanceBefore(context)}), 2)::text as opening, round(coalesce((
      select sum(f.balance) from (${balanceOn(context, context.days.date_to)}) f), 0), 2)::text as closing`.execute(
    context.db,
  );
  return rows[0]!;
}
