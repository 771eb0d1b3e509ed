import { createOrder } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { nextStatus, requiredStages } from '@talaan/core/approval/approval-route';
import { STATUS, type Status } from '@talaan/core/documents/document-status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { loadApprovalRules } from '../../approvals/approval-rules.ts';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { moveBatch } from '../../batches/moves/move-batch.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { givenOrder } from '../../documents/purchase-order/given-order.ts';
import { purchaseOrderDocument } from '../../documents/purchase-order/purchase-order.document.ts';
import type { Database } from '../../platform/database/database.ts';
import { ACTS_AT, actAs, loadPrincipals, loadRecordIds, type Person } from '../journal-writer.ts';
import type { SeedOrder } from './demo-orders.ts';

const TYPE = purchaseOrderDocument.document_type;
const DEFINITIONS = definitionsOf([purchaseOrderDocument]);
const PREPARER = 'preparer';

/** Enters orders and has them approved, each step in the name of the person who takes it. */
export async function enterOrders(transaction: Database, orders: readonly SeedOrder[]): Promise<void> {
  const people = await loadPrincipals(transaction);
  const { payee } = await loadRecordIds(transaction);
  const rules = await loadApprovalRules(transaction, TYPE);
  for (const { date, lines, closed, ...order } of orders) {
    const user = await actAs(transaction, people, PREPARER);
    const po_details = lines.map(([item_description, quantity, unit, unit_cost]) => {
      return { item_description, quantity, unit, unit_cost };
    });
    const body = { ...order, po_date: date, payee_id: payee.get(order.payee) ?? null, po_details };
    const given = givenOrder(createOrder.body.parse(body), []);
    const number = await createBatch(transaction, purchaseOrderDocument, user, given);
    const total = given.parts!.total_minor;
    const stages = requiredStages(rules, { currency_id: CURRENCY_PESO, amount_minor: total, amount_php_minor: total });
    const move = async (person: Person, status: Status, approved_remarks = '') => {
      const call = { batch_number: number, types: [TYPE], user: await actAs(transaction, people, person) };
      await moveBatch(transaction, DEFINITIONS, call, { status, approved_remarks });
    };
    let at: Status = STATUS.ACTIVE;
    for (;;) {
      const next = nextStatus({ document_type: TYPE, settings: rules.settings, stages }, at);
      if (next === null) break;
      await move(ACTS_AT[at] ?? PREPARER, next);
      at = next;
    }
    if (closed !== undefined) await move(PREPARER, STATUS.CLOSED, closed);
  }
}
