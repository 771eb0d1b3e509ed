import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import {
  trialBalanceReport,
  type TrialBalanceRow,
  type TrialBalanceTotals,
} from '@talaan/contract/reports/trial-balance.report';
import { amountText, requireSum } from '@talaan/core/money/money';
import { accountFigures, DIMENSIONS, narrowedPostings } from '../kit/account-figures.ts';
import { makeProof } from '../kit/make-proof.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';
import { proofOfReceivables } from '../kit/proof-of-receivables.ts';

type Context = ReportContext<typeof trialBalanceReport.filters>;
/**
 * The trial balance (reports §2): every account with movement in the period or a balance on its last day; with `by` for each
 * branch, department or section, what names none last. Movement is the debits and credits of the period, the balance is net to its
 * last day, on its side. Whole months come from a rollup, days of cut months from the postings.
 */
export const trialBalance = defineStatement({
  report: trialBalanceReport,

  rows: (context) => sql<TrialBalanceRow>`
    with recursive figures as (${figuresOf(context, context.days)}), tree as (
      select id, acct_code, acct_desc, acct_code as group_code, acct_desc as group_desc from account where acct_parent is null
      union all
      select a.id, a.acct_code, a.acct_desc, t.group_code, t.group_desc from tree t join account a on a.acct_parent = t.acct_code
    ), placed as (select *, row_number() over (order by group_code, acct_code) as in_groups, row_number() over (order by acct_code) as place from tree)
    select t.acct_code as account_code, t.acct_desc,
      round(f.debit, 2)::text as cur_debit, round(f.credit, 2)::text as cur_credit,
      round(greatest(f.balance, 0), 2)::text as total_debit, round(greatest(-f.balance, 0), 2)::text as total_credit,
      t.group_code, t.group_desc, ${namesOf(context.filter.by)}, round(f.balance, 2)::text as balance
    from figures f join placed t on t.id = f.account_id ${joinOf(context.filter.by)}
    where f.debit <> 0 or f.credit <> 0 or f.balance <> 0
    order by ${context.filter.by === 'none' ? sql`t.in_groups` : sql`f.dim = 0, d.place, t.place`}`,

  async sums(context, found) {
    const { by } = context.filter;
    const part = partOf(context);
    const inParts = part === undefined && by !== 'none';
    const [rows, plain] = await Promise.all([found, inParts ? balancesOf(context) : []]);
    const totals = totalsOf(rows);
    // A part need not balance: what it lacks stands in others of its kind.
    const [moved, ended] = part
      ? [`To other ${PARTS[part]}, movement`, `To other ${PARTS[part]}, balance`]
      : ['Debits equal credits', 'Balances equal'];
    const stated = part !== undefined;
    const proof = [
      makeProof(moved, ['debit', totals.cur_debit], ['credit', totals.cur_credit], { stated }),
      makeProof(ended, ['debit', totals.total_debit], ['credit', totals.total_credit], { stated }),
    ];
    return { totals, proof: inParts ? [...proof, proofOfParts(rows, plain)] : proof };
  },

  proofsBeside: async (context) => (partOf(context) ? [] : [await proofOfReceivables(context)]),

  async postings(context, { column, codes }) {
    const { rows } = await sql<{ id: number; dim: number }>`
      select a.id, ${dimensionOf(context.filter.by, codes['dim_code'] ?? '')} as dim
      from account a where a.acct_code = ${codes['account_code'] ?? ''}`.execute(context.db);
    const found = rows[0];
    const side = SIDES[column];
    if (!found || found.dim === null || side === undefined) return null;
    const where = sql`p.account_id = ${found.id} and ${narrowedPostings(narrowedBy(context))} and ${side}
      ${context.filter.by === 'none' ? sql`` : sql`and coalesce(p.${sql.ref(DIMENSIONS[context.filter.by].column)}, 0) = ${found.dim}`}`;
    if (!column.startsWith('total_')) return { where };
    const before = await sql<{ balance: string }>`
      select round(coalesce(sum(balance) - sum(debit - credit), 0), 2)::text as balance
      from (${figuresOf(context, context.days)}) f where account_id = ${found.id}
        ${context.filter.by === 'none' ? sql`` : sql`and dim = ${found.dim}`}`.execute(context.db);
    return { where, beginning: before.rows[0]!.balance };
  },
});

/** The controls that leave some of the ledger out, and what they choose of. */
const PARTS = { brnc_code: 'branches', dept_code: 'departments', section_code: 'sections' } as const;
const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** The first control by which the filter leaves some of the ledger out. */
const partOf = ({ found }: Context) => PART_NAMES.find((name) => name in found);

/** Which postings make a figure: those of its side, of a balance all. */
const SIDES: Readonly<Record<string, RawBuilder<unknown>>> = {
  cur_debit: sql`p.debit <> 0`,
  cur_credit: sql`p.credit <> 0`,
  total_debit: sql`true`,
  total_credit: sql`true`,
};

function totalsOf(rows: readonly TrialBalanceRow[]): TrialBalanceTotals {
  const total = (field: 'cur_debit' | 'cur_credit' | 'total_debit' | 'total_credit') =>
    rows.reduce((sum, row) => sum + requireSum(row[field]), 0n);
  const [debit, credit, totalDebit, totalCredit] = [
    total('cur_debit'),
    total('cur_credit'),
    total('total_debit'),
    total('total_credit'),
  ];
  return {
    cur_debit: amountText(debit),
    cur_credit: amountText(credit),
    total_debit: amountText(totalDebit),
    total_credit: amountText(totalCredit),
    cur_difference: amountText(debit - credit),
    total_difference: amountText(totalDebit - totalCredit),
  };
}

interface AccountBalance {
  readonly account_code: string;
  readonly balance: string;
}

/** The balances of the plain trial balance. */
async function balancesOf(context: Context): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select a.acct_code as account_code, round(f.balance, 2)::text as balance
    from (${figuresOf(context, context.days, 'none')}) f join account a on a.id = f.account_id`.execute(context.db);
  return rows;
}

/** Holds the balances of the parts, netted account by account, against the plain trial balance. */
function proofOfParts(rows: readonly TrialBalanceRow[], plain: readonly AccountBalance[]) {
  const parts = new Map<string, bigint>();
  for (const { account_code, balance } of rows) {
    parts.set(account_code, (parts.get(account_code) ?? 0n) + requireSum(balance));
  }
  let [left, right, difference] = [0n, 0n, 0n];
  for (const { account_code, balance } of plain) {
    const [whole, netted] = [requireSum(balance), parts.get(account_code) ?? 0n];
    if (netted > 0n) left += netted;
    if (whole > 0n) right += whole;
    difference += netted > whole ? netted - whole : whole - netted;
  }
  return makeProof(
    'Parts equal the trial balance',
    ['debit balances of the parts, netted by account', amountText(left)],
    ['trial balance', amountText(right)],
    { difference: amountText(difference) },
  );
}

function namesOf(by: Context['filter']['by']) {
  if (by === 'none') return sql`'' as dim_code, '' as dim_name`;
  return sql`coalesce(d.code, '') as dim_code, coalesce(d.name, '(none)') as dim_name`;
}

function joinOf(by: Context['filter']['by']) {
  if (by === 'none') return sql``;
  const { table, code, name } = DIMENSIONS[by];
  return sql`left join (select id, ${sql.ref(code)} as code, ${sql.ref(name)} as name,
    row_number() over (order by ${sql.ref(code)}) as place from ${sql.table(table)}) d on d.id = f.dim`;
}

function dimensionOf(by: Context['filter']['by'], code: string): RawBuilder<number | null> {
  if (by === 'none' || code === '') return sql`0`;
  const { table, code: column } = DIMENSIONS[by];
  return sql`(select id from ${sql.table(table)} where ${sql.ref(column)} = ${code})`;
}

/** What the filter narrows figures to. */
function narrowedBy({ found, filter, user }: Context) {
  const { brnc_code: branch, dept_code: department, section_code: section } = found;
  return { branch, department, section, withoutClosing: filter.closing === '0', user };
}

/** Figures by account and `dim`, the id of the part or 0. */
function figuresOf(context: Context, days: ReportPeriod, by = context.filter.by): RawBuilder<unknown> {
  return accountFigures({ ...narrowedBy(context), days, by });
}
