import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict } from '../../platform/http/problem.ts';

const refusal =
  (code: string) =>
  ({ message }: { message?: string }) =>
    conflict(code, message ?? 'The collection has changed meanwhile. Reload to see it.');

/** Names what the schema refuses of collections, so that a race and a polite check answer alike. */
export function nameCollectionConstraints(): void {
  nameConstraints({
    collection_complete: refusal('collection_incomplete'),
    collection_lines_agree: refusal('collection_lines'),
    collection_application_amount: refusal('collection_incomplete'),
    collection_invoice_open: refusal('invoice_cancelled'),
    collection_invoice_customer: refusal('other_customer'),
    collection_before_invoice: refusal('before_invoice'),
    collection_exceeds_invoice: refusal('over_collected'),
    collection_receivable: refusal('invoice_changed'),
    customer_advance_exceeded: refusal('advance_exceeded'),
    customer_advance_pesos: refusal('advance_changed'),
    collection_of_cheque: refusal('collection_of_cheque'),
    received_cheque_deposit: refusal('cheque_not_held'),
    received_cheque_move_listed: refusal('cheque_not_held'),
    received_cheque_stale: refusal('cheque_stale'),
    received_cheque_returned: refusal('cheque_not_returned'),
    collection_cancelled: refusal('cancelled'),
    write_off_approval_missing: refusal('stage_missing'),
    receipt_of_nothing: refusal('nothing_received'),
    collection_rate_usual: refusal('rate_unusual'),
  });
}
