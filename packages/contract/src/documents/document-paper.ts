import { formatPrintDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/document-status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { MESSAGES } from '../errors/messages.ts';
import { manilaClock } from '../papers/manila-clock.ts';
import { reprintText } from '../papers/paper-parts.ts';
import type { SignatureBox, Signer } from '../papers/paper-blocks.ts';
import type { BatchDetail, TimelineMove } from './batch-view.contract.ts';
import type { Printed } from './document-print.ts';

// What the papers of documents say alike.

/** A figure's head says its currency where that is not the peso. */
export function inCurrency(head: string) {
  return ({ batch }: Printed<BatchDetail>): string =>
    batch.currency_id === CURRENCY_PESO ? head : `${head} ${batch.currency}`;
}

/** In the place of a number that a document is given later. */
export const NOT_YET_ISSUED = 'not yet issued';

/** Who prepared it, and who approved the version in force: a box each. */
export function preparedAndApproved(batch: BatchDetail): SignatureBox[] {
  return [
    { label: 'Prepared By', signers: [preparer(batch)] },
    { label: 'Approved By', signers: approvers(batch) },
  ];
}

/** yyyy-mm-dd as MM-d-yyyy; several dates as the specification says (spec 2 §3). */
export function datesText(dates: string): string {
  if (dates.includes(',')) return MESSAGES.multipleDates;
  const date = parseCalendarDate(dates);
  return date === null ? dates : formatPrintDate(date);
}

/** When and by whom it was printed, and which copy it is. */
export function printedBy({ printed_at, printed_by, copy_no }: Printed<unknown>): string {
  const { date, time } = manilaClock(printed_at);
  const reprint = reprintText(copy_no);
  return [`Printed ${formatPrintDate(date)} ${time} by ${printed_by}`, ...(reprint === null ? [] : [reprint])].join(
    ' · ',
  );
}

function preparer(batch: BatchDetail): Signer {
  const submitted = movesInForce(batch, 'submit').at(-1);
  return { name: batch.preparer, date: printDate(submitted?.at ?? batch.date_encoded) };
}

/** Who approved, and for whom where a stand-in did. Whoever reviewed it has not approved it. */
function approvers(batch: BatchDetail): Signer[] {
  return movesInForce(batch, 'approve')
    .filter(({ status_from }) => status_from !== STATUS.FOR_REVIEW)
    .map(({ user_name, on_behalf_of_name, at }) => ({
      name: on_behalf_of_name === null ? user_name : `${user_name} for ${on_behalf_of_name}`,
      date: printDate(at),
    }));
}

const movesInForce = (batch: BatchDetail, action: string): TimelineMove[] =>
  batch.timeline.filter((move) => move.in_force && move.action === action);

function printDate(instant: string): string {
  return formatPrintDate(manilaClock(instant).date);
}
