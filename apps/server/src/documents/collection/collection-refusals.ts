import { asConflict, nameConstraints } from '../../platform/http/constraint-errors.ts';

/** Names what the schema refuses of collections, so that a race and a polite check answer alike. */
export function nameCollectionConstraints(): void {
  nameConstraints({
    collection_complete: asConflict('collection_incomplete'),
    collection_lines_agree: asConflict('collection_lines'),
    collection_application_amount: asConflict('collection_incomplete'),
    collection_invoice_open: asConflict('invoice_cancelled'),
    collection_invoice_customer: asConflict('other_customer'),
    collection_before_invoice: asConflict('before_invoice'),
    collection_exceeds_invoice: asConflict('over_collected'),
    collection_receivable: asConflict('invoice_changed'),
    customer_advance_exceeded: asConflict('advance_exceeded'),
    customer_advance_pesos: asConflict('advance_changed'),
    collection_of_cheque: asConflict('collection_of_cheque'),
    received_cheque_deposit: asConflict('cheque_not_held'),
    received_cheque_move_listed: asConflict('cheque_not_held'),
    received_cheque_stale: asConflict('cheque_stale'),
    received_cheque_returned: asConflict('cheque_not_returned'),
    collection_cancelled: asConflict('cancelled'),
    write_off_approval_missing: asConflict('stage_missing'),
    receipt_of_nothing: asConflict('nothing_received'),
    collection_rate_usual: asConflict('rate_unusual'),
  });
}
