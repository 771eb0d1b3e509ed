import type { GridColumn, LineCells } from './grid-line.ts';
import styles from './lines-grid.module.css';

/** The headings of the grid, which also give its columns their widths. */
export function GridHead<Line, Field extends string>({
  columns,
  cells,
}: {
  columns: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.number}>
          #
        </th>
        {columns.map(({ field, header, width, required, grows }) => (
          <th
            key={field}
            scope="col"
            className={cells.styleOf(field) === 'figure' ? styles.figure : undefined}
            style={{ minWidth: width, width: grows ? undefined : width }}
          >
            {header}
            {required ? (
              <span className={styles.required} aria-hidden="true">
                {' *'}
              </span>
            ) : null}
          </th>
        ))}
        <td className={styles.end} />
      </tr>
    </thead>
  );
}
