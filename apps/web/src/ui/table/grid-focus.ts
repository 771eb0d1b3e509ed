import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A cell by its place in the grid, both from 0. */
export interface Position {
  row: number;
  column: number;
}

const PAGE_ROWS = 10;

/** The cell nearest to `at` in a grid whose last cell is `end`. */
export function nearestCell(at: Position, end: Position): Position {
  return {
    row: Math.max(0, Math.min(end.row, at.row)),
    column: Math.max(0, Math.min(end.column, at.column)),
  };
}

/** The cell to which a key leads from `at`, in the grid or beyond its edge; null for a key that leads nowhere. */
export function cellAfterKey(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  { row, column }: Position,
  end: Position,
): Position | null {
  const steps: Record<string, Position> =
    ctrlKey || metaKey
      ? { Home: { row: 0, column: 0 }, End: end }
      : {
          ArrowUp: { row: row - 1, column },
          ArrowDown: { row: row + 1, column },
          ArrowLeft: { row, column: column - 1 },
          ArrowRight: { row, column: column + 1 },
          Home: { row, column: 0 },
          End: { row, column: end.column },
          PageUp: { row: row - PAGE_ROWS, column },
          PageDown: { row: row + PAGE_ROWS, column },
        };
  return steps[key] ?? null;
}

/**
 * The one cell of a grid that Tab reaches. Rows are marked with `data-row`; `moveTo` goes to a cell, or as near to it as the
 * grid reaches, and the focus follows as soon as the cell is drawn. `cellIn` finds the cell of a column in its row, where some
 * run over several columns.
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  end: Position,
  cellIn: (row: HTMLElement, column: number) => Element | undefined = (row, column) => row.children[column],
) {
  const [asked, setActive] = useState<Position>({ row: 0, column: 0 });
  const wantsFocus = useRef(false);
  const active = nearestCell(asked, end);

  // Later than the drawing, a key that comes in between would find the cell of before, and take the focus there.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${active.row}"]`);
    const cell = row ? cellIn(row, active.column) : undefined;
    if (!(cell instanceof HTMLElement)) return;
    wantsFocus.current = false;
    cell.focus();
  });

  function moveTo(to: Position): Position {
    const target = nearestCell(to, end);
    wantsFocus.current = true;
    setActive(target);
    return target;
  }

  return { active, setActive, moveTo };
}
