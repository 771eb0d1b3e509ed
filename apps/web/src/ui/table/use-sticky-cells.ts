import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { classNames } from '../class-names.ts';
import styles from './data-table.module.css';

/** What a cell is given so that it stays in sight; nothing for one that scrolls. */
export interface StickyCell {
  className: string | undefined;
  style: { left: number | undefined } | undefined;
}

/**
 * Keeps the first `count` cells of each row in sight while the table scrolls sideways. `firstData` is 1 where checkboxes
 * stand before the columns, else 0. Answers what the cell at a position is given: the same
 * function while nothing about it changes.
 */
export function useStickyCells(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  firstData: number,
): (position: number) => StickyCell {
  const offsets = useStickyOffsets(table, count);
  return useCallback(
    (position) => ({
      className:
        position < count
          ? classNames(styles.sticky, position === count - 1 && styles.edge, position > firstData && styles.second)
          : undefined,
      style: position < offsets.length ? { left: offsets[position] } : undefined,
    }),
    [offsets, count, firstData],
  );
}

/** Left edges of the first columns, measured, because a column grows with its widest code. Pixels. */
function useStickyOffsets(table: RefObject<HTMLTableElement | null>, count: number): number[] {
  const [offsets, setOffsets] = useState<number[]>([]);
  const measure = (): void => {
    const cells = [...(table.current?.tHead?.rows[0]?.cells ?? [])].slice(0, count);
    let edge = 0;
    const next = cells.map((cell) => {
      const start = edge;
      edge += cell.offsetWidth;
      return start;
    });
    setOffsets((before) =>
      before.length === next.length && before.every((value, index) => value === next[index]) ? before : next,
    );
  };
  useLayoutEffect(measure);
  useEffect(() => {
    const element = table.current;
    if (element === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count]);
  return offsets;
}
