import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { BILLING_SERVICES } from '@talaan/contract/documents/billing/billing.fields';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { billedService } from '@talaan/core/documents/billing/billing-lines';
import { BatchReading } from '../../batches/reading/batch-reading.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { SidePart } from '../../batches/record/side-part.tsx';
import { useInvoice } from './billing-calls.ts';
import { DisputeBanner } from './billing-dispute.tsx';
import { CustomerPart } from './customer-part.tsx';
import { invoiceFigures } from './invoice-cards.tsx';
import { ChequesPart, SettledPart } from './settled-part.tsx';

/** A billing to read: what it bills and books, and beside it the foot of its invoice and what its customer owes (ux §5). */
export function BillingReading({ batch }: { batch: BatchDetail }) {
  const services = rowsOf(batch.parts, BILLING_SERVICES).map((row) =>
    billedService({ ...row, billing_service_id: null, account_code: '' }, batch.vat),
  );
  const billing = useInvoice(batch);
  return (
    <BatchReading
      batch={batch}
      above={billing?.dispute_reason ? <DisputeBanner reason={billing.dispute_reason} /> : null}
      side={
        <>
          <SidePart title="On the invoice" rows={invoiceFigures(services)} />
          {billing === undefined ? null : (
            <>
              <SettledPart billing={billing} />
              <ChequesPart billing={billing} />
            </>
          )}
          {batch.payee_id === null ? null : <CustomerPart payeeId={batch.payee_id} currencyId={batch.currency_id} />}
        </>
      }
    />
  );
}

/** What a billing comes to, for the foot of its page; of an invoice, what is collected and what is open. */
export function useBillingSums(batch: BatchDetail) {
  const billing = useInvoice(batch);
  return {
    'Total due': `${batch.currency} ${showAmount(batch.total_amount)}`,
    'In pesos': batch.currency_id === CURRENCY_PESO ? undefined : `PHP ${showAmount(batch.amount_php)}`,
    Collected: billing && showAmount(billing.collected_amount),
    Open: billing && showAmount(billing.open_amount),
  };
}
