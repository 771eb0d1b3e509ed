import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../buttons/button.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { IconChevronDown, IconClose } from '../icons.tsx';
import { Popover } from '../layers/popover.tsx';
import { TextInput } from '../fields/text-input.tsx';
import styles from './filter-menu.module.css';

export interface FilterMenuProps {
  /** What is filtered: 'Status'. */
  label: string;
  options: readonly { value: string; label: string }[];
  /** The chosen values; empty: no filter. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** At most one value. */
  single?: boolean;
  /** The options are found elsewhere from what is typed, instead of among those given; '' when the menu opens. */
  onFind?: (text: string) => void;
}

const SEARCH_FROM = 9;

/** A filter of a list: a button that opens its values. While it filters, the button names the values and can be cleared. */
export function FilterMenu({ label, options, selected, onChange, single = false, onFind }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const names = options.filter(({ value }) => selected.includes(value)).map((option) => option.label);
  const shown =
    onFind === undefined
      ? options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()))
      : options;

  function toggle(value: string): void {
    const chosen = selected.includes(value);
    if (single) {
      onChange(chosen ? [] : [value]);
      setOpen(false);
    } else onChange(chosen ? selected.filter((one) => one !== value) : [...selected, value]);
  }

  function find(typed: string): void {
    setText(typed);
    onFind?.(typed);
  }

  function changeOpen(next: boolean): void {
    setOpen(next);
    find('');
  }

  return (
    <FilterBox
      label={label}
      filter={names.length === 0 ? null : summarise(names)}
      open={open}
      onOpenChange={changeOpen}
      onClear={() => onChange([])}
    >
      <div className={styles.choices}>
        {onFind !== undefined || options.length >= SEARCH_FROM ? (
          <TextInput
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={text}
            onChange={(event) => find(event.target.value)}
          />
        ) : null}
        <ul className={styles.list}>
          {shown.map((option) => (
            <li key={option.value}>
              <Checkbox
                label={option.label}
                checked={selected.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
            </li>
          ))}
        </ul>
        {shown.length === 0 ? <p className="muted">{`No result for “${text}”`}</p> : null}
        {selected.length > 0 && !single ? (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            Clear
          </Button>
        ) : null}
      </div>
    </FilterBox>
  );
}

/** The button of a filter, what it opens, and the way to clear it. */
export function FilterBox({
  label,
  filter,
  open,
  onOpenChange,
  onClear,
  children,
}: {
  label: string;
  /** What is filtered by; null while nothing is. */
  filter: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <span className={filter === null ? styles.idle : styles.active} data-narrows={filter !== null || undefined}>
      <Popover
        open={open}
        onOpenChange={onOpenChange}
        label={label}
        target={
          <Button iconAfter={filter === null ? <IconChevronDown /> : undefined} onClick={() => onOpenChange(!open)}>
            <span className={styles.caption} title={filter ?? undefined}>
              {filter === null ? label : `${label}: ${filter}`}
            </span>
          </Button>
        }
      >
        {children}
      </Popover>
      {filter === null ? null : (
        <IconButton
          className={styles.clear ?? ''}
          label={`Clear ${label}`}
          icon={<IconClose size={14} />}
          onClick={onClear}
        />
      )}
    </span>
  );
}

function summarise(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names[0] ?? ''} and ${names.length - 1} more`;
}
