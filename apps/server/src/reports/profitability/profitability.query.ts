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
  MAP_PROOF,
  profitabilityReport,
  type ProfitabilityRow,
} from '@talaan/contract/reports/profitability/profitability.report';
import { PROFITABILITY_GROUPS } from '@talaan/contract/resources/parties/party.choices';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { accountFigures } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { segmentPeriod } from '../kit/period-segments.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof profitabilityReport.filters>;
type Part = RawBuilder<unknown>;

/** Groups of departments that are read by themselves; what any other department earns is its branch's (reports §12). */
const OF_DEPARTMENTS = sql`(3, 5, 6, 7, 8, 9)`;
const CANCELLED = 4;
/** The groups of each view, first to last. */
const VIEWS = { detailed: [1, 5], summary: [6, 9], all: [1, 9] } as const;

/**
 * Profitability (reports §12): a row for each branch and each department that is read by itself, by the map of accounts that is in
 * force at the end of the period. Whole months come from the sums by branch and department, days of cut ones and closing entries,
 * which are left out, from the postings.
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
    from taxed where group_id between ${VIEWS[context.filter.view][0]} and ${VIEWS[context.filter.view][1]}
    order by group_id, branch_code, unit`,

  async sums(context, rows) {
    const { rows: found } = await sql<{ detailed: string; summary: string }>`
      with ${figuresOf(context)}
      select round(coalesce(sum(nibt) filter (where group_id <= ${VIEWS.detailed[1]}), 0), 2)::text as detailed,
        round(coalesce(sum(nibt) filter (where group_id > ${VIEWS.detailed[1]}), 0), 2)::text as summary
      from taxed`.execute(context.db);
    const { detailed, summary } = found[0]!;
    const ledger = await sql<{ earned: string }>`
      select round(coalesce(-sum(f.debit - f.credit), 0), 2)::text as earned
      from (${ledgerFigures(context)}) f
      where not exists (${mapped(context, sql`m.account_id = f.account_id and m.measure = ${EXCLUDED}`)})`.execute(
      context.db,
    );
    return {
      totals: totalsOf(rows),
      proof: [
        makeProof(
          'NIBT = income and expense accounts',
          ['detailed + summary', amountText(requireSum(detailed) + requireSum(summary))],
          ['ledger, what is excluded and closes left out', ledger.rows[0]!.earned],
        ),
        await proofOfMap(context),
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
          }>`select id from department where dept_code = ${branch_code} and group_id in ${OF_DEPARTMENTS}`
    ).execute(context.db);
    const found = rows[0];
    if (!found) return null;
    const ofRow =
      unit === 'department'
        ? sql`p.department_id = ${found.id}`
        : sql`p.branch_id = ${found.id} and not exists (
            select from department d where d.id = p.department_id and d.group_id in ${OF_DEPARTMENTS})`;
    const accounts = sql`p.account_id in (${mapped(context, sql`m.measure = ${column}`, sql`m.account_id`)})`;
    return {
      where: sql`${accounts} and ${ofRow} and not exists (select from closing_entry c where c.entry_id = p.entry_id)`,
    };
  },
});

const groupNames = sql`case group_id::text ${sql.join(
  Object.entries(PROFITABILITY_GROUPS).map(([group, name]) => sql`when ${group} then ${name}`),
  sql` `,
)} end`;

/** Lines of the map in force at the end of the period: of the version that begins last, the newest of those. */
function mapped({ days }: Context, where: Part, what: Part = sql`1`): Part {
  return sql`select ${what} from profitability_map m where m.version_id = (
    select v.id from report_map_version v
    where v.report = 'profitability' and v.effective_from <= ${periodOf(days.date_to)}
    order by v.effective_from desc, v.version desc limit 1) and ${where}`;
}

/** The accounts of results. */
const RESULTS = sql`select id from account a where a.acct_class = 'I'`;

/** Movement of accounts of results by branch and department (branch_id, department_id, account_id, moved): debit less credit. */
function movements({ days }: Context): Part {
  const { first_whole, rolled_to, head, tail } = segmentPeriod(days);
  const postings = (from: Part, where: Part, sign: 1 | -1) => sql`
    select p.branch_id, p.department_id, p.account_id, ${sql.lit(sign)} * sum(p.debit - p.credit)
    from ${from} where ${where} and p.account_id in (${RESULTS}) group by 1, 2, 3`;
  return sql.join(
    [
      sql`select b.branch_id, b.department_id, b.account_id, sum(b.debit - b.credit) as moved from balance_department b
        where b.period between ${first_whole} and ${rolled_to} and b.account_id in (${RESULTS}) group by 1, 2, 3`,
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
  // The 35 lines may net to nothing: whether there is a figure is told by each of them.
  const anyFigure = sql.join(
    MEASURE_LINES.map((line) => sql`${sql.ref(line)} <> 0`),
    sql` or `,
  );
  return sql`
    moved as (${movements(context)}),
    map as (${mapped(context, sql`m.measure <> ${EXCLUDED}`, sql`m.account_id, m.measure`)}),
    placed as (
      select case when d.group_id in ${OF_DEPARTMENTS} then d.id end as department_id,
        case when d.group_id in ${OF_DEPARTMENTS} then null else m.branch_id end as branch_id, map.measure, sum(m.moved) as moved
      from moved m join map on map.account_id = m.account_id left join department d on d.id = m.department_id
      group by 1, 2, 3
      union all
      select null, s.branch_id, null, null from branch_statistic s where ${countedMonths(days, sql`s`)} group by s.branch_id
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
    summed as (
      select *, ${sumOfLines(INCOME_LINES)} - vat as total, ${sumOfLines(INCOME_LINES)} - vat - ccf as net,
        ${sumOfLines(EXPENSE_LINES)} as total_expense
      from named where transactions is not null or ${anyFigure}
    ),
    taxed as (
      select *, nibt - less_thirty as niat, nibt + interest_expense + depreciation_amortization as ebitda
      from (
        select *, net - total_expense as nibt, round(greatest(net - total_expense, 0) * 0.25, 2) as less_thirty from summed) s
    )`;

  function countedMonths(of: Context['days'], alias: Part): Part {
    if (cutsAMonth(of)) return sql`false`;
    return sql`${alias}.period between ${first_whole} and ${rolled_to}`;
  }
}

function totalsOf(rows: readonly ProfitabilityRow[]) {
  const prefix = profitabilityReport.sumNames!.all;
  const names = Object.keys(profitabilityReport.totals.shape) as (keyof typeof profitabilityReport.totals.shape)[];
  const sumOf = (name: string) =>
    amountText(sumMinor(rows.map((row) => requireSum(row[name.slice(prefix.length) as Measure]))));
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<(typeof names)[number], string>;
}

/** The movement of each account of results, closing entries left out, from sums that know nothing of branches and departments. */
function ledgerFigures({ days, user }: Context): Part {
  return accountFigures({ days, by: 'none', accounts: { within: RESULTS }, withoutClosing: true, user });
}

/** So many unmapped accounts are named. */
const MOST_NAMED = 20;

/** What moved on accounts that the map leaves out: they are named, with the documents that wrote on them. */
async function proofOfMap(context: Context) {
  const unmapped = sql`not exists (${mapped(context, sql`m.account_id = f.account_id`)})`;
  const { rows } = await sql<{ id: number; acct_code: string; acct_desc: string; moved: string }>`
    select a.id, a.acct_code, a.acct_desc, round(greatest(abs(f.debit - f.credit), f.debit, f.credit), 2)::text as moved
    from (${ledgerFigures(context)}) f join account a on a.id = f.account_id
    where (f.debit <> 0 or f.credit <> 0) and ${unmapped} order by a.acct_code`.execute(context.db);
  const moved = amountText(sumMinor(rows.map((row) => requireSum(row.moved))));
  const named = rows.slice(0, MOST_NAMED).map(({ acct_code, acct_desc }) => `${acct_code} ${acct_desc}`);
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  const { days } = context;
  const documents =
    rows.length === 0
      ? []
      : await proofDocuments(
          context.db,
          sql`select p.entry_id, sum(p.debit + p.credit) as amount from posting p
            where p.account_id = any (${rows.map(({ id }) => id)}::int[])
              and p.entry_date between ${days.date_from} and ${days.date_to}
              and not exists (select from closing_entry c where c.entry_id = p.entry_id)
            group by p.entry_id`,
        );
  return makeProof(
    MAP_PROOF,
    [rows.length === 0 ? 'unmapped' : `unmapped: ${named.join(', ')}${more}`, moved],
    ['must be', '0.00'],
    { documents },
  );
}
