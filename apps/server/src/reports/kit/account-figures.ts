import { sql, type RawBuilder } from 'kysely';
import type { ReportPeriod } from '@talaan/contract/reports/report-period';
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
  /** What they are split by into `dim`: an id, 0 for what names none. By payee it is the survivor of a merge. */
  readonly by: 'none' | Dimension | 'payee';
  readonly branch?: FoundRecord | undefined;
  readonly department?: FoundRecord | undefined;
  readonly section?: FoundRecord | undefined;
  /** Whose analysis it is, under all names that were merged into one. */
  readonly payee?: FoundRecord | undefined;
  /** Codes of accounts, inclusive, or the accounts of a role. */
  readonly accounts?:
    | { readonly from?: string | undefined; readonly to?: string | undefined; readonly role?: string | undefined }
    | undefined;
  readonly withoutClosing?: boolean;
  /** Who asks; where payees tell apart, confidential batches that he may not see stand apart, as `HIDDEN`. */
  readonly user: Pick<Principal, 'user_id' | 'preview'>;
}

/** In place of a payee: what is confidential to whoever asks. */
export const HIDDEN = -1;

/**
 * Rows (account_id, dim, debit, credit, balance, fc_debit, fc_credit, fc_balance): the movement of the days and the balance to their
 * end, signed, debit positive, of each account that has any; `fc_` in the currency of the entries. Whole months come from the
 * rollups, days of cut months and closing entries from the postings: what it costs grows with accounts, values and months, not with lines.
 */
export function accountFigures(of: FiguresOf): RawBuilder<unknown> {
  const parts = of.payee && (of.branch || of.department || of.section) ? ofPayeeAlone(of) : rolledUp(of);
  if (of.withoutClosing) parts.push(ofPostings(of, closingEntries, -1));
  if (of.payee || of.by === 'payee') {
    parts.push(ofPostings(of, hiddenEntries(of), -1));
    if (of.by === 'payee') parts.push(ofPostings(of, hiddenEntries(of), 1, sql`${sql.lit(HIDDEN)}::int`));
  }
  return sql`
    select account_id, dim, sum(debit) as debit, sum(credit) as credit, sum(balance) as balance,
      sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit, sum(fc_balance) as fc_balance
    from (${sql.join(parts, sql` union all `)}) parts group by account_id, dim`;
}

/** The condition that narrows postings `p` of entries `e` as the figures are narrowed, days excepted. */
export function narrowedPostings(of: Omit<FiguresOf, 'days' | 'by' | 'user'>): RawBuilder<unknown> {
  const parts = [inAccounts(of, sql.ref('p.account_id'))];
  if (of.branch) parts.push(sql`p.branch_id = ${of.branch.id}`);
  if (of.department) parts.push(sql`p.department_id = ${of.department.id}`);
  if (of.section) parts.push(sql`p.section_id = ${of.section.id}`);
  if (of.payee) parts.push(sql`coalesce(p.payee_id, e.payee_id) = any (payees_as_one(${of.payee.id}))`);
  if (of.withoutClosing) parts.push(sql`not exists (select from closing_entry c where c.entry_id = p.entry_id)`);
  return sql.join(parts, sql` and `);
}

function inAccounts({ accounts = {} }: Pick<FiguresOf, 'accounts'>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to, role } = accounts;
  if (role !== undefined) return sql`${id} in (select id from account a where a.role = ${role})`;
  if (from === undefined && to === undefined) return sql`true`;
  return sql`${id} in (select id from account a where ${codesBetween(accounts)})`;
}

/** The condition on `account a` of a range of codes. */
export function codesBetween({ from, to }: NonNullable<FiguresOf['accounts']>): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`true` : sql`a.acct_code >= ${from}`} and ${to === undefined ? sql`true` : sql`a.acct_code <= ${to}`}`;
}

type Part = RawBuilder<unknown>;

/** The figures of whole months from the rollups with the fewest rows, and those of the days of cut months. */
function rolledUp(of: FiguresOf): Part[] {
  const { first_whole, rolled_to, head, tail } = segmentPeriod(of.days);
  const inMonths = sql`b.period >= ${first_whole}`;
  const parts = rollupsOf(of).map(
    ({ from, dim, sign }) => sql`
      select b.account_id, ${dim} as dim,
        ${sign} coalesce(sum(b.debit) filter (where ${inMonths}), 0) as debit,
        ${sign} coalesce(sum(b.credit) filter (where ${inMonths}), 0) as credit,
        ${sign} sum(b.debit - b.credit) as balance,
        ${sign} coalesce(sum(b.fc_debit) filter (where ${inMonths}), 0) as fc_debit,
        ${sign} coalesce(sum(b.fc_credit) filter (where ${inMonths}), 0) as fc_credit,
        ${sign} sum(b.fc_debit - b.fc_credit) as fc_balance
      from ${from} and b.period <= ${rolled_to} and ${inAccounts(of, sql.ref('b.account_id'))} group by 1, 2`,
  );
  if (!head && !tail) return parts;
  const inHead = head ? sql`p.entry_date between ${head.from} and ${head.to}` : sql`false`;
  const inTail = tail ? sql`p.entry_date between ${tail.from} and ${tail.to}` : sql`false`;
  return [
    ...parts,
    sql`select p.account_id, ${dimensionOf(of, 'p')} as dim, ${sumsOf(of, 1, inTail)}
      from posting p ${entriesOf(of)} where (${inHead} or ${inTail}) and ${narrowedPostings({ ...of, withoutClosing: false })}
      group by 1, 2`,
  ];
}

/**
 * What names no department or section is in none of `balance_department`: it is the plain balance less what that table has.
 */
function rollupsOf({ by, branch, department, section, payee }: FiguresOf) {
  if (payee || by === 'payee') {
    const ofPayee = payee ? sql`b.payee_id = any (payees_as_one(${payee.id}))` : sql`true`;
    const named = sql`balance_payee b left join payee_in_reports v on v.id = b.payee_id where ${ofPayee}`;
    return [{ from: named, dim: by === 'payee' ? sql`coalesce(v.payee_id, 0)` : sql`0`, sign: sql`` }];
  }
  const ofBranch = branch ? sql`b.branch_id = ${branch.id}` : sql`true`;
  const plain = branch || by === 'branch' ? sql`balance_branch b where ${ofBranch}` : sql`balance_account b where true`;
  const named = sql`balance_department b where ${ofBranch}
    and ${department ? sql`b.department_id = ${department.id}` : sql`true`}
    and ${section ? sql`b.section_id = ${section.id}` : sql`true`}`;
  const dim = by === 'none' ? sql`0` : sql.ref(`b.${DIMENSIONS[by].column}`);
  if (department || section) return [{ from: named, dim, sign: sql`` }];
  if (by === 'none' || by === 'branch') return [{ from: plain, dim, sign: sql`` }];
  const hasValue = sql`${named} and ${dim} <> 0`;
  return [
    { from: hasValue, dim, sign: sql`` },
    { from: plain, dim: sql`0`, sign: sql`` },
    { from: hasValue, dim: sql`0`, sign: sql`-` },
  ];
}

/** One payee in one branch or department: no rollup has both, so his postings are summed, by the index of each way to name him. */
function ofPayeeAlone(of: FiguresOf): Part[] {
  const { payee, ...others } = of;
  const toEnd = sql`p.entry_date <= ${of.days.date_to} and ${narrowedPostings({ ...others, withoutClosing: false })}`;
  const ids = sql`any (payees_as_one(${payee!.id}))`;
  return [sql`p.payee_id = ${ids}`, sql`p.payee_id is null and e.payee_id = ${ids}`].map(
    (named) => sql`select p.account_id, ${dimensionOf(of, 'p')} as dim, ${sumsOf(of, 1, sql`true`)}
      from posting p join journal_entry e on e.id = p.entry_id left join payee_in_reports v on v.id = e.payee_id
      where ${named} and ${toEnd} group by 1, 2`,
  );
}

const closingEntries = sql`select c.entry_id from closing_entry c`;

/** Entries of confidential batches that whoever asks may not see; they are few. */
function hiddenEntries({ user }: Pick<FiguresOf, 'user'>): RawBuilder<unknown> {
  return sql`select b.entry_id from posted_document b where b.is_confidential = 1 and not ${seesConfidential(user)}`;
}

/** The figures of some entries, with a sign. */
function ofPostings(of: FiguresOf, entries: RawBuilder<unknown>, sign: 1 | -1, dim = dimensionOf(of, 'p')): Part {
  return sql`select p.account_id, ${dim} as dim, ${sumsOf(of, sign, sql`true`)}
    from (${entries}) chosen join posting p on p.entry_id = chosen.entry_id ${entriesOf(of)}
    where p.entry_date <= ${of.days.date_to} and ${narrowedPostings({ ...of, withoutClosing: false })} group by 1, 2`;
}

/** What postings are joined with, where it matters who the analysis is. */
function entriesOf({ by, payee }: FiguresOf): RawBuilder<unknown> {
  if (!payee && by !== 'payee') return sql``;
  return sql`join journal_entry e on e.id = p.entry_id
    left join payee_in_reports v on v.id = coalesce(p.payee_id, e.payee_id)`;
}

function dimensionOf({ by }: FiguresOf, alias: 'p'): RawBuilder<unknown> {
  if (by === 'none') return sql`0`;
  return by === 'payee'
    ? sql`coalesce(v.payee_id, 0)`
    : sql`coalesce(${sql.ref(`${alias}.${DIMENSIONS[by].column}`)}, 0)`;
}

/** Movement of the days, and the balance of the postings that `inBalance` says. */
function sumsOf({ days }: FiguresOf, sign: 1 | -1, inBalance: RawBuilder<unknown>): RawBuilder<unknown> {
  const moved = sql`p.entry_date >= ${days.date_from}`;
  const signed = sql.lit(sign);
  const sum = (what: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`${signed} * coalesce(sum(${what}) filter (where ${when}), 0)`;
  return sql`${sum(sql`p.debit`, moved)} as debit, ${sum(sql`p.credit`, moved)} as credit,
    ${sum(sql`p.debit - p.credit`, inBalance)} as balance, ${sum(sql`p.fc_debit`, moved)} as fc_debit,
    ${sum(sql`p.fc_credit`, moved)} as fc_credit, ${sum(sql`p.fc_debit - p.fc_credit`, inBalance)} as fc_balance`;
}
