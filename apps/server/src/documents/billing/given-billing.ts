import { sql } from 'kysely';
import { codesOf, noAccountWith, type AccountRole } from '@talaan/core/ledger/account-role';
import type { ParsedBillingInput } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { addDays } from '@talaan/core/calendar/calendar-date';
import { serviceFaults } from '@talaan/core/documents/billing/billing-faults';
import { BILLING_ROLES, billedService, billingLines, invoiceSums } from '@talaan/core/documents/billing/billing-lines';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import { amountText } from '@talaan/core/money/money';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import { ownEntry } from '../../batches/own-entry.ts';
import type { NamesOfKind } from '../../batches/own-names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';

export type GivenBilling = ParsedBillingInput &
  Pick<UpdateInput, 'row_version' | 'keep_attachments'> & {
    /** The regular transaction that it is made of; an update keeps it. */
    readonly regular_trx?: number;
  };

/** The second line of account is that of the first service. */
export const BILLING_NAMES: NamesOfKind = {
  ...BILLINGS.own,
  ofLine: (place, field) => (place === 0 ? field : `${BILLINGS.own.lines}.${place - 1}.${field}`),
};

/**
 * A billing as a person gave it, as the engine saves it: a batch of one document with its terms and services in tables of
 * its own, and with the lines of account that follow from them.
 */
export async function givenBilling(
  database: Database,
  input: GivenBilling,
  files: readonly UploadedFile[],
): Promise<UpdateInput> {
  const accounts = await readAccounts(database, input);
  const faults = [...serviceFaults(input, accounts.groups), ...accounts.faults];
  const services = input.billing_details.map((detail) => billedService(detail, input.vat));
  const { payee_id, branch_id, department_id } = input;
  const lines = billingLines(services, accounts).map((line) => ({
    account_code: line.account_code,
    payee_id,
    branch_id,
    department_id: line.tag === 'Income Amount' ? department_id : null,
    billing_service_id: line.billing_service_id || null,
    debit_amount: amountText(line.debit_minor),
    credit_amount: amountText(line.credit_minor),
    remarks: line.tag,
  }));
  const terms = {
    ...valuesGiven(BILLING_TERMS.fields, input),
    due_date: addDays(input.billing_date, input.payment_term),
  };
  const rows = input.billing_details.map((detail, place) => ({
    ...valuesGiven(BILLING_SERVICES.fields, detail),
    vat: services[place]!.vat,
    total_amount: amountText(services[place]!.total_minor),
  }));
  return ownEntry(BILLINGS, input, {
    header: { vat: input.vat, regular_trx: input.regular_trx },
    lines,
    parts: {
      contents: { [BILLING_TERMS.name]: [terms], [BILLING_SERVICES.name]: rows },
      total_minor: invoiceSums(services).total_minor,
      faults,
    },
    files,
  });
}

interface BillingAccounts {
  readonly receivable: string;
  readonly output_vat: string;
  /** Group of each account that the services name. */
  readonly groups: ReadonlyMap<string, string>;
  readonly faults: readonly DocumentFault[];
}

/** The accounts of a billing: those with the roles of receivable and output VAT, and what the named ones are. */
async function readAccounts(database: Database, { billing_details }: GivenBilling): Promise<BillingAccounts> {
  const codes = billing_details.map(({ account_code }) => account_code);
  const found = await sql<{ code: string; acct_group: string; role: AccountRole | null }>`
    select acct_code as code, acct_group, role from account
    where role in ('AR', 'OUTPUT_VAT') or acct_code = any (${codes}::text[])`.execute(database);
  const accounts = codesOf(found.rows, BILLING_ROLES);
  const lacking = (['receivable', 'output_vat'] as const).filter((name) => accounts[name] === '');
  return {
    ...accounts,
    groups: new Map(found.rows.map(({ code, acct_group }) => [code, acct_group])),
    faults: lacking.map((name) => ({ path: 'billing_details', message: noAccountWith(BILLING_ROLES[name]) })),
  };
}
