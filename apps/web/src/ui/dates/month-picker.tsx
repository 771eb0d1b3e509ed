import { useState } from 'react';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { IconButton } from '../buttons/button.tsx';
import { FiguresField } from '../fields/figures-field.tsx';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '../icons.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { Popover } from '../layers/popover.tsx';
import { useToday } from './today.tsx';
import styles from './month-picker.module.css';

export interface MonthPickerProps {
  /** `YYYY-MM`. */
  value: string;
  onChange: (month: string) => void;
  label?: string;
  /** The last year that is offered: the current one, unless what is shown lies ahead. */
  lastYear?: number;
}

const FIRST_YEAR = 1901;

/** The month of a list: ‹ › and Alt+←/→ step, the button opens twelve months and a year that can be typed (ux §3). */
export function MonthPicker({ value, onChange, label = 'Month', lastYear: latest }: MonthPickerProps) {
  const thisYear = Number(useToday().slice(0, 4));
  const lastYear = latest ?? thisYear;
  const [open, setOpen] = useState(false);
  const [year, month] = [Number(value.slice(0, 4)), Number(value.slice(5, 7))];
  const previous = monthAway(value, -1, lastYear);
  const next = monthAway(value, 1, lastYear);
  useShortcut('alt+ArrowLeft', 'Previous month', () => previous && onChange(previous));
  useShortcut('alt+ArrowRight', 'Next month', () => next && onChange(next));

  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <IconButton
        label="Previous month"
        keys="alt+ArrowLeft"
        icon={<IconChevronLeft />}
        disabled={previous === null}
        onClick={() => previous && onChange(previous)}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Choose a month"
        target={
          <button type="button" className={`${styles.month} figures`} onClick={() => setOpen(!open)}>
            <IconCalendar />
            {`${MONTH_NAMES[month - 1] ?? ''} ${year}`}
          </button>
        }
      >
        <MonthChoice
          year={year}
          month={month}
          lastYear={lastYear}
          onChoose={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      </Popover>
      <IconButton
        label="Next month"
        keys="alt+ArrowRight"
        icon={<IconChevronRight />}
        disabled={next === null}
        onClick={() => next && onChange(next)}
      />
    </div>
  );
}

function MonthChoice({
  year,
  month,
  lastYear,
  onChoose,
}: {
  year: number;
  month: number;
  lastYear: number;
  onChoose: (month: string) => void;
}) {
  const [typedYear, setTypedYear] = useState(String(year));
  const shownYear = Number(typedYear);
  const known = /^\d{4}$/.test(typedYear) && shownYear >= FIRST_YEAR && shownYear <= lastYear;
  const stepTo = (target: number): void => setTypedYear(String(Math.min(lastYear, Math.max(FIRST_YEAR, target))));
  return (
    <div className={styles.choice}>
      <div className={styles.year}>
        <IconButton
          size="sm"
          label="Previous year"
          icon={<IconChevronLeft />}
          disabled={shownYear <= FIRST_YEAR}
          onClick={() => stepTo(shownYear - 1)}
        />
        <FiguresField
          aria-label="Year"
          list="month-picker-years"
          value={typedYear}
          aria-invalid={known ? undefined : true}
          onChange={setTypedYear}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && known) onChoose(monthText(shownYear, month));
          }}
        />
        <datalist id="month-picker-years">
          {Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_year, index) => (
            <option key={index} value={lastYear - index} />
          ))}
        </datalist>
        <IconButton
          size="sm"
          label="Next year"
          icon={<IconChevronRight />}
          disabled={shownYear >= lastYear}
          onClick={() => stepTo(shownYear + 1)}
        />
      </div>
      <div className={styles.months}>
        {MONTH_NAMES.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.choose}
            aria-pressed={shownYear === year && index + 1 === month}
            {...(index + 1 === month ? { 'data-autofocus': true } : {})}
            disabled={!known}
            onClick={() => onChoose(monthText(shownYear, index + 1))}
          >
            {name.slice(0, 3)}
          </button>
        ))}
      </div>
      {known ? null : <p className="danger small">{`Enter a year from ${FIRST_YEAR} to ${lastYear}.`}</p>}
    </div>
  );
}

function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** The month so many months away, or null outside January 1901 … December of the last year. */
function monthAway(value: string, months: number, lastYear: number): string | null {
  const position = Number(value.slice(0, 4)) * 12 + Number(value.slice(5, 7)) - 1 + months;
  const year = Math.floor(position / 12);
  return year < FIRST_YEAR || year > lastYear ? null : monthText(year, position - year * 12 + 1);
}
