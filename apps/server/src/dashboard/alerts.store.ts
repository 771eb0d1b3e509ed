import { sql } from 'kysely';
import type { DashboardAlert } from '@talaan/contract/dashboard/dashboard.contract';
import { BATCH_FIGURES, ENTRIES_PATH, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import { MAIL_ACCESS } from '@talaan/contract/notices/mail.contract';
import { ENDS_WITHIN_DAYS, USER_STATES } from '@talaan/contract/resources/access/user.resource';
import { REGISTER_MODULES } from '@talaan/contract/resources/numbers/issued-numbers.contract';
import { PERIOD_MODULES, periodOf } from '@talaan/core/calendar/accounting-period';
import {
  addDays,
  addMonths,
  formatDetailDate,
  monthOf,
  MONTH_NAMES,
  requireCalendarDate,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { SERIES_LABELS } from '@talaan/core/numbering/series';
import { countOpenWork } from '../desks/closing-checklist.store.ts';
import { CHEQUE_JOINS, visibleCheques } from '../documents/cheque-register/cheque-rows.ts';
import { countWaitingChanges } from '../masterdata/pending-changes/pending-changes.store.ts';
import { clockText } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { conditionOf, NOTHING_WAITS, type CountedFigure } from './batch-figures.store.ts';
import { mayOpen } from '../access/may-open.ts';
import { openSeries, shareText, type SeriesLeft } from './series.store.ts';

const LEVELS = ['red', 'amber', 'plain'] as const;

/**
 * What needs somebody who looks after the company, beside the series and what he has open himself (`withAlertsOf`): cheques that the
 * bank should not have paid, what somebody has had open too long, mail that did not go out, users whose access ends, what keeps the
 * month open, rates that are missing, and changes that a second person confirms. Each only for whoever may open what it leads to.
 */
export async function readAlerts(
  db: Database,
  user: Principal,
  days: DashboardDays,
  served: readonly DocumentType[],
): Promise<DashboardAlert[]> {
  const found = await Promise.all([
    chequeAlarms(db, user),
    inProcessTooLong(db, user, days, served),
    mailNotDelivered(db, user),
    usersEnding(db, user, days),
    blockers(db, user, days),
    ratesMissing(db, user, days),
    secondPersonAsked(db, user),
  ]);
  return found.filter((alert) => alert !== null);
}

/** All alerts, the most urgent first: series that run out and what the person has open before the others of their level. */
export function withAlertsOf(
  found: readonly DashboardAlert[],
  series: readonly SeriesLeft[],
  locked: CountedFigure | undefined,
): DashboardAlert[] {
  const own = locked ? lockedBy(locked) : null;
  const alerts = [
    ...series.filter(({ level }) => level !== 'plain').map(seriesAlert),
    ...(own === null ? [] : [own]),
    ...found,
  ];
  return alerts.toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

const shown = (count: number): string => count.toLocaleString('en');
const monthText = (day: CalendarDate): string => `${MONTH_NAMES[monthOf(day) - 1]} ${yearOf(day)}`;

function seriesAlert(series: SeriesLeft): DashboardAlert {
  const { kind, holder, remaining, size, level } = series;
  return {
    kind: 'series',
    level,
    count: remaining,
    detail: `${SERIES_LABELS[kind]}: ${shown(remaining)} of ${shown(size)} numbers left, ${shareText(series)}`,
    who: holder ?? 'everybody',
    where: REGISTER_MODULES[kind],
    opens: openSeries(series),
  };
}

/** What the person has open himself, and which of them the longest. */
function lockedBy({ count, since, first }: CountedFigure): DashboardAlert | null {
  if (since === null) return null;
  return {
    kind: 'locked',
    level: 'plain',
    count,
    detail: `${shown(count)} open by you`,
    who: `${first}, since ${clockText(since)}`,
    where: BATCH_FIGURES.locked.label,
    opens: { path: ENTRIES_PATH, search: { of: 'locked' } },
  };
}

async function chequeAlarms(db: Database, user: Principal): Promise<DashboardAlert | null> {
  if (!mayOpen(user, 'Check Transactions')) return null;
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*)::int as count, min(m.cleared_on)::text as first
    from cheque_alarm m join ${CHEQUE_JOINS} on c.id = m.cheque_id
    where m.settled_at is null and ${visibleCheques(user)}`.execute(db);
  const { count, first } = rows[0]!;
  if (count === 0) return null;
  return {
    kind: 'cheque_alarms',
    level: 'red',
    count,
    detail: `${shown(count)} cleared against the register`,
    who: `first on ${formatDetailDate(requireCalendarDate(first!))}`,
    where: 'Check Transactions',
    opens: { path: '/trxcheck', search: {} },
  };
}

/** What of the list of Active Transactions has been open too long, and who has had it the longest. */
async function inProcessTooLong(
  db: Database,
  user: Principal,
  days: DashboardDays,
  served: readonly DocumentType[],
): Promise<DashboardAlert | null> {
  if (!mayOpen(user, 'Active Transactions')) return null;
  const where = conditionOf('in_process_long', user, { days, waiting: NOTHING_WAITS }, served);
  const { rows } = await sql<{ count: number; batch: string; holder: string; since: string; minutes: number }>`
    select b.count, concat(b.document_type, ' ', b.batch_number) as batch, b.locked_at as since,
      concat_ws(' ', u.user_first_name, u.user_last_name) as holder, (extract(epoch from now() - b.locked_at) / 60)::int as minutes
    from (select b.*, count(*) over ()::int as count from batch b where ${where} order by b.locked_at, b.id limit 1) b
    join app_user u on u.id = b.locked_by`.execute(db);
  const longest = rows[0];
  if (longest === undefined) return null;
  const { count, batch, holder, since, minutes } = longest;
  const long = `${batch}, ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return {
    kind: 'in_process',
    level: 'amber',
    count,
    detail: count === 1 ? long : `${shown(count)}, the longest ${long}`,
    who: `${holder}, since ${clockText(since)}`,
    where: 'Active Transactions',
    opens: { path: ENTRIES_PATH, search: { of: 'in_process_long' } },
  };
}

/** Changes that wait until another person confirms them. */
async function secondPersonAsked(db: Database, user: Principal): Promise<DashboardAlert | null> {
  const waiting = await countWaitingChanges(db, user);
  if (waiting === null) return null;
  const { count, label, requested_by_name, requested_on } = waiting;
  return {
    kind: 'second_person',
    level: 'plain',
    count,
    detail: count === 1 ? label : `${shown(count)}, the first ${label}`,
    who: `asked by ${requested_by_name}, ${formatDetailDate(requireCalendarDate(requested_on))}`,
    where: 'Changes to confirm',
    opens: { path: '/changes-to-confirm', search: {} },
  };
}

/** How many mails did not go out, of all times. */
export async function countFailedMail(db: Database): Promise<{ count: number; since: string | null }> {
  const { rows } = await sql<{ count: number; since: string | null }>`
    select count(*)::int as count, min(created_at) as since from mail_message where state = 'failed'`.execute(db);
  return rows[0]!;
}

/** Whether a person looks after the mail of the company. */
export const mayReadMail = (user: Principal): boolean => mayOpen(user, MAIL_ACCESS.module, MAIL_ACCESS.level);

async function mailNotDelivered(db: Database, user: Principal): Promise<DashboardAlert | null> {
  if (!mayReadMail(user)) return null;
  const { count, since } = await countFailedMail(db);
  if (count === 0) return null;
  return {
    kind: 'mail',
    level: 'amber',
    count,
    detail: `${shown(count)} not delivered`,
    who: `since ${formatDetailDate(requireCalendarDate(since!.slice(0, 10)))}`,
    where: 'Outgoing mail',
    opens: { path: '/outgoing-mail', search: { state: 'failed' } },
  };
}

async function usersEnding(db: Database, user: Principal, { today }: DashboardDays): Promise<DashboardAlert | null> {
  if (!mayOpen(user, 'Users')) return null;
  const { rows } = await sql<{ name: string; end_date: string; count: number }>`
    select concat_ws(' ', user_first_name, user_last_name) as name, end_date::text, count(*) over ()::int as count from app_user
    where end_date between ${today}::date and ${addDays(today, ENDS_WITHIN_DAYS)}::date and blocked_at is null
    order by end_date, id limit 1`.execute(db);
  const first = rows[0];
  if (first === undefined) return null;
  return {
    kind: 'users',
    level: 'amber',
    count: first.count,
    detail: `${shown(first.count)} within ${ENDS_WITHIN_DAYS} days`,
    who: `first: ${first.name}, ${formatDetailDate(requireCalendarDate(first.end_date))}`,
    where: 'Users',
    opens: { path: '/users', search: { state: USER_STATES.ends, sort: 'end_date' } },
  };
}

async function blockers(
  db: Database,
  user: Principal,
  { today, month }: DashboardDays,
): Promise<DashboardAlert | null> {
  if (!mayOpen(user, 'Accounting Period')) return null;
  const count = await countOpenWork(db, user, { period: periodOf(month), modules: PERIOD_MODULES });
  if (count === 0) return null;
  return {
    kind: 'blockers',
    // A month that is over waits to be closed.
    level: addMonths(month, 1) <= today ? 'amber' : 'plain',
    count,
    detail: `${shown(count)} to finish before ${monthText(month)} closes`,
    who: '',
    where: 'Accounting Period',
    opens: { path: '/', search: { open: String(periodOf(month)) } },
  };
}

/** Currencies that had a rate in the month before and have none in the month. */
async function ratesMissing(db: Database, user: Principal, { month }: DashboardDays): Promise<DashboardAlert | null> {
  if (!mayOpen(user, 'Rates')) return null;
  const ratesOf = (day: CalendarDate) => sql`
    select currency_id, acct_class from currency_rate where fiscal_year = ${yearOf(day)} and period_no = ${monthOf(day)}`;
  const { rows } = await sql<{ currencies: string | null; count: number }>`
    select string_agg(distinct c.iso_code, ', ' order by c.iso_code) as currencies, count(*)::int as count
    from (${ratesOf(addMonths(month, -1))} except ${ratesOf(month)}) r join currency c on c.id = r.currency_id`.execute(
    db,
  );
  const { currencies, count } = rows[0]!;
  if (currencies === null) return null;
  return {
    kind: 'rates',
    level: 'plain',
    count,
    detail: `${monthText(month)}, ${currencies}`,
    who: `needed from ${formatDetailDate(month)}`,
    where: 'Currency Rates',
    opens: { path: '/dollarrate', search: { fiscal_year: String(yearOf(month)) } },
  };
}
