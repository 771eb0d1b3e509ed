import { createBilling } from '@talaan/contract/documents/billing/billing.contract';
import { nextStatus, requiredStages } from '@talaan/core/approval/approval-route';
import { STATUS, type Status } from '@talaan/core/documents/document-status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { loadApprovalRules } from '../../approvals/approval-rules.ts';
import { createBatch } from '../../batches/entry/save-batch.ts';
import { moveBatch } from '../../batches/moves/move-batch.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { givenBilling } from '../../documents/billing/given-billing.ts';
import type { Database } from '../../platform/database/database.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { ACTS_AT, actAs, loadPrincipals, loadRecordIds, type Person } from '../journal-writer.ts';
import { BILLING_DEPARTMENT, incomeAccount, type SeedBilling } from './demo-billings.ts';

const TYPE = billingDocument.document_type;
const DEFINITIONS = definitionsOf([billingDocument]);
const PREPARER = 'preparer';

/** What becomes of a billing after its approvals, by whom and why. */
const ENDS: Readonly<Record<NonNullable<SeedBilling['afterwards']>, readonly [Person, Status, string]>> = {
  returned: ['approver1', STATUS.ACTIVE, 'Attach the list of the placements.'],
  rejected: ['approver1', STATUS.ARCHIVED, 'It is billed with the deliveries of next month.'],
  cancelled: ['checker', STATUS.ARCHIVED, 'Billed twice; the other invoice stands.'],
};

/** Enters billings and brings each as far as it goes, every step in the name of the person who takes it. */
export async function enterBillings(transaction: Database, billings: readonly SeedBilling[]): Promise<void> {
  const people = await loadPrincipals(transaction);
  const { payee, branch, department } = await loadRecordIds(transaction);
  const rules = await loadApprovalRules(transaction, TYPE);
  const services = await transaction.selectFrom('billing_service').select(['id', 'billing_service_name']).execute();
  const serviceIds = new Map(services.map(({ id, billing_service_name }) => [billing_service_name, id]));
  for (const billing of billings) {
    const body = {
      billing_date: billing.date,
      payee_id: payee.get(billing.payee) ?? null,
      vat: billing.vat,
      payment_term: billing.term,
      branch_id: branch.get(HEAD_OFFICE) ?? null,
      department_id: department.get(BILLING_DEPARTMENT) ?? null,
      remarks: billing.remarks,
      billing_details: billing.services.map(([service, description, total_amount]) => ({
        billing_service_id: serviceIds.get(service) ?? null,
        account_code: incomeAccount(billing),
        description,
        total_amount,
      })),
    };
    const user = await actAs(transaction, people, PREPARER);
    const given = await givenBilling(transaction, createBilling.body.parse(body), []);
    const number = await createBatch(transaction, billingDocument, user, given);
    const total = given.parts!.total_minor;
    const stages = requiredStages(rules, { currency_id: CURRENCY_PESO, amount_minor: total, amount_php_minor: total });
    const move = async (person: Person, status: Status, approved_remarks = '') => {
      const call = { batch_number: number, types: [TYPE], user: await actAs(transaction, people, person) };
      await moveBatch(transaction, DEFINITIONS, call, { status, approved_remarks });
    };
    for (let at: Status = STATUS.ACTIVE; at < billing.until;) {
      const next = nextStatus({ document_type: TYPE, settings: rules.settings, stages }, at);
      if (next === null) throw new RangeError(`Billing ${number} cannot come to ${billing.until}.`);
      await move(ACTS_AT[at] ?? PREPARER, next);
      at = next;
    }
    if (billing.afterwards !== undefined) await move(...ENDS[billing.afterwards]);
  }
}
