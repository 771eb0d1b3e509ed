import { useParams } from '@tanstack/react-router';
import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import { printBilling, printBillingPdf } from '@talaan/contract/documents/billing/billing-print.contract';
import { billingPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/**
 * /preview-billing/{data}: the invoice as its customer gets it (spec 2 §2, ux §8). /preview-bill-ereceipt/{data} is the same:
 * one number has one paper (decisions §6).
 */
export function BillingPrint() {
  const params = useBilling();
  if (params === null) return <PrintNotice title={billingInvoicePaper.title} text={DAMAGED_LINK} />;
  return (
    <DocumentPrint
      paper={billingInvoicePaper}
      number={params.id}
      print={(preview) => callServer(printBilling, { params, body: { preview } })}
      pdf={() => openMadeFile(printBillingPdf, { params })}
    />
  );
}

/** The billing that the address names; null for a damaged link. */
function useBilling(): { id: string } | null {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(billingPrintKeys, data);
  return keys === null ? null : { id: keys.billing_request_no };
}
