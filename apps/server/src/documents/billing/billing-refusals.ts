import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, forbidden } from '../../platform/http/problem.ts';

const refusal =
  (code: string) =>
  ({ message }: { message?: string }) =>
    conflict(code, message ?? 'The billing has changed meanwhile. Reload to see it.');

/** Names what the schema refuses of billings, so that a race and a polite check answer alike. */
export function nameBillingConstraints(): void {
  nameConstraints({
    billing_complete: refusal('billing_incomplete'),
    billing_due_date: refusal('billing_incomplete'),
    billing_lines_agree: refusal('billing_lines'),
    billing_number_early: refusal('billing_number'),
    billing_numbered: refusal('billing_number'),
    billing_collected: refusal('billing_collected'),
    billing_cancelled: refusal('cancelled'),
    invoice_cancelled_by_preparer: ({ message = 'Another person cancels it.' }) => forbidden('own_invoice', message),
    billing_dispute: refusal('not_an_invoice'),
    customer_on_hold: refusal('customer_on_hold'),
    batch_billed_once: () =>
      conflict(
        'billed_already',
        'A customer is billed by this regular transaction in that month already. Leave the customer out, or archive the other billing first.',
      ),
  });
}
