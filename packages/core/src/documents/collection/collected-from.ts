/** A collection as it is given, beside what the books say of the invoices, the advance and the accounts that it names. */
import type { CalendarDate } from '../../calendar/calendar-date.ts';
import { CURRENCY_PESO } from '../../money/currency.ts';
import { amountText, parseAmount } from '../../money/money.ts';
import { multiplyByRate, parseRate, RATE_ONE, type Rate } from '../../money/rate.ts';
import { appliedMinor, placeOldestFirst, type Application, type OfferedInvoice } from '../../receivables/allocation.ts';
import {
  advancePhp,
  receivablePhp,
  type Advance,
  type Collected,
  type CollectionAccounts,
  type OpenReceivable,
} from './collection-lines.ts';

/** What is settled of an invoice, as it is given: amounts are texts, '' for none. */
export interface GivenApplication {
  readonly billing_invoice_no: string;
  readonly cash_amount: string;
  readonly withholding_amount: string;
  readonly write_off_amount: string;
}

export type GivenAmounts = Omit<GivenApplication, 'billing_invoice_no'>;

/** A collection as it is given: amounts are texts, '' for none. */
export interface GivenCollection {
  readonly collection_date: CalendarDate;
  readonly bank_id: number | null;
  /** 1 official receipt, 2 acknowledgement receipt, 3 both; `type` is its other name. */
  readonly is_or_ar: number | null;
  readonly type: number | null;
  readonly received_amount: string;
  readonly advance_amount: string;
  readonly currency_id: number;
  readonly dollar_rate?: string | null | undefined;
  readonly is_confidential: number;
  readonly collection_details: readonly GivenApplication[];
}

/** An invoice that a collection names. */
export interface NamedInvoice extends OpenReceivable {
  readonly status: number;
  readonly currency_id: number;
  readonly billing_date: CalendarDate;
  /** Of the customer of the collection, by whichever of his names. */
  readonly is_of_customer: boolean;
  /** Where its receivable stands. */
  readonly branch_id: number;
  readonly is_confidential: boolean;
}

/** What a collection is made from: the invoices, the accounts, and what the customer paid in advance. */
export interface CollectedFrom {
  /** By number. */
  readonly invoices: ReadonlyMap<string, NamedInvoice>;
  /** By code, '' where the chart has none. */
  readonly accounts: CollectionAccounts;
  readonly write_off_group: string | null;
  /** In the currency of the collection. */
  readonly advance: Advance;
  /** What of it can be used on the day of the collection. */
  readonly advance_then_minor: bigint;
  /** The last rate on file for its month or before; null for none. */
  readonly rate_on_file: Rate | null;
}

/** One application as it is read; the invoice is undefined where none of that number is known. */
export interface ReadApplication<Invoice = NamedInvoice> extends Application {
  readonly billing_invoice_no: string;
  readonly invoice: Invoice | undefined;
  readonly receivable_php_minor: bigint;
}

/** Minor units of an amount as it is given, 0 for none; null where the text is no amount. */
export const readMinor = (text: string): bigint | null => (text.trim() === '' ? 0n : parseAmount(text.trim()));

/** The same, 0 while it cannot be read: its fault says so. */
export const minorOf = (text: string): bigint => readMinor(text) ?? 0n;

/** The number of an invoice as it is looked for. */
export const invoiceNumber = ({ billing_invoice_no }: Pick<GivenApplication, 'billing_invoice_no'>): string =>
  billing_invoice_no.trim().toUpperCase();

/**
 * What is collected, and of which invoices, in the order in which they are given. What is not known, as while a page waits for
 * it, leaves the books at the rate of the collection, without a difference.
 */
export function readCollected<Invoice extends OpenReceivable & { readonly branch_id?: number }>(
  given: Pick<
    GivenCollection,
    'received_amount' | 'advance_amount' | 'currency_id' | 'dollar_rate' | 'collection_details'
  >,
  { invoices, advance }: { readonly invoices: ReadonlyMap<string, Invoice>; readonly advance: Advance | undefined },
): { readonly collected: Collected; readonly applications: readonly ReadApplication<Invoice>[] } {
  const isPeso = given.currency_id === CURRENCY_PESO;
  const rate = isPeso ? RATE_ONE : (parseRate(given.dollar_rate ?? '') ?? RATE_ONE);
  const applications = given.collection_details.map((detail) => readApplication(detail, invoices, rate));
  const advance_minor = minorOf(given.advance_amount);
  const collected = {
    received_minor: minorOf(given.received_amount),
    advance_minor,
    advance_php_minor:
      isPeso || advance === undefined ? multiplyByRate(advance_minor, rate) : advancePhp(advance, advance_minor),
    rate,
    settled: applications.map((application) => ({
      ...application,
      branch_id: application.invoice?.branch_id ?? null,
    })),
  };
  return { collected, applications };
}

/** What is settled of an invoice, in minor units of the currency of the collection. */
export function applicationOf(given: GivenAmounts): Application {
  return {
    cash_minor: minorOf(given.cash_amount),
    withheld_minor: minorOf(given.withholding_amount),
    written_off_minor: minorOf(given.write_off_amount),
  };
}

/** An application as it is given: `applicationOf` reads it back. */
export function givenOf({ cash_minor, withheld_minor, written_off_minor }: Application): GivenAmounts {
  const text = (minor: bigint) => (minor === 0n ? '' : amountText(minor));
  return {
    cash_amount: text(cash_minor),
    withholding_amount: text(withheld_minor),
    write_off_amount: text(written_off_minor),
  };
}

/** Cash that is placed over invoices by `placeOldestFirst`, as it is given: those of which nothing is settled are left out. */
export function givenOldestFirst(
  invoices: readonly OfferedInvoice[],
  cash_minor: bigint,
  kept?: readonly Application[],
): GivenApplication[] {
  return placeOldestFirst(invoices, cash_minor, kept).flatMap((application, at) => {
    const { billing_invoice_no } = invoices[at]!;
    return appliedMinor(application) === 0n ? [] : [{ billing_invoice_no, ...givenOf(application) }];
  });
}

function readApplication<Invoice extends OpenReceivable>(
  detail: GivenApplication,
  invoices: ReadonlyMap<string, Invoice>,
  rate: Rate,
): ReadApplication<Invoice> {
  const billing_invoice_no = invoiceNumber(detail);
  const invoice = invoices.get(billing_invoice_no);
  const parts = applicationOf(detail);
  const applied = appliedMinor(parts);
  const receivable_php_minor = invoice === undefined ? multiplyByRate(applied, rate) : receivablePhp(invoice, applied);
  return { billing_invoice_no, invoice, ...parts, receivable_php_minor };
}
