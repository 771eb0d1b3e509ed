import { isCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import {
  advancePhp,
  COLLECTION_TAG,
  receivablePhp,
  type Advance,
  type Collected,
  type OpenReceivable,
} from '@talaan/core/documents/collection/collection-lines';
import { RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, parseAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { multiplyByRate, parseRate, RATE_ONE, rateText, requireRate } from '@talaan/core/money/rate';
import { appliedMinor, type Application, type OfferedInvoice } from '@talaan/core/receivables/allocation';
import { writtenOffOf, type TakenOfInvoice } from '@talaan/core/receivables/written-off';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { EntryPayee } from '@talaan/contract/documents/entry-payee.contract';
import type { Invoice } from '@talaan/contract/documents/billing/billing.contract';
import type { CollectionInput } from '@talaan/contract/documents/collection/collection.contract';
import { COLLECTION_APPLICATIONS, COLLECTION_TERMS } from '@talaan/contract/documents/collection/collection.fields';
import { rowsOf } from '@talaan/contract/documents/document-part';
import { dateFault, rateFault } from '../../batches/entry/form/entry-faults.ts';
import { rateOnFile } from '../../batches/entry/form/entry-date.ts';
import type { Choice } from '../../batches/entry/grid/grid-line.ts';
import { choiceOf, linesOfDetail } from '../../batches/entry/lines/entry-line.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';

/** The head of a collection while it is typed. Amounts are decimal text, '' for none, or the text as typed. */
export interface CollectionHeader {
  readonly collection_date: string;
  readonly payee: Choice | null;
  readonly bank_id: number | null;
  readonly is_or_ar: number;
  readonly received_amount: string;
  readonly advance_amount: string;
  /** The expense account of what is written off; '' for the one with that role. */
  readonly write_off_account: string;
  readonly branch: Choice | null;
  readonly department: Choice | null;
  readonly currency_id: number;
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
}

export type AppliedField = 'cash_amount' | 'withholding_amount' | 'write_off_amount';
/** What is typed for one invoice. */
export type Applied = Readonly<Record<AppliedField, string>>;

export interface CollectionForm {
  readonly header: CollectionHeader;
  /** What is applied, by invoice number; an invoice that is not chosen is absent. */
  readonly applied: Readonly<Record<string, Applied>>;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

export type CollectionChange =
  | { readonly type: 'header'; readonly change: Partial<CollectionHeader>; readonly choices: EntryChoices }
  | { readonly type: 'deposit'; readonly payee_id: number; readonly bank_id: number | null }
  | { readonly type: 'applied'; readonly applied: CollectionForm['applied'] }
  | { readonly type: 'replace'; readonly form: CollectionForm }
  | { readonly type: 'settled' };

type Places = Pick<CollectionHeader, 'branch' | 'department'>;

export const NOT_APPLIED: Applied = { cash_amount: '', withholding_amount: '', write_off_amount: '' };

/** A new collection, dated today, of the branch and department of whoever enters it. */
export function newCollection(today: CalendarDate, places: Places): CollectionForm {
  return {
    header: {
      collection_date: today,
      payee: null,
      bank_id: null,
      is_or_ar: RECEIPT_KINDS.OFFICIAL,
      received_amount: '',
      advance_amount: '',
      write_off_account: '',
      ...places,
      currency_id: CURRENCY_PESO,
      dollar_rate: '1.00',
      own_rate: false,
      is_confidential: false,
      remarks: '',
    },
    applied: {},
    touched: false,
  };
}

/** A new collection from a customer. */
export function collectionFor(payee: EntryPayee, today: CalendarDate, places: Places): CollectionForm {
  const { header, ...form } = newCollection(today, places);
  return { ...form, header: { ...header, payee: choiceOf(payee.id, payee.payee_code, payee.payee_desc) } };
}

/** A collection that receives all that is open of an invoice, in the currency of the invoice. */
export function collecting(
  form: CollectionForm,
  { billing_invoice_no, open_amount, currency_id }: Invoice,
  choices: EntryChoices,
): CollectionForm {
  const change = { currency_id, received_amount: open_amount };
  return {
    ...changeCollection(form, { type: 'header', change, choices }),
    applied: { [billing_invoice_no]: { ...NOT_APPLIED, cash_amount: open_amount } },
  };
}

/** A stored collection, ready to be edited. */
export function collectionOfDetail(batch: BatchDetail): CollectionForm {
  const [terms] = rowsOf(batch.parts, COLLECTION_TERMS);
  const [document] = batch.headers;
  const lines = linesOfDetail(batch.details, RATE_ONE);
  const tagged = (tag: string) => batch.details.findIndex(({ remarks }) => remarks === tag);
  const rate = parseRate(batch.dollar_rate);
  return {
    header: {
      collection_date: batch.document_date,
      payee: choiceOf(document?.payee_id ?? null, document?.payee_code ?? null, document?.payee_desc ?? null),
      bank_id: document?.bank_id ?? null,
      is_or_ar: batch.is_or_ar ?? RECEIPT_KINDS.OFFICIAL,
      received_amount: filled(terms?.received_amount),
      advance_amount: filled(terms?.advance_amount),
      write_off_account: batch.details[tagged(COLLECTION_TAG.WRITTEN_OFF)]?.account_code ?? '',
      branch: lines[0]?.branch ?? null,
      department: lines.find(({ department }) => department !== null)?.department ?? null,
      currency_id: batch.currency_id,
      dollar_rate: rate === null ? batch.dollar_rate : rateText(rate),
      own_rate: true,
      is_confidential: batch.is_confidential === 1,
      remarks: batch.remarks,
    },
    applied: Object.fromEntries(
      rowsOf(batch.parts, COLLECTION_APPLICATIONS).map((row) => [
        row.billing_invoice_no,
        {
          cash_amount: filled(row.cash_amount),
          withholding_amount: filled(row.withholding_amount),
          write_off_amount: filled(row.write_off_amount),
        },
      ]),
    ),
    touched: false,
  };
}

const filled = (amount: string | undefined) => (amount === undefined || minorOf(amount) === 0n ? '' : amount);

/** A new collection of the same customer; what it settles is chosen anew. */
export function collectionOfCopy(batch: BatchDetail, today: CalendarDate): CollectionForm {
  const { header } = collectionOfDetail(batch);
  const copied = { ...header, collection_date: today, received_amount: '', advance_amount: '', own_rate: false };
  return { header: copied, applied: {}, touched: true };
}

export function changeCollection(form: CollectionForm, action: CollectionChange): CollectionForm {
  switch (action.type) {
    case 'header': {
      const header = changeHeader(form.header, action.change, action.choices);
      const isOther = header.payee?.id !== form.header.payee?.id || header.currency_id !== form.header.currency_id;
      return { header, applied: isOther ? {} : form.applied, touched: true };
    }
    case 'deposit': {
      const { payee, bank_id } = form.header;
      if (payee?.id !== action.payee_id || bank_id !== null) return form;
      return { ...form, header: { ...form.header, bank_id: action.bank_id } };
    }
    case 'applied':
      return { ...form, applied: action.applied, touched: true };
    case 'replace':
      return action.form;
    case 'settled':
      return { ...form, touched: false };
  }
}

/** A change of the head; the rate follows the rate file until one is typed. */
function changeHeader(header: CollectionHeader, change: Partial<CollectionHeader>, choices: EntryChoices) {
  const changed = { ...header, ...change };
  const bank = choices.banks.find(({ id }) => id === changed.bank_id);
  if (bank !== undefined && bank.currency_id !== changed.currency_id) changed.bank_id = null;
  if (changed.currency_id === CURRENCY_PESO) return { ...changed, dollar_rate: '1.00', own_rate: false };
  return changed.own_rate ? changed : { ...changed, dollar_rate: rateOf(changed, choices)?.rate ?? '' };
}

/** The rate on file for the date and currency of a collection; null for none. */
export function rateOf({ collection_date, currency_id }: CollectionHeader, choices: EntryChoices) {
  return rateOnFile({ document_date: collection_date, currency_id }, [], choices);
}

/** Minor units of a typed amount; 0 while it cannot be read. */
export const minorOf = (text: string): bigint => parseAmount(text) ?? 0n;
/** A typed amount of minor units; '' for none. */
export const typedOf = (minor: bigint): string => (minor === 0n ? '' : amountText(minor));

/** What is applied to an invoice, in minor units. */
export function applicationOf(applied: Applied | undefined): Application {
  const { cash_amount, withholding_amount, write_off_amount } = applied ?? NOT_APPLIED;
  return {
    cash_minor: minorOf(cash_amount),
    withheld_minor: minorOf(withholding_amount),
    written_off_minor: minorOf(write_off_amount),
  };
}

/**
 * What is collected, for the lines that follow. The pesos at which a receivable and an advance in another currency leave the
 * books come from what is open; what is not known yet leaves at the rate of the collection, without a difference.
 */
export function collectedOf(
  { header, applied }: CollectionForm,
  { invoices = [], advance }: InTheBooks = {},
): Collected {
  const given = header.currency_id === CURRENCY_PESO ? null : parseRate(header.dollar_rate);
  const rate = given ?? RATE_ONE;
  const advance_minor = minorOf(header.advance_amount);
  return {
    received_minor: minorOf(header.received_amount),
    advance_minor,
    advance_php_minor:
      given === null || advance === undefined
        ? multiplyByRate(advance_minor, rate)
        : advancePhp(advance, advance_minor),
    rate,
    settled: Object.entries(applied).map(([number, one]) => {
      const application = applicationOf(one);
      const invoice = invoices.find(({ billing_invoice_no }) => billing_invoice_no === number);
      const applied_minor = appliedMinor(application);
      return {
        ...application,
        branch_id: null,
        receivable_php_minor:
          given === null || invoice === undefined
            ? multiplyByRate(applied_minor, rate)
            : receivablePhp(receivableOf(invoice), applied_minor),
      };
    }),
  };
}

/** What of a collection counts as written off, with what was taken of its invoices before. */
export function writtenOffMinor({ applied }: CollectionForm, invoices: readonly InvoiceRow[]): bigint {
  return sumMinor(
    invoices.map(({ billing_invoice_no, taken }) => writtenOffOf(applicationOf(applied[billing_invoice_no]), taken)),
  );
}

/**
 * A form in two: what is written off by itself, and the rest, whose receipt need not wait for an approval. Null where there is
 * nothing to part.
 */
export function partedForm(
  form: CollectionForm,
): { readonly off: CollectionForm; readonly rest: CollectionForm } | null {
  const { header, applied } = form;
  const parts = Object.entries(applied).map(([number, one]) => ({ number, one, ...applicationOf(one) }));
  const rest = parts.filter(({ cash_minor, withheld_minor }) => cash_minor + withheld_minor > 0n);
  const off = parts.filter(({ written_off_minor }) => written_off_minor > 0n);
  if (off.length === 0 || (rest.length === 0 && minorOf(header.received_amount) === 0n)) return null;
  return {
    off: {
      header: { ...header, bank_id: null, received_amount: '', advance_amount: '' },
      applied: Object.fromEntries(
        off.map(({ number, one }) => [number, { ...NOT_APPLIED, write_off_amount: one.write_off_amount }]),
      ),
      touched: true,
    },
    rest: {
      header: { ...header, write_off_account: '' },
      applied: Object.fromEntries(rest.map(({ number, one }) => [number, { ...one, write_off_amount: '' }])),
      touched: true,
    },
  };
}

/** What of the books a collection in another currency brings pesos out of. */
interface InTheBooks {
  readonly invoices?: readonly Invoice[] | undefined;
  readonly advance?: Advance | undefined;
}

const receivableOf = ({ open_amount, open_php, dollar_rate }: Invoice): OpenReceivable => ({
  open_minor: requireSum(open_amount),
  open_php_minor: requireSum(open_php),
  rate: requireRate(dollar_rate),
});

/** The collection as the wire takes it, its invoices in the order of the page. */
export function collectionInputOf({ header, applied }: CollectionForm, collectionNumber?: string): CollectionInput {
  const { payee, branch, department, own_rate: _ownRate, is_confidential, ...typed } = header;
  return {
    ...typed,
    // Where no cash came in, it went nowhere.
    bank_id: typed.received_amount === '' ? null : typed.bank_id,
    ...(collectionNumber === undefined ? {} : { collection_number: collectionNumber }),
    payee_id: payee?.id ?? null,
    branch_id: branch?.id ?? null,
    department_id: department?.id ?? null,
    is_confidential: is_confidential ? 1 : 0,
    collection_details: Object.entries(applied).map(([billing_invoice_no, one]) => ({ billing_invoice_no, ...one })),
  };
}

/** What the page knows to be wrong with the head, by field of the wire; what is missing counts once a save is asked. */
export function headerFaults(
  header: CollectionHeader,
  choices: EntryChoices,
  isAsked: boolean,
): Record<string, string> {
  const faults: Record<string, string> = {};
  const { collection_date } = header;
  const wrongDate = dateFault('CN', collection_date, choices);
  if (wrongDate !== undefined) faults['collection_date'] = wrongDate;
  const wrongRate = rateFault(header);
  if (wrongRate !== undefined) faults['dollar_rate'] = wrongRate;
  if (!isAsked) return faults;
  if (collection_date === '') faults['collection_date'] = 'Collection Date is required.';
  if (header.payee === null) faults['payee_id'] = 'Customer is required.';
  if (header.branch === null) faults['branch_id'] = 'Branch is required.';
  if (header.bank_id === null && header.received_amount !== '') faults['bank_id'] = 'Deposited to is required.';
  if (header.currency_id !== CURRENCY_PESO && header.dollar_rate === '') faults['dollar_rate'] = 'Rate is required.';
  return faults;
}

/** An invoice as the page offers it, or one that was open when it was chosen. */
export interface InvoiceRow extends OfferedInvoice {
  readonly billing_date: string;
  readonly billed_minor: bigint;
  readonly taken: TakenOfInvoice;
}

/** Whether an invoice is dated after the collection, which then cannot settle it (decisions §6: what comes before is an advance). */
export function isLater({ billing_date }: InvoiceRow, { collection_date }: CollectionHeader): boolean {
  return isCalendarDate(collection_date) && billing_date > collection_date;
}

/** The open invoices in the currency of the collection, the oldest first, and those that are applied and open no more. */
export function offeredInvoices({ header, applied }: CollectionForm, open: readonly Invoice[]): InvoiceRow[] {
  const offered = open
    .filter(({ currency_id }) => currency_id === header.currency_id)
    .map(({ billing_invoice_no, billing_date, is_disputed, ...amounts }) => ({
      billing_invoice_no,
      billing_date,
      is_disputed,
      billed_minor: minorOf(amounts.total_amount),
      open_minor: minorOf(amounts.open_amount),
      taken: {
        base_minor: requireSum(amounts.base_amount),
        withheld_minor: requireSum(amounts.withheld_amount),
        written_off_minor: requireSum(amounts.written_off_amount),
      },
    }));
  const known = new Set(offered.map(({ billing_invoice_no }) => billing_invoice_no));
  const gone = Object.keys(applied).filter((number) => !known.has(number));
  return [
    ...offered,
    ...gone.map((billing_invoice_no) => ({
      billing_invoice_no,
      billing_date: '',
      billed_minor: 0n,
      open_minor: 0n,
      taken: { base_minor: 0n, withheld_minor: 0n, written_off_minor: 0n },
      is_disputed: false,
    })),
  ];
}

/** What a draft on the server keeps of a collection. */
export function draftOfCollection(
  { header, applied }: CollectionForm,
  rowVersion: number | undefined,
): Record<string, unknown> {
  return { header, applied, ...(rowVersion === undefined ? {} : { row_version: rowVersion }) };
}

/** The collection that a draft keeps. A draft of an older page shape gives what it still can. */
export function collectionOfDraft(
  body: Readonly<Record<string, unknown>>,
  today: CalendarDate,
  places: Places,
): CollectionForm {
  const { header, applied = {} } = body as Partial<CollectionForm>;
  return { header: { ...newCollection(today, places).header, ...header }, applied, touched: true };
}
