import { sql, type RawBuilder } from 'kysely';
import type { DashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { BATCH_FIGURES, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import { listBatches } from '@talaan/contract/documents/desk.contract';
import { arAgingReport } from '@talaan/contract/reports/ar-aging.report';
import { reportRoutes } from '@talaan/contract/reports/kit/report-routes';
import { choosingModules } from '@talaan/contract/resources/choice-access';
import { ACCESS } from '@talaan/core/access/access-level';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import {
  addMonths,
  compareDates,
  dayOf,
  endOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { STATUS } from '@talaan/core/documents/status';
import { filteredBatches, typesOf } from '../batches/lists/batch-filters.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { arAging } from '../reports/ar-aging/ar-aging.query.ts';
import { askReport, readReport } from '../reports/kit/read-report.ts';
import { mayOpen, mayOpenSomeType } from '../access/may-open.ts';
import { readDays } from './read-dashboard.ts';

/** So many months a chart goes back, the shown one among them. */
const MONTHS = 12;

/** The charts of a month, each for whoever may open the report or list that shows its figures (ux §1.3). */
export async function findCharts(
  db: Database,
  user: Principal,
  asked: CalendarDate | undefined,
  served: readonly DocumentType[],
): Promise<DashboardCharts> {
  const days = await readDays(db, asked);
  const months = Array.from({ length: MONTHS }, (_month, index) => addMonths(days.month, index + 1 - MONTHS));
  const readsBalances = mayOpen(user, 'Trial Balance');
  const prepares = mayOpenSomeType(user, ACCESS.insert);
  const when = <T>(may: boolean, read: () => Promise<T>): Promise<T | null> => (may ? read() : Promise.resolve(null));
  const [cash, results, receivables, aging, own, recent, documents, periods, rates] = await Promise.all([
    when(readsBalances, () => cashByMonth(db, months)),
    when(readsBalances, () => resultsByMonth(db, months)),
    when(mayOpen(user, 'General Ledger'), () => receivablesByMonth(db, months)),
    when(mayOpen(user, 'AR Aging'), () => agingOf(db, user, days)),
    when(prepares, () => ownByStatus(db, user, days, served)),
    when(prepares, () => lastOwn(db, user, days, served)),
    when(mayOpenSomeType(user), () => documentsByDay(db, user, days, served)),
    when(
      choosingModules('accounting_period').some((module) => mayOpen(user, module)),
      () => periodsOf(db, days),
    ),
    when(mayOpen(user, 'Rates'), () => lastRates(db)),
  ]);
  return { month: days.month, cash, results, receivables, aging, own, recent, documents, periods, rates };
}

/** Sums of running sums `s` of accounts `a` in each of the months, 0.00 where there are none. */
async function sumsByMonth<Name extends string>(
  db: Database,
  months: readonly CalendarDate[],
  sums: Readonly<Record<Name, RawBuilder<unknown>>>,
  from: RawBuilder<unknown>,
): Promise<({ month: string } & Record<Name, string>)[]> {
  const columns = Object.entries<RawBuilder<unknown>>(sums).map(
    ([name, sum]) => sql`round(coalesce(sum(${sum}), 0), 2)::text as ${sql.ref(name)}`,
  );
  const { rows } = await sql<{ month: string } & Record<Name, string>>`
    select to_char(m.month, 'YYYY-MM-DD') as month, ${sql.join(columns)}
    from unnest(${months}::date[]) with ordinality m (month, place)
    left join (${from}) s on s.period = (extract(year from m.month) * 100 + extract(month from m.month))::int
    group by m.month, m.place order by m.place`.execute(db);
  return rows;
}

const ofMonths = (months: readonly CalendarDate[]) =>
  sql`s.period between ${periodOf(months[0]!)} and ${periodOf(months.at(-1)!)}`;

/** Debits and credits of the accounts of cash in bank: those of the role, and those behind own bank accounts. */
function cashByMonth(db: Database, months: readonly CalendarDate[]) {
  return sumsByMonth(
    db,
    months,
    { cash_in: sql`s.debit`, cash_out: sql`s.credit` },
    sql`select s.period, s.debit, s.credit from balance_account s join account a on a.id = s.account_id
      where ${ofMonths(months)} and (a.role = 'CIB' or a.acct_code in (select k.acct_code from bank k))`,
  );
}

/** Income and expenses net of what goes against them; what closes a year is taken out again. */
function resultsByMonth(db: Database, months: readonly CalendarDate[]) {
  const end = endOfMonth(months.at(-1)!);
  return sumsByMonth(
    db,
    months,
    {
      income: sql`case when s.acct_group = 'I' then s.credit - s.debit else 0 end`,
      expense: sql`case when s.acct_group = 'E' then s.debit - s.credit else 0 end`,
    },
    sql`select s.period, a.acct_group, s.debit, s.credit from balance_account s join account a on a.id = s.account_id
      where ${ofMonths(months)} and a.acct_class = 'I'
      union all
      select (extract(year from p.entry_date) * 100 + extract(month from p.entry_date))::int, a.acct_group, -p.debit, -p.credit
      from closing_entry c join posting p on p.entry_id = c.entry_id join account a on a.id = p.account_id
      where p.entry_date between ${months[0]!}::date and ${end}::date and a.acct_class = 'I'`,
  );
}

/** What was charged to the receivable account and taken off it; null in a chart without one. */
async function receivablesByMonth(db: Database, months: readonly CalendarDate[]) {
  const { rows } = await sql<{ acct_code: string }>`select acct_code from account where role = 'AR'`.execute(db);
  const account = rows[0];
  if (account === undefined) return null;
  const sums = await sumsByMonth(
    db,
    months,
    { billed: sql`s.debit`, collected: sql`s.credit` },
    sql`select s.period, s.debit, s.credit from balance_account s join account a on a.id = s.account_id
      where ${ofMonths(months)} and a.role = 'AR'`,
  );
  return { account_code: account.acct_code, months: sums };
}

/** The totals of the aging report at the end of the month, today at the latest. */
async function agingOf(db: Database, user: Principal, { today, month }: DashboardDays) {
  const end = endOfMonth(month);
  const date_to = compareDates(end, today) > 0 ? today : end;
  const { filter } = reportRoutes(arAgingReport).read.query.parse({ date_to });
  const { totals } = await readReport(await askReport(db, arAging, user, filter), { limit: 1 });
  const sum = (name: string): string => totals![name]!;
  return {
    date_to,
    age_0_30: sum('age_0_30'),
    age_31_60: sum('age_31_60'),
    age_61_90: sum('age_61_90'),
    age_91_120: sum('age_91_120'),
    age_over_120: sum('age_over_120'),
    remaining_balance: sum('remaining_balance'),
  };
}

async function ownByStatus(db: Database, user: Principal, days: DashboardDays, served: readonly DocumentType[]) {
  const query = listBatches.query.parse(BATCH_FIGURES.own_month.query(days));
  const { rows } = await sql<{ status: number; count: number }>`
    select b.status, count(*)::int as count from batch b
    where ${filteredBatches(user, query, typesOf(query, served))} and b.status <> ${STATUS.ARCHIVED}
    group by b.status order by b.status`.execute(db);
  return rows;
}

/** How many of a person's own entries are named. */
const RECENT = 8;

/** The last entries of the list of his own in the month. */
async function lastOwn(db: Database, user: Principal, days: DashboardDays, served: readonly DocumentType[]) {
  const query = listBatches.query.parse(BATCH_FIGURES.own_month.query(days));
  const { rows } = await sql<NonNullable<DashboardCharts['recent']>[number]>`
    select b.batch_number, b.document_type, b.status, coalesce(p.payee_desc, d.remarks, '') as about
    from (select * from batch b where ${filteredBatches(user, query, typesOf(query, served))} order by b.id desc limit ${RECENT}) b
    join document d on d.batch_id = b.id and d.header_key = 0
    left join payee p on p.id = b.payee_id
    order by b.id desc`.execute(db);
  return rows;
}

/** How many entries each day of the month has by type, the archive among them, as the lists of the types count them. */
async function documentsByDay(
  db: Database,
  user: Principal,
  { month }: DashboardDays,
  served: readonly DocumentType[],
) {
  const { rows } = await sql<{ document_type: string; day: number; count: number }>`
    select b.document_type, extract(day from b.document_date)::int as day, count(*)::int as count from batch b
    where ${filteredBatches(user, { document_date: month }, served)} group by 1, 2 order by 1, 2`.execute(db);
  const last = dayOf(endOfMonth(month));
  return served.flatMap((document_type) => {
    const found = rows.filter((row) => row.document_type === document_type);
    if (found.length === 0) return [];
    const days = Array.from({ length: last }, (_day, index) => found.find(({ day }) => day === index + 1)?.count ?? 0);
    return [{ document_type, total: found.reduce((sum, { count }) => sum + count, 0), days }];
  });
}

async function periodsOf(db: Database, { month }: DashboardDays) {
  const { rows } = await sql<NonNullable<DashboardCharts['periods']>[number]>`
    select period_no, disbursement, cash_receipt, general_journal from accounting_period
    where fiscal_year = ${yearOf(month)} order by period_no`.execute(db);
  return rows;
}

/** How many rates are named. */
const RATES = 5;

async function lastRates(db: Database) {
  const { rows } = await sql<NonNullable<DashboardCharts['rates']>[number]>`
    select c.iso_code as currency, r.fiscal_year, r.period_no, r.acct_class, r.dolr_rate::text as rate
    from currency_rate r join currency c on c.id = r.currency_id
    order by r.fiscal_year desc, r.period_no desc, c.iso_code, r.acct_class limit ${RATES}`.execute(db);
  return rows;
}
