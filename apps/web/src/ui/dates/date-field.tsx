import { Popover as MantinePopover } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { isCalendarDate, parseCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { readDateShorthand } from '@talaan/core/calendar/date-shorthand';
import { useFieldControl } from '../fields/field.tsx';
import { IconCalendar } from '../icons.tsx';
import { useLayer } from '../layers/layer.tsx';
import { MonthGrid } from './month-grid.tsx';
import { keepKeysInside, useEscape } from '../layers/popover.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { useToday } from './today.tsx';
import inputStyles from '../fields/input.module.css';
import popoverStyles from '../layers/popover.module.css';

/** What to say when `value` is neither empty nor a date. */
export const UNREADABLE_DATE = 'Enter a date as yyyy-MM-dd, or 3, 5-3, +5, t.';

export interface DateFieldProps {
  /** `YYYY-MM-DD`, '' for none, or the typed text as it stands when it is no date, so that nothing typed is lost. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Outside a field: the name of the control. */
  label?: string;
  readOnly?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A calendar date, typed in full or short (3, 5-3, +5, t) or picked from a month; Alt+↓ opens the month (ux §5). */
export function DateField({
  value,
  onChange,
  onBlur,
  label,
  readOnly = false,
  disabled = false,
  inputRef,
}: DateFieldProps) {
  const field = useFieldControl();
  const layer = useLayer();
  const fixed = readOnly || disabled;
  const { today, chosen, typed, setTyped, open, setOpen, input, commit, pick, close, press } = useDateTyping({
    value,
    onChange,
    fixed,
  });
  const mergedRef = useMergedRef(input, inputRef);

  return (
    <MantinePopover
      opened={open}
      onDismiss={() => setOpen(false)}
      position="bottom-start"
      offset={4}
      zIndex={layer.popover}
      trapFocus
      withRoles={false}
      closeOnEscape={false}
      hideDetached={false}
    >
      <MantinePopover.Target>
        <span>
          <TextInput
            {...field}
            aria-invalid={field['aria-invalid'] ?? (value !== '' && !isCalendarDate(value) ? true : undefined)}
            ref={mergedRef}
            aria-label={label}
            figures
            placeholder="yyyy-MM-dd"
            readOnly={readOnly}
            disabled={disabled}
            value={typed ?? value}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={() => {
              commit();
              onBlur?.();
            }}
            onKeyDown={press}
            after={fixed ? undefined : <CalendarButton onClick={() => setOpen(!open)} />}
          />
        </span>
      </MantinePopover.Target>
      <MantinePopover.Dropdown
        className={popoverStyles.panel}
        role="dialog"
        aria-label="Calendar"
        onKeyDown={(event) => keepKeysInside(event, close)}
      >
        <MonthGrid value={chosen} today={today} onPick={pick} />
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

function CalendarButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} className={inputStyles.chevron} aria-label="Open calendar" onClick={onClick}>
      <IconCalendar />
    </button>
  );
}

/** What is typed until it is read as a date, and the month that is open over it. */
function useDateTyping({ value, onChange, fixed }: Pick<DateFieldProps, 'value' | 'onChange'> & { fixed: boolean }) {
  const today = useToday();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chosen = parseCalendarDate(value);
  useEscape(open, close);

  function commit(): void {
    if (typed === null) return;
    const text = typed.trim();
    const date = text === '' ? '' : readDateShorthand(text, { today, current: chosen ?? today });
    setTyped(null);
    onChange(date ?? text);
  }

  function pick(date: CalendarDate): void {
    setTyped(null);
    onChange(date);
    close();
  }

  function close(): void {
    setOpen(false);
    input.current?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') commit();
    if (event.key === 'ArrowDown' && event.altKey && !fixed) {
      event.preventDefault();
      commit();
      setOpen(true);
    }
  }

  return { today, chosen, typed, setTyped, open, setOpen, input, commit, pick, close, press };
}
