import { sql } from 'kysely';
import { orderFault, openAmountFault, type OrderOfVoucher } from '@talaan/core/purchasing/order-match';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { parseAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import type { GivenDocument } from '../record/given-documents.ts';

/** A purchase order that a voucher names, with the Record ID of its document. */
export type NamedOrder = OrderOfVoucher & { readonly id: string };

/** The orders with these numbers or ids, as far as they exist. Asks nothing where none is named. */
export async function loadOrders(
  database: Database,
  named: { readonly numbers?: readonly string[]; readonly ids?: readonly string[] },
): Promise<NamedOrder[]> {
  const { numbers = [], ids = [] } = named;
  if (numbers.length + ids.length === 0) return [];
  const found = await sql<Omit<NamedOrder, 'open_minor'> & { open: string }>`
    select o.document_id as id, b.batch_number as number, b.document_type, b.status, b.payee_id, b.currency_id,
      (b.total_amount - o.vouchered_amount)::text as open
    from purchase_order o join document d on d.id = o.document_id join batch b on b.id = d.batch_id
    where b.deleted_at is null and (b.batch_number = any (${numbers}::text[]) or o.document_id = any (${ids}::bigint[]))`.execute(
    database,
  );
  return found.rows.map(({ open, ...order }) => ({ ...order, open_minor: requireAmount(open) }));
}

/** The orders that the documents of an entry name, by number. Types that pay nobody name none. */
export async function loadGivenOrders(
  database: Database,
  documents: readonly GivenDocument[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const numbers = documents.flatMap(({ header }) => orderNumber(header.trx_purchase_order) ?? []);
  const orders = await loadOrders(database, { numbers: [...new Set(numbers)] });
  return new Map(orders.map((order) => [order.number, order]));
}

/** The number of an order as it is given; null for none. */
export function orderNumber(given: string | null | undefined): string | null {
  return given?.trim().toUpperCase() || null;
}

/** Why a document cannot name the order that it names; null where it names none, or can. */
export function givenOrderFault(
  given: string | null | undefined,
  orders: ReadonlyMap<string, NamedOrder>,
  voucher: { readonly payee_id: number | null; readonly currency_id: number },
): string | null {
  const number = orderNumber(given);
  if (number === null) return null;
  const order = orders.get(number);
  return order === undefined ? `Purchase order ${number} does not exist.` : orderFault(order, voucher);
}

/** What keeps a stored draft from taking from the orders that it names, by the place of the document. */
export async function storedOrderFaults(
  database: Database,
  { document_type, documents, currency_id }: BatchRecord,
): Promise<{ place: number; message: string }[]> {
  if (!DOCUMENT_TYPES[document_type].has_release_stage) return [];
  const open = documents.map((document, place) => ({ document, place })).filter(({ document }) => !document.is_voided);
  const ids = open.flatMap(({ document }) => document.purchase_order_id ?? []);
  const orders = await loadOrders(database, { ids: [...new Set(ids)] });
  return orders.flatMap((order) => {
    const taking = open.filter(({ document }) => document.purchase_order_id === order.id);
    const [{ place, document }] = taking as [(typeof taking)[number]];
    const taken = sumMinor(taking.map((one) => parseAmount(one.document.total_amount) ?? 0n));
    const message = orderFault(order, { ...document, currency_id }) ?? openAmountFault(order, taken);
    return message === null ? [] : [{ place, message }];
  });
}
