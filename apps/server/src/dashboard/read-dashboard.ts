import { sql } from 'kysely';
import type { Dashboard, DashboardFigure } from '@talaan/contract/dashboard/dashboard.contract';
import {
  BATCH_FIGURES,
  CHEQUE_FIGURES,
  DASHBOARD_ROLES,
  FIGURES_OF,
  type BatchFigureName,
  type ChequeFigureName,
  type DashboardDays,
  type DashboardRole,
  type FigureName,
} from '@talaan/contract/dashboard/dashboard-figures';
import { listCheques } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  daysBetween,
  monthOf,
  requireCalendarDate,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { SERIES_LABELS } from '@talaan/core/numbering/series';
import { countCheques, firstChequeDate } from '../documents/cheque-register/list-cheques.ts';
import { today as dayOf } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { countFailedMail, mayReadMail, readAlerts, withAlertsOf } from './alerts.store.ts';
import { countBatchFigures, isOfficer, readWaiting, type CountedFigure } from './batch-figures.store.ts';
import { mayOpen, mayOpenSomeType } from '../access/may-open.ts';
import { openSeries, readSeriesLeft, shareText, type SeriesLeft } from './series.store.ts';
import { readWork, waitingByDay, type WorkLists } from './work.store.ts';

/** The day of the company and the month that is shown: that of the day unless another one is asked for. */
export async function readDays(db: Database, month: CalendarDate | undefined): Promise<DashboardDays> {
  const { rows } = await sql<{ today: string }>`select manila_today()::text as today`.execute(db);
  const today = requireCalendarDate(rows[0]!.today);
  return { today, month: startOfMonth(month ?? today) };
}

/** What waits for a person, what he may look after, and how the month stands (ux §1.3), of one moment where `db` is a snapshot. */
export async function findDashboard(
  db: Database,
  user: Principal,
  month: CalendarDate | undefined,
  served: readonly DocumentType[],
): Promise<Dashboard> {
  const [days, officer] = await Promise.all([readDays(db, month), isOfficer(db, user)]);
  const waiting = await readWaiting(db, user, served, officer);
  const held = rolesOf(user, officer || waiting.ids.length > 0);
  const open = [...held.flatMap((role) => FIGURES_OF[role]), 'locked' as const].filter((name) =>
    mayOpenListOf(user, name),
  );
  const batchNames = open.filter((name): name is BatchFigureName => name in BATCH_FIGURES);
  const [batches, series, others, work, byDay, found] = await Promise.all([
    countBatchFigures(db, user, { names: [...new Set(batchNames)], days, waiting }, served),
    readSeriesLeft(db, user),
    readOtherFigures(db, user, days, new Set(open)),
    readWork(db, user, { lists: workListsOf(user, held), days, waiting }, served),
    waitingByDay(db, waiting, served),
    readAlerts(db, user, days, served),
  ]);
  const figureNamed = (name: FigureName): DashboardFigure | null => {
    if (name === 'numbers_left') return seriesFigure(series);
    if (name === 'oldest_waiting') return oldestFigure(batches.get('waiting')!, days.today);
    return batchFigure(name, batches) ?? others.get(name) ?? null;
  };
  const roles = shownRoles(held, batches).map((role) => ({
    role,
    figures: FIGURES_OF[role].filter((name) => open.includes(name)).flatMap((name) => figureNamed(name) ?? []),
  }));
  return { ...days, roles, work, waiting: byDay, alerts: withAlertsOf(found, series, batches.get('locked')) };
}

/**
 * What somebody is to the dashboard: an approver by a row of authority, his own or one that he stands in for, by his own limit, or
 * because something waits for him; a super user has every level, so that levels tell nothing of his work.
 */
function rolesOf(user: Principal, approves: boolean): DashboardRole[] {
  const isHeld: Record<DashboardRole, boolean> = {
    administrator: user.super_user,
    approver: approves,
    cashier: !user.super_user && mayOpen(user, 'Payment', ACCESS.update),
    preparer: mayOpenSomeType(user, ACCESS.insert),
    reader: false,
  };
  const held = DASHBOARD_ROLES.filter((role) => isHeld[role]);
  return held.length > 0 ? held : ['reader'];
}

/** Whether the person may open the list behind a figure. */
function mayOpenListOf(user: Principal, name: FigureName): boolean {
  if (name === 'to_release') return mayOpen(user, 'Payment');
  if (name === 'in_process') return mayOpen(user, 'Active Transactions');
  if (name in BATCH_FIGURES || name === 'oldest_waiting') return mayOpenSomeType(user);
  if (name in CHEQUE_FIGURES) return mayOpen(user, 'Check Transactions');
  if (name === 'open_periods') return mayOpen(user, 'Accounting Period');
  return name === 'mail_failed' ? mayReadMail(user) : true;
}

/** The kinds of work of a person. Whoever does not release what others prepared releases his own. */
function workListsOf(user: Principal, held: readonly DashboardRole[]): WorkLists {
  const prepares = held.includes('preparer');
  return {
    ...(prepares ? { returned: 'returned', unsent: 'editable' } : {}),
    ...(held.includes('approver') && mayOpenSomeType(user) ? { approve: 'waiting' } : {}),
    ...(held.includes('cashier') ? { release: 'to_release' } : prepares ? { release: 'own_release' } : {}),
  };
}

/**
 * The weightiest role of a person, and of the others those for which something waits. What was returned comes first, then what waits
 * longest; where nothing waits, a role comes last.
 */
function shownRoles(
  held: readonly DashboardRole[],
  figures: ReadonlyMap<BatchFigureName, CountedFigure>,
): DashboardRole[] {
  const sinceOf = (role: DashboardRole): string | null => {
    const found = WAITS_FOR[role].map((name) => figures.get(name)?.since ?? null).filter((since) => since !== null);
    if (role === 'preparer' && (figures.get('returned')?.count ?? 0) > 0) return '';
    return found.toSorted()[0] ?? null;
  };
  const urgency = (role: DashboardRole): string => sinceOf(role) ?? '~';
  return held
    .filter((role, place) => place === 0 || sinceOf(role) !== null)
    .toSorted((one, other) => (urgency(one) < urgency(other) ? -1 : urgency(one) > urgency(other) ? 1 : 0));
}

const WAITS_FOR: Readonly<Record<DashboardRole, readonly BatchFigureName[]>> = {
  administrator: [],
  approver: ['waiting'],
  cashier: ['to_release'],
  preparer: ['editable', 'returned', 'in_approval', 'own_release'],
  reader: [],
};

const PLAIN: Omit<DashboardFigure, 'name' | 'count'> = {
  money: [],
  since: null,
  note: null,
  level: 'plain',
  opens: null,
};

function batchFigure(
  name: FigureName,
  figures: ReadonlyMap<BatchFigureName, CountedFigure>,
): DashboardFigure | undefined {
  const found = figures.get(name as BatchFigureName);
  if (found === undefined) return undefined;
  const { first: _first, ...figure } = found;
  return { name: name as BatchFigureName, ...figure, note: null, level: 'plain', opens: null };
}

/** How many days the oldest waits, on the calendar. */
function oldestFigure({ since, first }: CountedFigure, today: CalendarDate): DashboardFigure {
  const count = since === null ? 0 : daysBetween(dayOf(new Date(since)), today);
  return { ...PLAIN, name: 'oldest_waiting', count, since, note: first };
}

/** The series with the least share left. */
function seriesFigure([least]: readonly SeriesLeft[]): DashboardFigure | null {
  if (least === undefined) return null;
  const note = [SERIES_LABELS[least.kind], least.holder, `${shareText(least)} left`].filter(Boolean).join(', ');
  return { ...PLAIN, name: 'numbers_left', count: least.remaining, note, level: least.level, opens: openSeries(least) };
}

/** Figures of cheques, periods and mail, of those that are asked for. */
async function readOtherFigures(
  db: Database,
  user: Principal,
  days: DashboardDays,
  names: ReadonlySet<FigureName>,
): Promise<ReadonlyMap<FigureName, DashboardFigure>> {
  const asked = (Object.keys(CHEQUE_FIGURES) as ChequeFigureName[]).filter((name) => names.has(name));
  const found = await Promise.all([
    ...asked.map((name) => chequeFigure(db, user, name, days)),
    ...(names.has('open_periods') ? [periodFigure(db, days)] : []),
    ...(names.has('mail_failed') ? [mailFigure(db)] : []),
  ]);
  return new Map(found.map((figure) => [figure.name, figure]));
}

async function chequeFigure(
  db: Database,
  user: Principal,
  name: ChequeFigureName,
  days: DashboardDays,
): Promise<DashboardFigure> {
  const { page: _page, pages: _pages, ...filters } = listCheques.query.parse(CHEQUE_FIGURES[name].query(days));
  const [{ total, totals }, since] = await Promise.all([
    countCheques(db, user, filters),
    firstChequeDate(db, user, filters),
  ]);
  const money = totals.map(({ currency, cheque_amount }) => ({ currency, amount: cheque_amount }));
  return { ...PLAIN, name, count: total, money, since };
}

/** How many parts of the months of the fiscal year are open, up to the month that is shown. */
async function periodFigure(db: Database, { month }: DashboardDays): Promise<DashboardFigure> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(disbursement + cash_receipt + general_journal), 0)::int as open from accounting_period
    where fiscal_year = ${yearOf(month)} and period_no <= ${monthOf(month)}`.execute(db);
  const { open } = rows[0]!;
  const all = monthOf(month) * 3;
  return { ...PLAIN, name: 'open_periods', count: open, note: `of ${all} so far, ${all - open} closed` };
}

async function mailFigure(db: Database): Promise<DashboardFigure> {
  return { ...PLAIN, name: 'mail_failed', ...(await countFailedMail(db)) };
}
