import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  endOfMonth,
  formatDetailDate,
  MONTH_NAMES,
  monthOf,
  requireCalendarDate,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { Button, IconButton } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.tsx';
import styles from './month-grid.module.css';

export interface MonthGridProps {
  /** The chosen date, or null. */
  value: CalendarDate | null;
  today: CalendarDate;
  onPick: (date: CalendarDate) => void;
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days of one month. Arrows move by day and week, PageUp and PageDown by month, Home and End within the week. */
export function MonthGrid({ value, today, onPick }: MonthGridProps) {
  const [focused, setFocused] = useState<CalendarDate>(value ?? today);
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);

  function move(event: KeyboardEvent): void {
    const weekday = weekdayOf(focused);
    const target = {
      ArrowLeft: () => daysAway(focused, -1),
      ArrowRight: () => daysAway(focused, 1),
      ArrowUp: () => daysAway(focused, -7),
      ArrowDown: () => daysAway(focused, 7),
      PageUp: () => monthsAway(focused, event.shiftKey ? -12 : -1),
      PageDown: () => monthsAway(focused, event.shiftKey ? 12 : 1),
      Home: () => daysAway(focused, -weekday),
      End: () => daysAway(focused, 6 - weekday),
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moved.current = true;
    setFocused(target());
  }

  function turn(months: number): void {
    moved.current = false;
    setFocused(monthsAway(focused, months));
  }

  const title = `${MONTH_NAMES[monthOf(focused) - 1] ?? ''} ${yearOf(focused)}`;
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <IconButton size="sm" label="Previous month" icon={<IconChevronLeft />} onClick={() => turn(-1)} />
        <span className={styles.title} aria-live="polite">
          {title}
        </span>
        <IconButton size="sm" label="Next month" icon={<IconChevronRight />} onClick={() => turn(1)} />
      </div>
      <table ref={grid} className={styles.grid} role="grid" aria-label={title}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, column) =>
                date === null ? (
                  <td key={WEEKDAYS[column]} />
                ) : (
                  <td key={date}>
                    <button
                      type="button"
                      tabIndex={date === focused ? 0 : -1}
                      {...(date === focused ? { 'data-autofocus': true } : {})}
                      aria-label={formatDetailDate(date)}
                      aria-pressed={date === value}
                      aria-current={date === today ? 'date' : undefined}
                      className={classNames(
                        styles.day,
                        'figures',
                        monthOf(date) !== monthOf(focused) && styles.outside,
                      )}
                      onClick={() => onPick(date)}
                      onKeyDown={move}
                    >
                      {dayOf(date)}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={() => onPick(today)}>
          Today
        </Button>
      </div>
    </div>
  );
}

const FIRST_DAY = requireCalendarDate('1901-01-01');
const LAST_DAY = requireCalendarDate('2100-12-31');
const MONDAY = requireCalendarDate('2024-01-01');

/** 0 Monday … 6 Sunday. */
function weekdayOf(date: CalendarDate): number {
  return ((daysBetween(MONDAY, date) % 7) + 7) % 7;
}

/** The date so many days away, or the end of the calendar. */
function daysAway(date: CalendarDate, days: number): CalendarDate {
  return dayIn(date, days) ?? (days < 0 ? FIRST_DAY : LAST_DAY);
}

/** The date so many months away, or the end of the calendar. */
function monthsAway(date: CalendarDate, months: number): CalendarDate {
  const month = yearOf(date) * 12 + monthOf(date) - 1 + months;
  if (month < yearOf(FIRST_DAY) * 12) return FIRST_DAY;
  return month >= (yearOf(LAST_DAY) + 1) * 12 ? LAST_DAY : addMonths(date, months);
}

/** The date so many days away, or null beyond the ends of the calendar. */
function dayIn(date: CalendarDate, days: number): CalendarDate | null {
  const inside = daysBetween(FIRST_DAY, date) + days >= 0 && daysBetween(date, LAST_DAY) - days >= 0;
  return inside ? addDays(date, days) : null;
}

/** The weeks that touch the month of a date, Monday first; null stands beyond the ends of the calendar. */
export function weeksOf(date: CalendarDate): (CalendarDate | null)[][] {
  const first = startOfMonth(date);
  const lead = weekdayOf(first);
  const weekCount = Math.ceil((lead + dayOf(endOfMonth(date))) / 7);
  return Array.from({ length: weekCount }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => dayIn(first, row * 7 + column - lead)),
  );
}
