import type { CSSProperties } from 'react';
import { cellText } from '@talaan/contract/papers/cell-text';
import type { TableBlock, TableColumn } from '@talaan/contract/papers/paper-blocks';
import { pageBox, type PageRules } from '@talaan/contract/papers/paper';
import {
  bandsOf,
  isBold,
  isFigureColumn,
  isLabel,
  isRed,
  spanOf,
  type PaperLine,
} from '@talaan/contract/papers/paper-table';
import { classNames } from '../ui/class-names.ts';
import styles from './paper-sheet.module.css';
import { columnWidth, INDENT, SAVED, typeSize, type ColumnWidth } from './paper-width.ts';

/** A table of a paper on a page of its sheet: where its columns have no room there, in smaller type, as in its PDF. */
export function SheetTable({ table, page }: { table: TableBlock; page: PageRules }) {
  const { columns, lines, labelColumns } = table;
  const widths = columns.map((_column, at) => widthOf(table, at));
  const { width, side } = pageBox(page);
  const fixed = widths.filter((own) => own !== null);
  const size = typeSize(width - 2 * side, fixed, widths.length - fixed.length);
  return (
    <table
      className={classNames(styles.table, size !== null && styles.small)}
      style={size === null ? undefined : { fontSize: `${size}pt` }}
    >
      <caption className="visually-hidden">{table.caption}</caption>
      <colgroup>
        {columns.map((column, at) => (
          <col key={keyOf(column)} style={cssOf(widths[at]!, size === null ? 0 : SAVED)} />
        ))}
      </colgroup>
      <thead>
        <Bands columns={columns} />
        <tr>
          {columns.map((column) => (
            <th key={keyOf(column)} scope="col" className={isFigureColumn(column) ? styles.right : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} className={rowLook(line)}>
            {columns.map((column, at) => {
              const span = spanOf(line, at, labelColumns);
              const cell = line.cells[at] ?? null;
              return span === 0 ? null : (
                <td
                  key={keyOf(column)}
                  colSpan={span}
                  className={span === 1 ? lookOf(column, cell) : undefined}
                  style={at === 0 ? insetOf(line) : undefined}
                >
                  {isLabel(line.look, at, labelColumns) ? cell : cellText(column.kind, cell)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Columns of two bands may have one head. */
const keyOf = ({ band = '', header }: TableColumn): string => `${band} ${header}`;

/** The upper heads of the columns. */
function Bands({ columns }: Pick<TableBlock, 'columns'>) {
  const bands = bandsOf(columns);
  if (bands.length === 0) return null;
  return (
    <tr className={styles.bands}>
      {bands.map(({ name, at, span }) =>
        name === undefined ? (
          <td key={at} colSpan={span} />
        ) : (
          <th key={at} scope="colgroup" colSpan={span}>
            <span>{name}</span>
          </th>
        ),
      )}
    </tr>
  );
}

function rowLook(line: PaperLine): string {
  return classNames(line.look !== 'plain' && styles[line.look], isBold(line) && styles.bold);
}

function insetOf({ level = 0 }: PaperLine): CSSProperties | undefined {
  return level === 0 ? undefined : { paddingLeft: `calc(var(--beside) + ${level} * ${INDENT}px)` };
}

function lookOf(column: TableColumn, cell: string | null): string {
  return classNames(
    isFigureColumn(column) ? styles.right : column.kind === 'code' && styles.code,
    isRed(column, cell) && styles.red,
  );
}

function cssOf(width: ColumnWidth | null, saved: number): CSSProperties | undefined {
  return width === null ? undefined : { width: `calc(${width.digits}ch + ${width.px - saved}px)` };
}

/** As wide as its widest text; null for a column that grows, which takes what is left unless all its texts are absent. */
function widthOf({ columns, lines, labelColumns }: TableBlock, at: number): ColumnWidth | null {
  const { kind, grows, header } = columns[at]!;
  // A label that runs over further columns does not widen its own.
  const counted = lines.filter(
    (line) => !isLabel(line.look, at, labelColumns) || (line.look !== 'total' && spanOf(line, at, labelColumns) === 1),
  );
  const texts = counted.map(({ look, cells }) => {
    const cell = cells[at] ?? null;
    return isLabel(look, at, labelColumns) ? (cell ?? '') : cellText(kind, cell);
  });
  if (grows && texts.some((text) => text !== '')) return null;
  const inset = at === 0 ? lines.reduce((deepest, { level = 0 }) => Math.max(deepest, level), 0) : 0;
  return columnWidth(grows ? [header] : texts, header, inset);
}
