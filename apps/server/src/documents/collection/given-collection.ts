import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import type { ParsedCollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { valuesGiven } from '@talaan/contract/documents/declared-field';
import { formatDetailDate } from '@talaan/core/calendar/calendar-date';
import {
  advancePhp,
  collectionLines,
  COLLECTION_TAG,
  excessMinor,
  receivablePhp,
  type Collected,
  type CollectionTag,
} from '@talaan/core/documents/collection/collection-lines';
import { STATUS } from '@talaan/core/documents/document-status';
import { confidentialFault } from '@talaan/core/ledger/receivable-line';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { AMOUNT_FORM } from '@talaan/core/money/amount-formula';
import { amountText, formatAmount, MAX_AMOUNT_MINOR, parseAmount } from '@talaan/core/money/money';
import { parseRate, RATE_ONE, rateText, type Rate } from '@talaan/core/money/rate';
import { applicationFault, appliedMinor } from '@talaan/core/receivables/allocation';
import { isAbsurdRate } from '@talaan/core/receivables/written-off';
import type { UpdateInput } from '../../batches/entry/save-batch.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal, UploadedFile } from '../../platform/http/principal.ts';
import { conflict, Problem, renamed } from '../../platform/http/problem.ts';
import { readCollectedFrom, type CollectedFrom, type NamedInvoice } from './collected-from.store.ts';

type Given = ParsedCollectionInput & Pick<UpdateInput, 'row_version' | 'keep_attachments'>;
type Fault = { readonly path: string; readonly message: string };

/** One application with its place in the body; the invoice is undefined where there is none of that number. */
interface ReadApplication {
  readonly place: number;
  readonly billing_invoice_no: string;
  readonly invoice: NamedInvoice | undefined;
  readonly cash_minor: bigint;
  readonly withheld_minor: bigint;
  readonly written_off_minor: bigint;
  readonly receivable_php_minor: bigint;
}

/**
 * A collection as a person gave it, as the engine saves it: a batch of one document with what came in and what it settles
 * in tables of its own, and with the lines of account that follow from them. Amounts that cannot be read are faults by
 * field and line; an invoice of which less is open is refused with 409 (decisions §6).
 */
export async function givenCollection(
  database: Database,
  user: Principal,
  input: Given,
  files: readonly UploadedFile[],
): Promise<UpdateInput> {
  const from = await readCollectedFrom(database, user, input);
  const applications = input.collection_details.map((detail, place) => readApplication(detail, place, from));
  const advance_minor = minorOf(input.advance_amount);
  const collected: Collected = {
    received_minor: minorOf(input.received_amount),
    advance_minor,
    advance_php_minor: input.currency_id === CURRENCY_PESO ? advance_minor : advancePhp(from.advance, advance_minor),
    rate: input.currency_id === CURRENCY_PESO ? RATE_ONE : (parseRate(input.dollar_rate ?? '') ?? RATE_ONE),
    settled: applications.map((application) => ({
      ...application,
      branch_id: application.invoice?.branch_id ?? null,
    })),
  };
  const faults = [...unreadable(input), ...headFaults(input, collected, from), ...rowFaults(input, applications)];
  if (faults.length === 0) requireOpen(applications);

  const { payee_id, branch_id, department_id } = input;
  const details = collectionLines(collected, from.accounts).map((line) => ({
    account_code: line.account_code,
    payee_id,
    branch_id: line.branch_id ?? branch_id,
    // What is written off, and the gain or loss: income and expenses alone name a department.
    department_id:
      line.tag === COLLECTION_TAG.WRITTEN_OFF || [from.accounts.gain, from.accounts.loss].includes(line.account_code)
        ? department_id
        : null,
    debit_amount: amountText(line.debit_minor),
    credit_amount: amountText(line.credit_minor),
    debit_php: amountText(line.debit_php_minor),
    credit_php: amountText(line.credit_php_minor),
    remarks: line.tag,
  }));
  const entry = batchInput.parse({
    document_type: 'CN',
    headers: [
      {
        batch_number: input.collection_number ?? null,
        document_date: input.collection_date,
        payee_id,
        bank_id: collected.received_minor > 0n ? input.bank_id : null,
        is_or_ar: input.is_or_ar ?? input.type,
        currency_id: input.currency_id,
        dollar_rate: input.dollar_rate ?? null,
        remarks: input.remarks,
        is_confidential: input.is_confidential,
      },
    ],
    // What cannot be read has no amounts yet: its own faults say so.
    details: faults.length > 0 ? [] : details,
    draft_id: input.draft_id,
  });
  const terms = valuesGiven(COLLECTION_TERMS.fields, amountsOf(input, TERM_AMOUNTS), noRecord);
  const rows = applications.map(({ place, billing_invoice_no, receivable_php_minor }) => ({
    ...valuesGiven(COLLECTION_APPLICATIONS.fields, amountsOf(input.collection_details[place]!, ROW_AMOUNTS), noRecord),
    billing_invoice_no,
    receivable_php: amountText(receivable_php_minor),
  }));
  return {
    ...entry,
    files,
    row_version: input.row_version,
    keep_attachments: input.keep_attachments,
    parts: {
      contents: { [COLLECTION_TERMS.name]: [terms], [COLLECTION_APPLICATIONS.name]: rows },
      total_minor: 0n,
      faults,
    },
  };
}

/** Lines on an account of income or expense. */
const TERM_AMOUNTS = ['received_amount', 'advance_amount'] as const;
const ROW_AMOUNTS = ['cash_amount', 'withholding_amount', 'write_off_amount'] as const;

/** What a collection settles is named by the number of the invoice, which is no Record ID. */
const noRecord = () => undefined;

const readMinor = (text: string): bigint | null => (text.trim() === '' ? 0n : parseAmount(text.trim()));
const minorOf = (text: string): bigint => readMinor(text) ?? 0n;

/** A row with its amounts as decimal text: an empty one is 0. */
function amountsOf<Name extends string>(row: Readonly<Record<Name, string>>, names: readonly Name[]) {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, amountText(minorOf(row[name]))])) };
}

function readApplication(
  detail: Given['collection_details'][number],
  place: number,
  { invoices }: CollectedFrom,
): ReadApplication {
  const billing_invoice_no = detail.billing_invoice_no.trim().toUpperCase();
  const invoice = invoices.get(billing_invoice_no);
  const parts = {
    cash_minor: minorOf(detail.cash_amount),
    withheld_minor: minorOf(detail.withholding_amount),
    written_off_minor: minorOf(detail.write_off_amount),
  };
  const receivable_php_minor = invoice === undefined ? 0n : receivablePhp(invoice, appliedMinor(parts));
  return { place, billing_invoice_no, invoice, ...parts, receivable_php_minor };
}

/** Amounts that are none, by their field. */
function unreadable(input: Given): Fault[] {
  const faultOf = (path: string, text: string, line: string): Fault[] => {
    const minor = readMinor(text);
    if (minor !== null && minor <= MAX_AMOUNT_MINOR) return [];
    const name = path.split('.').at(-1)!.replaceAll('_', ' ');
    return [{ path, message: `${line}${name} ${AMOUNT_FORM}` }];
  };
  return [
    ...TERM_AMOUNTS.flatMap((name) => faultOf(name, input[name], '')),
    ...input.collection_details.flatMap((detail, place) =>
      ROW_AMOUNTS.flatMap((name) =>
        faultOf(`collection_details.${place}.${name}`, detail[name], `line ${place + 1}: `),
      ),
    ),
  ];
}

/** The role of the account that a line stands on, where the chart names it. */
const ROLE_OF: Readonly<Partial<Record<CollectionTag, string>>> = {
  [COLLECTION_TAG.WITHHELD]: 'Creditable withholding tax',
  [COLLECTION_TAG.ADVANCE_USED]: 'Customer advances',
  [COLLECTION_TAG.ADVANCE]: 'Customer advances',
  [COLLECTION_TAG.RECEIVABLE]: 'Accounts receivable',
  [COLLECTION_TAG.DIFFERENCE]: 'Exchange gain or Exchange loss',
};

/** What is wrong with the head: where the cash goes, what is placed, which accounts lack. */
function headFaults(input: Given, collected: Collected, from: CollectedFrom): Fault[] {
  const { received_minor, advance_minor, settled } = collected;
  const excess = excessMinor(collected);
  const isWrittenOff = settled.some(({ written_off_minor }) => written_off_minor > 0n);
  const usual = input.currency_id === CURRENCY_PESO ? null : (from.rate_on_file ?? billedRate(input, from));
  const wanted: readonly (readonly [boolean, string, string])[] = [
    [
      received_minor === 0n && settled.length === 0,
      'collection_details',
      'Enter what was received, or choose an invoice to settle.',
    ],
    [
      input.is_or_ar !== null && input.type !== null && input.is_or_ar !== input.type,
      'is_or_ar',
      'is or ar and type name the same receipt: send one of them, or both alike.',
    ],
    [received_minor > 0n && input.bank_id === null, 'bank_id', 'bank is required where cash is received.'],
    [
      received_minor > 0n && input.bank_id !== null && from.accounts.bank === '',
      'bank_id',
      `Bank ${input.bank_id} does not exist.`,
    ],
    [
      excess < 0n,
      'received_amount',
      `${formatAmount(-excess)} more is placed on invoices than was received. Place less, or enter what was received.`,
    ],
    [
      advance_minor > 0n && excess > 0n,
      'advance_amount',
      `${formatAmount(excess)} of the advance is not placed. Take less of it.`,
    ],
    [
      advance_minor > from.advance.amount_minor,
      'advance_amount',
      `The customer has ${formatAmount(from.advance.amount_minor)} in advance.`,
    ],
    [
      advance_minor <= from.advance.amount_minor && advance_minor > from.advance_then_minor,
      'advance_amount',
      `The customer has ${formatAmount(from.advance_then_minor)} in advance on ${formatDetailDate(input.collection_date)}: the rest came in later. Take less, or date the collection later.`,
    ],
    [
      usual !== null && isAbsurdRate(collected.rate, usual),
      'dollar_rate',
      `Rate ${rateText(collected.rate)} is more than 20 % off the usual ${rateText(usual ?? RATE_ONE)}. Correct it, or the rate on file.`,
    ],
    [
      isWrittenOff && from.accounts.write_off === '',
      'write_off_account',
      'No account has the role Write-off of receivables. Name an expense account, or give one the role in the chart of accounts.',
    ],
    [
      isWrittenOff && from.accounts.write_off !== '' && from.write_off_group !== 'E',
      'write_off_account',
      `account ${from.accounts.write_off} is no expense account.`,
    ],
  ];
  const lacking = collectionLines(collected, from.accounts).flatMap(({ tag, account_code }) =>
    account_code === '' && ROLE_OF[tag] !== undefined
      ? [`No account has the role ${ROLE_OF[tag]}. Give it one in the chart of accounts.`]
      : [],
  );
  return [
    ...wanted.flatMap(([isWrong, path, message]) => (isWrong ? [{ path, message }] : [])),
    ...[...new Set(lacking)].map((message) => ({ path: 'collection_details', message })),
  ];
}

/** The rate at which the first invoice was billed; null for none. */
const billedRate = ({ collection_details: [first] }: Given, { invoices }: CollectedFrom): Rate | null =>
  invoices.get(first?.billing_invoice_no.trim().toUpperCase() ?? '')?.rate ?? null;

/** What is wrong with the applications, each with its line from 1 on. */
function rowFaults(input: Given, applications: readonly ReadApplication[]): Fault[] {
  return applications.flatMap((application, place) => {
    const { billing_invoice_no, invoice } = application;
    const before = applications.findIndex((other) => other.billing_invoice_no === billing_invoice_no);
    const message =
      billing_invoice_no === ''
        ? 'invoice is required.'
        : invoice === undefined
          ? `there is no invoice ${billing_invoice_no}.`
          : before < place
            ? `invoice ${billing_invoice_no} stands on line ${before + 1} already.`
            : !invoice.is_of_customer
              ? `invoice ${billing_invoice_no} is of another customer.`
              : invoice.currency_id !== input.currency_id
                ? `invoice ${billing_invoice_no} is in another currency.`
                : invoice.billing_date > input.collection_date
                  ? `invoice ${billing_invoice_no} is dated ${formatDetailDate(invoice.billing_date)}, after this collection.`
                  : appliedMinor(application) === 0n
                    ? 'enter what is settled in cash, withholding or write-off.'
                    : confidentialFault(billing_invoice_no, invoice, { is_confidential: input.is_confidential === 1 });
    const path = `collection_details.${place}.billing_invoice_no`;
    return message === null ? [] : [{ path, message: `line ${place + 1}: ${message}` }];
  });
}

/** Refuses what takes more of an invoice than is open, the first one, with every one by its line. */
function requireOpen(applications: readonly ReadApplication[]): void {
  const errors: Record<string, string[]> = {};
  for (const application of applications) {
    const { place, billing_invoice_no } = application;
    const open = application.invoice!;
    const message =
      open.status === STATUS.APPROVED
        ? applicationFault({ billing_invoice_no, open_minor: open.open_minor, is_disputed: false }, application)
        : 'Invoice is cancelled.';
    if (message !== null) errors[`collection_details.${place}.billing_invoice_no`] = [message];
  }
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw conflict('over_collected', first, { errors });
}

/** The engine names the fields of a header by their place in an entry; a collection has one, with names of its own. */
const FIELDS: Readonly<Record<string, string>> = {
  'headers.0.document_date': 'collection_date',
  details: 'collection_details',
};

/**
 * Does what a collection asks of the engine; a refusal names the fields as the collection does. What all its lines of
 * account share is asked by its head.
 */
export async function underOwnNames<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Problem && error.details.errors !== undefined) {
      const errors: Record<string, string[]> = {};
      for (const [path, messages] of Object.entries(error.details.errors)) {
        const own = FIELDS[path] ?? path.replace(/^headers\.0\./, '').replace(/^details\.\d+\.(\w+)$/, shared);
        const bare = path.startsWith('details.') ? messages.map((one) => one.replace(/^line \d+: /i, '')) : messages;
        errors[own] = [...new Set([...(errors[own] ?? []), ...bare])];
      }
      throw renamed(error, errors);
    }
    throw error;
  }
}

const shared = (_path: string, field: string) =>
  ['branch_id', 'department_id', 'payee_id'].includes(field) ? field : 'collection_details';
