import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { Column, DataTableProps, Sort } from './table-props.ts';
import { IconArrowDown, IconArrowUp } from '../icons.tsx';
import { Skeleton } from '../waiting/skeleton.tsx';
import styles from './data-table.module.css';

const SKELETON_ROWS = 8;

/** A heading that sorts where it may: ascending, then descending, then not at all. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
  width,
  className,
  style,
}: {
  column: Column<Row>;
  sort: Sort | null | undefined;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** In pixels. */
  width: number | undefined;
  className: string | undefined;
  style: { left: number } | undefined;
}) {
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const sortable = column.sortable === true && onSort !== undefined;
  return (
    <th
      scope="col"
      className={classNames(keptClass(column), column.align !== undefined && styles[column.align], className)}
      style={{ ...style, width }}
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

function nextSort(column: string, direction: Sort['direction'] | undefined): Sort | null {
  if (direction === undefined) return { column, direction: 'ascending' };
  return direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/** A column of a declared width is never cut. */
const keptClass = ({ width }: { readonly width?: number }): string | undefined =>
  width === undefined ? undefined : styles.kept;

/** What a row shows in a column; `heading` where it names the row. */
export function BodyCell<Row>({
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
  style: { left: number } | undefined;
}) {
  const cellClass = classNames(
    keptClass(column),
    column.align !== undefined && styles[column.align],
    column.figures && 'figures',
    column.strong && styles.strong,
    className,
  );
  const shown = column.cell(row);
  const content = column.width === undefined ? <span className={styles.name}>{shown}</span> : shown;
  const title = column.title?.(row);
  const label = column.priority === 'line' ? column.header : undefined;
  return heading ? (
    <th scope="row" data-part={column.priority} data-label={label} className={cellClass} style={style} title={title}>
      {content}
    </th>
  ) : (
    <td data-part={column.priority} data-label={label} className={cellClass} style={style} title={title}>
      {content}
    </td>
  );
}

/** Rows in the shape of the columns, while nothing is loaded yet. `selection`: a column of checkboxes comes first. */
export function SkeletonRows<Row>({ columns, selection }: { columns: readonly Column<Row>[]; selection: boolean }) {
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

/** A sentence across the whole table, in the place of its rows where it stands alone. */
export function NoteRow({ columns, alone, children }: { columns: number; alone: boolean; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className={alone ? styles.note : styles.inlineNote}>
        <div role="status">{children}</div>
      </td>
    </tr>
  );
}

/** Rows under the amounts; a label reaches to the first column that has a sum. */
export function TotalRows<Row>({
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
          className={total.apart ? styles.apart : undefined}
          style={{ '--from-bottom': totals.length - 1 - index } as Record<string, number>}
        >
          {firstData > 0 ? <td /> : null}
          <th scope="row" colSpan={first}>
            {total.label}
          </th>
          {columns.slice(first).map((column) => (
            <td
              key={column.id}
              data-part={column.priority}
              className={classNames('figures', keptClass(column), column.align !== undefined && styles[column.align])}
            >
              {total.cells[column.id]}
            </td>
          ))}
          {actions ? <td className={styles.actions} /> : null}
        </tr>
      ))}
    </tfoot>
  );
}
