import { sql, type RawBuilder } from 'kysely';
import { orderFault, openAmountFault, type OrderOfVoucher } from '@talaan/core/purchasing/order-match';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { parseAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { seesConfidential } from '../record/batch-visibility.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import type { GivenDocument } from '../record/given-documents.ts';

/** A purchase order that a voucher names, with the Record ID of its document. */
export type NamedOrder = OrderOfVoucher & { readonly id: string };

/** The orders under the condition, about their batch `b` and their own row `o`. */
async function loadOrders(database: Database, where: RawBuilder<unknown>): Promise<NamedOrder[]> {
  const found = await sql<Omit<NamedOrder, 'open_minor'> & { open: string }>`
    select o.document_id as id, b.batch_number as number, b.document_type, b.status, b.payee_id, b.currency_id,
      (b.total_amount - o.vouchered_amount)::text as open
    from purchase_order o join document d on d.id = o.document_id join batch b on b.id = d.batch_id
    where b.deleted_at is null and ${where}`.execute(database);
  return found.rows.map(({ open, ...order }) => ({ ...order, open_minor: requireAmount(open) }));
}

/**
 * The orders that the documents of an entry name, by number, as far as the person may know of them: a confidential one of
 * others does not exist for him, unless a batch that he changes names it already. Asks nothing where none is named.
 */
export async function loadGivenOrders(
  database: Database,
  user: Principal,
  documents: readonly GivenDocument[],
  changed: readonly string[],
): Promise<ReadonlyMap<string, NamedOrder>> {
  const numbers = documents.flatMap(({ header }) => orderNumber(header.trx_purchase_order) ?? []);
  if (numbers.length === 0) return new Map();
  const named = sql`b.batch_number = any (${[...new Set(numbers)]}::text[])`;
  const isNamed = sql`o.document_id in (select d.purchase_order_id from document d where d.batch_id = any (${changed}::bigint[]))`;
  const orders = await loadOrders(database, sql`${named} and (${seesConfidential(user)} or ${isNamed})`);
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

/** The orders that stored drafts name. */
export async function loadStoredOrders(database: Database, batches: readonly BatchRecord[]): Promise<NamedOrder[]> {
  const ids = batches.flatMap((batch) =>
    openVouchers(batch).flatMap(({ document }) => document.purchase_order_id ?? []),
  );
  if (ids.length === 0) return [];
  return loadOrders(database, sql`o.document_id = any (${[...new Set(ids)]}::bigint[])`);
}

/** What keeps a stored draft from taking from the orders that it names, by the place of the document. */
export function storedOrderFaults(
  batch: BatchRecord,
  orders: readonly NamedOrder[],
): { place: number; message: string }[] {
  const open = openVouchers(batch);
  return orders.flatMap((order) => {
    const taking = open.filter(({ document }) => document.purchase_order_id === order.id);
    if (taking[0] === undefined) return [];
    const { place, document } = taking[0];
    const taken = sumMinor(taking.map((one) => parseAmount(one.document.total_amount) ?? 0n));
    const message = orderFault(order, { ...document, currency_id: batch.currency_id }) ?? openAmountFault(order, taken);
    return message === null ? [] : [{ place, message }];
  });
}

/** The documents of a batch that may take from orders, with their places. */
function openVouchers({ document_type, documents }: BatchRecord) {
  if (!DOCUMENT_TYPES[document_type].pays) return [];
  return documents.map((document, place) => ({ document, place })).filter(({ document }) => !document.is_voided);
}
