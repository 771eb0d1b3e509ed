import { isAmountColumn } from './entry-line.ts';
import type { LineColumn } from './line-columns.ts';
import styles from './lines-grid.module.css';

/** The headings of the grid, which also give its columns their widths. */
export function GridHead({ columns }: { columns: readonly LineColumn[] }) {
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
            className={isAmountColumn(field) ? styles.figure : undefined}
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
