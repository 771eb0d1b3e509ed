import { sql, type RawBuilder } from 'kysely';
import {
  EXCLUDED,
  EXPENSE_LINES,
  INCOME_LINES,
  isIncome,
  MEASURE_LINES,
  type Measure,
} from '@talaan/contract/reports/profitability/measures';
import {
  cutsAMonth,
  FIGURES,
  MAP_PROOF,
  profitabilityReport,
  type ProfitabilityRow,
} from '@talaan/contract/reports/profitability/profitability.report';
import { PROFITABILITY_GROUPS } from '@talaan/contract/resources/parties/party.choices';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { accountFigures } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { segmentPeriod } from '../kit/period-segments.ts';
import { BY_THEMSELVES, mappedAccounts } from '../kit/profitability-map.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof profitabilityReport.filters>;
type Part = RawBuilder<unknown>;

const CANCELLED = 4;
/** The groups of each view, first to last. */
const VIEWS = { detailed: [1, 5], summary: [6, 9], all: [1, 9] } as const;

/**
 * Profitability (reports §12): a row for each branch and each department that is read by itself, by the map of accounts that is in
 * force at the end of the period. Whole months come from the sums by unit, days of cut ones and closing entries, which are left out,
 * from the postings.
 */
export const profitability = defineStatement({
  report: profitabilityReport,

  rows: (context) => sql<ProfitabilityRow>`
    with ${figuresOf(context)}
    select group_id, ${groupNames} as group_name, unit, branch_code, branch_name, date_open, date_closed, transactions,
      ${sql.join(
        [...MEASURE_LINES, 'total', 'net', 'total_expense', 'nibt', 'less_thirty', 'niat', 'ebitda'].map(
          (figure) => sql`round(${sql.ref(figure)}, 2)::text as ${sql.ref(figure)}`,
        ),
      )}
    from taxed order by group_id, branch_code, unit`,

  shows: isShown,

  // Of every view the proofs are those of both: the ledger knows of neither.
  async sums(context, found) {
    const [rows, accounts] = await Promise.all([found, resultsOfLedger(context)]);
    const earned = accounts.filter(({ measure }) => measure !== EXCLUDED);
    return {
      totals: totalsOf(rows.filter((row) => isShown(context, row))),
      proof: [
        makeProof(
          'NIBT = income and expense accounts',
          ['detailed + summary', sumText(rows.map(({ nibt }) => nibt))],
          ['ledger, what is excluded and closes left out', sumText(earned.map((account) => account.earned))],
        ),
        await proofOfMap(
          context,
          accounts.filter(({ measure }) => measure === null),
        ),
      ],
    };
  },

  async postings(context, { column, codes }) {
    if (!(MEASURE_LINES as readonly string[]).includes(column)) return null;
    const { unit, branch_code } = codes;
    if ((unit !== 'branch' && unit !== 'department') || !branch_code) return null;
    const { rows } = await (
      unit === 'branch'
        ? sql<{ id: number }>`select id from branch where brnc_code = ${branch_code}`
        : sql<{
            id: number;
          }>`select id from department where dept_code = ${branch_code} and is_read_by_itself(group_id)`
    ).execute(context.db);
    const found = rows[0];
    if (!found) return null;
    const ofRow =
      unit === 'department'
        ? sql`p.department_id = ${found.id}`
        : sql`p.branch_id = ${found.id} and p.department_id not in ${BY_THEMSELVES}`;
    const accounts = sql`p.account_id in (${mapped(context, sql`m.measure = ${column}`, sql`m.account_id`)})`;
    return {
      where: sql`${accounts} and ${ofRow} and not exists (select from closing_entry c where c.entry_id = p.entry_id)`,
    };
  },
});

function isShown({ filter }: Context, { group_id }: ProfitabilityRow): boolean {
  const [first, last] = VIEWS[filter.view];
  return group_id >= first && group_id <= last;
}

const groupNames = sql`case group_id::text ${sql.join(
  Object.entries(PROFITABILITY_GROUPS).map(([group, name]) => sql`when ${group} then ${name}`),
  sql` `,
)} end`;

/** Lines of the map in force at the end of the period. */
const mapped = ({ days }: Context, where: Part, what?: Part): Part => mappedAccounts(days, where, what);

/** The accounts of results. */
const RESULTS = sql`select id from account a where a.acct_class = 'I'`;

/** What moved by unit and account (department_id, branch_id, account_id, moved), debit less credit; the id that is not the unit's is 0. */
function movements({ days }: Context): Part {
  const { first_whole, rolled_to, head, tail } = segmentPeriod(days);
  const isRow = (unit: Part) => sql`(${unit}.department_id = 0 or ${unit}.department_id in ${BY_THEMSELVES})`;
  const postings = (from: Part, where: Part, sign: 1 | -1) => sql`
    select u.department_id, u.branch_id, p.account_id, ${sql.lit(sign)} * (p.debit - p.credit)
    from ${from} cross join lateral units_of(p.department_id, p.branch_id) u
    where ${where} and p.account_id in (${RESULTS}) and ${isRow(sql`u`)}`;
  return sql.join(
    [
      sql`select b.department_id, b.branch_id, b.account_id, b.debit - b.credit as moved from balance_unit b
        where b.period between ${first_whole} and ${rolled_to} and ${isRow(sql`b`)}`,
      ...[head, tail].flatMap((part) => {
        if (!part) return [];
        const from = part === tail && days.date_from > part.from ? days.date_from : part.from;
        return [postings(sql`posting p`, sql`p.entry_date between ${from} and ${part.to}`, 1)];
      }),
      postings(
        sql`closing_entry c join posting p on p.entry_id = c.entry_id`,
        sql`p.entry_date between ${days.date_from} and ${days.date_to}`,
        -1,
      ),
    ],
    sql` union all `,
  );
}

/** The statements (…, taxed) that end with a row for each branch and department that has a figure or a count. */
function figuresOf(context: Context): Part {
  const { days } = context;
  const sumOf = (measure: Measure) => {
    const sign = isIncome(measure) ? sql`-` : sql``;
    return sql`coalesce(${sign}sum(moved) filter (where measure = ${sql.lit(measure)}), 0) as ${sql.ref(measure)}`;
  };
  const sumOfLines = (lines: readonly Measure[]) =>
    sql.join(
      lines.map((line) => sql.ref(line)),
      sql` + `,
    );
  const { first_whole, rolled_to } = segmentPeriod(days);
  // The 35 lines may net to nothing: whether there is a figure is told by each of them. What is worked out is kept (`materialized`):
  // otherwise each result would repeat the sums that it is made of, of which a call prepares thousands.
  const anyFigure = sql.join(
    MEASURE_LINES.map((line) => sql`${sql.ref(line)} <> 0`),
    sql` or `,
  );
  return sql`
    moved as (${movements(context)}),
    map as (${mapped(context, sql`m.measure <> ${EXCLUDED}`, sql`m.account_id, m.measure`)}),
    placed as (
      select m.department_id, m.branch_id, map.measure, sum(m.moved) as moved from moved m join map on map.account_id = m.account_id
      group by 1, 2, 3
      union all
      select 0, s.branch_id, null, null from branch_statistic s where ${countedMonths(days, sql`s`)} group by s.branch_id
    ),
    lined as (
      select department_id, branch_id, ${sql.join(MEASURE_LINES.map(sumOf))} from placed group by 1, 2
    ),
    named as (
      select lined.*, d.group_id::int, 'department' as unit, d.dept_code as branch_code, d.dept_desc as branch_name,
        null::date as date_open, null::date as date_closed, null::int as transactions
      from lined join department d on d.id = lined.department_id
      union all
      select lined.*, case when b.date_closed < ${days.date_from} then ${CANCELLED} else b.group_id end::int, 'branch',
        b.brnc_code, b.brnc_name, b.date_opened, b.date_closed, (
          select sum(s.transactions)::int from branch_statistic s where s.branch_id = b.id and ${countedMonths(days, sql`s`)})
      from lined join branch b on b.id = lined.branch_id
    ),
    summed as materialized (
      select *, ${sumOfLines(INCOME_LINES)} - vat as total, ${sumOfLines(EXPENSE_LINES)} as total_expense
      from named where transactions is not null or ${anyFigure}
    ),
    before_tax as materialized (select *, total - ccf as net, total - ccf - total_expense as nibt from summed),
    taxed as (
      select *, nibt - less_thirty as niat, nibt + interest_expense + depreciation_amortization as ebitda
      from (select *, round(greatest(nibt, 0) * 0.25, 2) as less_thirty from before_tax) s
    )`;

  function countedMonths(of: Context['days'], alias: Part): Part {
    if (cutsAMonth(of)) return sql`false`;
    return sql`${alias}.period between ${first_whole} and ${rolled_to}`;
  }
}

/** The sums of the rows; of transactions where any of them has a count. */
function totalsOf(rows: readonly ProfitabilityRow[]) {
  const prefix = profitabilityReport.sumNames!.all;
  const counts = rows.flatMap(({ transactions }) => transactions ?? []);
  const sums = FIGURES.map((figure) => [`${prefix}${figure}`, sumText(rows.map((row) => row[figure]))] as const);
  return {
    ...(counts.length === 0 ? {} : { grand_total_transactions: String(counts.reduce((sum, count) => sum + count, 0)) }),
    ...(Object.fromEntries(sums) as Record<`grand_total_${(typeof FIGURES)[number]}`, string>),
  };
}

const sumText = (amounts: readonly string[]) => amountText(sumMinor(amounts.map(requireSum)));

/** What moved on an account of results, as it earned (credit less debit) and at its most; `measure` null where the map leaves it out. */
interface AccountOfResults {
  readonly id: number;
  readonly acct_code: string;
  readonly acct_desc: string;
  readonly measure: string | null;
  readonly earned: string;
  readonly moved: string;
}

/** The accounts of results that moved, closing entries left out, from sums that know nothing of branches and departments. */
async function resultsOfLedger(context: Context): Promise<AccountOfResults[]> {
  const { db, days, user } = context;
  const figures = accountFigures({ days, by: 'none', accounts: { within: RESULTS }, withoutClosing: true, user });
  const { rows } = await sql<AccountOfResults>`
    select a.id, a.acct_code, a.acct_desc, m.measure, round(f.credit - f.debit, 2)::text as earned,
      round(greatest(abs(f.debit - f.credit), f.debit, f.credit), 2)::text as moved
    from (${figures}) f join account a on a.id = f.account_id
    left join (${mapped(context, sql`true`, sql`m.account_id, m.measure`)}) m on m.account_id = a.id
    where f.debit <> 0 or f.credit <> 0 order by a.acct_code`.execute(db);
  return rows;
}

/** So many unmapped accounts are named. */
const MOST_NAMED = 20;

/** What moved on accounts that the map leaves out: they are named, with the documents that wrote on them. */
async function proofOfMap({ db, days }: Context, unmapped: readonly AccountOfResults[]) {
  const named = unmapped.slice(0, MOST_NAMED).map(({ acct_code, acct_desc }) => `${acct_code} ${acct_desc}`);
  const more = unmapped.length > MOST_NAMED ? ` and ${unmapped.length - MOST_NAMED} more` : '';
  const documents =
    unmapped.length === 0
      ? []
      : await proofDocuments(
          db,
          sql`select p.entry_id, sum(p.debit + p.credit) as amount from posting p
            where p.account_id = any (${unmapped.map(({ id }) => id)}::int[])
              and p.entry_date between ${days.date_from} and ${days.date_to}
              and not exists (select from closing_entry c where c.entry_id = p.entry_id)
            group by p.entry_id`,
        );
  return makeProof(
    MAP_PROOF,
    [
      unmapped.length === 0 ? 'unmapped' : `unmapped: ${named.join(', ')}${more}`,
      sumText(unmapped.map(({ moved }) => moved)),
    ],
    ['must be', '0.00'],
    { documents },
  );
}
