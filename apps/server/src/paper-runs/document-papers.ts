import { printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { CASH_RECEIPTS } from '@talaan/contract/documents/cash-receipt/cash-receipt.kind';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { printLetterPdf, printVoucherPdf } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { printJournalEntryPdf } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { printOrderPdf } from '@talaan/contract/documents/purchase-order/order-print.contract';
import type { Access } from '@talaan/contract/http/route';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { invoiceOf } from '../documents/billing/billing-print.routes.ts';
import { letterOf, voucherOf } from '../documents/disbursement/disbursement-print.routes.ts';
import { journalDetailsOf } from '../documents/journal-entry/journal-print.routes.ts';
import { detailsOf } from '../documents/print/details-print.routes.ts';
import { expectCopy, type ExpectedCopy } from '../documents/print/issued-paper.store.ts';
import { drawForFile, printPaper, type PaperOf } from '../documents/print/print-document.ts';
import { orderOf } from '../documents/purchase-order/order-print.routes.ts';
import { CASH_RECEIPT_KINDS, COLLECTION_KINDS } from '../documents/receipt/receipt-papers.ts';
import { receiptPapersOf } from '../documents/receipt/receipt-print.routes.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';

/** A paper that is drawn, with the copies that it is once its file is ready. */
export interface PaperToCome {
  readonly sheet: DrawnPaper;
  readonly copies: readonly ExpectedCopy[];
}

interface DrawingCall {
  readonly database: Database;
  readonly user: Principal;
  readonly publicAddress: string;
}

/** On what documents of a type are printed when many are at once. */
interface DocumentPapers {
  /** The rule of the call that prints one. */
  readonly access: Access;
  /** Whether what it is printed on has a number that it takes when it is approved: without one there is no such paper. */
  readonly is_receipt?: true;
  /** The papers of a document, as the call of one reads and refuses it. */
  draw(call: DrawingCall, batchNumber: string): Promise<PaperToCome[]>;
}

type Read<Shown, Detail extends Shown> = (
  database: Database,
  user: Principal,
  batchNumber: string,
) => Promise<PaperOf<Shown, Detail> | readonly PaperOf<Shown, Detail>[]>;

function printedOn<Shown, Detail extends Shown>(access: Access, read: Read<Shown, Detail>): DocumentPapers {
  return {
    access,
    async draw({ database, user, publicAddress }, batchNumber) {
      const drawn: PaperToCome[] = [];
      for (const paper of [await read(database, user, batchNumber)].flat()) {
        const copies: ExpectedCopy[] = [];
        const printed = await printPaper({ publicAddress }, database, user, paper, 'pdf', async (copy) => {
          const expected = await expectCopy(database, copy);
          copies.push(expected);
          return expected;
        });
        drawn.push({ sheet: await drawForFile<Shown>(database, paper.kind.paper, printed), copies });
      }
      return drawn;
    },
  };
}

const VOUCHER = printedOn(printVoucherPdf.access, (database, user, id) => voucherOf(database, user, id));

export const DOCUMENT_PAPERS: Readonly<Record<DocumentType, DocumentPapers>> = {
  CV: VOUCHER,
  CW: VOUCHER,
  DM: printedOn(printLetterPdf.access, letterOf),
  OB: printedOn(printDetailsPdf.access, (database, user, id) => detailsOf(database, user, id, 'OB')),
  JE: printedOn(printJournalEntryPdf.access, journalDetailsOf),
  BI: printedOn(printBillingPdf.access, invoiceOf),
  PO: printedOn(printOrderPdf.access, orderOf),
  CR: {
    is_receipt: true,
    ...printedOn(cashReceiptPrint.pdf.access, (database, user, id) =>
      receiptPapersOf(database, user, { kind: CASH_RECEIPTS, papers: CASH_RECEIPT_KINDS }, id),
    ),
  },
  CN: {
    is_receipt: true,
    ...printedOn(collectionPrint.pdf.access, (database, user, id) =>
      receiptPapersOf(database, user, { kind: COLLECTIONS, papers: COLLECTION_KINDS }, id),
    ),
  },
};
