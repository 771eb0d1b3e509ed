import { MESSAGES } from '@talaan/contract/errors/messages';
import type { StatusAction } from '@talaan/core/documents/document-status';
import type { BatchRecord } from '../../batches/record/batch-record.ts';
import { conflict } from '../../platform/http/problem.ts';

/** What is paid by cheque leaves the house with the numbers of its cheques; those that were voided need none. */
export function requireChequeNumbers({ documents }: BatchRecord, action: StatusAction): void {
  const isMissing = documents.some(({ is_voided, cheque_number }) => !is_voided && cheque_number === null);
  if (action === 'release' && isMissing) throw conflict('cheque_number_missing', MESSAGES.chequeNumberMissing);
}
