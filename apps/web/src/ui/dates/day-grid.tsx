import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  endOfMonth,
  monthOf,
  requireCalendarDate,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';

/** What a day shows, and how its button is called. */
export interface Day {
  label: string;
  /** What the button shows: a part of its name, so that who speaks to it can say what he sees. */
  content: ReactNode;
  /** Shown over the cell, and told by the name. */
  beside?: ReactNode;
  className?: string | undefined;
  /** Absent where days are not chosen but opened. */
  isChosen?: boolean;
}

export interface DayGridProps {
  label: string;
  /** The day that Tab reaches; its month is shown. */
  focused: CalendarDate;
  onFocus: (date: CalendarDate) => void;
  today: CalendarDate;
  /** Letters of the names of the weekdays. */
  letters: 2 | 3;
  /** The keys stay in the month, and the days around it are blank. */
  isOneMonth?: boolean;
  className: string | undefined;
  day: (date: CalendarDate) => Day;
  onPick: (date: CalendarDate) => void;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * The days of a month. Arrows move by day and week; Home and End lead to the ends of the week, PageUp and PageDown to
 * another month or, with Shift, year. In a grid of one month Home and End lead to the ends of the month.
 */
export function DayGrid({
  label,
  focused,
  onFocus,
  today,
  letters,
  isOneMonth = false,
  className,
  day,
  onPick,
}: DayGridProps) {
  const isMoved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  }, [focused]);
  const isOutside = (date: CalendarDate) => startOfMonth(date) !== startOfMonth(focused);

  function move(event: KeyboardEvent): void {
    const target = dateAfterKey(event, focused, isOneMonth);
    if (target === undefined) return;
    event.preventDefault();
    if (isOneMonth && isOutside(target)) return;
    isMoved.current = true;
    onFocus(target);
  }

  function cellOf(date: CalendarDate): ReactNode {
    const { label: name, content, beside, className: look, isChosen } = day(date);
    return (
      <td key={date}>
        <button
          type="button"
          tabIndex={date === focused ? 0 : -1}
          {...(date === focused && !isOneMonth ? { 'data-autofocus': true } : {})}
          aria-label={name}
          aria-pressed={isChosen}
          aria-current={date === today ? 'date' : undefined}
          className={look}
          onClick={() => onPick(date)}
          onKeyDown={move}
        >
          {content}
        </button>
        {beside}
      </td>
    );
  }

  return (
    <table ref={grid} className={className} role="grid" aria-label={label}>
      <WeekdayHead letters={letters} />
      <tbody>
        {weeksOf(focused).map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, column) => {
              const isBlank = date === null || (isOneMonth && isOutside(date));
              return isBlank ? <td key={WEEKDAYS[column]} data-blank /> : cellOf(date);
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WeekdayHead({ letters }: Pick<DayGridProps, 'letters'>) {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((weekday) => (
          <th key={weekday} scope="col" abbr={weekday}>
            {weekday.slice(0, letters)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Where a key leads from a date; undefined for a key that does not move. */
function dateAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  focused: CalendarDate,
  isOneMonth: boolean,
): CalendarDate | undefined {
  const weekday = weekdayOf(focused);
  const steps: Record<string, () => CalendarDate> = {
    ArrowLeft: () => daysAway(focused, -1),
    ArrowRight: () => daysAway(focused, 1),
    ArrowUp: () => daysAway(focused, -7),
    ArrowDown: () => daysAway(focused, 7),
    ...(isOneMonth
      ? { Home: () => startOfMonth(focused), End: () => endOfMonth(focused) }
      : {
          Home: () => daysAway(focused, -weekday),
          End: () => daysAway(focused, 6 - weekday),
          PageUp: () => monthsAway(focused, shiftKey ? -12 : -1),
          PageDown: () => monthsAway(focused, shiftKey ? 12 : 1),
        }),
  };
  return steps[key]?.();
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
export function monthsAway(date: CalendarDate, months: number): CalendarDate {
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
function weeksOf(date: CalendarDate): (CalendarDate | null)[][] {
  const first = startOfMonth(date);
  const lead = weekdayOf(first);
  const weekCount = Math.ceil((lead + dayOf(endOfMonth(date))) / 7);
  return Array.from({ length: weekCount }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => dayIn(first, row * 7 + column - lead)),
  );
}
