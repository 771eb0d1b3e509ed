import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Position } from '../../ui/table/grid-focus.ts';
import type { ShownColumn } from './shown-columns.ts';
import { lineKey, type AnyLine } from './shown-lines.ts';
import { useKept } from './table-view.ts';

/** A cell, by the key of its line and its field. */
interface LeftPlace {
  readonly line: string;
  readonly field: string | undefined;
}

/**
 * The cell from which the user left a table for another page: he finds the focus there when he comes back. `leave` keeps a cell;
 * `isBack` says that one is awaited, so that nothing else takes the focus.
 */
export function useLeftPlace(
  name: QueryKey,
  { lines, shown, rowKey }: { lines: readonly AnyLine[]; shown: readonly ShownColumn[]; rowKey: readonly string[] },
  goTo: (to: Position) => void,
) {
  const [left, keep] = useKept<LeftPlace | null>([...name, 'place'], null);
  const awaited = useRef(left);
  useEffect(() => {
    const place = awaited.current;
    if (place === null || lines.length === 0) return;
    awaited.current = null;
    keep(null);
    const row = lines.findIndex((line) => lineKey(line, rowKey) === place.line);
    const column = shown.findIndex((one) => one.column?.field === place.field);
    if (row !== -1) goTo({ row, column: Math.max(0, column) });
  });
  return {
    isBack: () => awaited.current !== null,
    leave: ({ row, column }: Position) =>
      keep({ line: lineKey(lines[row]!, rowKey), field: shown[column]?.column?.field }),
  };
}
