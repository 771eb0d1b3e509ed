import { sql, type RawBuilder } from 'kysely';
import { openAmountFault, orderFault, type OrderOfVoucher } from '@talaan/core/purchasing/order-match';
import { parseAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import type { BatchRecord } from '../../batches/record/batch-record.ts';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import type { GivenCheck } from '../../batches/record/document-definition.ts';
import type { GivenDocument } from '../../batches/record/given-documents.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** A purchase order that a voucher names, with the Record ID of its document. */
type NamedOrder = OrderOfVoucher & { readonly id: string };

/**
 * Reads the orders that vouchers name, by number, as far as the person may know of them: a confidential one of others does not
 * exist for him, unless a batch that he changes names it already. Asks nothing where none is named.
 */
export async function checkGivenOrders(
  database: Database,
  user: Principal,
  documents: readonly GivenDocument[],
  changed: readonly string[],
): Promise<GivenCheck> {
  const numbers = documents.flatMap(({ header }) => numberOf(header.trx_purchase_order) ?? []);
  const named = sql`b.batch_number = any (${[...new Set(numbers)]}::text[])`;
  const isNamed = sql`o.document_id in (select d.purchase_order_id from document d where d.batch_id = any (${changed}::bigint[]))`;
  const found =
    numbers.length === 0 ? [] : await loadOrders(database, sql`${named} and (${seesConfidential(user)} or ${isNamed})`);
  const orders = new Map(found.map((order) => [order.number, order]));
  return ({ trx_purchase_order }, voucher) => {
    const number = numberOf(trx_purchase_order);
    const order = number === null ? undefined : orders.get(number);
    const message =
      number === null
        ? null
        : order === undefined
          ? `Purchase order ${number} does not exist.`
          : orderFault(order, voucher);
    return {
      faults: message === null ? [] : [{ field: 'trx_purchase_order', message }],
      content: { purchase_order_id: order?.id ?? null },
    };
  };
}

/** Reads the orders that stored vouchers name, and finds what keeps one from taking from them. */
export async function checkStoredOrders(
  database: Database,
  batches: readonly BatchRecord[],
): Promise<(batch: BatchRecord) => DocumentFault[]> {
  const ids = batches.flatMap((batch) =>
    openVouchers(batch).flatMap(({ document }) => document.purchase_order_id ?? []),
  );
  const orders =
    ids.length === 0 ? [] : await loadOrders(database, sql`o.document_id = any (${[...new Set(ids)]}::bigint[])`);
  return (batch) => storedFaults(batch, orders);
}

/** The orders under the condition, about their batch `b` and their own row `o`. */
async function loadOrders(database: Database, where: RawBuilder<unknown>): Promise<NamedOrder[]> {
  const found = await sql<Omit<NamedOrder, 'open_minor'> & { open: string }>`
    select o.document_id as id, b.batch_number as number, b.document_type, b.status, b.payee_id, b.currency_id,
      (b.total_amount - o.vouchered_amount)::text as open
    from purchase_order o join document d on d.id = o.document_id join batch b on b.id = d.batch_id
    where b.deleted_at is null and ${where}`.execute(database);
  return found.rows.map(({ open, ...order }) => ({ ...order, open_minor: requireAmount(open) }));
}

/** The number of an order as it is given; null for none. */
function numberOf(given: string | null | undefined): string | null {
  return given?.trim().toUpperCase() || null;
}

function storedFaults(batch: BatchRecord, orders: readonly NamedOrder[]): DocumentFault[] {
  const open = openVouchers(batch);
  return orders.flatMap((order) => {
    const taking = open.filter(({ document }) => document.purchase_order_id === order.id);
    if (taking[0] === undefined) return [];
    const { place, document } = taking[0];
    const taken = sumMinor(taking.map((one) => parseAmount(one.document.total_amount) ?? 0n));
    const message = orderFault(order, { ...document, currency_id: batch.currency_id }) ?? openAmountFault(order, taken);
    return message === null ? [] : [{ path: `headers.${place}.trx_purchase_order`, message }];
  });
}

/** The documents of a batch that may take from orders, with their places. */
function openVouchers({ documents }: BatchRecord) {
  return documents.map((document, place) => ({ document, place })).filter(({ document }) => !document.is_voided);
}
