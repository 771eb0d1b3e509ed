import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { Column, ColumnPriority } from './table-props.ts';

/** Widths in pixels: of a checkbox, of the actions of a row, and of the margin beyond the first and the last column. */
const CHECK = 48;
const ACTIONS = { all: 88, last: 40 };
const MARGIN = 16;

/** What leaves a table without room for it, first to last; a phone keeps the date. */
const LEAVING: readonly ColumnPriority[] = ['repeat', 'extra', 'date'];

/** A list is cards, which have room for all that they show. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 767px)').matches;

/** The columns that a table shows, and how wide each is: in pixels, the checkboxes before them included where there are any. */
export interface FittingColumns<Row> {
  columns: readonly Column<Row>[];
  widths: readonly number[];
  /** What stands last must not be covered: the actions of a row have a place of their own, where room is scarce only the last of them. */
  reserves: keyof typeof ACTIONS | undefined;
  /** All columns and the place of the actions. */
  total: number;
}

/**
 * The columns that have room in the window of a table. Where it is short, the actions of a row fold to the last one, as on a
 * phone; then those of priority `repeat` leave, those of `extra`, the last one first, and the date. Their widths are
 * those declared, and the room that is left goes to the columns without one, so that they are the same on every page of a
 * list; a figure, code or state that is wider widens its column for as long as the list is open.
 */
export function useFittingColumns<Row>(
  table: RefObject<HTMLTableElement | null>,
  all: readonly Column<Row>[],
  { checks, actions, rows }: { checks: boolean; actions: boolean; rows: readonly Row[] },
): FittingColumns<Row> {
  const [room, setRoom] = useState(Infinity);
  const [grown, setGrown] = useState<Readonly<Record<string, number>>>({});
  useLayoutEffect(() => {
    const scroll = table.current?.parentElement;
    if (scroll === null || scroll === undefined) return;
    const measure = (): void => setRoom(scroll.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroll);
    return () => observer.disconnect();
  }, [table]);
  const layout = useMemo(() => {
    const phone = isPhone();
    const columns = all.filter(({ only }) => only === undefined || (only === 'phone') === phone);
    let place: keyof typeof ACTIONS = 'all';
    const reserves = (): keyof typeof ACTIONS | undefined =>
      actions && columns.at(-1)?.yields !== true ? place : undefined;
    /** Beyond the last column: the place of the actions is the margin as well. */
    const end = (): number => {
      const reserved = reserves();
      return reserved === undefined ? MARGIN : ACTIONS[reserved];
    };
    const leastOf = ({ id, width, least = 160 }: Column<Row>): number => Math.max(width ?? least, grown[id] ?? 0);
    const needed = (): number =>
      columns.reduce((sum, column) => sum + leastOf(column), (checks ? CHECK : MARGIN) + end());
    while (needed() > room) {
      if (reserves() === 'all') {
        place = 'last';
        continue;
      }
      const leaving = LEAVING.slice(0, phone ? -1 : undefined)
        .map((which) => columns.findLastIndex(({ priority }) => priority === which))
        .find((at) => at >= 0);
      if (leaving === undefined) break;
      columns.splice(leaving, 1);
    }
    place = 'all';
    if (needed() > room) place = 'last';
    const free = room === Infinity ? 0 : Math.max(0, room - needed());
    const growing = columns.filter(({ width }) => width === undefined);
    const takers = growing.length > 0 ? growing : columns;
    const widths = columns.map(
      (column, at) =>
        leastOf(column) +
        (takers.includes(column) ? free / takers.length : 0) +
        (at === 0 && !checks ? MARGIN : 0) +
        (at === columns.length - 1 && reserves() === undefined ? MARGIN : 0),
    );
    return {
      columns,
      widths: checks ? [CHECK, ...widths] : widths,
      reserves: reserves(),
      total: needed() + free,
    };
  }, [all, checks, actions, room, grown]);

  useLayoutEffect(() => {
    // A card of a phone has no columns.
    if (table.current === null || getComputedStyle(table.current).display !== 'table') return;
    const wider: Record<string, number> = {};
    for (const { cells } of table.current.rows) {
      let at = checks ? -1 : 0;
      for (const cell of cells) {
        const column = layout.columns[at];
        at += cell.colSpan;
        if (column?.width === undefined || cell.colSpan > 1 || cell.scrollWidth <= cell.clientWidth) continue;
        const { id, width } = column;
        wider[id] = Math.max(wider[id] ?? 0, (grown[id] ?? width) + cell.scrollWidth - cell.clientWidth);
      }
    }
    if (Object.keys(wider).length > 0) setGrown((before) => ({ ...before, ...wider }));
  }, [table, layout, checks, grown, rows]);
  return layout;
}
