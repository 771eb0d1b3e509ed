import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ReportColumn, ReportDefinition, ReportRow } from '@talaan/contract/reports/define-report';
import { isFigureColumn, reportLines, type ReportLine, type ReportSums } from '@talaan/contract/reports/report-lines';
import type { ReportHeader } from '@talaan/contract/reports/report-reply';
import { formatPrintDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { classNames } from '../ui/class-names.ts';
import styles from './paper.module.css';
import { figureWidth } from './paper-width.ts';

export interface ReportSheetProps<Row extends ReportRow> {
  report: ReportDefinition<Row>;
  header: ReportHeader;
  rows: readonly Row[];
  totals: ReportSums;
}

/** A report on paper: header block once, column heads on every page, the grand total with the last row (ux §8). */
export function ReportSheet<Row extends ReportRow>({ report, header, rows, totals }: ReportSheetProps<Row>) {
  const columns = report.columns;
  const lines = rows.length === 0 ? [] : [...reportLines(report, rows, totals)];
  const labelColumns = Math.max(
    1,
    columns.findIndex((column) => column.total),
  );
  return (
    <>
      <header>
        <div className={styles.company}>{header.company_name}</div>
        <div>
          <b>{header.report_title}</b>
        </div>
        <div className="figures">{`${header.period} · ${header.basis}`}</div>
      </header>
      {rows.length === 0 ? (
        <p className={styles.empty}>{MESSAGES.noDataFound}</p>
      ) : (
        <table className={classNames(styles.table, styles.report)} style={{ marginTop: 10 }}>
          <caption className="visually-hidden">{`${header.report_title} ${header.period}`}</caption>
          <colgroup>
            {columns.map((column, at) => (
              <col
                key={column.field}
                style={
                  column.grows
                    ? undefined
                    : {
                        width: columnWidth(column, at, lines),
                      }
                }
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.field} scope="col" className={isFigureColumn(column) ? styles.right : undefined}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // Lines of a paper never move, so the position is the identity.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} className={line.look === 'plain' ? report.group && styles.indented : styles[line.look]}>
                {columns.map((column, at) =>
                  line.look === 'total' && at > 0 && at < labelColumns ? null : (
                    <td
                      key={column.field}
                      colSpan={line.look === 'total' && at === 0 ? labelColumns : 1}
                      className={
                        isFigureColumn(column) ? styles.right : column.kind === 'code' ? styles.code : undefined
                      }
                    >
                      {paperText(column, line.cells[at] ?? null)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={`${styles.fine} ${styles.screenOnly}`}>{header.generated}</p>
    </>
  );
}

/** Amounts as 0,0.00, dates as MM-d-yyyy; the label of a total stands in a column of texts. */
function paperText(column: Pick<ReportColumn<string>, 'kind'>, cell: string | null): string {
  if (cell === null) return '';
  if (column.kind === 'amount') return formatAmount(requireSum(cell));
  const date = column.kind === 'date' ? parseCalendarDate(cell) : null;
  return date === null ? cell : formatPrintDate(date);
}

/** Rows of a group stand in by this much. */
const INDENT = 12;

/** A total's label runs over the columns without sums, so it does not widen its own. */
function columnWidth(column: ReportColumn<string>, at: number, lines: readonly ReportLine[]): string {
  const counted = lines.filter((line) => column.total || line.look !== 'total');
  const width = figureWidth(counted.map((line) => paperText(column, line.cells[at] ?? null)));
  return at === 0 ? `calc(${width} + ${INDENT}px)` : width;
}
