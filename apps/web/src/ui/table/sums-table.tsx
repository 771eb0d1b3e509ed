import { Fragment, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './sums-table.module.css';

/** A column of such a table. */
export interface SumsColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Set to the right, with its heading and its sum. */
  readonly figure?: boolean;
  /** What it comes to at the foot; the columns before the first sum say there of what. */
  readonly sum?: string;
  /** Styles of its cells, and of its heading and its sum. */
  readonly cells?: string | undefined;
  readonly ends?: string | undefined;
}

/** A sentence under a row, by which what it is about may be described. */
export interface RowNote {
  readonly text: string;
  readonly icon?: ReactNode;
  readonly id?: string;
  readonly className?: string | undefined;
}

interface SumsTableProps<Row> {
  /** What it is read out as, where nothing around it says so. */
  caption?: string;
  columns: readonly SumsColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Of what the sums are. */
  total: string;
  styleOf?: (row: Row) => string | false | undefined;
  /** What is said under a row. */
  notesOf?: (row: Row) => readonly RowNote[];
  body?: Ref<HTMLTableSectionElement>;
  /** The keyboard goes to it as to every part of the page. */
  isRegion?: boolean;
  /** Styles around it, of what is its own. */
  className?: string | undefined;
}

/** Rows that are known by their first column, and what their figures come to at the foot. */
export function SumsTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  total,
  styleOf,
  notesOf,
  body,
  isRegion,
  className,
}: SumsTableProps<Row>) {
  const firstSum = columns.findIndex(({ sum }) => sum !== undefined);
  const endOf = ({ figure, ends }: SumsColumn<Row>) => classNames(figure && styles.figure, ends);
  return (
    <div className={classNames(styles.scroll, className)} data-region={isRegion}>
      <table className={styles.table}>
        {caption === undefined ? null : <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={endOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr className={classNames(styleOf?.(row))}>
                {columns.map((column, at) => (
                  <Cell key={column.name} column={column} row={row} isFirst={at === 0} />
                ))}
              </tr>
              {notesOf?.(row).map((note) => (
                <Note key={note.text} {...note} columns={columns.length} />
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={firstSum}>
              {total}
            </th>
            {columns.slice(firstSum).map((column) => (
              <td key={column.name} className={classNames(endOf(column), 'figures')} data-label={column.name}>
                {column.sum}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row, isFirst }: { column: SumsColumn<Row>; row: Row; isFirst: boolean }) {
  const { name, cell, figure, cells = classNames(figure && styles.figure, 'figures') } = column;
  if (isFirst)
    return (
      <th scope="row" className={cells}>
        {cell(row)}
      </th>
    );
  return (
    <td className={cells} data-label={name}>
      {cell(row)}
    </td>
  );
}

function Note({ text, icon, id, className, columns }: RowNote & { columns: number }) {
  return (
    <tr className={className}>
      <td colSpan={columns}>
        <span id={id} role="status">
          {icon === undefined ? null : <>{icon} </>}
          {text}
        </span>
      </td>
    </tr>
  );
}
