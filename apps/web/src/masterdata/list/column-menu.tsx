import { useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconArrowDown, IconArrowUp, IconColumns } from '../../ui/icons.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { offeredColumns, RECORD_ID } from './list-columns.tsx';
import styles from './column-menu.module.css';

export interface ColumnMenuProps {
  definition: AnyResource;
  chosen: readonly string[];
  /** null: the columns of the list itself. */
  onChange: (columns: readonly string[] | null) => void;
}

/** Which columns the list shows, and in which order; Alt+↑ and Alt+↓ move one. Record ID always comes first. */
export function ColumnMenu({ definition, chosen, onChange }: ColumnMenuProps) {
  const [open, setOpen] = useState(false);
  const offered = offeredColumns(definition);
  const labels = new Map(offered.map(({ field, label }) => [field, label]));
  const movable = chosen.filter((field) => field !== RECORD_ID);
  const hidden = offered.filter(({ field }) => !chosen.includes(field)).map(({ field }) => field);

  function apply(next: readonly string[]): void {
    onChange([RECORD_ID, ...next]);
  }

  function move(field: string, step: -1 | 1): void {
    const from = movable.indexOf(field);
    const to = from + step;
    if (from < 0 || to < 0 || to >= movable.length) return;
    const focused = document.activeElement;
    flushSync(() => apply(movable.with(from, movable[to]!).with(to, field)));
    if (focused instanceof HTMLElement) focused.focus();
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Columns"
      side="bottom-end"
      target={<IconButton label="Columns" icon={<IconColumns />} onClick={() => setOpen(!open)} />}
    >
      <ul className={styles.list}>
        {[...movable, ...hidden].map((field) => {
          const isShown = chosen.includes(field);
          return (
            <ColumnChoice
              key={field}
              label={labels.get(field) ?? field}
              isShown={isShown}
              onShow={(show) => apply(show ? [...movable, field] : movable.filter((one) => one !== field))}
              onMove={(step) => move(field, step)}
            />
          );
        })}
      </ul>
      <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
        Reset columns
      </Button>
    </Popover>
  );
}

interface ColumnChoiceProps {
  label: string;
  isShown: boolean;
  onShow: (show: boolean) => void;
  onMove: (step: -1 | 1) => void;
}

function ColumnChoice({ label, isShown, onShow, onMove }: ColumnChoiceProps) {
  function press(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }

  return (
    <li className={styles.column} onKeyDown={press}>
      <Checkbox
        className={styles.check}
        label={label}
        checked={isShown}
        onChange={(event) => onShow(event.target.checked)}
      />
      {isShown ? (
        <>
          <IconButton
            size="sm"
            label={`Move ${label} up`}
            icon={<IconArrowUp size={14} />}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`Move ${label} down`}
            icon={<IconArrowDown size={14} />}
            onClick={() => onMove(1)}
          />
        </>
      ) : null}
    </li>
  );
}
