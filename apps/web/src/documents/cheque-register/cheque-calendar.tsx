import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dayOf,
  endOfMonth,
  formatDetailDate,
  MONTH_NAMES,
  monthOf,
  requireCalendarDate,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { amountText, formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import type { DayOfBank } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { failureMessage } from '../../api/report-failure.ts';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DayGrid, type Day } from '../../ui/dates/day-grid.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { chequeCalls } from './cheque-calls.ts';
import styles from './cheque-calendar.module.css';

/**
 * What falls due when: the days of a month with what each takes from the accounts, and the totals of the month by account.
 * Arrows move by day and week, Home and End to the ends of the month; Enter opens the cheques of the day.
 */
export function ChequeCalendar({
  month,
  query,
  onDay,
}: {
  /** `YYYY-MM`. */
  month: string;
  query: { bank_id?: string[]; is_pdc?: 0 | 1 };
  onDay: (from: CalendarDate, to: CalendarDate, bankId?: number) => void;
}) {
  const calendar = useQuery(chequeCalls.calendar({ month, ...query }));
  if (calendar.isError) {
    return (
      <p className={styles.state} role="alert">
        {failureMessage(calendar.error)} <Button onClick={() => void calendar.refetch()}>Try again</Button>
      </p>
    );
  }
  const first = requireCalendarDate(`${month}-01`);
  // The days of another month would say "nothing falls due" of days that nobody has read yet.
  if (calendar.data === undefined || calendar.isPlaceholderData) return <Skeleton />;
  return (
    <div className={styles.calendar}>
      <DueDays key={month} first={first} days={calendar.data} onDay={(date) => onDay(date, date)} />
      <BankTotals first={first} days={calendar.data} onBank={(bankId) => onDay(first, endOfMonth(first), bankId)} />
    </div>
  );
}

function DueDays({
  first,
  days,
  onDay,
}: {
  first: CalendarDate;
  days: readonly DayOfBank[];
  onDay: (date: CalendarDate) => void;
}) {
  const today = useToday();
  const [focused, setFocused] = useState<CalendarDate>(
    startOfMonth(today) === first ? today : ((days[0]?.date as CalendarDate | undefined) ?? first),
  );
  return (
    <DayGrid
      label={`Cheques falling due in ${MONTH_NAMES[monthOf(first) - 1] ?? ''} ${yearOf(first)}`}
      focused={focused}
      onFocus={setFocused}
      today={today}
      letters={3}
      isOneMonth
      className={styles.grid}
      day={(date) =>
        dueDay(
          date,
          days.filter((day) => day.date === date),
        )
      }
      onPick={onDay}
    />
  );
}

/** A day with what each currency needs on it. */
function dueDay(date: CalendarDate, days: readonly DayOfBank[]): Day {
  const amounts = byCurrency(days);
  const cheques = days.reduce((sum, day) => sum + day.cheques, 0);
  const count = cheques === 1 ? '1 cheque' : `${cheques} cheques`;
  return {
    label: [formatDetailDate(date), ...(cheques === 0 ? ['nothing falls due'] : [count, ...amounts])].join(', '),
    className: classNames(styles.day, cheques > 0 && styles.due),
    content: <span className={`${styles.number} figures`}>{dayOf(date)}</span>,
    beside:
      cheques === 0 ? null : (
        <div className={styles.beside} aria-hidden="true">
          <span className={styles.cheques}>
            <b className="figures">{cheques}</b>
            <span className={styles.wide}>{cheques === 1 ? ' cheque' : ' cheques'}</span>
          </span>
          {amounts.map((amount) => (
            <span key={amount} className={`${styles.amount} figures`}>
              {amount}
            </span>
          ))}
        </div>
      ),
  };
}

/** The month by account: how many cheques, and what must be on it. */
function BankTotals({
  first,
  days,
  onBank,
}: {
  first: CalendarDate;
  days: readonly DayOfBank[];
  onBank: (bankId: number) => void;
}) {
  const accounts = byAccount(days);
  const title = `${MONTH_NAMES[monthOf(first) - 1] ?? ''} ${yearOf(first)}`;
  if (accounts.length === 0) return <p className={styles.state}>{`No cheque falls due in ${title}.`}</p>;
  return (
    <div className={styles.totals}>
      <table>
        <caption>{`Due in ${title}, by account`}</caption>
        <thead>
          <tr>
            <th scope="col">Bank account</th>
            <th scope="col" className={styles.right}>
              Cheques
            </th>
            <th scope="col" className={styles.right}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((own) => {
            const { bank_id, bank_name, bank_account, currency } = own[0]!;
            return (
              <tr key={`${bank_id} ${currency}`}>
                <td>
                  <button type="button" className={styles.account} onClick={() => onBank(bank_id)}>
                    {`${bank_name} ${bank_account}`}
                  </button>
                </td>
                <td className={`${styles.right} figures`}>{own.reduce((sum, day) => sum + day.cheques, 0)}</td>
                <td className={`${styles.right} figures strong`}>{`${currency} ${showAmount(sumOf(own))}`}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className={`${styles.right} figures`}>{days.reduce((sum, day) => sum + day.cheques, 0)}</td>
            <td className={`${styles.right} figures strong`}>{byCurrency(days).join(' · ')}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function byAccount(days: readonly DayOfBank[]): DayOfBank[][] {
  const keyOf = ({ bank_id, currency }: DayOfBank) => `${bank_id} ${currency}`;
  return [...new Set(days.map(keyOf))].map((key) => days.filter((day) => keyOf(day) === key));
}

/** 'PHP 45,000.00', one text for each currency. */
function byCurrency(days: readonly DayOfBank[]): string[] {
  const currencies = [...new Set(days.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = days.filter((day) => day.currency === currency);
    return `${currency} ${formatAmount(sumMinor(own.map((day) => requireSum(day.cheque_amount))))}`;
  });
}

function sumOf(days: readonly DayOfBank[]): string {
  return amountText(sumMinor(days.map((day) => requireSum(day.cheque_amount))));
}
