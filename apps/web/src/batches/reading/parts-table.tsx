import { Link } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { fieldsOf, type EntryField } from '@talaan/contract/documents/declared-field';
import type { DocumentPart, PartRow } from '@talaan/contract/documents/document-part';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { classNames } from '../../ui/class-names.ts';
import { useRegionName } from '../../ui/region-name.tsx';
import { partText } from './part-texts.ts';
import styles from './lines-table.module.css';

const isFigure = ({ kind }: EntryField) => kind === 'amount' || kind === 'quantity' || kind === 'count';

type Fields = ReturnType<typeof fieldsOf>;

/** Where a row of such a table leads; undefined where it leads nowhere. */
export type RowAddress = (row: PartRow) => { to: string; search: Readonly<Record<string, string>> } | undefined;

const lastAmountOf = (columns: Fields): readonly string[] =>
  columns.flatMap(([name, { kind }]) => (kind === 'amount' ? [name] : [])).slice(-1);

/** The rows of a document's own table by its declaration, the first column as a link where one leads on, with the sums of what adds up. */
export function PartsTable({
  batch,
  part,
  addressOf,
}: {
  batch: BatchDetail;
  part: DocumentPart;
  addressOf?: RowAddress | undefined;
}) {
  const regionName = useRegionName(part.label);
  const rows = batch.parts[part.name] ?? [];
  const columns = fieldsOf(part.fields).filter(([, { label }]) => label !== undefined);
  const { beside } = part;
  const summed = part.summed ?? lastAmountOf(columns);
  const firstSummed = columns.findIndex(([name]) => summed.includes(name));
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={regionName}
      // A region that scrolls takes the focus, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classNames(styles.table, styles.parts)}>
        <caption className="visually-hidden">{`${part.label} of ${batch.batch_number}`}</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            {beside === undefined ? null : <th scope="col">{beside.label}</th>}
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={isFigure(field) ? styles.figure : undefined}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // The lines of a document have no identity besides their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <th scope="row" className="figures muted">
                {index + 1}
              </th>
              {beside === undefined ? null : (
                <td className={styles.wraps}>{batch.details[index + beside.line_no - 1]?.[beside.name]}</td>
              )}
              <RowCells row={row} columns={columns} to={addressOf?.(row)} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={firstSummed + (beside === undefined ? 1 : 2)}>
              {`Total, ${rows.length === 1 ? '1 line' : `${rows.length} lines`}`}
            </th>
            {columns.slice(firstSummed).map(([name, { label }]) => (
              <td key={name} data-label={label} className={`${styles.figure} figures`}>
                {summed.includes(name) ? sumOf(rows, name) : ''}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** What a row says, the first cell as a link where it leads on. */
function RowCells({ row, columns, to }: { row: PartRow; columns: Fields; to: ReturnType<RowAddress> }) {
  return columns.map(([name, field], at) => (
    <td
      key={name}
      data-label={field.label}
      className={classNames(isFigure(field) && styles.figure, isFigure(field) ? 'figures' : styles.wraps)}
    >
      <Leading to={at === 0 ? to : undefined}>{partText(field, row[name])}</Leading>
    </td>
  ));
}

function Leading({ to, children }: { to: ReturnType<RowAddress>; children: string }) {
  return to === undefined ? children : <Link {...to}>{children}</Link>;
}

const sumOf = (rows: readonly PartRow[], name: string) =>
  formatAmount(sumMinor(rows.map((row) => requireAmount(String(row[name])))));
