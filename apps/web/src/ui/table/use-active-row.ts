import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { DataTableProps } from './table-props.ts';
import { useShortcut } from '../keyboard/shortcuts.ts';

export interface ActiveRow {
  /** The row that Tab reaches, and the only one: its place in the list. */
  readonly active: number;
  /** A row got the focus, or was clicked. */
  activate: (index: number) => void;
  /** Selects a row, or no longer. */
  toggle: (index: number) => void;
  /** A key on the row that has the focus. */
  press: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void;
}

/**
 * The row of a table that has the focus, and the keys that move it, select from it and act on it. The focus goes on to the
 * next row when its own leaves the list, and to the row of a record that was open.
 */
export function useActiveRow<Row>(props: DataTableProps<Row>, table: RefObject<HTMLTableElement | null>): ActiveRow {
  const { rows, selection, onOpen } = props;
  const select = useRangeSelection(props);
  const [activeRow, setActiveRow] = useState(0);
  const active = Math.min(activeRow, Math.max(0, rows.length - 1));

  useHandedOnFocus(props, focusRow);

  const focusIsInside = (): boolean => table.current?.contains(document.activeElement) ?? false;

  function focusRow(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActiveRow(target);
    table.current?.tBodies[0]?.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus();
  }

  function step(by: number): void {
    select.endRange();
    focusRow(focusIsInside() ? active + by : active);
  }

  function withFocusedRow(run: ((row: Row) => void) | undefined): void {
    const row = rows[active];
    if (run !== undefined && row !== undefined && focusIsInside()) run(row);
  }

  function extendTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    select.extend(active, target);
    focusRow(target);
  }

  useRowShortcuts(props, {
    step,
    toggle: () => focusIsInside() && select.toggle(active),
    withFocusedRow,
  });

  function press(event: KeyboardEvent<HTMLTableRowElement>, index: number): void {
    if (event.target !== event.currentTarget || event.altKey) return;
    // Anywhere else it is the browser's: all of a text box.
    if ((event.ctrlKey || event.metaKey) && event.key === 'a' && selection !== undefined) {
      event.preventDefault();
      select.all();
    }
    if (event.ctrlKey || event.metaKey) return;
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (event.shiftKey ? extendTo(index + 1) : step(1)),
      ArrowUp: () => (event.shiftKey ? extendTo(index - 1) : step(-1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ' ': selection && (() => select.toggle(index)),
      Enter: onOpen && (() => withFocusedRow(onOpen)),
      PageUp: props.onTurnPage && (() => props.onTurnPage?.(-1)),
      PageDown: props.onTurnPage && (() => props.onTurnPage?.(1)),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  return { active, activate: setActiveRow, toggle: select.toggle, press };
}

/** Selects rows; with Shift from the row where a range began to the one that the arrow reaches. */
function useRangeSelection<Row>({ rows, rowId, selection }: DataTableProps<Row>) {
  const anchor = useRef<number | null>(null);
  const add = (some: readonly Row[]): void => selection?.onChange(new Set([...selection.selected, ...some.map(rowId)]));
  return {
    toggle: (index: number): void => {
      const row = rows[index];
      if (selection === undefined || row === undefined) return;
      const next = new Set(selection.selected);
      if (!next.delete(rowId(row))) next.add(rowId(row));
      anchor.current = index;
      selection.onChange(next);
    },
    extend: (from: number, to: number): void => {
      if (selection === undefined) return;
      anchor.current ??= from;
      add(rows.slice(Math.min(anchor.current, to), Math.max(anchor.current, to) + 1));
    },
    all: () => add(rows),
    endRange: (): void => {
      anchor.current = null;
    },
  };
}

/** Gives the focus to the row after one that leaves the list, and to the row of a record that was open. */
function useHandedOnFocus<Row>(
  { rows, rowId, leavingId, currentId }: DataTableProps<Row>,
  focusRow: (index: number) => void,
): void {
  const leavingRow = useRef<number | null>(null);
  const leavingAt = rows.findIndex((row) => rowId(row) === leavingId);
  useEffect(() => {
    if (leavingAt >= 0) leavingRow.current = leavingAt;
    else if (leavingRow.current !== null) {
      focusRow(leavingRow.current);
      leavingRow.current = null;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leavingAt]);

  const shown = useRef(currentId);
  useEffect(() => {
    const closed = rows.findIndex((row) => rowId(row) === shown.current);
    shown.current = currentId;
    if (currentId !== undefined || closed < 0) return;
    // Nothing can give it back where an address opened the record, as after Back, or an action of its row, which is gone
    // while the record is open. A dialog gives it back first.
    const wait = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.localName === 'h1') focusRow(closed);
    }, 0);
    return () => clearTimeout(wait);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [currentId]);
}

/** The letters that act on the row with the focus, from anywhere in the list. */
function useRowShortcuts<Row>(
  { hotkeys = true, selection, onEdit, onDuplicate, onDelete }: DataTableProps<Row>,
  {
    step,
    toggle,
    withFocusedRow,
  }: {
    step: (by: number) => void;
    toggle: () => void;
    withFocusedRow: (run: ((row: Row) => void) | undefined) => void;
  },
): void {
  useShortcut('j', 'Next row', () => step(1), { enabled: hotkeys });
  useShortcut('k', 'Previous row', () => step(-1), { enabled: hotkeys });
  useShortcut('x', 'Select row', toggle, {
    enabled: hotkeys && selection !== undefined,
  });
  useShortcut('e', 'Edit row', () => withFocusedRow(onEdit), { enabled: hotkeys && onEdit !== undefined });
  useShortcut('shift+mod+d', 'Duplicate row', () => withFocusedRow(onDuplicate), {
    enabled: hotkeys && onDuplicate !== undefined,
  });
  useShortcut('Delete', 'Delete row', () => withFocusedRow(onDelete), {
    enabled: hotkeys && onDelete !== undefined,
  });
}
