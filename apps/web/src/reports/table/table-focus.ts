import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Position } from '../../ui/table/grid-focus.ts';
import type { ShownColumn } from './shown-columns.ts';
import type { AnyLine } from './shown-lines.ts';

/** The cell whose figure is open below. */
export interface OpenCell {
  readonly line: number;
  readonly field: string;
}

/** Tells how much room the table has, in px, and again when that changes. */
export function useRoom(scroll: RefObject<HTMLDivElement | null>, setRoom: (room: number) => void): void {
  useLayoutEffect(() => {
    const box = scroll.current!;
    const measure = (): void => setRoom(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroll, setRoom]);
}

/** The cell whose figure is open is where the keyboard goes on; the focus comes back to it from the panel. */
export function useOpenedCell(
  open: OpenCell | null,
  shown: readonly ShownColumn[],
  setActive: (to: Position) => void,
  goTo: (to: Position) => void,
): void {
  const opened = useRef<OpenCell | null>(null);
  useLayoutEffect(() => {
    const before = opened.current;
    opened.current = open;
    if (before?.line === open?.line && before?.field === open?.field) return;
    const at = ({ line, field }: OpenCell): Position => ({
      row: line,
      column: Math.max(
        0,
        shown.findIndex(({ column }) => column?.field === field),
      ),
    });
    if (open !== null) setActive(at(open));
    else if (before !== null) goTo(at(before));
  });
}

/** Columns fold a moment after they are told to: the focus goes to a place in the table that follows. */
export function usePlaceAfterFolding(
  shown: readonly ShownColumn[],
  goTo: (to: Position) => void,
): (to: Position) => void {
  const wanted = useRef<Position | null>(null);
  const columns = useRef(shown);
  useLayoutEffect(() => {
    if (columns.current === shown) return;
    columns.current = shown;
    const to = wanted.current;
    wanted.current = null;
    if (to !== null) goTo(to);
  });
  return (to) => {
    wanted.current = to;
  };
}

/** The first row takes the focus, once, as soon as it is here; not where one comes back to another one. */
export function useFirstRow(
  takes: boolean,
  lines: readonly AnyLine[],
  isBack: () => boolean,
  moveTo: (to: Position) => void,
): void {
  const hasTaken = useRef(false);
  useLayoutEffect(() => {
    if (!takes || hasTaken.current || lines.length === 0) return;
    hasTaken.current = true;
    if (isBack()) return;
    const first = lines.findIndex(({ look }) => look === 'plain');
    moveTo({ row: Math.max(0, first), column: 0 });
  });
}

/** What is drilled stays in sight when the drill-down takes its place below, and while that grows. */
export function useKeptInSight(
  scroll: RefObject<HTMLDivElement | null>,
  open: OpenCell | null,
  scrollTo: ((row: number) => void) | null,
): void {
  const latest = useRef(scrollTo);
  useEffect(() => {
    latest.current = scrollTo;
  });
  const line = open?.line;
  useEffect(() => {
    if (line === undefined) return;
    const box = scroll.current!;
    const show = (): void => {
      const cell = box.querySelector('tbody [aria-selected]');
      if (cell) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      else latest.current?.(line);
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroll, line, open?.field]);
}
