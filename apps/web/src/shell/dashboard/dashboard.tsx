import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { PERIOD_OPEN, type PeriodFlag } from '@talaan/core/calendar/accounting-period';
import { Button } from '../../ui/buttons/button.tsx';
import { IconFileMaintenance, IconInbox, IconReports, IconStar, IconTransactions } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TabPanel } from '../../ui/menus/tabs.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { usePreferences } from '../../page/preferences.ts';
import { groupOf, MENU_GROUPS, useMenuScreens, type Screen } from '../../page/screen.ts';
import { useUser } from '../../session/session.ts';
import styles from './dashboard.module.css';

/** A figure with the list behind it. */
export interface DashboardFigure {
  label: string;
  /** As it is shown: '14'. */
  figure: string;
  /** Small, after the figure: 'days'. */
  unit?: string;
  /** Below the figure: amounts per currency, side by side. */
  detail?: string;
  path: string;
  search?: Readonly<Record<string, string>>;
}

/** Whether each module may still be posted to in one period (spec 1 §3). Flags are 1 open, 0 closed. */
export interface PeriodFlags {
  fiscal_year: number;
  period_no: number;
  disbursement: PeriodFlag;
  cash_receipt: PeriodFlag;
  general_journal: PeriodFlag;
}

export interface DashboardProps {
  /** Undefined: the user has none; 'loading' keeps their place. */
  figures?: readonly DashboardFigure[] | 'loading' | undefined;
  /** The period of today; null: it has not been created, which counts as closed. */
  period?: PeriodFlags | null | 'loading' | 'failed' | undefined;
  onRetryPeriod?: () => void;
  /** Under the heading: the ways to see the dashboard. */
  tabs?: ReactNode | undefined;
  /** What is to be done before the first entry; first of all. */
  setup?: ReactNode;
  /** Tables and charts of the user's role. */
  children?: ReactNode;
}

const GROUP_ICONS = { F: IconFileMaintenance, T: IconTransactions, R: IconReports };

/** Where the day begins: figures that lead to their lists, the open periods, and the screens of the user (ux §1.3). */
export function Dashboard({ figures, period, onRetryPeriod, tabs, setup, children }: DashboardProps) {
  const screens = useMenuScreens();
  const { id } = useUser();
  const { favourites } = usePreferences();
  const starred = screens.filter(({ path }) => favourites[id]?.includes(path));
  return (
    <>
      <PageHeader title="Dashboard" />
      {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
      <Blocks inTab={tabs !== undefined}>
        {setup}
        <Figures figures={figures} />
        {period === undefined ? null : <PeriodStrip period={period} onRetry={onRetryPeriod} />}
        {children}
        {starred.length > 0 ? <ScreenCard title="Favourites" icon={<IconStar />} screens={starred} /> : null}
        {MENU_GROUPS.map(({ type, label }) => {
          const Icon = GROUP_ICONS[type];
          const inGroup = screens.filter((screen) => groupOf(screen).type === type);
          return inGroup.length > 0 ? <ScreenCard key={type} title={label} icon={<Icon />} screens={inGroup} /> : null;
        })}
        {screens.length === 0 ? (
          <div className={styles.none}>
            <IconInbox size={24} />
            <p>Your roles hold no screen yet. Ask an administrator for access.</p>
          </div>
        ) : null}
      </Blocks>
    </>
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

function Figures({ figures }: { figures: DashboardProps['figures'] }) {
  if (figures === undefined) return null;
  if (figures === 'loading') {
    return [0, 1, 2, 3].map((index) => (
      <div key={index} className={`${styles.card} ${styles.figure}`}>
        <Skeleton width="60%" />
        <Skeleton width="30%" height={28} />
        <Skeleton width="70%" />
      </div>
    ));
  }
  return figures.map(({ label, figure, unit, detail, path, search }) => (
    <Link
      key={label}
      to={path}
      {...(search === undefined ? {} : { search: search })}
      className={`${styles.card} ${styles.figure}`}
    >
      <span className={styles.label}>{label}</span>
      <span className={`${styles.number} figures`}>
        {figure}
        {unit === undefined ? null : <small>{unit}</small>}
      </span>
      <span className={`${styles.detail} figures`}>{detail}</span>
    </Link>
  ));
}

/** The period of today: three modules, open or closed. */
function PeriodStrip({
  period,
  onRetry,
}: {
  period: PeriodFlags | null | 'loading' | 'failed';
  onRetry: (() => void) | undefined;
}) {
  return (
    <section className={`${styles.card} ${styles.strip}`} aria-label="Accounting period">
      <h2 className={styles.title}>Accounting period</h2>
      {period === 'failed' ? (
        <p className="text-2" role="status">
          Couldn't load the period.{' '}
          <Button size="sm" variant="ghost" onClick={onRetry}>
            Retry
          </Button>
        </p>
      ) : (
        <PeriodChips period={period} />
      )}
    </section>
  );
}

function PeriodChips({ period }: { period: PeriodFlags | null | 'loading' }) {
  const loading = period === 'loading';
  const flags = loading ? null : period;
  const month = flags === null ? 'not created' : `${MONTH_NAMES[flags.period_no - 1] ?? ''} ${flags.fiscal_year}`;
  return (
    <>
      <span className="text-2 figures">{loading ? <Skeleton width={88} /> : month}</span>
      <dl className={styles.modules}>
        {PERIOD_MODULES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {loading ? <Skeleton width={56} height={20} /> : <PeriodChip open={flags?.[key] === PERIOD_OPEN} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function PeriodChip({ open }: { open: boolean }) {
  return open ? <StatusChip hue="green" label="Open" /> : <StatusChip hue="slate" label="Closed" />;
}

const PERIOD_MODULES = [
  { key: 'disbursement', label: 'Disbursement' },
  { key: 'cash_receipt', label: 'Cash Receipt' },
  { key: 'general_journal', label: 'General Journal' },
] as const;

function ScreenCard({ title, icon, screens }: { title: string; icon: ReactNode; screens: readonly Screen[] }) {
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-label={title}>
      <h2 className={styles.title}>
        {icon}
        {title}
      </h2>
      <ul className={styles.links}>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Link to={screen.path}>{screen.label}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
