import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard, DashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { ENTRIES_PATH, type DashboardDays } from '@talaan/contract/dashboard/dashboard-figures';
import { ACCESS } from '@talaan/core/access/access-level';
import { PERIOD_MODULES, PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import {
  addDays,
  dayOf,
  formatDetailDate,
  monthOf,
  MONTH_NAMES,
  requireCalendarDate,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { AGE_LABELS } from '@talaan/core/receivables/aging';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import { chipOf } from '../batches/record/batch-texts.ts';
import { useOpenAddress } from '../page/open-address.ts';
import { useAccessLevel } from '../session/session.ts';
import { Chart } from '../ui/charts/chart.tsx';
import type { ChartDescription } from '../ui/charts/chart-geometry.ts';
import { IconArrowRight } from '../ui/icons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DocumentsPerDay } from './documents-per-day.tsx';
import { monthText } from './dashboard-texts.ts';
import styles from './dashboard.module.css';

const CASH: ChartDescription<'name' | 'cash_in' | 'cash_out'> = {
  kind: 'bar',
  label: 'name',
  labelHeader: 'Month',
  series: [
    { field: 'cash_in', header: 'In' },
    { field: 'cash_out', header: 'Out' },
  ],
};
const RESULTS: ChartDescription<'name' | 'income' | 'expense'> = {
  kind: 'bar',
  label: 'name',
  labelHeader: 'Month',
  series: [
    { field: 'income', header: 'Income' },
    { field: 'expense', header: 'Expenses', colour: 'chart-4' },
  ],
};
/** What was billed as bars, what was collected as a line over them. */
const RECEIVABLES: ChartDescription<'name' | 'billed' | 'collected'> = {
  kind: 'bar',
  label: 'name',
  labelHeader: 'Month',
  series: [
    { field: 'billed', header: 'Billed', colour: 'chart-3' },
    { field: 'collected', header: 'Collected', colour: 'chart-1', line: true },
  ],
};
const AGES = ['age_0_30', 'age_31_60', 'age_61_90', 'age_91_120', 'age_over_120'] as const;
const AGING: ChartDescription<'name' | (typeof AGES)[number]> = {
  kind: 'stack',
  label: 'name',
  labelHeader: 'Age',
  series: [
    { field: 'age_0_30', header: AGE_LABELS['0-30'], colour: 'age-1' },
    { field: 'age_31_60', header: AGE_LABELS['31-60'], colour: 'age-2' },
    { field: 'age_61_90', header: AGE_LABELS['61-90'], colour: 'age-3' },
    { field: 'age_91_120', header: AGE_LABELS['91-120'], colour: 'age-4' },
    { field: 'age_over_120', header: AGE_LABELS.over_120, colour: 'age-5' },
  ],
};
const WAITING: ChartDescription<'name' | 'cheques' | 'transfers' | 'billing' | 'other'> = {
  kind: 'stack',
  label: 'name',
  labelHeader: 'Day',
  counts: true,
  upright: true,
  series: [
    { field: 'cheques', header: 'Cheques' },
    { field: 'transfers', header: 'Transfers' },
    { field: 'billing', header: 'Billing', colour: 'chart-3' },
    { field: 'other', header: 'Other', colour: 'chart-4' },
  ],
};

const shortMonth = (month: string): string => MONTH_NAMES[monthOf(requireCalendarDate(month)) - 1]!.slice(0, 3);
const wholeMonth = (month: string) => ({
  type: 'ftm',
  year: month.slice(0, 4),
  month: String(Number(month.slice(5, 7))),
});

/** The charts of the twelve months up to the shown one; each bar opens the report that has its figure. */
export function MonthCharts(props: MonthProps) {
  const { charts, days } = props;
  const navigate = useNavigate();
  const { cash, results, receivables, aging, documents } = charts;
  const openMonth = (to: string, months: readonly { month: string }[], search: Record<string, string> = {}) => {
    return (place: number) => void navigate({ to, search: { ...wholeMonth(months[place]!.month), ...search } });
  };
  return (
    <>
      {cash === null ? null : (
        <ChartCard>
          <Chart
            title="Cash in and out"
            note="12 months, PHP, accounts of cash in bank"
            chart={CASH}
            rows={cash.map((row) => ({ ...row, name: shortMonth(row.month) }))}
            onOpen={openMonth('/trial-balance', cash)}
          />
        </ChartCard>
      )}
      {hasOwn(props) ? (
        <div className={styles.standing}>
          <Standing {...props} />
        </div>
      ) : null}
      {results === null ? null : (
        <ChartCard>
          <Chart
            title="Income and expenses"
            note="12 months, PHP"
            chart={RESULTS}
            rows={results.map((row) => ({ ...row, name: shortMonth(row.month) }))}
            onOpen={openMonth('/trial-balance', results, { closing: '0' })}
          />
        </ChartCard>
      )}
      {receivables === null ? null : (
        <ChartCard>
          <Chart
            title="Collections and billings"
            note="12 months, PHP, as booked to receivables"
            chart={RECEIVABLES}
            rows={receivables.months.map((row) => ({ ...row, name: shortMonth(row.month) }))}
            onOpen={openMonth('/general-ledger', receivables.months, {
              account_from: receivables.account_code,
              account_to: receivables.account_code,
            })}
          />
        </ChartCard>
      )}
      {aging === null ? null : <AgingChart aging={aging} />}
      {documents === null || documents.length === 0 ? null : (
        <ChartCard>
          <DocumentsPerDay documents={documents} days={days} />
        </ChartCard>
      )}
      {hasOwn(props) ? (
        <div className={styles.standing}>
          <Rates rates={charts.rates} />
        </div>
      ) : null}
    </>
  );
}

/** Open invoices by age at the end of the month, with the report that has them. */
function AgingChart({ aging }: { aging: NonNullable<DashboardCharts['aging']> }) {
  const note = (
    <>
      {`PHP, as of ${formatDetailDate(requireCalendarDate(aging.date_to))} · `}
      <Link to="/ar-aging" search={{ date_to: aging.date_to }}>
        AR Aging
      </Link>
    </>
  );
  return (
    <ChartCard>
      <Chart
        title="AR aging"
        note={note}
        chart={AGING}
        rows={aging.remaining_balance === '0.00' ? [] : [{ ...aging, name: 'Open' }]}
      />
    </ChartCard>
  );
}

/** What waits for the person, by day and type, before the charts of the month; a bar opens the inbox. */
export function WaitingChart({ waiting, today }: { waiting: Dashboard['waiting']; today: CalendarDate }) {
  const navigate = useNavigate();
  if (waiting.length === 0) return null;
  return (
    <ChartCard>
      <Chart
        title="Waiting by day and type"
        chart={WAITING}
        rows={waitingRows(waiting, today)}
        onOpen={() => void navigate({ to: '/', search: { view: 'approvals' } })}
      />
    </ChartCard>
  );
}

function ChartCard({ children }: { children: ReactNode }) {
  return <div className={`${styles.card} ${styles.chart}`}>{children}</div>;
}

/** So many days up to today have a place of their own; what waits longer stands before them. */
const OWN_DAYS = 7;

/** What waits, day by day up to today. */
function waitingRows(waiting: Dashboard['waiting'], today: CalendarDate) {
  const own = Array.from({ length: OWN_DAYS }, (_day, index) => addDays(today, index + 1 - OWN_DAYS));
  const rowOf = (name: string, rows: Dashboard['waiting']) => {
    const sum = (field: 'cheques' | 'transfers' | 'billing' | 'other') =>
      String(rows.reduce((total, row) => total + row[field], 0));
    return {
      name,
      cheques: sum('cheques'),
      transfers: sum('transfers'),
      billing: sum('billing'),
      other: sum('other'),
    };
  };
  const before = waiting.filter(({ day }) => day < own[0]!);
  return [
    ...(before.length === 0 ? [] : [rowOf('Before', before)]),
    ...own.map((date) =>
      rowOf(
        dayName(date, today),
        waiting.filter(({ day }) => day === date),
      ),
    ),
  ];
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/** 'Today', or 'Thu 15'. */
function dayName(day: CalendarDate, today: CalendarDate): string {
  return day === today ? 'Today' : `${WEEKDAY.format(Date.parse(day))} ${dayOf(day)}`;
}

interface MonthProps {
  charts: DashboardCharts;
  days: DashboardDays;
  /** The person enters documents: his own stand beside his work, and what is of the month among the charts. */
  prepares: boolean;
}

const hasOwn = ({ charts: { recent }, prepares }: MonthProps): boolean => prepares && (recent ?? []).length > 0;

/** Beside the work: what the person entered last, else how the month stands and the rates entered last. */
export function MonthFacts(props: MonthProps) {
  const { charts, days } = props;
  if (hasOwn(props)) return <RecentEntries recent={charts.recent!} days={days} />;
  return (
    <>
      <Standing {...props} />
      <Rates rates={charts.rates} />
    </>
  );
}

/** A person's entries of the month by status, and the months of the year. */
function Standing({ charts: { own, periods }, days, prepares }: MonthProps) {
  return (
    <>
      {own === null || !prepares ? null : <OwnByStatus own={own} days={days} />}
      {periods === null ? null : <Periods periods={periods} days={days} />}
    </>
  );
}

const ownOfMonth = ({ month }: DashboardDays) => ({ of: 'own_month', month: month.slice(0, 7) });

/** What the person entered last, each with where it stands; all of it is the list of his entries of the month. */
function RecentEntries({ recent, days }: { recent: NonNullable<DashboardCharts['recent']>; days: DashboardDays }) {
  const addressOf = useOpenAddress();
  return (
    <section className={styles.fact} aria-label="My recent entries">
      <div className={styles.factHead}>
        <h2>My recent entries</h2>
        <Link to={ENTRIES_PATH} search={ownOfMonth(days)} className={styles.more}>
          All <IconArrowRight />
        </Link>
      </div>
      <ul className={styles.recent}>
        {recent.map((entry) => {
          const { to, search } = addressOf(entry);
          return (
            <li key={batchKey(entry)}>
              <Link to={to} search={search} className="figures" title={batchName(entry)}>
                {entry.batch_number}
              </Link>
              <span className="ellipsis" title={entry.about}>
                {entry.about}
              </span>
              <StatusChip {...chipOf(entry.document_type, entry.status)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OwnByStatus({ own, days }: { own: NonNullable<DashboardCharts['own']>; days: DashboardDays }) {
  const total = own.reduce((sum, { count }) => sum + count, 0);
  const search = (status: number) => ({ ...ownOfMonth(days), status: String(status) });
  return (
    <section className={styles.fact} aria-label="My entries by status">
      <h2>
        My entries by status <small className="muted small">{`${total} in ${monthText(days.month)}`}</small>
      </h2>
      {total === 0 ? (
        <p className="text-2">{`No entries in ${monthText(days.month)}`}</p>
      ) : (
        <>
          <div className={styles.shares} aria-hidden="true">
            {own.map(({ status, count }) => (
              <i key={status} style={{ flexGrow: count, background: `var(--chip-${chipOf('CV', status).hue}-fg)` }} />
            ))}
          </div>
          <ul className={styles.statuses}>
            {own.map(({ status, count }) => {
              const { hue, label } = chipOf('CV', status);
              return (
                <li key={status}>
                  <i style={{ background: `var(--chip-${hue}-fg)` }} aria-hidden="true" />
                  <Link to={ENTRIES_PATH} search={search(status)}>
                    {label} <b className="figures">{count}</b>
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

const PART_NAMES = { disbursement: 'Disbursement', cash_receipt: 'Cash receipt', general_journal: 'General journal' };

/** Twelve months by three parts of the books, each open or closed; the list of periods for whoever keeps them. */
function Periods({ periods, days }: { periods: NonNullable<DashboardCharts['periods']>; days: DashboardDays }) {
  const mayOpen = useAccessLevel('Accounting Period') >= ACCESS.select;
  const year = yearOf(days.month);
  const shown = monthOf(days.month);
  const flagOf = (month: number, part: (typeof PERIOD_MODULES)[number]) =>
    periods.find(({ period_no }) => period_no === month)?.[part];
  return (
    <section className={styles.fact} aria-label={`Periods ${year}`}>
      <h2>{`Periods ${year}`}</h2>
      {/* The table scrolls in its own region, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label="Months" tabIndex={0}>
        <table className={styles.periods}>
          <caption className="visually-hidden">{`Open and closed months of ${year}`}</caption>
          <thead>
            <tr>
              <td />
              {MONTH_NAMES.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  abbr={name}
                  aria-label={name}
                  {...(index + 1 === shown ? { 'aria-current': 'date' } : {})}
                >
                  {name[0]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERIOD_MODULES.map((part) => (
              <tr key={part}>
                <th scope="row">{PART_NAMES[part]}</th>
                {MONTH_NAMES.map((name, index) => {
                  const flag = flagOf(index + 1, part);
                  const isOpen = flag === PERIOD_OPEN;
                  return (
                    <td
                      key={name}
                      className={flag === undefined ? styles.unmade : isOpen ? styles.open : styles.closed}
                    >
                      <span aria-hidden="true">{flag === undefined ? '' : isOpen ? 'O' : 'C'}</span>
                      <span className="visually-hidden">
                        {flag === undefined ? 'not created' : isOpen ? 'open' : 'closed'}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayOpen ? (
        <Link to="/acctperiodmain" search={{ view: 'matrix', fiscal_year: String(year) }} className={styles.more}>
          Accounting Period <IconArrowRight />
        </Link>
      ) : null}
    </section>
  );
}

const CLASSES: Readonly<Record<string, string>> = { B: 'Balance', I: 'Income and expense' };

function Rates({ rates }: Pick<DashboardCharts, 'rates'>) {
  if (rates === null || rates.length === 0) return null;
  return (
    <section className={styles.fact} aria-label="Recent rates">
      <div className={styles.factHead}>
        <h2>Recent rates</h2>
        <Link to="/dollarrate" className={styles.more}>
          Currency Rates <IconArrowRight />
        </Link>
      </div>
      <table className={styles.rates}>
        <caption className="visually-hidden">Recent rates</caption>
        <tbody>
          {rates.map(({ currency, fiscal_year, period_no, acct_class, rate }) => (
            <tr key={`${currency} ${fiscal_year} ${period_no} ${acct_class}`}>
              <th scope="row" className="figures">
                {`${currency} · ${MONTH_NAMES[period_no - 1]!.slice(0, 3)} ${fiscal_year}`}
              </th>
              <td className="text-2">{CLASSES[acct_class]}</td>
              <td className="figures">{rate.replace(/(\.\d\d\d*?)0+$/, '$1')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
