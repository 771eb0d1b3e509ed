import { sql, type RawBuilder } from 'kysely';
import type { LEDGER_FILTERS } from '@talaan/contract/reports/subsidiary.report';
import type { ReportPeriod } from '@talaan/contract/reports/kit/report-period';
import type { ReportGroup, ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { addDays, parseCalendarDate, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum } from '@talaan/core/money/money';
import {
  accountFigures,
  anyAsOne,
  codesBetween,
  hiddenEntries,
  narrowedPostings,
  postingsOfPayee,
  type FiguresOf,
} from './account-figures.ts';
import { invalidCursor, type PlaceIn } from './cut-page.ts';
import { makeProof, type Side } from './make-proof.ts';
import { segmentPeriod } from './period-segments.ts';
import type { FigurePostings, FigureOf, PageOf, ReportContext } from './report-statement.ts';

// What the ledgers of accounts have in common: Subsidiary and General Ledger.

type Context = ReportContext<typeof LEDGER_FILTERS>;

/** Fields that order their postings. */
export const LEDGER_ORDER = ['acct_code', 'document_date', 'entry_id', 'line_no'] as const;
export const LEDGER_ORDER_SQL = sql`a.acct_code, p.entry_date, p.entry_id, p.line_no`;

function figuresOf({ found, filter, days, user }: Context): FiguresOf {
  const { brnc_code: branch, dept_code: department, payee_id: payee } = found;
  return { days, by: 'none', branch, department, payee, accounts: filter.account, foreign: true, user };
}

/** Whether a type narrows it: no rollup knows types, so there is no beginning and no ending then. */
const ofOneType = ({ filter }: Context) => filter.document_type !== 'all';

/** The accounts with postings or a balance, in the order of their codes, with what was there, what moved and what is there. */
export function accountGroups(context: Context, { after, limit }: PageOf): RawBuilder<ReportGroup> {
  const beyond = after ? sql`a.acct_code > ${after['acct_code']}` : sql`true`;
  const isForeign = sql`a.currency_id <> 1`;
  const figures = ofOneType(context)
    ? sql`select p.account_id, 0 as dim, sum(p.debit) as debit, sum(p.credit) as credit, null::numeric as balance,
        sum(p.fc_debit) as fc_debit, sum(p.fc_credit) as fc_credit, null::numeric as fc_balance
      ${postingsOf(context)} group by p.account_id`
    : accountFigures(figuresOf(context));
  return sql<ReportGroup>`
    select array[a.acct_code::text] as codes, a.acct_desc as name, case when ${isForeign} then c.iso_code else '' end as note,
      ${figuresText(isForeign)} as figures
    from (${figures}) f join account a on a.id = f.account_id join currency c on c.id = a.currency_id
    where ${HAS_FIGURES} and ${beyond}
    order by a.acct_code limit ${limit}`;
}

/** Whether figures `f` are any. */
export const HAS_FIGURES = sql`(f.debit <> 0 or f.credit <> 0 or f.balance <> 0 or f.fc_balance <> 0)`;

/** The figures `f` of a group by name, rounded: pesos, and what is foreign in its own currency, too. */
export function figuresText(isForeign: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = (amount: RawBuilder<unknown>) => sql`round(${amount}, 2)::text`;
  return sql`jsonb_strip_nulls(jsonb_build_object(
      'beginning', ${text(sql`f.balance - f.debit + f.credit`)}, 'debit', ${text(sql`f.debit`)},
      'credit', ${text(sql`f.credit`)}, 'ending', ${text(sql`f.balance`)})
    || case when ${isForeign} then jsonb_build_object(
      'fc_beginning', ${text(sql`f.fc_balance - f.fc_debit + f.fc_credit`)}, 'fc_debit', ${text(sql`f.fc_debit`)},
      'fc_credit', ${text(sql`f.fc_credit`)}, 'fc_ending', ${text(sql`f.fc_balance`)}) else '{}' end)`;
}

/** The postings of a page, account by account: entry, line and account, by the index of each account alone. */
export function accountPage(
  context: Context,
  { after, limit }: PageOf,
  { joins, where } = { joins: joined(context), where: narrowing(context) },
): RawBuilder<unknown> {
  const { date_from, date_to } = context.days;
  const accounts = after
    ? sql`${codesBetween(context.filter.account)} and a.acct_code >= ${after['acct_code']}`
    : codesBetween(context.filter.account);
  // Only the codes of a place are set where its account is done.
  const beyond = after
    ? after['entry_id'] === null
      ? sql`a.acct_code > ${after['acct_code']}`
      : sql`(a.acct_code > ${after['acct_code']} or (p.entry_date, p.entry_id, p.line_no)
          > (${after['document_date']}::date, ${after['entry_id']}::bigint, ${after['line_no']}::int))`
    : sql`true`;
  // The postings of a payee are few: they are found by him, not by accounts.
  if (context.found.payee_id) {
    return sql`
      select p.entry_id, p.line_no, a.id as account_id, a.acct_code, p.entry_date
      from (select p.entry_id, p.line_no, p.entry_date, p.account_id ${postingsOf(context)}) p join account a on a.id = p.account_id
      where ${accounts} and ${beyond} order by ${LEDGER_ORDER_SQL} limit ${limit}`;
  }
  return sql`
    select p.entry_id, p.line_no, a.id as account_id, a.acct_code, p.entry_date
    from (select id, acct_code from account a where ${accounts} order by acct_code) a
    cross join lateral (
      select p.entry_id, p.line_no, p.entry_date from posting p ${joins}
      where p.account_id = a.id and p.entry_date between ${date_from} and ${date_to} and ${where} and ${beyond}
      order by p.entry_date, p.entry_id, p.line_no limit ${limit}
    ) p
    order by ${LEDGER_ORDER_SQL} limit ${limit}`;
}

/**
 * Rows (account_id, balance): what the accounts of a page, a statement of ids, had before its first posting of theirs. That is what
 * they had before the period; the account that the page goes on with has what it had before the day of the place, and the postings of
 * that day up to it. There are no rows where a type narrows the ledger: no balance is made of one type.
 */
export function accountBalances(
  context: Context,
  { after }: PageOf,
  accounts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (ofOneType(context)) return sql`select null::int as account_id, null::numeric as balance where false`;
  const before = (day: CalendarDate, within: RawBuilder<unknown>) =>
    accountFigures({ ...figuresOf(context), days: monthBefore(day), accounts: { within }, foreign: false });
  const isOpen = after !== null && after['entry_id'] !== null;
  const open = isOpen ? sql`select id from account where acct_code = ${after['acct_code']}` : sql`select 0`;
  const parts = [
    sql`select account_id, 0 as balance from (${accounts}) a`,
    sql`select account_id, balance from (${before(context.days.date_from, sql`(${accounts}) except (${open})`)}) f`,
  ];
  if (isOpen) {
    const day = dayOf(after);
    parts.push(
      sql`select account_id, balance from (${before(day, open)}) f`,
      sql`select p.account_id, p.debit - p.credit from posting p ${joined(context)}
        where p.account_id in (${open}) and p.entry_date = ${day} and ${narrowing(context)}
          and (p.entry_id, p.line_no) <= (${after['entry_id']}::bigint, ${after['line_no']}::int)`,
    );
  }
  return sql`select account_id, sum(balance) as balance from (${sql.join(parts, sql` union all `)}) had group by account_id`;
}

/** The month up to a day, that one excluded: whose balance is that before the day, with the fewest postings. */
function monthBefore(day: CalendarDate): ReportPeriod {
  const last = addDays(day, -1);
  return { date_from: startOfMonth(last), date_to: last };
}

function dayOf(place: PlaceIn): CalendarDate {
  const day = parseCalendarDate(place['document_date'] ?? '');
  if (!day) throw invalidCursor();
  return day;
}

/** What postings are joined with where more than the posting tells whether it is wanted. */
function joined(context: Context): RawBuilder<unknown> {
  return context.found.payee_id || ofOneType(context) ? sql`join journal_entry e on e.id = p.entry_id` : sql``;
}

/** Where payees tell apart, what is confidential is left out: it belongs to nobody that whoever asks may know. */
function narrowing(context: Context): RawBuilder<unknown> {
  const { days: _days, by: _by, user, accounts: _accounts, ...narrowed } = figuresOf(context);
  const parts = [narrowedPostings(narrowed)];
  if (ofOneType(context)) parts.push(sql`e.document_type = ${context.filter.document_type}`);
  if (narrowed.payee) parts.push(sql`p.entry_id not in (${hiddenEntries(user)})`);
  return sql.join(parts, sql` and `);
}

/** The postings of the days, those of a payee by their own indexes. */
function postingsOf(context: Context): RawBuilder<unknown> {
  const { date_from, date_to } = context.days;
  const { payee_id } = context.found;
  const inDays = (date: RawBuilder<unknown>) => sql`${date} between ${date_from} and ${date_to}`;
  const source = payee_id ? sql`(${postingsOfPayee(anyAsOne(payee_id), inDays)})` : sql`posting`;
  const { from, to } = context.filter.account;
  const inRange =
    from === undefined && to === undefined
      ? sql`true`
      : sql`p.account_id in (select id from account a where ${codesBetween(context.filter.account)})`;
  return sql`from ${source} p ${joined(context)} where ${inDays(sql.ref('p.entry_date'))} and ${inRange} and ${narrowing(context)}`;
}

interface SummedLedger {
  readonly beginning: string;
  readonly php_da: string;
  readonly php_ca: string;
  readonly ending: string;
}

/**
 * Totals over all accounts, and their proofs, account by account: what was there and the postings of the days, summed one by one,
 * make what is there; the postings are what the rollups say has moved; the whole ledger's balance is the trial balance's.
 */
export async function ledgerSums(context: Context): Promise<{ totals: SummedLedger; proof: ReportProof[] }> {
  const moved = sql`select p.account_id, sum(p.debit) as debit, sum(p.credit) as credit ${postingsOf(context)} group by p.account_id`;
  if (ofOneType(context)) {
    const { rows } = await sql<{ php_da: string; php_ca: string }>`
      select round(coalesce(sum(debit), 0), 2)::text as php_da, round(coalesce(sum(credit), 0), 2)::text as php_ca
      from (${moved}) m`.execute(context.db);
    return { totals: { beginning: '0.00', ...rows[0]!, ending: '0.00' }, proof: [] };
  }
  const { rows } = await sql<SummedLedger & Record<'computed' | 'debit' | 'credit' | 'unlike', string>>`
    with figures as materialized (${accountFigures({ ...figuresOf(context), foreign: false })}), moved as materialized (${moved}), sums as (
        select coalesce(f.balance, 0) as balance, coalesce(f.debit, 0) as debit, coalesce(f.credit, 0) as credit,
          coalesce(m.debit, 0) as m_debit, coalesce(m.credit, 0) as m_credit
        from figures f full join moved m using (account_id)
      )
    select round(coalesce(sum(balance - debit + credit), 0), 2)::text as beginning, round(coalesce(sum(debit), 0), 2)::text as php_da,
      round(coalesce(sum(credit), 0), 2)::text as php_ca, round(coalesce(sum(balance), 0), 2)::text as ending,
      round(coalesce(sum(balance - debit + credit + m_debit - m_credit), 0), 2)::text as computed,
      round(coalesce(sum(m_debit), 0), 2)::text as debit, round(coalesce(sum(m_credit), 0), 2)::text as credit,
      round(coalesce(sum(abs(m_debit - debit) + abs(m_credit - credit)), 0), 2)::text as unlike
    from sums`.execute(context.db);
  const { computed, debit, credit, unlike, ...totals } = rows[0]!;
  const proof = [
    makeProof('Beginning + debit − credit = ending', ['beginning and lines', computed], ['ending', totals.ending], {
      difference: unlike,
    }),
    makeProof('Lines = movement of the accounts', ['lines, debit', debit], ['movement, debit', totals.php_da], {
      difference: unlike,
    }),
    makeProof('Lines = movement, credit', ['lines, credit', credit], ['movement, credit', totals.php_ca]),
  ];
  return { totals, proof: [...proof, ...(await proofOfEnding(context, totals.ending))] };
}

/**
 * The balance of the accounts as another rollup has it: by branches, where this ledger has it by accounts. A part has but one rollup,
 * which would be held against itself.
 */
async function proofOfEnding(context: Context, ending: string): Promise<ReportProof[]> {
  if (['brnc_code', 'dept_code', 'payee_id'].some((name) => name in context.found)) return [];
  return [
    makeProof('Ending = Trial Balance', ...(await besideAccounts(context, 'balance_branch', 'this report', ending))),
  ];
}

/**
 * What the accounts have at the end by a rollup of a finer part, held account by account against that of accounts, as what makes a
 * proof. Both have the postings of cut days beside the months of the rollup.
 */
export async function besideAccounts(
  { db, days, filter }: Pick<Context, 'db' | 'days'> & { readonly filter: Pick<Context['filter'], 'account'> },
  rollup: 'balance_branch' | 'balance_payee',
  label: string,
  ending: string,
): Promise<[Side, Side, { difference: string }]> {
  const balances = (table: string) => sql`
    select b.account_id, sum(b.debit - b.credit) as balance from ${sql.table(table)} b join account a on a.id = b.account_id
    where b.period <= ${segmentPeriod(days).rolled_to} and ${codesBetween(filter.account)} group by 1`;
  const { rows } = await sql<{ beside: string; unlike: string }>`
    select round(coalesce(sum(beside), 0), 2)::text as beside, round(coalesce(sum(abs(beside)), 0), 2)::text as unlike
    from (select coalesce(f.balance, 0) - coalesce(b.balance, 0) as beside
      from (${balances(rollup)}) f full join (${balances('balance_account')}) b using (account_id)) accounts`.execute(
    db,
  );
  const { beside, unlike } = rows[0]!;
  const finer = amountText(requireSum(ending) + requireSum(beside));
  return [[label, finer], ['trial balance', ending], { difference: unlike }];
}

/** The postings behind Movement, Beginning excluded: those of the account on the side of the column. */
export async function accountFigure(context: Context, { column, codes }: FigureOf): Promise<FigurePostings | null> {
  const side = { php_da: sql`p.debit <> 0`, php_ca: sql`p.credit <> 0` }[column];
  if (!side || !codes['acct_code']) return null;
  const chosen = sql`p.account_id = (select id from account where acct_code = ${codes['acct_code']})`;
  return { where: sql`${chosen} and ${side} and ${narrowing(context)}` };
}
