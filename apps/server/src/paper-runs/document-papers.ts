import { setImmediate } from 'node:timers/promises';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
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
import type { DocumentInRun } from '@talaan/contract/paper-runs/paper-run.contract';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { readBatches } from '../batches/reading/read-batch.ts';
import { invoicePapersOf } from '../documents/billing/billing-print.routes.ts';
import { lettersOf, vouchersOf } from '../documents/disbursement/disbursement-print.routes.ts';
import { journalPapersOf } from '../documents/journal-entry/journal-print.routes.ts';
import { detailPapersOf } from '../documents/print/details-print.routes.ts';
import { expectCopies, type ExpectedCopy } from '../documents/print/issued-paper.store.ts';
import {
  asCopies,
  copiesOf,
  drawForFile,
  readPrint,
  type CommonFacts,
  type PaperOf,
} from '../documents/print/print-document.ts';
import { orderPapersOf } from '../documents/purchase-order/order-print.routes.ts';
import { CASH_RECEIPT_KINDS, COLLECTION_KINDS } from '../documents/receipt/receipt-papers.ts';
import { receiptPapersOf } from '../documents/receipt/receipt-print.routes.ts';
import type { Database } from '../platform/database/database.ts';
import type { Checked } from '../platform/checked-set.ts';
import { Problem } from '../platform/http/problem.ts';
import type { PaperInFile } from '../platform/pdf/paper-drawing.ts';
import type { Principal } from '../platform/http/principal.ts';

/** A paper that is drawn, with the copies that it is once its file is ready. */
export interface PaperToCome extends PaperInFile {
  readonly copies: readonly ExpectedCopy[];
}

interface DrawingCall {
  readonly database: Database;
  readonly user: Principal;
  readonly publicAddress: string;
  /** What all papers of the file have in common. */
  readonly common: CommonFacts;
}

/** On what documents of a type are printed when many are at once. */
interface DocumentPapers {
  /** The rule of the call that prints one. */
  readonly access: Access;
  /** Whether what it is printed on has a number that it takes when it is approved: without one there is no such paper. */
  readonly is_receipt?: true;
  /** Whether it carries its data for programs (`PaperKind.carries`), which makes the file one to keep. */
  readonly carries?: true;
  /** The papers of each of these documents of the type, as the call of one reads and refuses it. */
  draw(call: DrawingCall, wanted: readonly DocumentInRun[]): Promise<PaperToCome[][]>;
}

/** The papers of each of these documents, which are read already. */
type Read<Shown, Detail extends Shown> = (
  database: Database,
  user: Principal,
  batches: readonly BatchDetail[],
) => Promise<(PaperOf<Shown, Detail> | readonly PaperOf<Shown, Detail>[])[]>;

function printedOn<Shown, Detail extends Shown>(
  type: DocumentType,
  access: Access,
  read: Read<Shown, Detail>,
): DocumentPapers {
  return {
    access,
    async draw({ database, user, publicAddress, common }, wanted) {
      const batch_numbers = wanted.map(({ batch_number }) => batch_number);
      const batches = (await readBatches(database, { batch_numbers, type, user })).map((batch, at) =>
        onlyOf(requireRead(batch), wanted[at]!),
      );
      const papers = [];
      const found = (await read(database, user, batches)).map((of) => [of].flat());
      await common.expectFrozen(found.flat().flatMap(({ kind, shown }) => kind.frozen?.number(shown) ?? []));
      for (const [at, own] of found.entries()) {
        for (const paper of own) {
          const printed = await readPrint(database, user, paper, common);
          papers.push({ at, paper, printed, copies: copiesOf(user, paper, printed, 'pdf') });
          await setImmediate();
        }
      }
      const expected = await expectCopies(
        database,
        papers.flatMap(({ copies }) => copies),
      );
      const drawn: PaperToCome[][] = batches.map(() => []);
      for (const { at, paper, printed, copies: own } of papers) {
        const copies = expected.splice(0, own.length);
        const copy = asCopies({ publicAddress }, paper.kind, printed, copies);
        const sheet = await drawForFile<Shown>(database, paper.kind.paper, copy, common);
        const record = (await paper.kind.carries?.(common, copy)) ?? undefined;
        drawn[at]!.push({ paper: sheet, record, copies });
        await setImmediate();
      }
      return drawn;
    },
  };
}

/** A batch with the one of its documents that is asked for. */
function onlyOf(batch: BatchDetail, { document_number }: DocumentInRun): BatchDetail {
  if (document_number === undefined) return batch;
  return { ...batch, documents: batch.documents.filter((one) => one.document_number === document_number) };
}

function requireRead(batch: Checked<BatchDetail>): BatchDetail {
  if (batch instanceof Problem) throw batch;
  return batch;
}

const voucher = (type: DocumentType) =>
  printedOn(type, printVoucherPdf.access, (database, _user, batches) => vouchersOf(database, batches));

const receipt = (type: DocumentType, access: Access, receipts: Parameters<typeof receiptPapersOf>[1]) => ({
  is_receipt: true as const,
  ...printedOn(type, access, (database, _user, batches) => receiptPapersOf(database, receipts, batches)),
});

const details = (type: DocumentType) =>
  printedOn(type, printDetailsPdf.access, async (_database, _user, batches) => detailPapersOf(batches));

/** A type without a paper of its own is printed as the details of a transaction. */
export const DOCUMENT_PAPERS: Readonly<Record<DocumentType, DocumentPapers>> = {
  ...(Object.fromEntries(ALL_DOCUMENT_TYPES.map((type) => [type, details(type)])) as Record<
    DocumentType,
    DocumentPapers
  >),
  CV: voucher('CV'),
  CW: voucher('CW'),
  DM: printedOn('DM', printLetterPdf.access, (database, _user, batches) => lettersOf(database, batches)),
  JE: printedOn('JE', printJournalEntryPdf.access, async (_database, _user, batches) => journalPapersOf(batches)),
  BI: { carries: true, ...printedOn('BI', printBillingPdf.access, invoicePapersOf) },
  PO: printedOn('PO', printOrderPdf.access, orderPapersOf),
  CR: receipt('CR', cashReceiptPrint.pdf.access, { kind: CASH_RECEIPTS, papers: CASH_RECEIPT_KINDS }),
  CN: receipt('CN', collectionPrint.pdf.access, { kind: COLLECTIONS, papers: COLLECTION_KINDS }),
};
