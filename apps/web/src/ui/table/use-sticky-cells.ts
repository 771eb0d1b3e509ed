import { useCallback } from 'react';
import { classNames } from '../class-names.ts';
import styles from './data-table.module.css';

/** What a cell is given so that it stays in sight; nothing for one that scrolls. */
export interface StickyCell {
  className: string | undefined;
  style: { left: number } | undefined;
}

/**
 * Keeps the first `count` cells of each row in sight while the table scrolls sideways. `firstData` is 1 where checkboxes
 * stand before the columns, else 0; `widths` are those of all cells, in pixels. Answers what the cell at a position is given:
 * the same function while nothing about it changes.
 */
export function useStickyCells(
  widths: readonly number[],
  count: number,
  firstData: number,
): (position: number) => StickyCell {
  return useCallback(
    (position) =>
      position < count
        ? {
            className: classNames(
              styles.sticky,
              position === count - 1 && styles.edge,
              position > firstData && styles.second,
            ),
            style: { left: widths.slice(0, position).reduce((sum, width) => sum + width, 0) },
          }
        : SCROLLS,
    [widths, count, firstData],
  );
}

const SCROLLS: StickyCell = { className: undefined, style: undefined };
