import type { KeyboardEvent } from 'react';
import { cellAfterKey, type Position } from '../../../ui/table/grid-focus.ts';

/** What a key asks of the grid while no cell is in edit mode; of the active cell, unless it says otherwise. */
export interface GridKeyCalls {
  /** Goes to a cell, or as near to it as the grid reaches, and selects nothing. */
  leap: (to: Position) => void;
  /** Selects the lines from where the selection began to a row, and goes there. */
  extendTo: (row: number) => void;
  selectAll: () => void;
  /** Null while nothing is selected. */
  selectNone: (() => void) | null;
  /** Puts the cell into edit mode, with the character that began it. */
  openCell: (typed?: string) => void;
  clearCell: () => void;
  /** Copies the cell of the line above, or what that line says in words. */
  copyAbove: () => void;
  copyProseAbove: () => void;
  duplicateLine: () => void;
  moveLine: (by: -1 | 1) => void;
  /** Makes the column of the active cell wider or narrower by a step. */
  widen: (by: -1 | 1) => void;
  /** Removes the selected lines, else the active one. */
  removeLines: () => void;
  /** Mends the active line where it is doubtful, else the first doubtful one. */
  correct: () => void;
}

/** What a key does in navigate mode (ux §5) when the cell `at` is active and `end` is the last one; null for nothing. */
export function gridKeyAction(
  event: KeyboardEvent,
  at: Position,
  end: Position,
  calls: GridKeyCalls,
): (() => void) | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  const mod = ctrlKey || metaKey;
  const to = cellAfterKey(event, at, end);
  if (altKey && shiftKey && !mod && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return () => calls.widen(key === 'ArrowLeft' ? -1 : 1);
  if (altKey && !mod) {
    const withAlt: Record<string, () => void> = {
      ArrowUp: () => calls.moveLine(-1),
      ArrowDown: () => calls.moveLine(1),
      Enter: calls.correct,
    };
    return withAlt[key] ?? null;
  }
  if (mod) {
    if (shiftKey && key.toLowerCase() === 'd') return calls.duplicateLine;
    const withCtrl: Record<string, () => void> = {
      d: calls.copyAbove,
      "'": calls.copyProseAbove,
      Delete: calls.removeLines,
      a: calls.selectAll,
    };
    return to === null ? (withCtrl[key.length === 1 ? key.toLowerCase() : key] ?? null) : () => calls.leap(to);
  }
  if (to !== null)
    return shiftKey && (key === 'ArrowUp' || key === 'ArrowDown') ? () => calls.extendTo(to.row) : () => calls.leap(to);
  const plain: Record<string, () => void> = {
    Enter: () => calls.openCell(),
    F2: () => calls.openCell(),
    Delete: calls.clearCell,
    Backspace: calls.clearCell,
  };
  if (key === 'Escape') return calls.selectNone;
  if (plain[key] !== undefined) return plain[key];
  return key.length === 1 ? () => calls.openCell(key) : null;
}
