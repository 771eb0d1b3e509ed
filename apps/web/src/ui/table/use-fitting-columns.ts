import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { Column } from './table-props.ts';

/** Widths in pixels: of a checkbox, of the actions of a row, and of the margin beyond the last column. */
const CHECK = 48;
const ACTIONS = 88;
const MARGIN = 16;

/**
 * The columns that have room in the window of a table: those of priority `extra` leave, the last one first. `reserves` says
 * whether the actions of a row need a place of their own, because what stands last must not be covered.
 */
export function useFittingColumns<Row>(
  scroll: RefObject<HTMLElement | null>,
  all: readonly Column<Row>[],
  { checks, actions }: { checks: boolean; actions: boolean },
): { columns: readonly Column<Row>[]; reserves: boolean } {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const measure = (): void => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroll]);
  return useMemo(() => {
    const columns = [...all];
    const reserves = (): boolean => actions && columns.at(-1)?.yields !== true;
    const needed = (): number =>
      columns.reduce(
        (sum, { width, least = 160 }) => sum + (width ?? least),
        MARGIN + (checks ? CHECK : 0) + (reserves() ? ACTIONS : 0),
      );
    while (needed() > room) {
      const last = columns.findLastIndex(({ priority }) => priority === 'extra');
      if (last < 0) break;
      columns.splice(last, 1);
    }
    return { columns, reserves: reserves() };
  }, [all, checks, actions, room]);
}
