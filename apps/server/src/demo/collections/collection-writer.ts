import { sql } from 'kysely';
import { createCollection } from '@talaan/contract/documents/collection/collection.contract';
import { nextStatus, requiredStages } from '@talaan/core/approval/approval-route';
import { STATUS, type Status } from '@talaan/core/documents/document-status';
import { sumMinor, requireAmount, amountText } from '@talaan/core/money/money';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { moveBatch } from '../../batches/moves/move-batch.ts';
import { readVisible } from '../../batches/record/batch-call.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { givenCollection } from '../../documents/collection/given-collection.ts';
import type { Database } from '../../platform/database/database.ts';
import { BILLING_DEPARTMENT, type SeedBilling } from '../billings/demo-billings.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { ACTS_AT, actAs, loadPrincipals, loadRecordIds, type Person } from '../journal-writer.ts';
import type { SeedCollection } from './demo-collections.ts';

const TYPE = collectionDocument.document_type;
const DEFINITIONS = definitionsOf([collectionDocument]);
const PREPARER = 'cashier';

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
    const number = await createBatch(transaction, collectionDocument, user, given);
    const move = async (person: Person, status: Status, approved_remarks = '') => {
      const call = { batch_number: number, types: [TYPE], user: await actAs(transaction, people, person) };
      await moveBatch(transaction, DEFINITIONS, call, { status, approved_remarks });
    };
    if (collection.state !== 'draft') {
      for (let at: Status = STATUS.ACTIVE; at < STATUS.APPROVED;) {
        const call = { batch_number: number, types: [TYPE], user };
        const { batch, rules } = await readVisible(transaction, call);
        const stages = requiredStages(rules, batch.to_approve);
        at = nextStatus({ document_type: TYPE, settings: rules.settings, stages }, at)!;
        await move(ACTS_AT[batch.status] ?? PREPARER, at);
      }
    }
    if (collection.state === 'cancelled')
      await move('checker', STATUS.ARCHIVED, 'The cheque was returned by its bank.');
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
