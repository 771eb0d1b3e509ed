import { formatPrintDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { manilaClock } from './manila-clock.ts';
import type { CellKind } from './paper-table.ts';

/** How older data say that there is no date: it is blank (spec 2 §9). */
export const NO_DATE = '0000-00-00 00:00:00';

/** A cell as paper shows it: amounts 0,0.00, counts 0,0, dates MM-d-yyyy, also those of instants by the clock of Manila; '' for null (spec 2 §9). */
export function cellText(kind: CellKind, cell: string | null): string {
  if (cell === null || cell === '') return '';
  switch (kind) {
    case 'amount':
      return formatAmount(requireSum(cell));
    case 'date':
      if (cell === NO_DATE) return '';
      return formatPrintDate(requireCalendarDate(cell));
    case 'instant': {
      const { date, time } = manilaClock(cell);
      return `${formatPrintDate(date)} ${time}`;
    }
    case 'integer':
      return Number(cell).toLocaleString('en');
    case 'code':
    case 'text':
    case 'rate':
    case 'percent':
      return cell;
  }
}
