import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { balanceSheetColumns, balanceSheetReport } from '@talaan/contract/reports/balance-sheet.report';
import type { CashDay } from '@talaan/contract/reports/cash-by-day.report';
import { incomeStatementReport } from '@talaan/contract/reports/income-statement.report';
import { anyReport, type AnyReport, type AnyRow } from '@talaan/contract/reports/kit/define-report';
import { daysOf } from '@talaan/contract/reports/kit/report-filters';
import type { ReportReply } from '@talaan/contract/reports/kit/report-reply';
import type { StatementRow } from '@talaan/contract/reports/kit/statement-columns';
import {
  addDays,
  addMonths,
  formatDetailDate,
  MONTH_NAMES,
  monthOf,
  startOfMonth,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { useMenuScreens } from '../../page/screen.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import type { ChartDescription } from '../../ui/charts/chart-geometry.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.tsx';
import { callsOf, readFilter, type Filter } from '../filters/filter.ts';
import { Amount } from '../table/report-cell.tsx';
import styles from './statement-beside.module.css';

/** What stands beside the figures of a statement knows which filter they answer. */
interface BesideProps {
  filter: Filter | null;
  soFar: { readonly asked: Filter; readonly data: readonly AnyRow[] } | undefined;
}

/** Below this width it stands under the figures, whose room it takes (ux §13). */
const UNDER_FIGURES = '(max-width: 1199px)';
const isUnderFigures = (): boolean => window.matchMedia(UNDER_FIGURES).matches;

const MONTHS = 12;
const MOST_CHANGES = 6;
/** The twelve columns beside each other, as a filter asks for them. */
const FIELDS = ['amount', ...Array.from({ length: MONTHS - 1 }, (_, at) => `figure_${at + 1}`)] as const;

const BALANCES: ChartDescription<'name' | 'liabilities' | 'capital' | 'result'> = {
  kind: 'stack',
  label: 'name',
  labelHeader: 'Month',
  series: [
    { field: 'liabilities', header: 'Liabilities', colour: 'chart-4' },
    { field: 'capital', header: 'Capital', colour: 'chart-1' },
    { field: 'result', header: 'Result', colour: 'chart-2' },
  ],
};
const RESULTS: ChartDescription<'name' | 'income' | 'expenses' | 'net'> = {
  kind: 'bar',
  label: 'name',
  labelHeader: 'Month',
  series: [
    { field: 'income', header: 'Income' },
    { field: 'expenses', header: 'Expenses', colour: 'chart-4' },
    { field: 'net', header: 'Net income', colour: 'chart-2', line: true },
  ],
};
const CASH: ChartDescription<'name' | 'closing'> = {
  kind: 'line',
  label: 'name',
  labelHeader: 'Day',
  series: [{ field: 'closing', header: 'Cash' }],
};

/** Beside the balance sheet: what it stood at for twelve months, and what changed most since the month before. */
export function BalanceBeside({ filter, soFar }: BesideProps) {
  const asked = soFar?.asked ?? filter;
  const day = asked === null ? undefined : daysOf(balanceSheetReport.filters, asked.values).date_to;
  const { rows } = useStatement(anyReport(balanceSheetReport), asked, {
    date_to: day ?? '',
    months: String(MONTHS),
    compare: 'month',
  });
  if (rows === undefined || rows.length === 0 || day === undefined) return null;
  const sum = (field: string, wanted: (row: StatementRow) => boolean) => sumOf(rows.filter(wanted), field);
  const months = FIELDS.map((field, back) => ({
    name: monthName(addMonths(startOfMonth(day), -back)),
    liabilities: sum(field, ({ acct_group }) => acct_group === 'L'),
    capital: sum(field, ({ acct_group, line }) => acct_group === 'C' && line !== 'result'),
    result: sum(field, ({ line }) => line === 'result'),
  })).toReversed();
  return (
    <Aside label="Twelve months, and what changed">
      <Chart title="Liabilities and capital" note="PHP" chart={BALANCES} low={isUnderFigures()} rows={months} />
      <Changes rows={rows} until={day} branch={asked?.given['brnc_code'] ?? ''} />
    </Aside>
  );
}

/** Beside the income statement: what was earned and spent in the twelve months to the end of its days. */
export function ResultsBeside({ filter, soFar }: BesideProps) {
  const asked = soFar?.asked ?? filter;
  const end = asked === null ? undefined : daysOf(incomeStatementReport.filters, asked.values).date_to;
  const first = end === undefined ? undefined : addMonths(startOfMonth(end), 1 - MONTHS);
  const { rows } = useStatement(anyReport(incomeStatementReport), asked, {
    type: 'daily',
    date_from: first ?? '',
    date_to: end ?? '',
    columns: 'month',
  });
  if (rows === undefined || rows.length === 0 || first === undefined) return null;
  const months = Array.from({ length: MONTHS }, (_, at) => {
    const sum = (group: string) =>
      sumOf(
        rows.filter(({ acct_group }) => acct_group === group),
        `figure_${at + 1}`,
      );
    const [income, expenses] = [sum('I'), sum('E')];
    const net = amountText(requireSum(income) - requireSum(expenses));
    return { name: monthName(addMonths(first, at)), income, expenses, net };
  });
  return (
    <Aside label="Twelve months">
      <Chart title="Income and expenses" note="PHP" chart={RESULTS} low={isUnderFigures()} rows={months} />
    </Aside>
  );
}

/** Beside cash by day: what each day left. */
export function CashBeside({ soFar }: BesideProps) {
  const days = (soFar?.data ?? []) as unknown as readonly CashDay[];
  if (days.length === 0) return null;
  return (
    <Aside label="Cash, day by day">
      <Chart
        title="Cash"
        note="PHP, at the end of the day"
        chart={CASH}
        low={isUnderFigures()}
        rows={days.map(({ day, closing }) => ({ name: day.slice(5), closing }))}
      />
    </Aside>
  );
}

interface Change {
  readonly name: string;
  amount: bigint;
  /** Of the accounts that changed; none of a line that is worked out. */
  readonly codes: string[];
}

/** The headings of the chart, or accounts below none, whose figures changed most since the month before; each leads to what changed it. */
function Changes({ rows, until, branch }: { rows: readonly StatementRow[]; until: CalendarDate; branch: string }) {
  const screens = useMenuScreens().map(({ path }) => path);
  const changes = new Map<string, Change>();
  for (const { heading, heading_name, acct_desc, account_code, previous_change } of rows) {
    const name = heading === '' ? acct_desc : `${heading} ${heading_name}`;
    const change = changes.get(name) ?? { name, amount: 0n, codes: [] };
    change.amount += requireSum(previous_change);
    if (account_code !== '') change.codes.push(account_code);
    changes.set(name, change);
  }
  const size = ({ amount }: Change) => (amount < 0n ? -amount : amount);
  const largest = [...changes.values()]
    .filter(({ amount }) => amount !== 0n)
    .toSorted((one, other) => (size(other) > size(one) ? 1 : -1))
    .slice(0, MOST_CHANGES);
  if (largest.length === 0) return null;
  const [, before] = balanceSheetColumns({ as_of: until, months: '1', compare: 'month' });
  const of = branch === '' ? {} : { brnc_code: branch };
  const days = { type: 'daily', date_from: addDays(before!.days.date_to, 1), date_to: until, ...of };
  return (
    <section aria-label="Largest changes">
      <h2>
        Largest changes <small className="muted small">{`in the month to ${formatDetailDate(until)}`}</small>
      </h2>
      <dl className={styles.changes}>
        {largest.map(({ name, amount, codes }) => {
          const [first, last] = [codes[0], codes.at(-1)];
          const to = first === undefined ? '/income-statement' : '/subsidiary';
          const search = first === undefined ? days : { ...days, account_from: first, account_to: last };
          return (
            <div key={name}>
              <dt title={name}>
                {screens.includes(to) ? (
                  <Link to={to} search={search}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </dt>
              <dd className="figures">
                <Amount value={amountText(amount)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Under the figures it is a line, which opens. */
function Aside({ label, children }: { label: string; children: ReactNode }) {
  const folds = useMediaQuery(UNDER_FIGURES, undefined, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  return (
    <aside className={styles.beside} aria-label={label}>
      {folds ? (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <IconChevronDown /> : <IconChevronRight />}
          {label}
        </button>
      ) : null}
      {folds && !isOpen ? null : children}
    </aside>
  );
}

/** The rows of a statement that is asked for beside the one in sight, of the same part of the company. */
function useStatement(report: AnyReport, of: Filter | null, said: Readonly<Record<string, string>>) {
  const { brnc_code = '', dept_code = '' } = of?.given ?? {};
  const { filter } = readFilter(report, { brnc_code, dept_code, ...said });
  const { data } = useQuery({
    queryKey: [report.name, 'beside', filter?.given],
    queryFn: async ({ signal }) =>
      (await callServer(callsOf(report, filter).read, {
        query: filter!.given,
        signal,
      })) as unknown as ReportReply<StatementRow>,
    enabled: of !== null && filter !== null,
  });
  return { rows: data?.data };
}

const sumOf = (rows: readonly StatementRow[], field: string): string =>
  amountText(sumMinor(rows.map((row) => requireSum(String((row as AnyRow)[field] ?? '0')))));

const monthName = (day: CalendarDate): string => MONTH_NAMES[monthOf(day) - 1]!.slice(0, 3);
