import { useParams } from '@tanstack/react-router';
import { printReceipt, printReceiptPdf } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { RECEIPT_PAPER, type ReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import { electronicReceiptKeys, receiptPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** /preview-OR/{data}: the official receipt of a cash receipt (ux §8). */
export const OfficialReceiptPrint = () => <ReceiptPrint paper="or" />;

/** /preview-AR/{data}: its acknowledgement receipt. */
export const AcknowledgementReceiptPrint = () => <ReceiptPrint paper="ar" />;

/** /preview-ereceipt/{data}: what its payor gets by e-mail. */
export const ElectronicReceiptPrint = () => <ReceiptPrint paper="e" />;

function ReceiptPrint({ paper }: { paper: ReceiptPaper }) {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(paper === 'e' ? electronicReceiptKeys : receiptPrintKeys, data);
  if (keys === null) return <PrintNotice title={RECEIPT_PAPER[paper].title} text={DAMAGED_LINK} />;
  const params = { id: keys.id, paper };
  return (
    <DocumentPrint
      paper={RECEIPT_PAPER[paper]}
      number={keys.id}
      print={() => callServer(printReceipt, { params, body: keys.told })}
      download={() => downloadFile(printReceiptPdf, { params })}
    />
  );
}
