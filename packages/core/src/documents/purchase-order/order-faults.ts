import type { DocumentFault } from '../../text/document-fault.ts';
import { readOrderLines, type ReadOrderLines, type TypedOrderLine } from './order-lines.ts';
import { shippingFault } from './purchase-order.ts';

/** An order as it is given. Dates are yyyy-mm-dd, '' or null for none. */
export interface GivenOrder {
  readonly po_date: string;
  readonly shipping_date: string | null;
  readonly po_details: readonly TypedOrderLine[];
}

/** What keeps an order from being saved, by the fields that it has on the wire; page and server say it from here. */
export function orderFaults(
  { po_date, shipping_date, po_details }: GivenOrder,
  { faults }: Pick<ReadOrderLines, 'faults'> = readOrderLines(po_details),
): DocumentFault[] {
  const wrongShipping = shippingFault({ po_date, shipping_date: shipping_date ?? '' });
  return [
    ...(wrongShipping === null ? [] : [{ path: 'shipping_date', message: wrongShipping }]),
    ...(po_details.length === 0 ? [{ path: 'po_details', message: 'An order has at least one line.' }] : []),
    ...faults.map(({ line, field, message }) => ({ path: `po_details.${line}.${field}`, message })),
  ];
}
