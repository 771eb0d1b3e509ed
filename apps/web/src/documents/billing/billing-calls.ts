import {
  exportBillings,
  listBillings,
  listUncollected,
  readBilling,
  searchInvoices,
} from '@talaan/contract/documents/billing/billing.contract';
import { askedOf, ownList } from '../../batches/record/batch-calls.ts';

export const BILLING_LIST = ownList(listBillings, exportBillings, 'request_date');

/** A billing with what is collected of it. */
export const billingOf = (id: string) => askedOf('billing', readBilling, { params: { id } });

/** What a customer owes today, the oldest first. */
export const openInvoicesOf = (payee_id: number) => askedOf('open-invoices', listUncollected, { query: { payee_id } });

/** The invoices of a customer, the last ones first. */
export const invoicesOf = (payee_id: number) => askedOf('invoices', searchInvoices, { query: { payee_id } });
