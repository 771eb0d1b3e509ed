import { listUncollected } from '@talaan/contract/documents/billing/billing.contract';
import { askedOf } from '../../batches/record/batch-calls.ts';

/** What a customer owes today, the oldest first: a billing tells it, a collection settles it. */
export const openInvoicesOf = (payee_id: number) => askedOf('open-invoices', listUncollected, { query: { payee_id } });
