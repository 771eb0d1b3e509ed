import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate } from '@talaan/core/money/rate';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { UNREADABLE_DATE } from '../../../ui/dates/date-field.tsx';
import { isPeriodOpen } from './entry-date.ts';

/** Why a date cannot stand, told as soon as it is typed. */
export function dateFault(type: DocumentType, date: string, choices: EntryChoices): string | undefined {
  if (date === '') return undefined;
  if (!isCalendarDate(date)) return UNREADABLE_DATE;
  return isPeriodOpen(type, date, choices) ? undefined : MESSAGES.periodClosed;
}

/** Why a rate cannot stand, told as soon as it is typed; a dot before its decimals waits for them. */
export function rateFault({
  currency_id,
  dollar_rate,
}: {
  readonly currency_id: number;
  readonly dollar_rate: string;
}): string | undefined {
  if (currency_id === CURRENCY_PESO || dollar_rate === '' || parseRate(dollar_rate.replace(/\.$/, '')) !== null) {
    return undefined;
  }
  return 'Rate must be a number above 0 with at most 6 decimals.';
}
