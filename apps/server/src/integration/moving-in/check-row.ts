import {
  addDays,
  daysBetween,
  LAST_DATE,
  requireCalendarDate,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { chequeKey } from '@talaan/core/documents/cheque/cheque-number';
import type { FaultRule } from '@talaan/core/integration/fault-rules';
import type { MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, MAX_AMOUNT_MINOR, parseAmount } from '@talaan/core/money/money';
import { multiplyByRate, parseRate } from '@talaan/core/money/rate';
import { isVatType } from '@talaan/core/money/withholding';
import type { KnownRecord } from '../uploads/record-names.ts';
import type { StagedRow } from './moving-in.store.ts';

/** A row whose cells were read and whose names were found. */
export interface ReadCells {
  readonly row: number;
  readonly values: Readonly<Record<string, string>>;
  readonly records: Readonly<Record<string, KnownRecord>>;
  /** Tells a fault of a column, or of the row. */
  readonly add: (column: string | null, rule: FaultRule, message: string) => void;
}

export interface CheckedAccount {
  readonly id: number;
  readonly acct_type: string;
  readonly acct_class: string;
  readonly acct_group: string;
  readonly role: string | null;
  readonly currency_id: number;
}

/** What the rules of rows look at beside the row, and what they have seen of the file. */
export interface RowChecks {
  readonly as_of: string;
  readonly branch_id: number;
  readonly department_id: number | null;
  readonly accounts: ReadonlyMap<number, CheckedAccount>;
  /** Numbers of invoices that the books have, of those that the file names. */
  readonly taken_invoices: Set<string>;
  /** Whether our own series give out a number. */
  readonly isOwnNumber: (number: string) => boolean;
  /** Numbers that the register has, as `<bank id> <key>`. */
  readonly cheques: ReadonlySet<string>;
  readonly seen: Set<string>;
}

/** A row as it waits, by the rules of its kind; null where a fault was told. */
export function checkRow(kind: MovingKind, cells: ReadCells, checks: RowChecks): StagedRow | null {
  return CHECKS[kind](cells, checks);
}

const CHECKS: Readonly<Record<MovingKind, (cells: ReadCells, checks: RowChecks) => StagedRow | null>> = {
  balances: checkBalance,
  invoices: checkInvoice,
  vouchers: checkVoucher,
  cheques: checkCheque,
  deposits: checkDeposit,
  statements: checkStatement,
};

const minorOf = (text: string | undefined) => parseAmount(text ?? '') ?? 0n;

/** Null where it was told, so that several faults of a row are told together. */
class Faults {
  readonly #add: ReadCells['add'];
  #isFaulty = false;
  constructor(add: ReadCells['add']) {
    this.#add = add;
  }
  tell(when: boolean, column: string | null, rule: FaultRule, message: string): void {
    if (!when) return;
    this.#isFaulty = true;
    this.#add(column, rule, message);
  }
  orRow(row: StagedRow): StagedRow | null {
    return this.#isFaulty ? null : row;
  }
}

function requireLeaf(faults: Faults, account: CheckedAccount, code: string): void {
  faults.tell(account.acct_type !== 'S', 'account', 'entry', `${code} is a heading: give the accounts below it.`);
}

function checkBalance({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const { id: account_id, code, currency } = records['account']!;
  const account = checks.accounts.get(account_id)!;
  const department_id = records['department']?.id ?? (account.acct_class === 'I' ? checks.department_id : null);
  const [debit, credit] = [minorOf(values['debit_amount']), minorOf(values['credit_amount'])];
  const [fc_debit, fc_credit] = [minorOf(values['fc_debit']), minorOf(values['fc_credit'])];
  const said = records['currency'];
  const isReceivable = account.role === 'AR';
  const isForeign = (isReceivable && said ? said.id : account.currency_id) !== CURRENCY_PESO;
  requireLeaf(faults, account, code);
  faults.tell(
    said !== undefined && !isReceivable && said.id !== account.currency_id,
    'currency',
    'different_currency',
    `${code} is kept in ${currency}.`,
  );
  faults.tell(debit > 0n && credit > 0n, 'credit_amount', 'sides', 'Give a debit or a credit, not both.');
  faults.tell(fc_debit > 0n && fc_credit > 0n, 'fc_credit', 'sides', 'Give a debit or a credit, not both.');
  faults.tell(
    !isForeign && fc_debit + fc_credit > 0n,
    fc_debit > 0n ? 'fc_debit' : 'fc_credit',
    'different_currency',
    isReceivable && !said
      ? `Give the currency of this part of ${code} too.`
      : `${code} is kept in pesos: leave the foreign amounts empty.`,
  );
  faults.tell(
    isForeign && debit + credit > 0n && fc_debit + fc_credit === 0n,
    debit > 0n ? 'fc_debit' : 'fc_credit',
    'required',
    `${code} is in ${said?.code ?? currency}: give the balance in that currency too.`,
  );
  faults.tell(
    isForeign && ((fc_debit > 0n && debit === 0n) || (fc_credit > 0n && credit === 0n)),
    fc_debit > 0n ? 'fc_debit' : 'fc_credit',
    'sides',
    'Give pesos and foreign amount on the same side.',
  );
  faults.tell(
    account.acct_class === 'I' && department_id === null,
    'department',
    'required',
    'Department is required of income and expense.',
  );
  const needsCustomer = account.role === 'CUSTOMER_ADVANCES';
  faults.tell(
    needsCustomer && !records['payee'],
    'payee',
    'required',
    `Analysis is required: ${code} is what customers paid in advance.`,
  );
  return faults.orRow({
    row_no: row,
    account_id,
    branch_id: records['branch']?.id ?? checks.branch_id,
    department_id,
    payee_id: records['payee']?.id ?? null,
    currency_id: isReceivable ? (said?.id ?? null) : null,
    debit: amountText(debit),
    credit: amountText(credit),
    fc_debit: amountText(fc_debit),
    fc_credit: amountText(fc_credit),
    remarks: values['remarks'] ?? null,
  });
}

const LONGEST_TERM = 365;

/** So many days later; of more than a term may have one more, and none after the last day that is kept. */
function dueAfter(billed: CalendarDate, days: number): CalendarDate {
  return addDays(billed, Math.min(days, LONGEST_TERM + 1, daysBetween(billed, LAST_DATE)));
}

function checkInvoice({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const number = values['number']!.toUpperCase();
  const billed = requireCalendarDate(values['on_date']!);
  const said_term = Number(values['term'] ?? 0);
  const due = values['due_date'] === undefined ? dueAfter(billed, said_term) : requireCalendarDate(values['due_date']);
  const term = daysBetween(billed, due);
  const currency_id = records['currency']?.id ?? CURRENCY_PESO;
  const rate = currency_id === CURRENCY_PESO ? '1' : (values['rate'] ?? '');
  const open = minorOf(values['amount']);
  const original = values['original_amount'] === undefined ? open : minorOf(values['original_amount']);
  const vat = Number(values['vat'] ?? 0);
  faults.tell(checks.seen.has(number), 'number', 'twice', `Invoice ${number} is in the file twice.`);
  checks.seen.add(number);
  faults.tell(checks.taken_invoices.has(number), 'number', 'known', `Invoice ${number} is in the books already.`);
  faults.tell(
    checks.isOwnNumber(number),
    'number',
    'known',
    `Invoice number ${number} is one that Talaan gives out itself.`,
  );
  faults.tell(billed > checks.as_of, 'on_date', 'date', `It is billed after ${checks.as_of}.`);
  faults.tell(
    term < 0 || term > LONGEST_TERM,
    values['due_date'] === undefined ? 'term' : 'due_date',
    'date',
    `It is due from its billing date on, at most ${LONGEST_TERM} days later.`,
  );
  faults.tell(
    values['due_date'] !== undefined && values['term'] !== undefined && said_term !== term,
    'due_date',
    'date',
    `Due date and term do not agree: ${due} is ${term} days after ${billed}.`,
  );
  faults.tell(rate === '', 'rate', 'required', 'Rate is required of an invoice in a foreign currency.');
  faults.tell(open === 0n, 'amount', 'amount', 'Nothing of it is open: leave it out.');
  faults.tell(open > original, 'amount', 'amount', 'More is open than it was billed for.');
  faults.tell(!isVatType(vat), 'vat', 'number', 'Give 0 none, 1 vatable, 2 exempt or 3 zero-rated.');
  const php = rate === '' ? 0n : multiplyByRate(open, parseRate(rate)!);
  faults.tell(php > MAX_AMOUNT_MINOR, 'rate', 'amount', 'In pesos it is more than an amount may be.');
  return faults.orRow({
    row_no: row,
    payee_id: records['payee']!.id,
    branch_id: records['branch']?.id ?? checks.branch_id,
    billing_service_id: records['service']?.id ?? null,
    currency_id,
    rate,
    amount: amountText(open),
    amount_php: amountText(php),
    original_amount: amountText(original),
    number_text: number,
    on_date: billed,
    due_date: due,
    vat,
    remarks: values['remarks'] ?? null,
  });
}

function checkVoucher({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const { id: account_id, code } = records['account']!;
  const account = checks.accounts.get(account_id)!;
  const amount = minorOf(values['amount']);
  requireLeaf(faults, account, code);
  faults.tell(account.acct_group !== 'L', 'account', 'entry', `${code} is no liability.`);
  faults.tell(
    account.role === 'CUSTOMER_ADVANCES',
    'account',
    'entry',
    'Advances of customers stand in the trial balance, by customer.',
  );
  faults.tell(
    account.currency_id !== CURRENCY_PESO,
    'account',
    'different_currency',
    `${code} is in a foreign currency: give its balance in the trial balance alone.`,
  );
  faults.tell(amount === 0n, 'amount', 'amount', 'Nothing of it is open: leave it out.');
  faults.tell(values['on_date']! > checks.as_of, 'on_date', 'date', `It is dated after ${checks.as_of}.`);
  return faults.orRow({
    row_no: row,
    payee_id: records['payee']!.id,
    account_id,
    branch_id: records['branch']?.id ?? checks.branch_id,
    number_text: values['number']!,
    on_date: values['on_date']!,
    due_date: values['due_date'] ?? null,
    amount: amountText(amount),
    remarks: values['remarks'] ?? null,
  });
}

function checkCheque({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const said = values['direction']!.toLowerCase();
  const direction = said === 'issued' || said === 'i' ? 'issued' : 'received';
  const amount = minorOf(values['amount']);
  const number = values['number']!;
  const bank = records['bank_name'] ?? null;
  const place =
    direction === 'issued'
      ? `${bank?.id} ${chequeKey(number)}`
      : `${records['payee']!.id} ${values['bank_name']!.toLowerCase()} ${chequeKey(number)}`;
  faults.tell(!['issued', 'i', 'received', 'r'].includes(said), 'direction', 'form', 'Give issued or received.');
  faults.tell(checks.seen.has(place), 'number', 'twice', `Cheque ${number} is in the file twice.`);
  checks.seen.add(place);
  faults.tell(checks.cheques.has(place), 'number', 'known', `Cheque ${number} is in the register already.`);
  faults.tell(amount === 0n, 'amount', 'amount', 'A cheque has an amount.');
  faults.tell(
    direction === 'issued' && (values['invoice_no'] ?? '') !== '',
    'invoice_no',
    'entry',
    'An issued cheque settles no invoice of ours.',
  );
  return faults.orRow({
    row_no: row,
    direction,
    bank_id: bank?.id ?? null,
    bank_name: values['bank_name']!,
    number_text: number,
    on_date: values['on_date']!,
    payee_id: records['payee']!.id,
    amount: amountText(amount),
    invoice_no: values['invoice_no']?.toUpperCase() ?? null,
  });
}

function checkDeposit({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const amount = minorOf(values['amount']);
  faults.tell(amount === 0n, 'amount', 'amount', 'A deposit has an amount.');
  faults.tell(values['on_date']! > checks.as_of, 'on_date', 'date', `It was made after ${checks.as_of}.`);
  return faults.orRow({
    row_no: row,
    bank_id: records['bank']!.id,
    number_text: values['number']!,
    on_date: values['on_date']!,
    amount: amountText(amount),
  });
}

function checkStatement({ row, values, records, add }: ReadCells, checks: RowChecks): StagedRow | null {
  const faults = new Faults(add);
  const { id: bank_id, name } = records['bank']!;
  faults.tell(checks.seen.has(String(bank_id)), 'bank', 'twice', `${name} is in the file twice.`);
  checks.seen.add(String(bank_id));
  return faults.orRow({ row_no: row, bank_id, balance: values['balance']! });
}
