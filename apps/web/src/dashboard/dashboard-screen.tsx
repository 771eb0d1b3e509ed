import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { firstDayOfPeriod } from '@talaan/core/calendar/accounting-period';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import type { Dashboard } from '@talaan/contract/dashboard/dashboard.contract';
import type { DashboardDays, DashboardRole } from '@talaan/contract/dashboard/dashboard-figures';
import { PageHeader } from '../page/page-header.tsx';
import { useMenuScreens } from '../page/screen.ts';
import { useSearchState } from '../page/search-state.ts';
import { classNames } from '../ui/class-names.ts';
import { MonthPicker } from '../ui/dates/month-picker.tsx';
import { useToday } from '../ui/dates/today.tsx';
import { IconInbox } from '../ui/icons.tsx';
import { TabPanel } from '../ui/menus/tabs.tsx';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { AlertList, AlertTable } from './alert-list.tsx';
import { dashboardCalls } from './dashboard-calls.ts';
import { FigureCards, FigureSkeletons } from './figure-cards.tsx';
import { MonthCharts, MonthFacts, WaitingChart } from './month-charts.tsx';
import { OpenWorkDialog } from './open-work-dialog.tsx';
import { SetupCard } from './setup-card.tsx';
import { WorkList } from './work-list.tsx';
import styles from './dashboard.module.css';

const ADDRESS = z.object({
  /** `YYYY-MM`; '' is the present month. */
  month: z
    .string()
    .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/)
    .default('')
    .catch(''),
  /** The period whose open work is shown: year × 100 + month. */
  open: z.string().default('').catch(''),
});

/** Where the day begins: what waits for the person by his roles, what needs attention, and how the month stands (ux §1.3). */
export function DashboardScreen({ tabs }: { tabs?: ReactNode | undefined }) {
  const today = useToday();
  const screens = useMenuScreens();
  const [{ month: asked, open }, change] = useSearchState(ADDRESS);
  const month = asked === '' ? today.slice(0, 7) : asked;
  const days = { today, month: requireCalendarDate(`${month}-01`) };
  const isEmpty = screens.length === 0;
  const board = useQuery({ ...dashboardCalls.board(month), enabled: !isEmpty });
  const charts = useQuery({ ...dashboardCalls.charts(month), enabled: !isEmpty });
  const roles = board.data?.roles ?? [];
  const prepares = roles.some(({ role }) => role === 'preparer');
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={isEmpty ? undefined : <MonthPicker value={month} onChange={(next) => change({ month: next })} />}
      />
      {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
      <Blocks inTab={tabs !== undefined}>
        <SetupCard />
        {isEmpty ? (
          <div className={styles.empty}>
            <IconInbox size={24} />
            <p>Your roles hold no screen yet. Ask an administrator for access.</p>
          </div>
        ) : null}
        {board.data === undefined ? (
          isEmpty || board.isError ? null : (
            <FigureSkeletons />
          )
        ) : (
          <FigureCards board={board.data} days={days} />
        )}
        {isEmpty || !board.isError ? null : <LoadState query={board} what="the dashboard" className={styles.wide} />}
        {board.data === undefined ? null : <Waiting board={board.data} days={days} />}
        <aside className={styles.side} aria-label="The month">
          {roles.some(({ role }) => LOOKS_AFTER.has(role)) || board.data === undefined ? null : (
            <AlertList alerts={board.data.alerts} />
          )}
          {charts.data === undefined ? null : <MonthFacts charts={charts.data} days={days} prepares={prepares} />}
        </aside>
        {isEmpty || !charts.isError ? null : <LoadState query={charts} what="the charts" className={styles.wide} />}
        {board.data === undefined ? null : <WaitingChart waiting={board.data.waiting} today={today} />}
        {charts.data === undefined ? null : <MonthCharts charts={charts.data} days={days} prepares={prepares} />}
      </Blocks>
      {firstDayOfPeriod(Number(open)) === null ? null : (
        <OpenWorkDialog period={Number(open)} onClose={() => change({ open: '' })} />
      )}
    </>
  );
}

/** As whom somebody looks after the company rather than after work of his own. */
const LOOKS_AFTER: ReadonlySet<DashboardRole> = new Set(['administrator', 'reader']);

/** What waits for the person, in the order of his roles: his work, and what needs whoever looks after the company. */
function Waiting({ board: { roles, work, alerts }, days }: { board: Dashboard; days: DashboardDays }) {
  const works = roles.some(({ role }) => !LOOKS_AFTER.has(role));
  const administers = roles.some(({ role }) => role === 'administrator');
  const workList = works ? (
    <div key="work" className={styles.card}>
      <WorkList work={work} days={days} />
    </div>
  ) : null;
  const alertList = administers ? (
    <AlertTable key="alerts" alerts={alerts} takesEnter={!works || work.items.length === 0} />
  ) : works ? null : (
    <AlertList key="alerts" alerts={alerts} />
  );
  const isLast = works && roles[0]?.role !== 'administrator';
  const isRead = !works && !administers;
  return (
    <div className={classNames(styles.main, isRead && styles.wide)}>
      {isLast ? [workList, alertList] : [alertList, workList]}
    </div>
  );
}

/** The blocks of the dashboard, as the panel of its tab where there are tabs. */
function Blocks({ inTab, children }: { inTab: boolean; children: ReactNode }) {
  const className = styles.grid ?? '';
  return inTab ? (
    <TabPanel id="overview" active className={className}>
      {children}
    </TabPanel>
  ) : (
    <div className={className}>{children}</div>
  );
}
