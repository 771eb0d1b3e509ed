/**
 * How money that came in settles invoices (decisions §6). Per invoice: cash, withholding of the customer and write-off,
 * together never more than is open; what is not placed goes to customer advances. All amounts are minor units of one
 * currency.
 */
import { formatAmount, sumMinor } from '../money/money.ts';

/** An invoice that is not fully collected. */
export interface OfferedInvoice {
  readonly billing_invoice_no: string;
  readonly open_minor: bigint;
  /** The customer disputes it: oldest first leaves it out, and it can be paid by name. */
  readonly is_disputed: boolean;
}

/** What a collection settles of one invoice. */
export interface Application {
  readonly cash_minor: bigint;
  readonly withheld_minor: bigint;
  readonly written_off_minor: bigint;
}

export const NOTHING: Application = { cash_minor: 0n, withheld_minor: 0n, written_off_minor: 0n };

/** What an application takes of its invoice. */
export function appliedMinor({ cash_minor, withheld_minor, written_off_minor }: Application): bigint {
  return cash_minor + withheld_minor + written_off_minor;
}

/**
 * Places cash over invoices in the order in which they are given, the oldest first. What was withheld or written off of an
 * invoice before stays, and its cash is what remains of it. A disputed invoice is left as it is: what was placed on it by
 * name stays, and only the rest of the cash goes to the others. Out: one application per invoice, in their order.
 */
export function placeOldestFirst(
  invoices: readonly OfferedInvoice[],
  receivedMinor: bigint,
  kept: readonly Application[] = [],
): Application[] {
  const byName = sumMinor(invoices.map(({ is_disputed }, at) => (is_disputed ? (kept[at]?.cash_minor ?? 0n) : 0n)));
  let left = receivedMinor > byName ? receivedMinor - byName : 0n;
  return invoices.map((invoice, index) => {
    const before = kept[index] ?? NOTHING;
    if (invoice.is_disputed) return before;
    const { withheld_minor, written_off_minor } = before;
    const wanted = invoice.open_minor - withheld_minor - written_off_minor;
    const cash_minor = wanted <= 0n ? 0n : wanted < left ? wanted : left;
    left -= cash_minor;
    return { cash_minor, withheld_minor, written_off_minor };
  });
}

/** Cash that is received and not placed: it becomes the customer's advance. Negative where more is placed than came in. */
export function unplacedMinor(applications: readonly Application[], receivedMinor: bigint): bigint {
  return receivedMinor - sumMinor(applications.map(({ cash_minor }) => cash_minor));
}

/** Why an application cannot stand against its invoice; null when it can. */
export function applicationFault(
  { billing_invoice_no, open_minor }: OfferedInvoice,
  application: Application,
): string | null {
  const applied = appliedMinor(application);
  if (applied <= 0n) return `Invoice ${billing_invoice_no}: an amount is required.`;
  if (applied <= open_minor) return null;
  return `Only ${formatAmount(open_minor)} of ${billing_invoice_no} is still open.`;
}
