import { sql } from 'kysely';
import { createCollection } from '@talaan/contract/documents/collection/collection.contract';
import { STATUS } from '@talaan/core/documents/status';
import { sumMinor, requireAmount, amountText } from '@talaan/core/money/money';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { readVisible } from '../../batches/record/batch-call.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { givenCollection } from '../../documents/collection/given-collection.ts';
import type { Database } from '../../platform/database/database.ts';
import { BILLING_DEPARTMENT, type SeedBilling } from '../billings/demo-billings.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { bringBatches, stepsTo } from '../bring-batches.ts';
import { actAs, loadPrincipals, loadRecordIds } from '../demo-people.ts';
import type { SeedCollection } from './demo-collections.ts';

const TYPE = collectionDocument.document_type;
const DEFINITIONS = definitionsOf([collectionDocument]);
const PREPARER = 'cashier';
const CANCELLED = {
  person: 'checker',
  status: STATUS.ARCHIVED,
  remarks: 'The cheque was returned by its bank.',
} as const;

/** Enters collections and issues their receipts, every step in the name of the person who takes it. */
export async function enterCollections(transaction: Database, collections: readonly SeedCollection[]): Promise<void> {
  const people = await loadPrincipals(transaction);
  const { payee, branch, department } = await loadRecordIds(transaction);
  const bank = await sql<{ id: number }>`select id from bank where acct_code = '102103'`.execute(transaction);
  for (const collection of collections) {
    const details = [];
    for (const { invoice, cash, withheld = '', written_off = '' } of collection.applications)
      details.push({
        billing_invoice_no: await invoiceNumber(transaction, invoice),
        cash_amount: cash,
        withholding_amount: withheld,
        write_off_amount: written_off,
      });
    const body = {
      collection_date: collection.date,
      payee_id: payee.get(collection.payee) ?? null,
      bank_id: bank.rows[0]!.id,
      is_or_ar: collection.receipt,
      received_amount: collection.received,
      write_off_account: collection.write_off_account,
      branch_id: branch.get(HEAD_OFFICE) ?? null,
      department_id: department.get(BILLING_DEPARTMENT) ?? null,
      remarks: collection.remarks,
      collection_details: details,
    };
    const user = await actAs(transaction, people, PREPARER);
    const given = await givenCollection(transaction, user, createCollection.body.parse(body), []);
    const batch_number = await createBatch(transaction, collectionDocument, user, given);
    // What it writes off, and so who approves it, is known once it is stored.
    const { batch, rules } = await readVisible(transaction, { batch_number, types: [TYPE], user });
    const route = { type: TYPE, rules, amount: batch.to_approve, preparer: PREPARER } as const;
    const steps = collection.state === 'draft' ? [] : stepsTo(STATUS.APPROVED, route);
    const afterwards = collection.state === 'cancelled' ? CANCELLED : undefined;
    // One may use the advance of the one before.
    const set = { people, definitions: DEFINITIONS };
    await bringBatches(transaction, set, [{ type: TYPE, batch_number, steps, afterwards }]);
  }
}

/** The number that an invoice of the demo company was given. */
async function invoiceNumber(transaction: Database, { date, payee, services }: SeedBilling): Promise<string> {
  const total = amountText(sumMinor(services.map(([, , amount]) => requireAmount(amount.replaceAll(',', '')))));
  const found = await sql<{ document_number: string }>`
    select d.document_number from document d join payee p on p.id = d.payee_id
    where d.document_type = 'BI' and d.document_date = ${date}::date and p.payee_code = ${payee}
      and d.total_amount = ${total}::numeric and d.document_number is not null and d.voided_at is null
    limit 1`.execute(transaction);
  return found.rows[0]?.document_number ?? '';
}
