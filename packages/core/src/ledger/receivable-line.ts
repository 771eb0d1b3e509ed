import { formatDetailDate, requireCalendarDate } from '../calendar/calendar-date.ts';
import { formatAmount, requireSum, sumMinor } from '../money/money.ts';
import { multiplyByRate, requireRate } from '../money/rate.ts';

/** An invoice that a line settles or opens again. Amounts are decimal text in its currency. */
export interface InvoiceOfLine {
  readonly number: string;
  readonly is_approved: boolean;
  readonly is_confidential: boolean;
  /** Every name of its customer. */
  readonly payee_ids: readonly number[];
  readonly currency_id: number;
  /** yyyy-mm-dd. */
  readonly billing_date: string;
  readonly open: string;
  readonly settled: string;
  /** The pesos at which what is open stands in the books, and the rate at which it came in. */
  readonly open_php: string;
  readonly rate: string;
}

/** What a line of account says of the receivable. */
export interface ReceivableLine {
  readonly account_code: string;
  /** Whether its account is the receivable of invoices. */
  readonly is_receivable: boolean;
  readonly payee_id: number | null;
  readonly invoice: InvoiceOfLine | null;
  /** Credit less debit, in minor units of the entry's currency, and in pesos. */
  readonly settled_minor: bigint;
  readonly settled_php_minor: bigint;
}

/** What settles an invoice: its number and its customer stand on it. */
interface SettlingEntry {
  /** Whether its lines may name invoices: a journal's. */
  readonly names_invoices: boolean;
  readonly is_confidential: boolean;
  /** yyyy-mm-dd. */
  readonly document_date: string;
  readonly currency_id: number;
}

/**
 * What is wrong with the lines on the receivable account: a journal names there the invoice of its payee that it settles, or
 * opens again, within what is open and what is settled, at its pesos; nothing else writes on it (decisions §6). Lines are numbered from 1.
 * The database refuses the same (`receivable_lines`, `settle_invoices`).
 */
export function receivableFaults(
  entry: SettlingEntry,
  lines: readonly ReceivableLine[],
): { readonly line: number; readonly field: string; readonly message: string }[] {
  return lines.flatMap((line, place) => {
    const message = lineFault(entry, line) ?? amountFault(lines, place) ?? pesoFault(lines, place);
    const field = entry.names_invoices ? 'billing_invoice_no' : 'account_code';
    return message === null ? [] : [{ line: place + 1, field, message: `line ${place + 1}: ${message}` }];
  });
}

/**
 * What is wrong with the lines on the account of customers' advances: beside collections only what names the customer in its
 * header moves his advance. The database refuses the same (`advance_lines`).
 */
export function advanceFaults(
  payee_id: number | null,
  lines: readonly { readonly account_code: string; readonly is_advance: boolean; readonly payee_id: number | null }[],
): { readonly line: number; readonly field: string; readonly message: string }[] {
  return lines.flatMap((line, place) => {
    if (!line.is_advance || (payee_id !== null && line.payee_id === payee_id)) return [];
    const message = `account ${line.account_code} is what customers paid in advance. Enter a collection, or what pays it back to the customer.`;
    return [{ line: place + 1, field: 'account_code', message: `line ${place + 1}: ${message}` }];
  });
}

/** What names a confidential invoice is hidden as that one is, or it would tell its number, customer and amount (decisions §3). */
export function confidentialFault(
  number: string,
  invoice: Pick<InvoiceOfLine, 'is_confidential'>,
  entry: Pick<SettlingEntry, 'is_confidential'>,
): string | null {
  return invoice.is_confidential && !entry.is_confidential
    ? `invoice ${number} is confidential. Switch on Confidential, or settle it in an entry of its own.`
    : null;
}

function lineFault(
  { names_invoices, is_confidential, document_date, currency_id }: SettlingEntry,
  { account_code, is_receivable, payee_id, invoice }: ReceivableLine,
): string | null {
  if (!is_receivable && invoice === null) return null;
  const account = `account ${account_code}`;
  if (!names_invoices)
    return `${account} is what invoices have open. Enter a collection, or a journal that names the invoice.`;
  if (!is_receivable) return `${account} is no receivable of invoices. Clear the invoice, or choose that account.`;
  if (invoice === null) return `${account} is what invoices have open. Choose the invoice that this line settles.`;
  const { number, is_approved, payee_ids, billing_date } = invoice;
  if (!is_approved) return `invoice ${number} is cancelled.`;
  if (payee_id === null || !payee_ids.includes(payee_id)) return `invoice ${number} is of another customer.`;
  if (invoice.currency_id !== currency_id) return `invoice ${number} is in another currency.`;
  if (billing_date <= document_date) return confidentialFault(number, invoice, { is_confidential });
  return `invoice ${number} is dated ${formatDetailDate(requireCalendarDate(billing_date))}, after this entry.`;
}

/** All lines of the invoice of a line, told on the last of them; none on the others. */
function linesOfInvoice(lines: readonly ReceivableLine[], place: number): readonly ReceivableLine[] {
  const isSame = (line: ReceivableLine) => line.invoice?.number === lines[place]!.invoice?.number;
  return lines[place]!.invoice === null || lines.slice(place + 1).some(isSame) ? [] : lines.filter(isSame);
}

/** A receivable leaves the books, and comes back, at the pesos at which it came in; the rest is a line of exchange difference. */
function pesoFault(lines: readonly ReceivableLine[], place: number): string | null {
  const { invoice } = lines[place]!;
  const same = linesOfInvoice(lines, place);
  if (invoice === null || same.length === 0) return null;
  const minor = sumMinor(same.map((line) => line.settled_minor));
  const pesos = sumMinor(same.map((line) => line.settled_php_minor));
  const booked =
    minor === requireSum(invoice.open)
      ? requireSum(invoice.open_php)
      : multiplyByRate(minor, requireRate(invoice.rate));
  if (pesos === booked) return null;
  const [here, there, rest] = [booked, pesos, pesos - booked].map((one) => formatAmount(one < 0n ? -one : one));
  const side = pesos > booked ? 'debit' : 'credit';
  return `invoice ${invoice.number} leaves the books at the pesos at which it came in: ${here} here, not ${there}. Enter ${rest} as a ${side} in pesos alone on another line that names it, and the other side as exchange difference.`;
}

/** Told on the last line of an invoice, of all its lines together. */
function amountFault(lines: readonly ReceivableLine[], place: number): string | null {
  const { invoice } = lines[place]!;
  const same = linesOfInvoice(lines, place);
  if (invoice === null || same.length === 0) return null;
  const minor = sumMinor(same.map(({ settled_minor }) => settled_minor));
  const [open, settled] = [requireSum(invoice.open), requireSum(invoice.settled)];
  if (minor > open) return `only ${formatAmount(open)} of ${invoice.number} is still open.`;
  if (-minor > settled)
    return `only ${formatAmount(settled)} of ${invoice.number} is settled. A debit opens no more of it again.`;
  return null;
}
