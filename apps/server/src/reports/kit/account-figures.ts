import type { AccountRole } from '@talaan/core/ledger/account-role';
import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { segmentPeriod } from './period-segments.ts';
import type { FoundRecord } from './report-statement.ts';

/** What figures can be split by: the column of rollups and postings, and the table that names its values. */
export const DIMENSIONS = {
  branch: { column: 'branch_id', table: 'branch', code: 'brnc_code', name: 'brnc_name' },
  department: { column: 'department_id', table: 'department', code: 'dept_code', name: 'dept_desc' },
  section: { column: 'section_id', table: 'section', code: 'section_code', name: 'section_name' },
} as const;
export type Dimension = keyof typeof DIMENSIONS;

/** What figures are asked for. */
export interface FiguresOf {
  /** Movement is that of these days, the balance that of their end. */
  readonly days: ReportPeriod;
  /** What they are split by into `dim`: an id, 0 for what names none; nothing where a payee is chosen. */
  readonly by: 'none' | Dimension;
  readonly branch?: FoundRecord | undefined;
  readonly department?: FoundRecord | undefined;
  readonly section?: FoundRecord | undefined;
  /** Whose analysis it is, under all names that were merged into one. */
  readonly payee?: FoundRecord | undefined;
  /** Codes of accounts, inclusive, the accounts of a role, or those `within` a statement of ids. */
  readonly accounts?:
    | {
        readonly from?: string | undefined;
        readonly to?: string | undefined;
        readonly role?: AccountRole | undefined;
        readonly within?: RawBuilder<unknown> | undefined;
      }
    | undefined;
  readonly withoutClosing?: boolean;
  /** Whether they are asked in the currency of the entries, too. */
  readonly foreign?: boolean;
  /** Who asks: what is confidential to him is no part of the figures of a payee. */
  readonly user: Pick<Principal, 'user_id' | 'preview'>;
}

/**
 * Rows (account_id, dim, debit, credit, balance), and (fc_debit, fc_credit, fc_balance) in the currency of the entries where they are
 * asked: the movement of the days and the balance to their end, signed, debit positive, of each account that has any. Whole months come from the
 * rollups, days of cut months and closing entries from the postings: what it costs grows with accounts, values and months, not with lines.
 */
export function accountFigures(of: FiguresOf): RawBuilder<unknown> {
  const parts = of.payee ? ofPayee(of, anyAsOne(of.payee)) : rolledUp(of);
  if (of.withoutClosing) parts.push(ofEntries(of, closingEntries));
  if (of.payee) parts.push(ofEntries(of, hiddenEntries(of.user)));
  const [only, ...others] = parts;
  if (only && others.length === 0) return sql`select * from (${only}) part`;
  return sql`
    select account_id, dim, ${sumOfEach(columnsOf(of))}
    from (${sql.join(parts, sql` union all `)}) parts group by account_id, dim`;
}

const PESOS = ['debit', 'credit', 'balance'].map((column) => sql.ref(column));
const FOREIGN = ['fc_debit', 'fc_credit', 'fc_balance'].map((column) => sql.ref(column));
/** Sums of decimals are most of what figures cost: those that nobody asks for are not made. */
const columnsOf = ({ foreign = false }: Pick<FiguresOf, 'foreign'>) => [...PESOS, ...(foreign ? FOREIGN : [])];
const sumOfEach = (columns: readonly RawBuilder<unknown>[]) =>
  sql.join(columns.map((column) => sql`sum(${column}) as ${column}`));

/** What equals a payee_id of those whose books are one with a payee's; the database asks who they are once. */
export function anyAsOne({ id }: { readonly id: number | string }): RawBuilder<unknown> {
  return sql`any ((select payees_as_one(${id}::int))::int[])`;
}

/** The condition that narrows postings `p` of entries `e` as the figures are narrowed, days excepted. */
export function narrowedPostings(of: Omit<FiguresOf, 'days' | 'by' | 'user'>): RawBuilder<unknown> {
  const parts = [inAccounts(of, sql.ref('p.account_id'))];
  if (of.branch) parts.push(sql`p.branch_id = ${of.branch.id}`);
  if (of.department) parts.push(sql`p.department_id = ${of.department.id}`);
  if (of.section) parts.push(sql`p.section_id = ${of.section.id}`);
  if (of.payee) parts.push(sql`coalesce(p.payee_id, e.payee_id) = ${anyAsOne(of.payee)}`);
  if (of.withoutClosing) parts.push(sql`not exists (select from closing_entry c where c.entry_id = p.entry_id)`);
  return sql.join(parts, sql` and `);
}

function inAccounts({ accounts = {} }: Pick<FiguresOf, 'accounts'>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to, role, within } = accounts;
  if (within) return sql`${id} in (${within})`;
  if (role !== undefined) return sql`${id} in (select id from account a where a.role = ${role})`;
  if (from === undefined && to === undefined) return sql`true`;
  return sql`${id} in (select id from account a where ${codesBetween(accounts)})`;
}

/** The condition on `account a` of a range of codes. */
export function codesBetween({ from, to }: NonNullable<FiguresOf['accounts']>): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`true` : sql`a.acct_code >= ${from}`} and ${to === undefined ? sql`true` : sql`a.acct_code <= ${to}`}`;
}

/** Each account and value of `dim` is in one row of a part. */
type Part = RawBuilder<unknown>;

/** The figures of whole months from the rollups with the fewest rows, and those of the days of cut months. */
function rolledUp(of: FiguresOf): Part[] {
  const { rolled_to } = segmentPeriod(of.days);
  const parts = rollupsOf(
    of,
    (from, dim) => sql`
      select b.account_id, ${dim} as dim, ${monthsOf(of)}
      from ${from} and b.period <= ${rolled_to} and ${inAccounts(of, sql.ref('b.account_id'))} group by 1, 2`,
  );
  const cut = cutDays(of);
  if (!cut) return parts;
  return [
    ...parts,
    sql`select p.account_id, ${dimensionOf(of, 'p')} as dim, ${sumsOf(of, 1, cut.inBalance)}
      from posting p where ${cut.all(sql.ref('p.entry_date'))} and ${narrowedPostings({ ...of, withoutClosing: false })} group by 1, 2`,
  ];
}

/** Movement and balance of months from a rollup `b`. */
function monthsOf(of: FiguresOf): RawBuilder<unknown> {
  const inMonths = sql`b.period >= ${segmentPeriod(of.days).first_whole}`;
  const pesos = sql`
    coalesce(sum(b.debit) filter (where ${inMonths}), 0) as debit,
    coalesce(sum(b.credit) filter (where ${inMonths}), 0) as credit,
    sum(b.debit - b.credit) as balance`;
  if (!of.foreign) return pesos;
  return sql`${pesos},
    coalesce(sum(b.fc_debit) filter (where ${inMonths}), 0) as fc_debit,
    coalesce(sum(b.fc_credit) filter (where ${inMonths}), 0) as fc_credit,
    sum(b.fc_debit - b.fc_credit) as fc_balance`;
}

/** The condition on a date that it is one of some days. */
type DaysOf = (date: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The days of cut months, and the condition on those postings `p` that the balance counts; null where no month is cut. */
function cutDays({ days }: FiguresOf): { all: DaysOf; inBalance: RawBuilder<unknown> } | null {
  const { head, tail } = segmentPeriod(days);
  const within = (part: typeof head, date: RawBuilder<unknown>) =>
    part ? sql`${date} between ${part.from} and ${part.to}` : sql`false`;
  const inBalance = within(tail, sql.ref('p.entry_date'));
  return head || tail ? { all: (date) => sql`(${within(head, date)} or ${within(tail, date)})`, inBalance } : null;
}

/** The rollups `b` with the fewest rows: of what names a department, and of everything. */
function rollupsWith({ by, branch, department, section }: Pick<FiguresOf, 'by' | 'branch' | 'department' | 'section'>) {
  const ofBranch = branch ? sql`b.branch_id = ${branch.id}` : sql`true`;
  const plain = branch || by === 'branch' ? sql`balance_branch b where ${ofBranch}` : sql`balance_account b where true`;
  const ofDepartment = department ? sql`b.department_id = ${department.id}` : sql`b.department_id > 0`;
  const named =
    branch || section || by === 'branch' || by === 'section'
      ? sql`balance_department b where ${ofBranch} and ${ofDepartment}
          and ${section ? sql`b.section_id = ${section.id}` : sql`true`}`
      : sql`balance_unit b where ${ofDepartment}`;
  return { plain, named };
}

/** The rollup `b` of a branch and a department, or of what is not narrowed, as what stands after `from`. */
export function rollupOf(of: Pick<FiguresOf, 'branch' | 'department'>): RawBuilder<unknown> {
  const { plain, named } = rollupsWith({ ...of, by: 'none' });
  return of.department ? named : plain;
}

/**
 * What names no department or section is in none of `balance_department` and `balance_unit`: it is the plain balance less what that
 * table has.
 */
function rollupsOf(of: FiguresOf, sums: (from: RawBuilder<unknown>, dim: RawBuilder<unknown>) => Part): Part[] {
  const { by, department, section, foreign = false } = of;
  const { plain, named } = rollupsWith(of);
  const dim = by === 'none' ? sql`0` : sql.ref(`b.${DIMENSIONS[by].column}`);
  if (department || section) return [sums(named, dim)];
  if (by === 'none' || by === 'branch') return [sums(plain, dim)];
  const columns = columnsOf({ foreign });
  const netted = columns.map((column) => sql`coalesce(p.${column}, 0) - coalesce(n.${column}, 0)`);
  return [
    sql`(with named as materialized (${sums(sql`${named} and ${dim} <> 0`, dim)})
      select * from named
      union all select account_id, 0, ${sql.join(netted)} from (${sums(plain, sql`0`)}) p full join (
        select account_id, ${sumOfEach(columns)} from named group by 1) n using (account_id))`,
  ];
}

/**
 * The figures of payees, `ids` as what a payee_id equals: whole months from their rollup, days of cut ones from the postings. No rollup
 * has a payee in a branch or department, so there all of his postings are summed.
 */
export function ofPayee(
  of: FiguresOf,
  ids: RawBuilder<unknown>,
  postings: (days: DaysOf) => RawBuilder<unknown> = (days) => postingsOfPayee(ids, days),
): Part[] {
  const narrowed = narrowedPostings({ ...of, payee: undefined, withoutClosing: false });
  const byPostings = (days: DaysOf, inBalance: RawBuilder<unknown>) =>
    sql`select p.account_id, 0 as dim, ${sumsOf(of, 1, inBalance)} from (${postings(days)}) p where ${narrowed} group by 1`;
  if (of.branch || of.department || of.section) {
    return [byPostings((date) => sql`${date} <= ${of.days.date_to}`, sql`true`)];
  }
  const cut = cutDays(of);
  return [
    sql`select b.account_id, 0 as dim, ${monthsOf(of)} from balance_payee b
      where b.payee_id = ${ids} and b.period <= ${segmentPeriod(of.days).rolled_to}
        and ${inAccounts(of, sql.ref('b.account_id'))} group by 1`,
    ...(cut ? [byPostings(cut.all, cut.inBalance)] : []),
  ];
}

/**
 * The postings of payees on some days, each kind by its own index, whatever narrows them further: those that name one, and those that
 * name none of entries that do.
 */
export function postingsOfPayee(ids: RawBuilder<unknown>, days: DaysOf): RawBuilder<unknown> {
  return sql`
    (select p.* from posting p where p.payee_id = ${ids} and ${days(sql.ref('p.entry_date'))} offset 0)
    union all
    (select p.* from journal_entry e
      cross join lateral (select * from posting where entry_id = e.id offset 0) p
      where e.payee_id = ${ids} and ${days(sql.ref('e.entry_date'))} and p.payee_id is null offset 0)`;
}

const closingEntries = sql`select c.entry_id from closing_entry c`;

/** Entries of confidential batches that whoever asks may not see; they are few. */
export function hiddenEntries(user: FiguresOf['user']): RawBuilder<unknown> {
  return sql`select b.entry_id from confidential_entry b where not ${seesConfidential(user)}`;
}

/** The figures of some entries, to be taken off. */
function ofEntries(of: FiguresOf, entries: RawBuilder<unknown>): Part {
  return sql`select p.account_id, ${dimensionOf(of, 'p')} as dim, ${sumsOf(of, -1, sql`true`)}
    from (${entries}) chosen join posting p on p.entry_id = chosen.entry_id
      ${of.payee ? sql`join journal_entry e on e.id = p.entry_id` : sql``}
    where p.entry_date <= ${of.days.date_to} and ${narrowedPostings({ ...of, withoutClosing: false })} group by 1, 2`;
}

function dimensionOf({ by }: FiguresOf, alias: 'p'): RawBuilder<unknown> {
  return by === 'none' ? sql`0` : sql`coalesce(${sql.ref(`${alias}.${DIMENSIONS[by].column}`)}, 0)`;
}

/** Movement of the days, and the balance of the postings `p` that `inBalance` says. */
export function sumsOf(
  { days, foreign }: FiguresOf,
  sign: 1 | -1,
  inBalance: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const moved = sql`p.entry_date >= ${days.date_from}`;
  const signed = sql.lit(sign);
  const sum = (what: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`${signed} * coalesce(sum(${what}) filter (where ${when}), 0)`;
  const pesos = sql`${sum(sql`p.debit`, moved)} as debit, ${sum(sql`p.credit`, moved)} as credit,
    ${sum(sql`p.debit - p.credit`, inBalance)} as balance`;
  if (!foreign) return pesos;
  return sql`${pesos}, ${sum(sql`p.fc_debit`, moved)} as fc_debit, ${sum(sql`p.fc_credit`, moved)} as fc_credit,
    ${sum(sql`p.fc_debit - p.fc_credit`, inBalance)} as fc_balance`;
}
