import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict } from '../../platform/http/problem.ts';

const refusal =
  (code: string) =>
  ({ message }: { message?: string }) =>
    conflict(code, message ?? 'The purchase order has changed meanwhile. Reload to see it.');

/** Names what the schema refuses of orders and their vouchers, so that a race and a polite check answer alike. */
export function nameOrderConstraints(): void {
  nameConstraints({
    purchase_order_complete: refusal('order_incomplete'),
    purchase_order_match: refusal('no_such_move'),
    purchase_order_open: refusal('order_not_open'),
    purchase_order_voucher: refusal('order_of_another'),
    purchase_order_exceeded: refusal('order_exceeded'),
  });
}
