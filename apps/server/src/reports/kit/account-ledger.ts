import { sql, type RawBuilder } from 'kysely';
import type { LEDGER_FILTERS } from '@talaan/contract/reports/subsidiary.report';
import type { ReportGroup, ReportProof } from '@talaan/contract/reports/report-reply';
import { addDays } from '@talaan/core/calendar/calendar-date';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { accountFigures, codesBetween, narrowedPostings, type FiguresOf } from './account-figures.ts';
import { makeProof } from './make-proof.ts';
import type { FigurePostings, FigureOf, PageOf, ReportContext } from './report-statement.ts';

// What the ledgers of accounts have in common: Subsidiary and General Ledger.

type Context = ReportContext<typeof LEDGER_FILTERS>;

/** Fields that order their postings. */
export const LEDGER_ORDER = ['acct_code', 'document_date', 'entry_id', 'line_no'] as const;
export const LEDGER_ORDER_SQL = sql`a.acct_code, p.entry_date, p.entry_id, p.line_no`;

function figuresOf({ found, filter, days, user }: Context): FiguresOf {
  const { brnc_code: branch, dept_code: department, payee_id: payee } = found;
  return { days, by: 'none', branch, department, payee, accounts: filter.account, user };
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
  const text = (amount: RawBuilder<unknown>) => sql`round(${amount}, 2)::text`;
  return sql<ReportGroup>`
    select array[a.acct_code::text] as codes, a.acct_desc as name, case when ${isForeign} then c.cur_code else '' end as note,
      jsonb_strip_nulls(jsonb_build_object(
        'beginning', ${text(sql`f.balance - f.debit + f.credit`)}, 'debit', ${text(sql`f.debit`)},
        'credit', ${text(sql`f.credit`)}, 'ending', ${text(sql`f.balance`)})
      || case when ${isForeign} then jsonb_build_object(
        'fc_beginning', ${text(sql`f.fc_balance - f.fc_debit + f.fc_credit`)}, 'fc_debit', ${text(sql`f.fc_debit`)},
        'fc_credit', ${text(sql`f.fc_credit`)}, 'fc_ending', ${text(sql`f.fc_balance`)}) else '{}' end) as figures
    from (${figures}) f join account a on a.id = f.account_id join currency c on c.id = a.currency_id
    where (f.debit <> 0 or f.credit <> 0 or f.balance <> 0 or f.fc_balance <> 0) and ${beyond}
    order by a.acct_code limit ${limit}`;
}

/** The postings of a page, account by account: entry, line and account, by the index of each account alone. */
export function accountPage(context: Context, { after, limit }: PageOf): RawBuilder<unknown> {
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
  return sql`
    select p.entry_id, p.line_no, a.acct_code, p.entry_date
    from (select id, acct_code from account a where ${accounts} order by acct_code) a
    cross join lateral (
      select p.entry_id, p.line_no, p.entry_date from posting p ${joined(context)}
      where p.account_id = a.id and p.entry_date between ${date_from} and ${date_to} and ${narrowing(context)} and ${beyond}
      order by p.entry_date, p.entry_id, p.line_no limit ${limit}
    ) p
    order by ${LEDGER_ORDER_SQL} limit ${limit}`;
}

/** What postings are joined with where more than the posting tells whether it is wanted. */
function joined(context: Context): RawBuilder<unknown> {
  if (!context.found.payee_id) return ofOneType(context) ? sql`join journal_entry e on e.id = p.entry_id` : sql``;
  return sql`join journal_entry e on e.id = p.entry_id join posted_document b on b.entry_id = e.id`;
}

/** Where payees tell apart, what is confidential is left out: it belongs to nobody that whoever asks may know. */
function narrowing(context: Context): RawBuilder<unknown> {
  const { days: _days, by: _by, user, accounts: _accounts, ...narrowed } = figuresOf(context);
  const parts = [narrowedPostings(narrowed)];
  if (ofOneType(context)) parts.push(sql`e.document_type = ${context.filter.document_type}`);
  if (narrowed.payee) parts.push(seesConfidential(user));
  return sql.join(parts, sql` and `);
}

function postingsOf(context: Context): RawBuilder<unknown> {
  const { date_from, date_to } = context.days;
  const { from, to } = context.filter.account;
  const inRange =
    from === undefined && to === undefined
      ? sql`true`
      : sql`p.account_id in (select id from account a where ${codesBetween(context.filter.account)})`;
  return sql`from posting p ${joined(context)}
    where p.entry_date between ${date_from} and ${date_to} and ${inRange} and ${narrowing(context)}`;
}

interface SummedLedger {
  readonly beginning: string;
  readonly php_da: string;
  readonly php_ca: string;
  readonly ending: string;
}

/**
 * Totals over all accounts, and their proofs: the balance before the days and what moved make the balance after them, account by
 * account; the postings of the days, summed one by one, are what the rollups say; the whole ledger's balance is the trial balance's.
 */
export async function ledgerSums(context: Context): Promise<{ totals: SummedLedger; proof: ReportProof[] }> {
  const moved = sql`select p.account_id, sum(p.debit) as debit, sum(p.credit) as credit ${postingsOf(context)} group by p.account_id`;
  if (ofOneType(context)) {
    const { rows } = await sql<{ php_da: string; php_ca: string }>`
      select round(coalesce(sum(debit), 0), 2)::text as php_da, round(coalesce(sum(credit), 0), 2)::text as php_ca
      from (${moved}) m`.execute(context.db);
    return { totals: { beginning: '0.00', ...rows[0]!, ending: '0.00' }, proof: [] };
  }
  const before = addDays(context.days.date_from, -1);
  const opening = accountFigures(figuresOf({ ...context, days: { date_from: before, date_to: before } }));
  const { rows } = await sql<SummedLedger & Record<'opening' | 'gap' | 'debit' | 'credit' | 'unlike', string>>`
    with figures as materialized (${accountFigures(figuresOf(context))}), opening as materialized (${opening}),
      moved as materialized (${moved}), sums as (
        select coalesce(f.balance, 0) as balance, coalesce(f.debit, 0) as debit, coalesce(f.credit, 0) as credit,
          coalesce(o.balance, 0) as opening, coalesce(m.debit, 0) as m_debit, coalesce(m.credit, 0) as m_credit
        from figures f full join opening o using (account_id)
          full join moved m on m.account_id = coalesce(f.account_id, o.account_id)
      )
    select round(coalesce(sum(balance - debit + credit), 0), 2)::text as beginning, round(coalesce(sum(debit), 0), 2)::text as php_da,
      round(coalesce(sum(credit), 0), 2)::text as php_ca, round(coalesce(sum(balance), 0), 2)::text as ending,
      round(coalesce(sum(opening + debit - credit), 0), 2)::text as opening,
      round(coalesce(sum(abs(opening + debit - credit - balance)), 0), 2)::text as gap,
      round(coalesce(sum(m_debit), 0), 2)::text as debit, round(coalesce(sum(m_credit), 0), 2)::text as credit,
      round(coalesce(sum(abs(m_debit - debit) + abs(m_credit - credit)), 0), 2)::text as unlike
    from sums`.execute(context.db);
  const { opening: left, gap, debit, credit, unlike, ...totals } = rows[0]!;
  const proof = [
    makeProof('Beginning + debit − credit = ending', ['computed', left], ['ending', totals.ending], {
      difference: gap,
    }),
    makeProof('Lines = movement of the accounts', ['lines, debit', debit], ['movement, debit', totals.php_da], {
      difference: unlike,
    }),
    makeProof('Lines = movement, credit', ['lines, credit', credit], ['movement, credit', totals.php_ca]),
  ];
  return { totals, proof: [...proof, ...(await proofOfEnding(context, totals.ending))] };
}

/** The balance of the accounts as the other rollup has it: that of the branches beside that of the accounts. */
async function proofOfEnding(context: Context, ending: string): Promise<ReportProof[]> {
  const { dept_code, payee_id, brnc_code } = context.found;
  if (dept_code || payee_id) return [];
  const of = figuresOf(context);
  const { rows } = await sql<{ balance: string }>`
    select round(coalesce(sum(balance), 0), 2)::text as balance
    from (${accountFigures({ ...of, by: brnc_code ? 'none' : 'branch' })}) f`.execute(context.db);
  return [makeProof('Ending = Trial Balance', ['this report', ending], ['trial balance', rows[0]!.balance])];
}

/** The postings behind Movement, Beginning excluded: those of the account on the side of the column. */
export async function accountFigure(context: Context, { column, codes }: FigureOf): Promise<FigurePostings | null> {
  const side = { php_da: sql`p.debit <> 0`, php_ca: sql`p.credit <> 0` }[column];
  if (!side || !codes['acct_code']) return null;
  const chosen = sql`p.account_id = (select id from account where acct_code = ${codes['acct_code']})`;
  const needsHead = context.found.payee_id || ofOneType(context);
  const wanted = needsHead
    ? sql`exists (select from journal_entry e join posted_document b on b.entry_id = e.id where e.id = p.entry_id and ${narrowing(context)})`
    : narrowing(context);
  return { where: sql`${chosen} and ${side} and ${wanted}` };
}
