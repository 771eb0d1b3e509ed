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
  const { rows, rowId, selection, onOpen, hotkeys = true } = props;
  const anchor = useRef<number | null>(null);
  const [activeRow, setActiveRow] = useState(0);
  const active = Math.min(activeRow, Math.max(0, rows.length - 1));

  const leavingRow = useRef<number | null>(null);
  const leavingAt = rows.findIndex((row) => rowId(row) === props.leavingId);
  useEffect(() => {
    if (leavingAt >= 0) leavingRow.current = leavingAt;
    else if (leavingRow.current !== null) {
      focusRow(leavingRow.current);
      leavingRow.current = null;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leavingAt]);

  const shown = useRef(props.currentId);
  useEffect(() => {
    const closed = rows.findIndex((row) => rowId(row) === shown.current);
    shown.current = props.currentId;
    if (props.currentId !== undefined || closed < 0) return;
    // Nothing can give it back where an address opened the record, as after Back, or an action of its row, which is gone
    // while the record is open. A dialog gives it back first.
    const wait = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.localName === 'h1') focusRow(closed);
    }, 0);
    return () => clearTimeout(wait);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [props.currentId]);

  const focusIsInside = (): boolean => table.current?.contains(document.activeElement) ?? false;

  function focusRow(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActiveRow(target);
    table.current?.tBodies[0]?.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus();
  }

  function step(by: number): void {
    anchor.current = null;
    focusRow(focusIsInside() ? active + by : active);
  }

  function withFocusedRow(run: ((row: Row) => void) | undefined): void {
    const row = rows[active];
    if (run !== undefined && row !== undefined && focusIsInside()) run(row);
  }

  function toggle(index: number): void {
    const row = rows[index];
    if (selection === undefined || row === undefined) return;
    const next = new Set(selection.selected);
    if (!next.delete(rowId(row))) next.add(rowId(row));
    anchor.current = index;
    selection.onChange(next);
  }

  /** Selects from the row where the range began to the row that Shift+arrow reaches. */
  function extendTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    if (selection !== undefined) {
      anchor.current ??= active;
      const [first, last] = [Math.min(anchor.current, target), Math.max(anchor.current, target)];
      selection.onChange(new Set([...selection.selected, ...rows.slice(first, last + 1).map(rowId)]));
    }
    focusRow(target);
  }

  useShortcut('j', 'Next row', () => step(1), { enabled: hotkeys });
  useShortcut('k', 'Previous row', () => step(-1), { enabled: hotkeys });
  useShortcut('x', 'Select row', () => focusIsInside() && toggle(active), {
    enabled: hotkeys && selection !== undefined,
  });
  useShortcut('e', 'Edit row', () => withFocusedRow(props.onEdit), { enabled: hotkeys && props.onEdit !== undefined });
  useShortcut('shift+mod+d', 'Duplicate row', () => withFocusedRow(props.onDuplicate), {
    enabled: hotkeys && props.onDuplicate !== undefined,
  });
  useShortcut('Delete', 'Delete row', () => withFocusedRow(props.onDelete), {
    enabled: hotkeys && props.onDelete !== undefined,
  });

  function press(event: KeyboardEvent<HTMLTableRowElement>, index: number): void {
    if (event.target !== event.currentTarget || event.altKey) return;
    // Anywhere else it is the browser's: all of a text box.
    if ((event.ctrlKey || event.metaKey) && event.key === 'a' && selection !== undefined) {
      event.preventDefault();
      selection.onChange(new Set([...selection.selected, ...rows.map(rowId)]));
    }
    if (event.ctrlKey || event.metaKey) return;
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (event.shiftKey ? extendTo(index + 1) : step(1)),
      ArrowUp: () => (event.shiftKey ? extendTo(index - 1) : step(-1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ' ': selection && (() => toggle(index)),
      Enter: onOpen && (() => withFocusedRow(onOpen)),
      PageUp: props.onTurnPage && (() => props.onTurnPage?.(-1)),
      PageDown: props.onTurnPage && (() => props.onTurnPage?.(1)),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  return { active, activate: setActiveRow, toggle, press };
}
