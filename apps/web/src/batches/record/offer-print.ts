import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { RECEIPT_STATUS } from '@talaan/core/documents/document-type';
import { askToConfirm } from '../../ui/feedback/feedback.ts';

/** Offers the receipt that a move issued on paper, where its payor has no e-mail (spec 2 §4). */
export function offerReceipt(result: MoveResult): void {
  if (result.receipt_status === RECEIPT_STATUS.NO_EMAIL) void offerPrint(result);
}

/** The payor has no e-mail: asks whether the receipt is to be printed, and opens it. */
export async function offerPrint(batch: Pick<MoveResult, 'batch_number' | 'document_type'>): Promise<void> {
  const paper = kindOf(batch.document_type)?.paper;
  if (paper === undefined) return;
  const wanted = await askToConfirm({
    title: 'Print the receipt?',
    text: MESSAGES.noPayeeEmail,
    confirmLabel: MESSAGES.printReceipt,
  });
  if (wanted) window.open(paper.address(batch), '_blank', 'noopener');
}
