import { cellText, NO_DATE } from '@talaan/contract/papers/cell-text';
import { isRed, type CellKind, type PaperLine } from '@talaan/contract/papers/paper-table';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { formatListDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { displayInstant } from '../../page/display-instant.ts';
import styles from './report-table.module.css';

const ROW = { look: 'plain' } as const;

/**
 * A cell as screens show it: amounts as 0,0.00 with zero muted and results below it red, counts as 0,0, dates as yyyy-MM-dd, nothing for an absent
 * text (ux §7, §13).
 */
export function ReportCell({
  column,
  value,
  line = ROW,
}: {
  column: { readonly kind: CellKind; readonly result?: true | 'sums' };
  value: string | null;
  /** The line that it stands in, where it is not a row. */
  line?: Pick<PaperLine, 'look' | 'strong'>;
}) {
  if (value === null || value === NO_DATE) return null;
  if (isRed(column, value, line)) {
    return (
      <span className={styles.red}>
        <Amount value={value} />
      </span>
    );
  }
  if (column.kind === 'amount') return <Amount value={value} />;
  if (column.kind === 'integer') return <>{cellText('integer', value)}</>;
  if (column.kind === 'instant') return <>{displayInstant(value)}</>;
  const date = column.kind === 'date' ? parseCalendarDate(value) : null;
  return <>{date === null ? value : formatListDate(date)}</>;
}

/** An amount from its decimal text. */
export function Amount({ value }: { value: string }) {
  const minor = requireSum(value);
  return minor === 0n ? <span className={styles.zero}>0.00</span> : <>{formatAmount(minor)}</>;
}
