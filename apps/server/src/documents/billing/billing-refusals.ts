import { asConflict, asForbidden, nameConstraints } from '../../platform/http/constraint-errors.ts';

/** Names what the schema refuses of billings, so that a race and a polite check answer alike. */
export function nameBillingConstraints(): void {
  nameConstraints({
    billing_complete: asConflict('billing_incomplete'),
    billing_due_date: asConflict('billing_incomplete'),
    billing_lines_agree: asConflict('billing_lines'),
    billing_number_early: asConflict('billing_number'),
    billing_numbered: asConflict('billing_number'),
    billing_collected: asConflict('billing_collected'),
    billing_cancelled: asConflict('cancelled'),
    invoice_cancelled_by_preparer: asForbidden('own_invoice'),
    billing_dispute: asConflict('not_an_invoice'),
    customer_on_hold: asConflict('customer_on_hold'),
  });
}
