import { useRef, type MouseEvent, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../buttons/button.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { classNames } from '../class-names.ts';
import { DataRow, type RowCalls } from './data-row.tsx';
import { HeaderCell, NoteRow, SkeletonRows, TotalRows } from './data-table-cells.tsx';
import { IconInbox } from '../icons.tsx';
import { useStableCalls } from '../stable-calls.ts';
import { useActiveRow } from './use-active-row.ts';
import { useStickyCells } from './use-sticky-cells.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Least width in px; the column grows with its widest figure or code. Without it the column takes what is left, and cuts its text. */
  width?: number;
  /** Of a column without a width: so much in any case; 160 unless given. */
  least?: number;
  align?: 'left' | 'right' | 'center';
  /** Figures of equal width: amounts, dates, codes, counts. */
  figures?: boolean;
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
  /** Buttons shown while the row is hovered or has the focus. While it is the same function, rows are not drawn again for it. */
  rowActions?: (row: Row) => ReactNode;
  /** The record that is open in a dialog or panel. */
  currentId?: string | undefined;
  /** The record just saved; its row flashes once. */
  flashId?: string | undefined;
  /** The record that is about to leave the list: its row fades, and the focus goes to the row after it. */
  leavingId?: string | undefined;
  /** Rows under the amounts; cells by column id. */
  totals?: readonly { label: string; cells: Readonly<Record<string, ReactNode>> }[];
  /** Shown when there is no row: first use, or no match for a search or filter. */
  empty: { title: string; action?: ReactNode };
  noMatch?: { text: string; onClear: () => void } | undefined;
  /** Columns that stay in sight while the table scrolls sideways. */
  stickyColumns?: 0 | 1 | 2;
  /** J and K move on this screen; off for a second table. */
  hotkeys?: boolean;
}

/**
 * A list of records: real table markup, header and first columns that stay, rows of 32 px with hairlines.
 * Arrows, J and K move; Space and X select, with Shift a range; Enter opens (ux §3).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, status, selection, onOpen, stickyColumns = 2 } = props;
  const table = useRef<HTMLTableElement>(null);
  const firstData = selection === undefined ? 0 : 1;
  const stickyCell = useStickyCells(table, stickyColumns + firstData, firstData);
  const { active, activate, toggle, press } = useActiveRow(props, table);

  function click(event: MouseEvent<HTMLTableRowElement>, index: number): void {
    if ((event.target as HTMLElement).closest('a, button, input, label, select') !== null) return;
    activate(index);
    if (document.getSelection()?.isCollapsed === false) return;
    onOpen?.(rows[index]!);
  }

  const calls = useStableCalls<RowCalls>({ activate, toggle, press, click });

  const columnCount = columns.length + firstData + (props.rowActions === undefined ? 0 : 1);
  const check = stickyCell(0);

  return (
    <div
      className={styles.scroll}
      data-scroll-restoration-id="table"
      onScroll={(event) => event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)}
    >
      <span className="visually-hidden" role="status">
        {status === 'loading' || status === 'refetching' ? MESSAGES.pleaseWait : ''}
      </span>
      <table ref={table} className={styles.table} aria-busy={status === 'loading' || status === 'refetching'}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className={classNames(styles.check, check.className)} style={check.style}>
                <Checkbox
                  label="Select all rows of this page"
                  labelHidden
                  checked={rows.length > 0 && rows.every((row) => selection.selected.has(rowId(row)))}
                  indeterminate={
                    rows.some((row) => selection.selected.has(rowId(row))) &&
                    !rows.every((row) => selection.selected.has(rowId(row)))
                  }
                  onChange={(event) =>
                    selection.onChange(withRows(selection.selected, rows.map(rowId), event.target.checked))
                  }
                />
              </th>
            )}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                {...stickyCell(index + firstData)}
              />
            ))}
            {props.rowActions === undefined ? null : <td className={styles.actions} />}
          </tr>
        </thead>
        <tbody className={status === 'refetching' ? styles.dimmed : undefined}>
          {status === 'failed' ? (
            <NoteRow columns={columnCount} alone={rows.length === 0}>
              Couldn't load this list.
              <Button size="sm" variant="ghost" onClick={props.onRetry}>
                Retry
              </Button>
            </NoteRow>
          ) : null}
          {status === 'loading' ? <SkeletonRows columns={columns} selection={selection !== undefined} /> : null}
          {status !== 'loading' && status !== 'failed' && rows.length === 0 ? (
            <NoteRow columns={columnCount} alone>
              {props.noMatch === undefined ? (
                <>
                  <IconInbox size={24} />
                  {props.empty.title}
                  {props.empty.action}
                </>
              ) : (
                <>
                  {props.noMatch.text}
                  <Button size="sm" variant="ghost" onClick={props.noMatch.onClear}>
                    Clear filters
                  </Button>
                </>
              )}
            </NoteRow>
          ) : null}
          {status === 'loading'
            ? null
            : rows.map((row, index) => {
                const id = rowId(row);
                const selected = selection?.selected.has(id) ?? false;
                return (
                  <DataRow
                    key={id}
                    row={row}
                    index={index}
                    columns={columns}
                    active={index === active}
                    openable={onOpen !== undefined}
                    checkLabel={selection?.label(row)}
                    selected={selected}
                    current={props.currentId === id}
                    flash={props.flashId === id}
                    leaving={props.leavingId === id}
                    actions={props.rowActions}
                    stickyCell={stickyCell}
                    calls={calls}
                  />
                );
              })}
        </tbody>
        {props.totals === undefined || props.totals.length === 0 || rows.length === 0 ? null : (
          <TotalRows
            totals={props.totals}
            columns={columns}
            firstData={firstData}
            actions={props.rowActions !== undefined}
          />
        )}
      </table>
    </div>
  );
}

function withRows(selected: ReadonlySet<string>, ids: readonly string[], chosen: boolean): Set<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (chosen) next.add(id);
    else next.delete(id);
  }
  return next;
}
