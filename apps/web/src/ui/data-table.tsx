import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import { IconArrowDown, IconArrowUp, IconInbox } from './icons.tsx';
import { useShortcut } from './keyboard/shortcuts.ts';
import { Skeleton } from './skeleton.tsx';
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
  /** Buttons shown while the row is hovered or has the focus. */
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

const SKELETON_ROWS = 8;

/**
 * A list of records: real table markup, header and first columns that stay, rows of 32 px with hairlines.
 * Arrows, J and K move; Space and X select, with Shift a range; Enter opens (ux §3).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, status, selection, onOpen, hotkeys = true, stickyColumns = 2 } = props;
  const table = useRef<HTMLTableElement>(null);
  const anchor = useRef<number | null>(null);
  const [activeRow, setActiveRow] = useState(0);
  const active = Math.min(activeRow, Math.max(0, rows.length - 1));
  const offsets = useStickyOffsets(table, stickyColumns + (selection === undefined ? 0 : 1));

  const leavingRow = useRef<number | null>(null);
  const leavingAt = rows.findIndex((row) => rowId(row) === props.leavingId);
  useEffect(() => {
    if (leavingAt >= 0) leavingRow.current = leavingAt;
    else if (leavingRow.current !== null) {
      focusRow(leavingRow.current);
      leavingRow.current = null;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leavingAt]);

  const focusIsInside = (): boolean => table.current?.contains(document.activeElement) ?? false;

  function focusRow(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActiveRow(target);
    table.current?.tBodies[0]?.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus();
  }

  function step(by: number): void {
    anchor.current = null;
    focusRow(focusIsInside() ? active + by : active);
  }

  function withFocusedRow(run: ((row: Row) => void) | undefined): void {
    const row = rows[active];
    if (run !== undefined && row !== undefined && focusIsInside()) run(row);
  }

  function toggle(index: number): void {
    const row = rows[index];
    if (selection === undefined || row === undefined) return;
    const next = new Set(selection.selected);
    if (!next.delete(rowId(row))) next.add(rowId(row));
    anchor.current = index;
    selection.onChange(next);
  }

  /** Selects from the row where the range began to the row that Shift+arrow reaches. */
  function extendTo(index: number): void {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    if (selection !== undefined) {
      anchor.current ??= active;
      const [first, last] = [Math.min(anchor.current, target), Math.max(anchor.current, target)];
      selection.onChange(new Set([...selection.selected, ...rows.slice(first, last + 1).map(rowId)]));
    }
    focusRow(target);
  }

  useShortcut('j', 'Next row', () => step(1), { enabled: hotkeys });
  useShortcut('k', 'Previous row', () => step(-1), { enabled: hotkeys });
  useShortcut('x', 'Select row', () => focusIsInside() && toggle(active), {
    enabled: hotkeys && selection !== undefined,
  });
  useShortcut('e', 'Edit row', () => withFocusedRow(props.onEdit), { enabled: hotkeys && props.onEdit !== undefined });
  useShortcut('shift+mod+d', 'Duplicate row', () => withFocusedRow(props.onDuplicate), {
    enabled: hotkeys && props.onDuplicate !== undefined,
  });
  useShortcut('Delete', 'Delete row', () => withFocusedRow(props.onDelete), {
    enabled: hotkeys && props.onDelete !== undefined,
  });

  function press(event: KeyboardEvent<HTMLTableRowElement>, index: number): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (event.shiftKey ? extendTo(index + 1) : step(1)),
      ArrowUp: () => (event.shiftKey ? extendTo(index - 1) : step(-1)),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ' ': selection && (() => toggle(index)),
      Enter: onOpen && (() => withFocusedRow(onOpen)),
      PageUp: props.onTurnPage && (() => props.onTurnPage?.(-1)),
      PageDown: props.onTurnPage && (() => props.onTurnPage?.(1)),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  function click(event: MouseEvent<HTMLTableRowElement>, row: Row, index: number): void {
    if ((event.target as HTMLElement).closest('a, button, input, label, select') !== null) return;
    setActiveRow(index);
    if (document.getSelection()?.isCollapsed === false) return;
    onOpen?.(row);
  }

  const columnCount = columns.length + (selection === undefined ? 0 : 1) + (props.rowActions === undefined ? 0 : 1);
  const firstData = selection === undefined ? 0 : 1;
  const sticky = (position: number): string | undefined =>
    position < stickyColumns + firstData
      ? classNames(
          styles.sticky,
          position === stickyColumns + firstData - 1 && styles.edge,
          position > firstData && styles.second,
        )
      : undefined;
  const left = (position: number) => (position < offsets.length ? { left: offsets[position] } : undefined);

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
              <th scope="col" className={classNames(styles.check, sticky(0))} style={left(0)}>
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
                className={sticky(index + firstData)}
                style={left(index + firstData)}
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
                  <tr
                    key={id}
                    data-row={index}
                    tabIndex={index === active ? 0 : -1}
                    className={classNames(
                      styles.row,
                      onOpen !== undefined && styles.openable,
                      (selected || props.currentId === id) && styles.selected,
                      props.flashId === id && styles.flash,
                      props.leavingId === id && styles.leaving,
                    )}
                    onFocus={(event) => {
                      if (event.target === event.currentTarget) setActiveRow(index);
                    }}
                    onKeyDown={(event) => press(event, index)}
                    onClick={(event) => click(event, row, index)}
                  >
                    {selection === undefined ? null : (
                      <td className={classNames(styles.check, sticky(0))} style={left(0)}>
                        <Checkbox
                          label={selection.label(row)}
                          labelHidden
                          tabIndex={-1}
                          checked={selected}
                          onChange={() => toggle(index)}
                        />
                      </td>
                    )}
                    {columns.map((column, position) => (
                      <BodyCell
                        key={column.id}
                        column={column}
                        row={row}
                        heading={position === 0}
                        className={sticky(position + firstData)}
                        style={left(position + firstData)}
                      />
                    ))}
                    {props.rowActions === undefined ? null : (
                      <td className={styles.actions}>
                        <div>{props.rowActions(row)}</div>
                      </td>
                    )}
                  </tr>
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

function HeaderCell<Row>({
  column,
  sort,
  onSort,
  className,
  style,
}: {
  column: Column<Row>;
  sort: Sort | null | undefined;
  onSort: ((sort: Sort | null) => void) | undefined;
  className: string | undefined;
  style: { left: number | undefined } | undefined;
}) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const sortable = column.sortable === true && onSort !== undefined;
  return (
    <th
      scope="col"
      className={classNames(column.align !== undefined && styles[column.align], className)}
      style={{
        ...style,
        ...(column.width === undefined
          ? { minWidth: column.least ?? 160 }
          : { width: column.width, minWidth: column.width }),
      }}
      aria-sort={direction ?? (sortable ? 'none' : undefined)}
    >
      {sortable ? (
        <button
          type="button"
          className={classNames(styles.sort, direction !== undefined && styles.sorted)}
          onClick={() => onSort(nextSort(column.id, direction))}
        >
          {column.header}
          {direction === 'ascending' ? <IconArrowUp size={12} /> : null}
          {direction === 'descending' ? <IconArrowDown size={12} /> : null}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** ascending → descending → none. */
function nextSort(column: string, direction: Sort['direction'] | undefined): Sort | null {
  if (direction === undefined) return { column, direction: 'ascending' };
  return direction === 'ascending' ? { column, direction: 'descending' } : null;
}

function BodyCell<Row>({
  column,
  row,
  heading,
  className,
  style,
}: {
  column: Column<Row>;
  row: Row;
  heading: boolean;
  className: string | undefined;
  style: { left: number | undefined } | undefined;
}) {
  const cellClass = classNames(
    column.align !== undefined && styles[column.align],
    column.width === undefined && styles.flexible,
    column.figures && 'figures',
    column.strong && styles.strong,
    className,
  );
  const content = column.cell(row);
  const title = column.title?.(row);
  return heading ? (
    <th scope="row" className={cellClass} style={style} title={title}>
      {content}
    </th>
  ) : (
    <td className={cellClass} style={style} title={title}>
      {content}
    </td>
  );
}

function SkeletonRows<Row>({ columns, selection }: { columns: readonly Column<Row>[]; selection: boolean }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, index) => (
    <tr key={index} aria-hidden="true">
      {selection ? <td className={styles.check} /> : null}
      {columns.map((column) => (
        <td key={column.id} className={column.align === undefined ? undefined : styles[column.align]}>
          <Skeleton width={column.width === undefined ? `${35 + ((index * 17) % 40)}%` : '70%'} />
        </td>
      ))}
    </tr>
  ));
}

function NoteRow({ columns, alone, children }: { columns: number; alone: boolean; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className={alone ? styles.note : styles.inlineNote}>
        <div role="status">{children}</div>
      </td>
    </tr>
  );
}

function TotalRows<Row>({
  totals,
  columns,
  firstData,
  actions,
}: {
  totals: NonNullable<DataTableProps<Row>['totals']>;
  columns: readonly Column<Row>[];
  firstData: number;
  actions: boolean;
}) {
  const first = Math.max(
    1,
    columns.findIndex((column) => totals.some((total) => column.id in total.cells)),
  );
  return (
    <tfoot>
      {totals.map((total, index) => (
        <tr
          key={total.label === '' ? `row ${index}` : total.label}
          style={{ '--from-bottom': totals.length - 1 - index } as Record<string, number>}
        >
          {firstData > 0 ? <td /> : null}
          <th scope="row" colSpan={first}>
            {total.label}
          </th>
          {columns.slice(first).map((column) => (
            <td key={column.id} className={classNames('figures', column.align !== undefined && styles[column.align])}>
              {total.cells[column.id]}
            </td>
          ))}
          {actions ? <td className={styles.actions} /> : null}
        </tr>
      ))}
    </tfoot>
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

/** Left edges of the first columns, measured, because a column grows with its widest code. Pixels. */
function useStickyOffsets(table: { current: HTMLTableElement | null }, count: number): number[] {
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
