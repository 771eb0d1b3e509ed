import { useParams } from '@tanstack/react-router';
import { printVoucher, printVoucherPdf } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { voucherPaper } from '@talaan/contract/documents/disbursement/voucher.paper';
import { voucherPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** /preview-voucher/{data}: the vouchers of a batch, or the one of a number (ux §8). */
export function VoucherPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(voucherPrintKeys, data);
  if (keys === null) return <PrintNotice title={voucherPaper.title} text={DAMAGED_LINK} />;
  const params = { id: keys.batch_number };
  const which = keys.document_number === undefined ? {} : { document_number: keys.document_number };
  return (
    <DocumentPrint
      paper={voucherPaper}
      number={`${keys.batch_number} ${keys.document_number ?? ''}`}
      print={(preview) => callServer(printVoucher, { params, body: { ...which, preview } })}
      pdf={() => openMadeFile(printVoucherPdf, { params, query: which })}
    />
  );
}
