import { createOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { loadApprovalRules } from '../../approvals/approval-rules.ts';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { givenOrder } from '../../documents/purchase-order/given-order.ts';
import { purchaseOrderDocument } from '../../documents/purchase-order/purchase-order.document.ts';
import type { Database } from '../../platform/database/database.ts';
import { bringBatches, stepsTo, type DemoBatch } from '../bring-batches.ts';
import { actAs, loadPrincipals, loadRecordIds } from '../demo-people.ts';
import type { SeedOrder } from './demo-orders.ts';

const TYPE = purchaseOrderDocument.document_type;
const DEFINITIONS = definitionsOf([purchaseOrderDocument]);
const PREPARER = 'preparer';

/** Enters orders and has them approved, each step in the name of the person who takes it. */
export async function enterOrders(transaction: Database, orders: readonly SeedOrder[]): Promise<void> {
  const people = await loadPrincipals(transaction);
  const { payee } = await loadRecordIds(transaction);
  const rules = await loadApprovalRules(transaction, TYPE);
  const batches: DemoBatch[] = [];
  for (const { date, lines, closed, ...order } of orders) {
    const user = await actAs(transaction, people, PREPARER);
    const po_details = lines.map(([item_description, quantity, unit, unit_cost]) => {
      return { item_description, quantity, unit, unit_cost };
    });
    const body = { ...order, po_date: date, payee_id: payee.get(order.payee) ?? null, po_details };
    const given = givenOrder(createOrder.body.parse(body), []);
    const batch_number = await createBatch(transaction, purchaseOrderDocument, user, given);
    const total = given.parts!.total_minor;
    const amount = { currency_id: CURRENCY_PESO, amount_minor: total, amount_php_minor: total };
    const steps = stepsTo('the end', { type: TYPE, rules, amount, preparer: PREPARER });
    const close = { person: PREPARER, status: STATUS.CLOSED } as const;
    batches.push({
      type: TYPE,
      batch_number,
      steps,
      afterwards: closed === undefined ? undefined : { ...close, remarks: closed },
    });
  }
  await bringBatches(transaction, { people, definitions: DEFINITIONS }, batches);
}
