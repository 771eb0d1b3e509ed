import { createBilling } from '@talaan/contract/documents/billing/billing.contract';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { loadApprovalRules } from '../../approvals/approval-rules.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { billingDocument } from '../../documents/billing/billing.document.ts';
import { givenBilling } from '../../documents/billing/given-billing.ts';
import type { Database } from '../../platform/database/database.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { bringBatches, saveEntries, stepsTo, type DemoBatch, type DemoEntry, type DemoStep } from '../bring-batches.ts';
import { loadPrincipals, loadRecordIds } from '../demo-people.ts';
import { BILLING_DEPARTMENT, incomeAccount, type SeedBilling } from './demo-billings.ts';

const TYPE = billingDocument.document_type;
const DEFINITIONS = definitionsOf([billingDocument]);
const PREPARER = 'preparer';

/** What becomes of a billing after its approvals, by whom and why. */
const ENDS: Readonly<Record<NonNullable<SeedBilling['afterwards']>, DemoStep>> = {
  returned: { person: 'approver1', status: STATUS.ACTIVE, remarks: 'Attach the list of the placements.' },
  rejected: {
    person: 'approver1',
    status: STATUS.ARCHIVED,
    remarks: 'It is billed with the deliveries of next month.',
  },
  cancelled: { person: 'checker', status: STATUS.ARCHIVED, remarks: 'Billed twice; the other invoice stands.' },
};

/** Enters billings and brings each as far as it goes, every step in the name of the person who takes it. */
export async function enterBillings(transaction: Database, billings: readonly SeedBilling[]): Promise<void> {
  const people = await loadPrincipals(transaction);
  const { payee, branch, department } = await loadRecordIds(transaction);
  const rules = await loadApprovalRules(transaction, TYPE);
  const services = await transaction.selectFrom('billing_service').select(['id', 'billing_service_name']).execute();
  const serviceIds = new Map(services.map(({ id, billing_service_name }) => [billing_service_name, id]));
  const entries: DemoEntry[] = [];
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
    const input = await givenBilling(transaction, createBilling.body.parse(body), []);
    entries.push({ preparer: PREPARER, definition: billingDocument, input });
  }
  const numbers = await saveEntries(transaction, people, entries);
  const batches = billings.map((billing, place): DemoBatch => {
    const total = entries[place]!.input.parts!.total_minor;
    const amount = { currency_id: CURRENCY_PESO, amount_minor: total, amount_php_minor: total };
    const steps = stepsTo(billing.until, { type: TYPE, rules, amount, preparer: PREPARER });
    const afterwards = billing.afterwards && ENDS[billing.afterwards];
    return { type: TYPE, batch_number: numbers[place]!, steps, afterwards };
  });
  await bringBatches(transaction, { people, definitions: DEFINITIONS }, batches);
}
