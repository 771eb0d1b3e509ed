import { capital } from '@talaan/core/text/capital';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import {
  applicationOf,
  givenOf,
  givenOldestFirst,
  minorOf,
  readCollected,
  type GivenAmounts,
} from '@talaan/core/documents/collection/collected-from';
import { laterFault } from '@talaan/core/documents/collection/collection-faults';
import type { Advance, Collected, OpenReceivable } from '@talaan/core/documents/collection/collection-lines';
import { requireSum, sumMinor } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import { applicationFault, appliedMinor, NOTHING, type OfferedInvoice } from '@talaan/core/receivables/allocation';
import { writtenOffOf, type TakenOfInvoice } from '@talaan/core/receivables/written-off';
import type { Invoice } from '@talaan/contract/documents/billing/billing.contract';
import { applicationsOf, type AppliedTo, type CollectionForm } from './collection-form.ts';

export const NOT_APPLIED = givenOf(NOTHING);

/** What is collected, for the lines that follow, by what is known of the books. */
export const collectedOf = (
  { header, lines }: CollectionForm,
  {
    open = [],
    advance,
  }: { readonly open?: readonly Invoice[] | undefined; readonly advance?: Advance | undefined } = {},
): Collected =>
  readCollected(
    { ...header, collection_details: applicationsOf(lines) },
    { invoices: new Map(open.map((invoice) => [invoice.billing_invoice_no, receivableOf(invoice)])), advance },
  ).collected;

/** What of a collection counts as written off, with what was taken of its invoices before. */
export function writtenOffMinor({ lines: applied }: CollectionForm, invoices: readonly InvoiceRow[]): bigint {
  return sumMinor(invoices.map((invoice) => writtenOffOf(applicationTo(applied, invoice), invoice.taken)));
}

/** What is applied to an invoice, in minor units. */
export const applicationTo = (applied: AppliedTo, { billing_invoice_no }: InvoiceRow) =>
  applicationOf(applied[billing_invoice_no] ?? NOT_APPLIED);

const receivableOf = ({ open_amount, open_php, dollar_rate }: Invoice): OpenReceivable => ({
  open_minor: requireSum(open_amount),
  open_php_minor: requireSum(open_php),
  rate: requireRate(dollar_rate),
});

/** An invoice as the page offers it, or one that was open when it was chosen. */
export interface InvoiceRow extends OfferedInvoice {
  readonly billing_date: string;
  readonly billed_minor: bigint;
  readonly taken: TakenOfInvoice;
}

/** Why the collection cannot settle an invoice that is dated after it; null where it can, or one of the dates is not known. */
export function laterOf(
  { billing_invoice_no, billing_date }: InvoiceRow,
  { collection_date }: CollectionForm['header'],
): string | null {
  const [billed, collected] = [parseCalendarDate(billing_date), parseCalendarDate(collection_date)];
  return billed === null || collected === null ? null : laterFault(billing_invoice_no, billed, collected);
}

/** The open invoices in the currency of the collection, the oldest first, and those that are applied and open no more. */
export function offeredInvoices({ header, lines: applied }: CollectionForm, open: readonly Invoice[]): InvoiceRow[] {
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
  return [...offered, ...gone.map((billing_invoice_no) => ({ ...OPEN_NO_MORE, billing_invoice_no }))];
}

const OPEN_NO_MORE = {
  billing_date: '',
  is_disputed: false,
  billed_minor: 0n,
  open_minor: 0n,
  taken: { base_minor: 0n, withheld_minor: 0n, written_off_minor: 0n },
};

/** What is wrong with what is applied, by invoice number. */
export function rowFaults(
  invoices: readonly InvoiceRow[],
  { header, lines: applied }: CollectionForm,
): Record<string, string> {
  const faults = invoices.flatMap((invoice) => {
    const { billing_invoice_no } = invoice;
    const one = applied[billing_invoice_no];
    if (one === undefined) return [];
    const application = applicationOf(one);
    // An invoice that was just chosen may still wait for its amounts; the server asks for them.
    const fault =
      laterOf(invoice, header) ?? (appliedMinor(application) === 0n ? null : applicationFault(invoice, application));
    return fault === null ? [] : [[billing_invoice_no, capital(fault)] as const];
  });
  return Object.fromEntries(faults);
}

/** What is applied, with one invoice given otherwise, in the order of the page; null leaves it out. */
export function withApplied(
  applied: AppliedTo,
  invoices: readonly InvoiceRow[],
  number: string,
  given: GivenAmounts | null,
): AppliedTo {
  const kept = invoices.flatMap(({ billing_invoice_no: at }) => {
    const one = at === number ? given : applied[at];
    return one ? [[at, one] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** An invoice that is chosen, with what of the cash is left for it; in minor units. */
export function takingOf({ open_minor }: InvoiceRow, left: bigint): GivenAmounts {
  return givenOf({ ...NOTHING, cash_minor: left < 0n ? 0n : left < open_minor ? left : open_minor });
}

/** The cash placed on the oldest invoices first; what is disputed or dated later than the collection is left as it is. */
export function placedOldest(
  { header, lines: applied }: CollectionForm,
  invoices: readonly InvoiceRow[],
  cash: bigint,
): AppliedTo {
  const placed = givenOldestFirst(
    invoices.map((one) => ({ ...one, is_disputed: one.is_disputed || laterOf(one, header) !== null })),
    cash,
    invoices.map((invoice) => applicationTo(applied, invoice)),
  );
  return Object.fromEntries(placed.map(({ billing_invoice_no, ...one }) => [billing_invoice_no, one]));
}

/**
 * A form in two: what is written off by itself, and the rest, whose receipt need not wait for an approval. Null where there is
 * nothing to part.
 */
export function partedForm({ header, lines: applied }: CollectionForm) {
  const parts = Object.entries(applied).map(([number, one]) => ({ number, one, ...applicationOf(one) }));
  const rest = parts.filter(({ cash_minor, withheld_minor }) => cash_minor + withheld_minor > 0n);
  const off = parts.filter(({ written_off_minor }) => written_off_minor > 0n);
  if (off.length === 0 || (rest.length === 0 && minorOf(header.received_amount) === 0n)) return null;
  return {
    off: {
      header: { ...header, bank_id: null, received_amount: '', advance_amount: '' },
      lines: Object.fromEntries(
        off.map(({ number, one }) => [number, { ...NOT_APPLIED, write_off_amount: one.write_off_amount }]),
      ),
      touched: true,
    },
    rest: {
      header: { ...header, write_off_account: '' },
      lines: Object.fromEntries(rest.map(({ number, one }) => [number, { ...one, write_off_amount: '' }])),
      touched: true,
    },
  };
}
