import { useQuery } from '@tanstack/react-query';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { readBilling, searchInvoices, type BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { STATUS } from '@talaan/core/documents/status';
import { askedOf } from '../../batches/record/batch-calls.ts';

/** What is collected, open and disputed of an invoice; undefined of a billing that is none, and while it is on its way. */
export function useInvoice({ batch_number: id, status }: BatchDetail): BillingDetail | undefined {
  const isInvoice = status === STATUS.APPROVED;
  const { data } = useQuery({ ...askedOf('billing', readBilling, { params: { id } }), enabled: isInvoice });
  return isInvoice ? data : undefined;
}

/** The invoices of a customer, the last ones first. */
export const invoicesOf = (payee_id: number) => askedOf('invoices', searchInvoices, { query: { payee_id } });
