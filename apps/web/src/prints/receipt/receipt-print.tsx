import { useParams } from '@tanstack/react-router';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { collectionPrint } from '@talaan/contract/documents/collection/collection-print.contract';
import {
  CASH_RECEIPT_PAPERS,
  COLLECTION_PAPERS,
  type ReceiptPaper,
} from '@talaan/contract/documents/receipt/receipt.papers';
import { electronicReceiptKeys, receiptPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** The receipts of each type of document that is answered with one. */
const RECEIPTS = {
  cash_receipt: { calls: cashReceiptPrint, papers: CASH_RECEIPT_PAPERS },
  collection: { calls: collectionPrint, papers: COLLECTION_PAPERS },
};
type Table = keyof typeof RECEIPTS;

/** /preview-OR/{data}: the official receipt of a cash receipt (ux §8). */
export const OfficialReceiptPrint = () => <PaperPrint table="cash_receipt" paper="or" />;

/** /preview-AR/{data}: its acknowledgement receipt. */
export const AcknowledgementReceiptPrint = () => <PaperPrint table="cash_receipt" paper="ar" />;

/** /preview-collection-or/{data}: the official receipt of a collection, with the block of its cheque. */
export const CollectionOfficialReceiptPrint = () => <PaperPrint table="collection" paper="or" />;

/** /preview-collection-ar/{data}: its acknowledgement receipt. */
export const CollectionAcknowledgementPrint = () => <PaperPrint table="collection" paper="ar" />;

/** /preview-ereceipt/{data}: what the payor of either gets by e-mail. */
export function ElectronicReceiptPrint() {
  const keys = decodePrintLink(electronicReceiptKeys, useLink());
  return <ReceiptPrint table={keys?.table ?? 'cash_receipt'} paper="e" keys={keys} />;
}

function PaperPrint(props: { table: Table; paper: 'or' | 'ar' }) {
  return <ReceiptPrint {...props} keys={decodePrintLink(receiptPrintKeys, useLink())} />;
}

function useLink(): string {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  return data;
}

function ReceiptPrint({
  table,
  paper,
  keys,
}: {
  table: Table;
  paper: ReceiptPaper;
  keys: { id: string; told: object } | null;
}) {
  const { calls, papers } = RECEIPTS[table];
  if (keys === null) return <PrintNotice title={papers[paper].title} text={DAMAGED_LINK} />;
  const params = { id: keys.id, paper };
  return (
    <DocumentPrint
      paper={papers[paper]}
      number={`${table} ${keys.id}`}
      print={(preview) => callServer(calls.print, { params, body: { ...keys.told, preview } })}
      pdf={() => openMadeFile(calls.pdf, { params })}
    />
  );
}
