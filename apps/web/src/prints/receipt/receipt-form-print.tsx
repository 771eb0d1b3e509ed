import { receiptForm, receiptFormPdf } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { blankReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';

/** /preview-receipt: the blank form of both receipts, to be filled by hand (spec 2 §2). */
export function ReceiptFormPrint() {
  return (
    <DocumentPrint
      paper={blankReceiptPaper}
      number=""
      print={() => callServer(receiptForm, {})}
      pdf={() => openMadeFile(receiptFormPdf, {})}
    />
  );
}
