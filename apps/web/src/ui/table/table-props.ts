import type { ReactNode } from 'react';

/**
 * What a column is to its record. All but `extra` make up the card of a phone, where the other columns are left out, and
 * each `line` has one of its own, with its name; where the table has no room, `repeat` leaves it, which says what another column
 * says, then `extra`, the last one first, and then the `date`. The others stay at every width.
 */
export type ColumnPriority =
  | 'title'
  | 'amount'
  | 'status'
  | 'number'
  | 'date'
  | 'currency'
  | 'line'
  | 'extra'
  | 'repeat';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Least width in px; the column grows with its widest figure or code. Without it the column takes what is left, and its text up to two lines. */
  width?: number;
  /** Of a column without a width: so much in any case; 160 unless given. */
  least?: number;
  align?: 'left' | 'right' | 'center';
  /** Figures of equal width: amounts, dates, codes, counts. */
  figures?: boolean;
  priority?: ColumnPriority;
  /** Where a phone shows something else in its place. */
  only?: 'phone' | 'table';
  /** Of the last column: its little signs may lie below the actions of the row that is pointed at. */
  yields?: boolean;
  /** The identifying column, a little stronger. */
  strong?: boolean;
  sortable?: boolean;
  /** The whole text of a cell that may be cut, as its tooltip. */
  title?: (row: Row) => string;
}

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

/** loading: nothing yet; refetching: old rows stay, dimmed; failed: the last load did not come. */
export type TableStatus = 'ready' | 'loading' | 'refetching' | 'failed';

export interface DataTableProps<Row> {
  /** Whether a phone shows each record as a card; a list that stays a table scrolls sideways. */
  cards?: boolean;
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  status: TableStatus;
  onRetry: () => void;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selection?: { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void; label: (row: Row) => string };
  /** Click or Enter. */
  onOpen?: (row: Row) => void;
  /** The E key. */
  onEdit?: (row: Row) => void;
  /** The Del key. */
  onDelete?: (row: Row) => void;
  /** Ctrl+Shift+D. */
  onDuplicate?: (row: Row) => void;
  /** PageUp (-1) and PageDown (1). */
  onTurnPage?: (step: -1 | 1) => void;
  /** Two buttons at most and a menu, of which a phone shows the last; seen while the row is hovered or has the focus. While it is the same function, rows are not drawn again for it. */
  rowActions?: (row: Row) => ReactNode;
  /** The record that is open in a dialog or panel. */
  currentId?: string | undefined;
  /** The record just saved; its row flashes once. */
  flashId?: string | undefined;
  /** The record that is about to leave the list: its row fades, and the focus goes to the row after it. */
  leavingId?: string | undefined;
  /** Rows under the amounts; cells by column id. What stands `apart` counts in no other of them. */
  totals?: readonly { label: string; apart?: boolean; cells: Readonly<Record<string, ReactNode>> }[];
  /** Shown when there is no row: first use, or no match for a search or filter. */
  empty: { title: string; action?: ReactNode };
  /** `elsewhere` says what there is outside what the list covers, and shows it by Alt M. */
  noMatch?: { text: string; onClear: () => void; elsewhere?: string; onElsewhere?: () => void } | undefined;
  /** Columns that stay in sight while the table scrolls sideways. */
  stickyColumns?: 0 | 1 | 2;
  /** J and K move on this screen; off for a second table. */
  hotkeys?: boolean;
}
