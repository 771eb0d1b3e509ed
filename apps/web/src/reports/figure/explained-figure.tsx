import type { AnyRow, ExplainedSum } from '@talaan/contract/reports/kit/define-report';
import { Amount } from '../table/report-cell.tsx';
import type { AnyColumn } from '../table/shown-columns.ts';
import styles from './explained-figure.module.css';

/** What a figure is the sum of: the columns of its row that have anything, with what is taken off them, and what it comes to. */
export function ExplainedFigure({
  sum: { sum, share },
  figure,
  row,
  columns,
}: {
  sum: ExplainedSum<AnyRow>;
  figure: AnyColumn;
  row: AnyRow;
  columns: readonly AnyColumn[];
}) {
  const parts = sum.flatMap((part) => {
    const isLess = part.startsWith('-');
    const field = isLess ? part.slice(1) : part;
    const value = String(row[field] ?? '0.00');
    const header = columns.find((column) => column.field === field)?.header ?? field;
    return value === '0.00' && sum.length > 1 ? [] : [{ field, value, words: isLess ? `Less ${header}` : header }];
  });
  return (
    <div className={styles.scroll}>
      <table className={styles.sum} aria-label={`${figure.header} explained`}>
        <tbody>
          {parts.map(({ field, value, words }) => (
            <tr key={field}>
              <th scope="row">{words}</th>
              <td className="figures">
                <Amount value={value} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {figure.header}
              {share === undefined ? null : <span className="text-2">{`, ${share}`}</span>}
            </th>
            <td className="figures">
              <Amount value={String(row[figure.field] ?? '0.00')} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
