import { useParams } from '@tanstack/react-router';
import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import { printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import { billingPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** /preview-billing/{data}: the invoice as its customer gets it (spec 2 §2, ux §8). */
export function BillingPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(billingPrintKeys, data);
  if (keys === null) return <PrintNotice title={billingInvoicePaper.title} text={DAMAGED_LINK} />;
  const params = { id: keys.billing_request_no };
  return (
    <DocumentPrint
      paper={billingInvoicePaper}
      number={keys.billing_request_no}
      print={() => callServer(printBilling, { params })}
      download={() => downloadFile(printBillingPdf, { params })}
    />
  );
}
