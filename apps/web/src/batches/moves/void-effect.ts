import type { AccrualReversal, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { STATUS } from '@talaan/core/documents/status';
import { showDate } from '../record/batch-texts.ts';

/** What a void does to the ledger, told before it is confirmed, or why nothing can be voided now. */
export interface VoidEffect {
  text: string;
  /** No period takes the mirror. */
  blocked: boolean;
}

export const ARCHIVED_ONLY: VoidEffect = { text: 'It is archived without an entry in the ledger.', blocked: false };

export const CANCELLED_ONLY: VoidEffect = { text: 'It is cancelled for good. Its number stays used.', blocked: false };

/** The effect of a void of these documents of a type today: the date of every mirror, and what stays of it besides (decisions §4). */
export function voidEffectOf(
  documentType: string,
  documents: readonly DocumentView[],
  reversal: AccrualReversal | null = null,
): VoidEffect {
  const posted = documents.filter(({ accounting_status }) => accounting_status === STATUS.APPROVED);
  if (posted.length === 0) return ARCHIVED_ONLY;
  if (posted.some(({ void_date }) => void_date === null)) return { text: MESSAGES.closedReversalPeriod, blocked: true };
  const dates = [...new Set(posted.map(({ void_date }) => showDate(void_date ?? '')))].join(', ');
  const reversed = posted.length === 1 ? 'An exact mirror entry reverses it' : 'Exact mirror entries reverse it';
  const why = posted.some(({ void_date, document_date }) => void_date !== document_date)
    ? ', because the month of its own date is closed'
    : '';
  const stays = kindOf(documentType)?.voidStays ?? 'Its number stays used and prints VOID.';
  const taken = reversal === null ? '' : ` ${reversalEffectOf(reversal)}`;
  return { text: `${reversed} in the ledger on ${dates}${why}. ${stays}${taken}`, blocked: false };
}

/** What becomes of the entry that takes an accrual back. */
function reversalEffectOf({ due_on, document_number, void_date }: AccrualReversal): string {
  if (document_number === null || void_date === null) return `Its reversal of ${showDate(due_on)} is not made.`;
  return `Its reversal ${document_number} of ${showDate(due_on)} is void with it, by a mirror entry on ${showDate(void_date)}.`;
}
