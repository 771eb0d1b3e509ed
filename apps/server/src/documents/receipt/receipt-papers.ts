import type { ReceiptFacts } from '@talaan/contract/documents/receipt/receipt-facts';
import {
  CASH_RECEIPT_PAPERS,
  COLLECTION_PAPERS,
  RECEIPT_PAPERS,
  type PrintedReceipt,
  type ReceiptPaper,
} from '@talaan/contract/documents/receipt/receipt.papers';
import type { Paper } from '@talaan/contract/papers/paper';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { FrozenNumber } from '../print/frozen-paper.store.ts';
import type { PaperKind } from '../print/paper-kind.ts';
import { verifiedDocument, type VerifiedPaper } from '../print/verify-paper.ts';
import { readReceiptDetail } from './receipt-facts.store.ts';

type ShownReceipt = PrintedReceipt['batch'];
export type ReceiptKinds = Readonly<Record<ReceiptPaper, PaperKind<ShownReceipt>>>;

/** The number under which a paper of a receipt goes out; the one that goes by mail has that of its first page. */
function numberOf(paper: ReceiptPaper, { or_number, ar_number }: ReceiptFacts): FrozenNumber | null {
  if (paper !== 'ar' && or_number !== null) return { kind: 'or', number: or_number };
  return paper === 'or' || ar_number === null ? null : { kind: 'ar', number: ar_number };
}

/** The papers of receipts of one type, frozen when they take their numbers; what a receipt says is read so. */
function kindsOf(papers: Readonly<Record<ReceiptPaper, Paper<PrintedReceipt>>>): ReceiptKinds {
  const kindOf = (paper: ReceiptPaper): PaperKind<ShownReceipt> => ({
    kind: `receipt_${paper}`,
    paper: papers[paper],
    about({ receipt }) {
      const { receipt_date, payee_desc, currency, amount } = receipt!;
      const number = numberOf(paper, receipt!)?.number ?? '';
      return { number, date: receipt_date, payee: payee_desc, currency, amount };
    },
    frozen: { number: ({ receipt }) => numberOf(paper, receipt!), asIssued: (shown) => shown },
  });
  return Object.fromEntries(RECEIPT_PAPERS.map((paper) => [paper, kindOf(paper)])) as unknown as ReceiptKinds;
}

export const CASH_RECEIPT_KINDS = kindsOf(CASH_RECEIPT_PAPERS);
export const COLLECTION_KINDS = kindsOf(COLLECTION_PAPERS);

export const VERIFIED_RECEIPTS = [
  ...verified(CASH_RECEIPT_KINDS, CASH_RECEIPTS.types),
  ...verified(COLLECTION_KINDS, COLLECTIONS.types),
];

function verified(kinds: ReceiptKinds, types: readonly DocumentType[]): VerifiedPaper[] {
  return RECEIPT_PAPERS.map((paper) => verifiedDocument(kinds[paper], types, (...call) => readReceiptDetail(...call)));
}
