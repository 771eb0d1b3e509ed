import { asConflict, nameConstraints } from '../../platform/http/constraint-errors.ts';

/** Names what the schema refuses of orders and their vouchers, so that a race and a polite check answer alike. */
export function nameOrderConstraints(): void {
  nameConstraints({
    purchase_order_complete: asConflict('order_incomplete'),
    purchase_order_match: asConflict('no_such_move'),
    purchase_order_open: asConflict('order_not_open'),
    purchase_order_voucher: asConflict('order_of_another'),
    purchase_order_exceeded: asConflict('order_exceeded'),
  });
}
