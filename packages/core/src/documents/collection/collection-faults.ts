/**
 * What keeps a collection from being saved, by the fields that it has on the wire; page and server say it from here. The parts
 * are apart by what must be known of the books, so that a page says what it can.
 */
import { formatDetailDate, type CalendarDate } from '../../calendar/calendar-date.ts';
import { noAccountWith, type AccountRole } from '../../ledger/account-role.ts';
import { confidentialFault } from '../../ledger/receivable-line.ts';
import { AMOUNT_FORM } from '../../money/amount-formula.ts';
import { CURRENCY_PESO } from '../../money/currency.ts';
import { formatAmount } from '../../money/money.ts';
import { rateText, type Rate } from '../../money/rate.ts';
import { applicationFault, appliedMinor } from '../../receivables/allocation.ts';
import { isAbsurdRate } from '../../receivables/written-off.ts';
import { lineFaults, type DocumentFault } from '../../text/document-fault.ts';
import { STATUS } from '../status.ts';
import {
  invoiceNumber,
  readMinor,
  type CollectedFrom,
  type GivenCollection,
  type NamedInvoice,
  type ReadApplication,
} from './collected-from.ts';
import {
  COLLECTION_TAG,
  collectionLines,
  excessMinor,
  type Collected,
  type CollectionTag,
} from './collection-lines.ts';

/** The amounts of the head, and of each application. */
export const TERM_AMOUNTS = ['received_amount', 'advance_amount'] as const;
export const APPLIED_AMOUNTS = ['cash_amount', 'withholding_amount', 'write_off_amount'] as const;

/** Everything that is wrong with a collection but what is open of its invoices. */
export function collectionFaults(
  given: GivenCollection,
  { collected, applications }: { readonly collected: Collected; readonly applications: readonly ReadApplication[] },
  from: CollectedFrom,
): DocumentFault[] {
  return [
    ...amountFaults(given),
    ...placingFaults(given, collected, from.accounts.bank),
    ...advanceFaults(given, collected, from),
    ...rateFaults(given, collected, from),
    ...accountFaults(collected, from),
    ...invoiceFaults(given, applications),
  ];
}

/** Amounts that are none, by their field. */
export function amountFaults(
  given: Pick<GivenCollection, 'collection_details' | (typeof TERM_AMOUNTS)[number]>,
): DocumentFault[] {
  const faultOf = (field: string, text: string) =>
    readMinor(text) === null ? `${field.replaceAll('_', ' ')} ${AMOUNT_FORM}` : null;
  return [
    ...TERM_AMOUNTS.flatMap((field) => said(field, faultOf(field, given[field]))),
    ...given.collection_details.flatMap((detail, place) =>
      lineFaults(
        'collection_details',
        place,
        Object.fromEntries(APPLIED_AMOUNTS.map((field) => [field, faultOf(field, detail[field])])),
      ),
    ),
  ];
}

/**
 * What is wrong with where the cash comes from and goes to. `bankAccount` is the account behind the bank that is named, '' for
 * a bank that does not exist, undefined where it is not known.
 */
export function placingFaults(
  given: Pick<GivenCollection, 'is_or_ar' | 'type' | 'bank_id'>,
  collected: Collected,
  bankAccount?: string,
): DocumentFault[] {
  const { received_minor, advance_minor, settled } = collected;
  const excess = excessMinor(collected);
  const isNothing = received_minor === 0n && settled.length === 0;
  const isTwoReceipts = given.is_or_ar !== null && given.type !== null && given.is_or_ar !== given.type;
  return [
    ...(isNothing ? said('collection_details', 'Enter what was received, or choose an invoice to settle.') : []),
    ...(isTwoReceipts
      ? said('is_or_ar', 'is or ar and type name the same receipt: send one of them, or both alike.')
      : []),
    ...said('bank_id', received_minor > 0n ? bankFault(given.bank_id, bankAccount) : null),
    ...(excess < 0n
      ? said(
          'received_amount',
          `${formatAmount(-excess)} more is placed on invoices than was received. Place less, or enter what was received.`,
        )
      : []),
    ...(advance_minor > 0n && excess > 0n
      ? said('advance_amount', `${formatAmount(excess)} of the advance is not placed. Take less of it.`)
      : []),
  ];
}

function bankFault(bank_id: number | null, bankAccount: string | undefined): string | null {
  if (bank_id === null) return 'bank is required where cash is received.';
  return bankAccount === '' ? `Bank ${bank_id} does not exist.` : null;
}

/** What of the advance the customer does not have, or did not have on the day of the collection. */
export function advanceFaults(
  { collection_date }: { readonly collection_date: CalendarDate },
  { advance_minor }: Pick<Collected, 'advance_minor'>,
  { advance, advance_then_minor }: Pick<CollectedFrom, 'advance' | 'advance_then_minor'>,
): DocumentFault[] {
  if (advance_minor > advance.amount_minor)
    return said('advance_amount', `The customer has ${formatAmount(advance.amount_minor)} in advance.`);
  if (advance_minor <= advance_then_minor) return [];
  return said(
    'advance_amount',
    `The customer has ${formatAmount(advance_then_minor)} in advance on ${formatDetailDate(collection_date)}: the rest came in later. Take less, or date the collection later.`,
  );
}

/** A rate far off the one on file or, without one, that at which the first invoice was billed. */
export function rateFaults(
  { currency_id, collection_details: [first] }: Pick<GivenCollection, 'currency_id' | 'collection_details'>,
  { rate }: Pick<Collected, 'rate'>,
  { rate_on_file, invoices }: Pick<CollectedFrom, 'rate_on_file' | 'invoices'>,
): DocumentFault[] {
  if (currency_id === CURRENCY_PESO) return [];
  const billed = first === undefined ? null : (invoices.get(invoiceNumber(first))?.rate ?? null);
  const usual: Rate | null = rate_on_file ?? billed;
  if (usual === null || !isAbsurdRate(rate, usual)) return [];
  return said(
    'dollar_rate',
    `Rate ${rateText(rate)} is more than 20 % off the usual ${rateText(usual)}. Correct it, or the rate on file.`,
  );
}

/** The roles by which the chart names the account that a line stands on. */
const ROLES_OF: Readonly<Partial<Record<CollectionTag, readonly AccountRole[]>>> = {
  [COLLECTION_TAG.WITHHELD]: ['CWT'],
  [COLLECTION_TAG.ADVANCE_USED]: ['CUSTOMER_ADVANCES'],
  [COLLECTION_TAG.ADVANCE]: ['CUSTOMER_ADVANCES'],
  [COLLECTION_TAG.RECEIVABLE]: ['AR'],
  [COLLECTION_TAG.DIFFERENCE]: ['FX_GAIN', 'FX_LOSS'],
};

/** Accounts that the collection needs and that are not to be had. */
export function accountFaults(
  collected: Collected,
  { accounts, write_off_group }: Pick<CollectedFrom, 'accounts' | 'write_off_group'>,
): DocumentFault[] {
  const isWrittenOff = collected.settled.some(({ written_off_minor }) => written_off_minor > 0n);
  const lacking = collectionLines(collected, accounts).flatMap(({ tag, account_code }) => {
    const roles = ROLES_OF[tag];
    return account_code === '' && roles !== undefined ? [noAccountWith(...roles)] : [];
  });
  return [
    ...said('write_off_account', isWrittenOff ? writeOffFault(accounts.write_off, write_off_group) : null),
    ...[...new Set(lacking)].flatMap((message) => said('collection_details', message)),
  ];
}

function writeOffFault(account: string, group: string | null): string | null {
  if (account === '')
    return 'No account has the role Write-off of receivables. Name an expense account, or give one the role in the chart of accounts.';
  return group === 'E' ? null : `account ${account} is no expense account.`;
}

/** What is wrong with the invoices that are named, but for what is open of them. */
export function invoiceFaults(
  given: Pick<GivenCollection, 'collection_date' | 'currency_id' | 'is_confidential'>,
  applications: readonly ReadApplication[],
): DocumentFault[] {
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
            : invoiceFault(given, application, invoice);
    return lineFaults('collection_details', place, { billing_invoice_no: message });
  });
}

/** Why an invoice cannot be settled by that collection; null where it can. */
export function invoiceFault(
  given: Pick<GivenCollection, 'collection_date' | 'currency_id' | 'is_confidential'>,
  application: ReadApplication,
  invoice: Pick<NamedInvoice, 'is_of_customer' | 'currency_id' | 'billing_date' | 'is_confidential'>,
): string | null {
  const number = application.billing_invoice_no;
  if (!invoice.is_of_customer) return `invoice ${number} is of another customer.`;
  if (invoice.currency_id !== given.currency_id) return `invoice ${number} is in another currency.`;
  const later = laterFault(number, invoice.billing_date, given.collection_date);
  if (later !== null) return later;
  if (appliedMinor(application) === 0n) return 'enter what is settled in cash, withholding or write-off.';
  return confidentialFault(number, invoice, { is_confidential: given.is_confidential === 1 });
}

/** Why a collection cannot settle an invoice that is dated after it: what comes before is an advance (decisions §6); null where it can. */
export function laterFault(number: string, billed: CalendarDate, collected: CalendarDate): string | null {
  if (billed <= collected) return null;
  return `invoice ${number} is dated ${formatDetailDate(billed)}, after this collection. Leave it out: what is received before becomes an advance.`;
}

/** What takes more of an invoice than is open, of a collection that has no other fault: refused with 409 (decisions §6). */
export function openFaults(applications: readonly ReadApplication[]): DocumentFault[] {
  return applications.flatMap((application, place) => {
    const { billing_invoice_no, invoice } = application;
    const { status, open_minor } = invoice!;
    const offered = { billing_invoice_no, open_minor, is_disputed: false };
    const message = status === STATUS.APPROVED ? applicationFault(offered, application) : 'Invoice is cancelled.';
    return said(`collection_details.${place}.billing_invoice_no`, message);
  });
}

const said = (path: string, message: string | null): DocumentFault[] => (message === null ? [] : [{ path, message }]);
