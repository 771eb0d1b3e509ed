import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Sums } from '@talaan/contract/papers/paper-table';
import {
  askedByNames,
  CELL_PADDING,
  columnWidths,
  fittedColumns,
  isBandFolded,
  shownBands,
  TIGHT_ROOM,
  uniformFields,
  type AnyColumn,
  type ColumnView,
  type ShownBand,
  type ShownColumn,
} from './shown-columns.ts';
import { foldGroup, isFolded, NOTHING_FOLDED, shownLines, type AnyLine, type Folding } from './shown-lines.ts';

/** Lines stand in by this much below each heading, in px, and by less on a phone. */
const INDENT = 20;
const INDENT_TIGHT = 8;
const AS_THEY_ARE: ColumnView = { unfolded: new Set(), bands: {} };

/** How the groups of a table are folded, and what folds them otherwise. */
export interface GroupFolds {
  readonly folding: Folding;
  readonly setFolding: (folding: Folding) => void;
}
/** Of a table without groups. */
const UNFOLDED: GroupFolds = { folding: NOTHING_FOLDED, setFolding: () => {} };

/** What of a table is in sight, and how it is folded. */
export interface TableView {
  readonly columns: readonly AnyColumn[];
  /** The lines in sight. */
  readonly lines: readonly AnyLine[];
  readonly shown: readonly ShownColumn[];
  readonly bands: readonly ShownBand[];
  /** Widths of all columns in px. */
  readonly widths: readonly number[];
  /** What a cell has at each side, in px. */
  readonly padding: number;
  /** By how much lines stand in below each heading, in px. */
  readonly indent: number;
  readonly isFolded: (line: AnyLine) => boolean;
  /** Folds or unfolds the group that a line heads or stands in; all groups of its level. */
  readonly fold: (line: AnyLine, away: boolean, wholeLevel?: boolean) => void;
  /** Folds or unfolds what a shown column is a part of: a strip, a band. Answers whether it does. */
  readonly foldColumn: (at: number, away: boolean) => boolean;
  /** Tells how much room the table has, in px. */
  readonly setRoom: (room: number) => void;
}

/**
 * The view of a table whose lines stand below as many headings as it is `deep`. How its groups are folded is the caller's; how its
 * columns are is kept under a name, for whoever comes back to it.
 */
export function useTableView(
  columns: readonly AnyColumn[],
  lines: readonly AnyLine[],
  totals: Sums | null,
  name: QueryKey,
  { folding, setFolding } = UNFOLDED,
  deep = 0,
): TableView {
  const [columnView, setColumnView] = useKept([...name, 'columns'], AS_THEY_ARE);
  const [room, setRoom] = useState(Infinity);
  const inSight = useMemo(() => shownLines(lines, folding), [lines, folding]);
  const uniform = useMemo(() => uniformFields(columns, lines), [columns, lines]);
  const isTight = room < TIGHT_ROOM;
  const indent = isTight ? INDENT_TIGHT : INDENT;
  const wide = useMemo(
    () => columnWidths(columns, lines, totals, deep * indent, isTight),
    [columns, lines, totals, deep, indent, isTight],
  );
  const asked = useMemo(() => askedByNames(columns, lines, deep * indent), [columns, lines, deep, indent]);
  const { shown, widths, padding } = useMemo(
    () => fittedColumns(columns, uniform, wide, room, columnView, asked),
    [columns, uniform, wide, room, columnView, asked],
  );
  const bands = useMemo(() => shownBands(columns, shown), [columns, shown]);

  function fold({ group }: AnyLine, away: boolean, wholeLevel = false): void {
    if (group !== null) setFolding(foldGroup(folding, group, away, wholeLevel));
  }

  function foldColumn(at: number, away: boolean): boolean {
    const place = shown[at];
    if (place === undefined) return false;
    const { column, band } = place;
    if (column === null && !away) {
      const fields = place.folded.map(({ field }) => field);
      setColumnView({ ...columnView, unfolded: new Set([...columnView.unfolded, ...fields]) });
    } else if (band !== undefined && isBandFolded(columns, columnView, band) !== away) {
      setColumnView({ ...columnView, bands: { ...columnView.bands, [band]: away } });
    } else if (away && column !== null && columnView.unfolded.has(column.field)) {
      setColumnView({
        ...columnView,
        unfolded: new Set([...columnView.unfolded].filter((field) => field !== column.field)),
      });
    } else return false;
    return true;
  }

  return {
    columns,
    lines: inSight,
    shown,
    bands,
    widths,
    padding: CELL_PADDING[padding],
    indent,
    isFolded: ({ group }) => group !== null && isFolded(folding, group),
    fold,
    foldColumn,
    setRoom,
  };
}

/** A value that is kept under a name as long as answers of the server are. */
export function useKept<Value>(name: QueryKey, initial: Value): readonly [Value, (value: Value) => void] {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: name, queryFn: () => initial, initialData: initial, staleTime: Infinity });
  return [data as Value, (value) => void queries.setQueryData(name, value)];
}
