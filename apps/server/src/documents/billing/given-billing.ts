import { sql } from 'kysely';
import { accountWith, noAccountWith, type AccountRole } from '@talaan/core/ledger/account-role';
import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import type { ParsedBillingInput } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES, BILLING_TERMS } from '@talaan/contract/documents/billing/billing.fields';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { addDays } from '@talaan/core/calendar/calendar-date';
import { serviceFaults } from '@talaan/core/documents/billing/billing-faults';
import { billingLines, invoiceSums, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import { amountText, parseAmount } from '@talaan/core/money/money';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import type { Database } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { Problem, renamed } from '../../platform/http/problem.ts';

export type GivenBilling = ParsedBillingInput &
  Pick<UpdateInput, 'row_version' | 'keep_attachments'> & {
    /** The regular transaction that it is made of; an update keeps it. */
    readonly regular_trx?: number;
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
  const services = input.billing_details.map((detail): BilledService => ({
    billing_service_id: detail.billing_service_id ?? 0,
    vat: detail.vat ?? input.vat ?? 0,
    income_account: detail.account_code,
    total_minor: parseAmount(detail.total_amount) ?? 0n,
  }));
  const { payee_id, branch_id, department_id } = input;
  const details = billingLines(services, accounts).map((line) => ({
    account_code: line.account_code,
    payee_id,
    branch_id,
    department_id: line.tag === 'Income Amount' ? department_id : null,
    billing_service_id: line.billing_service_id || null,
    debit_amount: amountText(line.debit_minor),
    credit_amount: amountText(line.credit_minor),
    remarks: line.tag,
  }));
  const entry = batchInput.parse({
    document_type: 'BI',
    headers: [
      {
        batch_number: input.billing_request_no ?? null,
        document_date: input.billing_date,
        payee_id,
        vat: input.vat,
        currency_id: input.currency_id,
        dollar_rate: input.dollar_rate ?? null,
        remarks: input.remarks,
        is_confidential: input.is_confidential,
        regular_trx: input.regular_trx,
      },
    ],
    // What cannot be read has no amounts yet: the faults of the services say so.
    details: faults.length > 0 ? [] : details,
    draft_id: input.draft_id,
  });
  const terms = {
    ...valuesGiven(BILLING_TERMS.fields, input, noRecord),
    due_date: addDays(input.billing_date, input.payment_term),
  };
  const rows = input.billing_details.map((detail, place) => ({
    ...valuesGiven(BILLING_SERVICES.fields, detail, noRecord),
    vat: services[place]!.vat,
    total_amount: amountText(services[place]!.total_minor),
  }));
  return {
    ...entry,
    files,
    row_version: input.row_version,
    keep_attachments: input.keep_attachments,
    parts: {
      contents: { [BILLING_TERMS.name]: [terms], [BILLING_SERVICES.name]: rows },
      total_minor: invoiceSums(services).total_minor,
      faults,
    },
  };
}

/** Terms and services name no records: what they name stands on the lines of account. */
const noRecord = () => undefined;

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
  const found = await sql<{ acct_code: string; acct_group: string; role: AccountRole | null }>`
    select acct_code, acct_group, role from account
    where role in ('AR', 'OUTPUT_VAT') or acct_code = any (${codes}::text[])`.execute(database);
  const codeOf = (role: AccountRole) => accountWith(found.rows, role)?.acct_code ?? '';
  const lacking = (role: AccountRole) =>
    codeOf(role) === '' ? [{ path: 'billing_details', message: noAccountWith(role) }] : [];
  return {
    receivable: codeOf('AR'),
    output_vat: codeOf('OUTPUT_VAT'),
    groups: new Map(found.rows.map(({ acct_code, acct_group }) => [acct_code, acct_group])),
    faults: [...lacking('AR'), ...lacking('OUTPUT_VAT')],
  };
}

/** The engine names the fields of a header by their place in an entry; a billing has one, with names of its own. */
const FIELDS: Readonly<Record<string, string>> = {
  'headers.0.document_date': 'billing_date',
  'headers.0.payee_id': 'payee_id',
  'headers.0.vat': 'vat',
  'headers.0.currency_id': 'currency_id',
  'headers.0.dollar_rate': 'dollar_rate',
  'headers.0.remarks': 'remarks',
  'headers.0.regular_trx': 'regular_trx',
};

/** What all its lines of account share, and so the head of the billing asks. */
const SHARED = ['branch_id', 'department_id', 'payee_id'];

/**
 * Does what a billing asks of the engine; a refusal names the fields as the billing does: the second line of account is
 * that of the first service.
 */
export async function underOwnNames<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem ? inOwnNames(error) : error;
  }
}

/** A refusal of the engine under the names that the billing has for its fields. */
export function inOwnNames(refusal: Problem): Problem {
  if (refusal.details.errors === undefined) return refusal;
  const errors: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(refusal.details.errors)) {
    const { own, told } = ownNames(path, messages);
    errors[own] = unique([...(errors[own] ?? []), ...told]);
  }
  return renamed(refusal, errors);
}

/** The head and each line of account say the same of the customer, who stands on all of them. */
function unique(messages: readonly string[]): string[] {
  const alike = messages.map((message) => message.toLowerCase());
  return messages.filter((_message, at) => alike.indexOf(alike[at]!) === at);
}

function ownNames(path: string, messages: readonly string[]): { own: string; told: readonly string[] } {
  const [, place, field] = /^details\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (field === undefined)
    return { own: FIELDS[path] ?? (path === 'details' ? 'billing_details' : path), told: messages };
  const bare = messages.map((message) => message.replace(/^line \d+: /i, ''));
  if (SHARED.includes(field) || place === '0') return { own: field, told: bare };
  return {
    own: `billing_details.${Number(place) - 1}.${field}`,
    told: bare.map((message) => `line ${place}: ${message}`),
  };
}
