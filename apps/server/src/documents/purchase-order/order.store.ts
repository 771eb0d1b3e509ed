import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { valuesShown, type ShownValues, type ValuesOf } from '@talaan/contract/documents/declared-field';
import { rowsOf } from '@talaan/contract/documents/document-part';
import type { OrderDetail, OrderVoucher } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { ORDER_LINES, ORDER_TERMS } from '@talaan/contract/documents/purchase-order/purchase-order.fields';
import { PURCHASE_ORDERS } from '@talaan/contract/documents/purchase-order/purchase-order.kind';
import { STATUS } from '@talaan/core/documents/status';
import { DOCUMENT_TYPES, isDocumentType } from '@talaan/core/documents/document-type';
import { orderVat } from '@talaan/core/documents/purchase-order/order-lines';
import { amountText, requireAmount, sumMinor } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import { columnsOf } from '../../batches/record/entry-columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readPayeesOnPaper } from '../print/payee-on-paper.ts';

const TERMS = columnsOf(ORDER_TERMS.fields);

/** The order that a call names. */
export function orderCall(id: string, user: Principal): BatchCall {
  return { batch_number: id.trim().toUpperCase(), types: PURCHASE_ORDERS.types, user };
}

/** What an order has beside its batch. */
export type OrderFacts = Pick<OrderDetail, 'po_number' | 'po_date' | 'vouchered_amount' | 'open_amount'> &
  ShownValues<typeof ORDER_TERMS.fields>;

type OrderRow = Omit<OrderFacts, keyof typeof ORDER_TERMS.fields> &
  ValuesOf<typeof ORDER_TERMS.fields> & { readonly id: string };

/** The facts of the orders with these ids, by the id of the batch. What is closed short or cancelled has nothing open. */
export async function readOrderFacts(database: Database, ids: readonly string[]): Promise<Map<string, OrderFacts>> {
  const found = await sql<OrderRow>`
    select b.id, b.batch_number as po_number, b.document_date as po_date, ${TERMS.stored('o')},
      o.vouchered_amount::numeric(18, 2),
      case when b.status in (${STATUS.CLOSED}, ${STATUS.ARCHIVED}) then 0 else b.total_amount - o.vouchered_amount
        end::numeric(18, 2) as open_amount
    from batch b join document d on d.batch_id = b.id join purchase_order o on o.document_id = d.id
    where b.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map(({ id, ...row }) => [id, { ...row, ...valuesShown(ORDER_TERMS.fields, row) }]));
}

/** An order with all that its page and its paper show; 404 when it is not to be seen. */
export async function readOrder(database: Database, call: BatchCall): Promise<OrderDetail> {
  return (await ordersOf(database, call.user, [await readBatch(database, call)]))[0]!;
}

/** Orders that were read, each with all that its page and its paper show. */
export async function ordersOf(
  database: Database,
  user: Principal,
  batches: readonly BatchDetail[],
): Promise<OrderDetail[]> {
  const ids = batches.map(({ id }) => id);
  const facts = await readOrderFacts(database, ids);
  const vouchers = await readVouchers(database, user, ids);
  const suppliers = await readPayeesOnPaper(
    database,
    batches.map(({ payee_id }) => payee_id),
  );
  return batches.map((batch, at) => {
    const terms = facts.get(batch.id)!;
    const { base_minor, vat_minor } = orderVat(requireAmount(batch.total_amount), terms);
    const all = vouchers.get(batch.id) ?? [];
    const shown = all.filter(({ is_seen }) => is_seen).map(({ is_seen: _seen, order_id: _of, ...voucher }) => voucher);
    const released = shown.filter(({ status }) => status === STATUS.APPROVED);
    return {
      ...batch,
      ...terms,
      po_details: rowsOf(batch.parts, ORDER_LINES).map((line, place) => ({
        line_no: place + 1,
        ...valuesShown(ORDER_LINES.fields, line),
      })),
      base_amount: amountText(base_minor),
      vat_amount: amountText(vat_minor),
      released_amount: amountText(sumMinor(released.map(({ voucher_amount }) => requireAmount(voucher_amount)))),
      vouchers: shown,
      hidden_vouchers: all.length - shown.length,
      payee_tin: suppliers[at]!.tin,
      payee_address: suppliers[at]!.address,
    };
  });
}

/** Types that pay, and so may take from an order. */
const PAYING = Object.keys(DOCUMENT_TYPES)
  .filter(isDocumentType)
  .filter((type) => DOCUMENT_TYPES[type].pays);

/** The vouchers that name the orders of these batches, by their ids, oldest first, and which of them the caller may see. */
async function readVouchers(database: Database, user: Principal, batchIds: readonly string[]) {
  const found = await sql<OrderVoucher & { is_seen: boolean; order_id: string }>`
    select o.batch_id::text as order_id, b.batch_number, b.document_type, d.document_number, d.document_date,
      case when d.voided_at is null then b.status else ${sql.lit(STATUS.ARCHIVED)} end as status,
      d.total_amount as voucher_amount, coalesce(w.withheld, 0)::numeric(18, 2)::text as withheld_amount,
      (d.total_amount - coalesce(w.withheld, 0))::text as net_amount,
      d.voided_at is null and b.status between ${STATUS.FOR_REVIEW} and ${STATUS.APPROVED} as counts,
      (${visibleBatches(user, PAYING)}) as is_seen
    from document o join document d on d.purchase_order_id = o.id join batch b on b.id = d.batch_id
    left join lateral (
      select sum(l.credit_amount - l.debit_amount) as withheld
      from line l join account a on a.id = l.account_id and a.role = 'EWT' where l.document_id = d.id
    ) w on true
    where o.batch_id = any (${batchIds}::bigint[]) and b.deleted_at is null
    order by d.document_date, d.id`.execute(database);
  return groupBy(found.rows, ({ order_id }) => order_id);
}
