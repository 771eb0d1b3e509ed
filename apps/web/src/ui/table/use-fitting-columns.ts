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
 * The columns that have room in the window of a table, measured as it is drawn; a figure, code or state that is wider than its
 * column widens it for as long as the list is open.
 */
export function useFittingColumns<Row>(
  table: RefObject<HTMLTableElement | null>,
  all: readonly Column<Row>[],
  { checks, actions, rows }: { checks: boolean; actions: boolean; rows: readonly Row[] },
): FittingColumns<Row> {
  const room = useRoom(table);
  const [grown, setGrown] = useState<Grown>({});
  const layout = useMemo(
    () => fitColumns(all, { checks, actions, room, grown, phone: isPhone() }),
    [all, checks, actions, room, grown],
  );

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

/** Width of the window of a table in pixels; endless until it is measured. */
function useRoom(table: RefObject<HTMLTableElement | null>): number {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const scroll = table.current?.parentElement;
    if (scroll === null || scroll === undefined) return;
    const measure = (): void => setRoom(scroll.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroll);
    return () => observer.disconnect();
  }, [table]);
  return room;
}

/** Columns that became wider than they are declared, by id, in pixels. */
type Grown = Readonly<Record<string, number>>;

/**
 * What fits. Where room is short, the actions of a row fold to the last one, as on a phone; then the columns of priority
 * `repeat` leave, those of `extra`, the last one first, and the date. Their widths are those declared, and the room that is
 * left goes to the columns without one, so that they are the same on every page of a list. In: all columns, the room in
 * pixels, and what is beside the columns.
 */
function fitColumns<Row>(
  all: readonly Column<Row>[],
  {
    checks,
    actions,
    room,
    grown,
    phone,
  }: { checks: boolean; actions: boolean; room: number; grown: Grown; phone: boolean },
): FittingColumns<Row> {
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
}
