import { useState } from 'react';
import {
  dayOf,
  formatDetailDate,
  MONTH_NAMES,
  monthOf,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { Button, IconButton } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.tsx';
import { DayGrid, monthsAway } from './day-grid.tsx';
import styles from './month-grid.module.css';

export interface MonthGridProps {
  /** The chosen date, or null. */
  value: CalendarDate | null;
  today: CalendarDate;
  onPick: (date: CalendarDate) => void;
}

/** A date to choose from a month, which turns to another one. */
export function MonthGrid({ value, today, onPick }: MonthGridProps) {
  const [focused, setFocused] = useState<CalendarDate>(value ?? today);
  const title = `${MONTH_NAMES[monthOf(focused) - 1] ?? ''} ${yearOf(focused)}`;
  const turn = (months: number) => setFocused(monthsAway(focused, months));
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <IconButton size="sm" label="Previous month" icon={<IconChevronLeft />} onClick={() => turn(-1)} />
        <span className={styles.title} aria-live="polite">
          {title}
        </span>
        <IconButton size="sm" label="Next month" icon={<IconChevronRight />} onClick={() => turn(1)} />
      </div>
      <DayGrid
        label={title}
        focused={focused}
        onFocus={setFocused}
        today={today}
        letters={2}
        className={styles.grid}
        onPick={onPick}
        day={(date) => ({
          label: formatDetailDate(date),
          content: dayOf(date),
          isChosen: date === value,
          className: classNames(styles.day, 'figures', monthOf(date) !== monthOf(focused) && styles.outside),
        })}
      />
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={() => onPick(today)}>
          Today
        </Button>
      </div>
    </div>
  );
}
