import type { KeyboardEvent } from 'react';
import type { LineField } from './entry-line.ts';

/** A cell by its place in the grid, both from 0. */
export interface Position {
  row: number;
  column: number;
}

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
  /** Copies a cell from the line above: that of a column where one is named. */
  copyAbove: (field?: LineField) => void;
  duplicateLine: () => void;
  moveLine: (by: -1 | 1) => void;
  /** Removes the selected lines, else the active one. */
  removeLines: () => void;
  /** Mends the active line where it is doubtful, else the first doubtful one. */
  correct: () => void;
}

const PAGE_ROWS = 10;

/** What a key does in navigate mode (ux §5) when the cell `at` is active and `end` is the last one; null for nothing. */
export function gridKeyAction(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  at: Position,
  end: Position,
  calls: GridKeyCalls,
): (() => void) | null {
  const { row, column } = at;
  const mod = ctrlKey || metaKey;
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
      Home: () => calls.leap({ row: 0, column: 0 }),
      End: () => calls.leap(end),
      d: () => calls.copyAbove(),
      "'": () => calls.copyAbove('remarks'),
      Delete: calls.removeLines,
      a: calls.selectAll,
    };
    return withCtrl[key.length === 1 ? key.toLowerCase() : key] ?? null;
  }
  const plain: Record<string, () => void> = {
    ArrowUp: () => (shiftKey ? calls.extendTo(row - 1) : calls.leap({ row: row - 1, column })),
    ArrowDown: () => (shiftKey ? calls.extendTo(row + 1) : calls.leap({ row: row + 1, column })),
    ArrowLeft: () => calls.leap({ row, column: column - 1 }),
    ArrowRight: () => calls.leap({ row, column: column + 1 }),
    Home: () => calls.leap({ row, column: 0 }),
    End: () => calls.leap({ row, column: end.column }),
    PageUp: () => calls.leap({ row: row - PAGE_ROWS, column }),
    PageDown: () => calls.leap({ row: row + PAGE_ROWS, column }),
    Enter: () => calls.openCell(),
    F2: () => calls.openCell(),
    Delete: calls.clearCell,
    Backspace: calls.clearCell,
  };
  if (key === 'Escape') return calls.selectNone;
  if (plain[key] !== undefined) return plain[key];
  return key.length === 1 ? () => calls.openCell(key) : null;
}
