import type { KeyboardEvent } from 'react';
import { cellAfterKey, type Position } from '../../ui/table/grid-focus.ts';
import type { ShownColumn } from './shown-columns.ts';
import type { AnyLine } from './shown-lines.ts';
import type { TableView } from './table-view.ts';

/** Where a key comes down: the cell with the focus, the last one, over how many columns the label of its line runs. */
interface KeyPlace {
  readonly view: TableView;
  readonly active: Position;
  readonly end: Position;
  readonly span: number;
}

/**
 * What a key does in the table (ux §13): Enter and space open or fold, [ and ] fold columns, sideways keys fold in the first column,
 * with Ctrl a whole level, with Shift they lead to the next band; the others lead to another cell. Null for a key that does nothing.
 */
export function keyAction(
  event: KeyboardEvent,
  line: AnyLine,
  { view, active, end, span }: KeyPlace,
  {
    goTo,
    activate,
    foldColumn,
  }: {
    readonly goTo: (to: Position) => void;
    readonly activate: () => void;
    readonly foldColumn: (column: number, away: boolean) => void;
  },
): (() => void) | null {
  const { key, ctrlKey, shiftKey } = event;
  const { row, column } = active;
  const after = (to: Position | null) => to && (() => goTo(to));
  const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (!ctrlKey && (key === 'Enter' || key === ' ')) return activate;
  if (key === '[' || key === ']') return () => foldColumn(column, key === '[');
  if (sideways === 0) return after(cellAfterKey(event, active, end));
  if (ctrlKey) return line.group === null ? null : () => view.fold(line, sideways < 0, true);
  if (shiftKey) return after(bandFrom(view.shown, active, sideways));
  if (column < span && line.look === 'group' && view.isFolded(line) === sideways > 0) {
    return () => view.fold(line, sideways < 0);
  }
  if (sideways < 0 && column === 0 && line.group !== null) return after(headingOf(view.lines, line, row));
  if (column < span && line.look !== 'plain') return after({ row, column: sideways > 0 ? span : 0 });
  return after({ row, column: column + sideways });
}

/** The heading that a line stands below. */
function headingOf(lines: readonly AnyLine[], line: AnyLine, from: number): Position {
  const codes = line.look === 'group' ? line.group!.codes.slice(0, -1) : line.group!.codes;
  const row = lines.findLastIndex(
    ({ look, group }, at) => at < from && look === 'group' && group!.codes.length === codes.length,
  );
  return { row: row === -1 ? from : row, column: 0 };
}

/** The first column of the band beside that of a column. */
function bandFrom(shown: readonly ShownColumn[], { row, column }: Position, step: number): Position | null {
  const bandAt = (at: number) => shown[at]?.band;
  let at = column;
  while (at >= 0 && at < shown.length && bandAt(at) === bandAt(column)) at += step;
  if (at < 0 || at >= shown.length) return null;
  return { row, column: step < 0 ? startOfBand(shown, at) : at };
}

/** The first column of the band of a column. */
export function startOfBand(shown: readonly ShownColumn[], column: number): number {
  let at = column;
  while (at > 0 && shown[at - 1]!.band === shown[column]!.band) at -= 1;
  return at;
}
