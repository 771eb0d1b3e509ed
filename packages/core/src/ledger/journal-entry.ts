/**
 * A journal entry before it is posted: lines of the document with texts as the wire carries them, checked as a whole.
 *
 *   line: account, debit or credit in the entry's currency   → × rate, or pesos of its own → pesos
 *   difference line: pesos only, the exchange difference of the entry (decisions §4)
 */
import { currencyLabel, CURRENCY_PESO } from '../money/currency.ts';
import { formatAmount, parseAmount } from '../money/money.ts';
import { multiplyByRate, parseRate, RATE_ONE } from '../money/rate.ts';
import type { Rate } from '../money/rate.ts';
import { differenceOf, totalsOf } from './balance.ts';
import type { DebitCredit } from './balance.ts';

export interface DraftEntry {
  readonly currency_id: number;
  /** Pesos for one unit of the entry's currency; "1" in a peso entry. */
  readonly dollar_rate: string;
  /** Whether it is an adjusting journal, the only peso entry that may touch foreign accounts. */
  readonly adjusting: boolean;
  readonly lines: readonly DraftLine[];
}

export interface DraftLine {
  readonly account_code: string;
  /** Amounts of the entry's currency; an empty text is 0. */
  readonly debit_amount: string;
  readonly credit_amount: string;
  /**
   * Pesos of a difference line, which has no amount in the entry's currency; of any other line what it is booked at where
   * that is not the rate: a foreign balance that leaves the books as it came in. Empty, or what the rate gives: the rate.
   */
  readonly debit_php?: string;
  readonly credit_php?: string;
  readonly branch_id: number | null;
  readonly department_id: number | null;
  readonly section_id: number | null;
  readonly payee_id: number | null;
}

/** The records that the lines name, as far as they exist. */
export interface EntryFacts {
  readonly accounts: ReadonlyMap<string, AccountFacts>;
  readonly branches: ReadonlyMap<number, RecordFacts>;
  readonly departments: ReadonlyMap<number, RecordFacts>;
  readonly sections: ReadonlyMap<number, RecordFacts & { readonly department_id: number }>;
  readonly payees: ReadonlyMap<number, RecordFacts>;
}

export interface RecordFacts {
  /** The code by which messages name it. */
  readonly code: string;
  readonly active: boolean;
}

export interface AccountFacts {
  readonly acct_type: string;
  readonly acct_class: string;
  readonly acct_group: string;
  readonly currency_id: number;
  readonly active: boolean;
}

/** What is wrong, where: line numbers start at 1, null concerns the entry as a whole. */
export interface EntryFault {
  readonly line: number | null;
  readonly field: string;
  readonly code: EntryFaultCode;
  readonly message: string;
}

export type EntryFaultCode =
  | 'line_count'
  | 'rate'
  | 'amount'
  | 'no_peso_value'
  | 'pesos'
  | 'required'
  | 'unknown'
  | 'inactive'
  | 'not_postable'
  | 'account_currency'
  | 'section_department'
  | 'not_balanced';

/** The amounts of a line, in minor units: in the entry's currency and in pesos. A difference line has pesos only. */
export interface LineAmounts extends DebitCredit, PesoAmounts {}

export interface PesoAmounts {
  readonly debit_php_minor: bigint;
  readonly credit_php_minor: bigint;
}

/** The two pairs of amounts of a posting, in minor units: pesos, and the entry's currency (data-model §5). */
export interface PostingAmounts extends DebitCredit {
  readonly fc_debit_minor: bigint;
  readonly fc_credit_minor: bigint;
}

export type EntryResult =
  | { readonly ok: true; readonly lines: readonly LineAmounts[] }
  | { readonly ok: false; readonly faults: readonly EntryFault[] };

const FEWEST_LINES = 2;
export const MOST_LINES = 5000;
const POSTABLE_ACCOUNT_TYPE = 'S';
const INCOME_AND_EXPENSE_CLASS = 'I';
const INCOME_AND_EXPENSE_GROUPS: ReadonlySet<string> = new Set(['I', 'E']);

/**
 * Checks an entry and finds all its faults at once, or gives the amounts of its lines (decisions §4; messages of
 * reliability (d) 10–15). A 'draft' may be saved while it is out of balance or has fewer than two lines; a 'complete'
 * entry may be submitted and posted.
 */
export function validateEntry(entry: DraftEntry, facts: EntryFacts, purpose: 'draft' | 'complete'): EntryResult {
  const faults: EntryFault[] = [];
  if (entry.lines.length > MOST_LINES || (purpose === 'complete' && entry.lines.length < FEWEST_LINES)) {
    faults.push({ line: null, field: 'details', code: 'line_count', message: 'An entry needs 2 to 5,000 lines.' });
  }
  const rate = rateOf(entry);
  if (rate === null) faults.push(rateFault(entry));
  for (const [index, line] of entry.lines.entries()) faults.push(...lineFaults(entry, facts, line, index + 1));

  const amounts = entry.lines.map((line) => readAmounts(entry, line));
  if (rate === null || !amounts.every((amount) => amount !== null)) return { ok: false, faults };
  const pesos = pesoAmounts(amounts, rate);
  const lines = amounts.map((amount, index) => ({ ...amount, ...(pesos[index] ?? NO_PESOS) }));
  faults.push(...missingPesoFaults(lines), ...ownPesoFaults(entry, facts, amounts, rate));
  if (purpose === 'complete') faults.push(...balanceFaults(entry, lines));
  return faults.length === 0 ? { ok: true, lines } : { ok: false, faults };
}

/** The amounts of a line in minor units, with the pesos of its own where it has some. */
type TypedAmounts = DebitCredit & Partial<PesoAmounts>;

/**
 * The peso value of each line: the pesos of its own that it carries, else what the rate gives (decisions §4). In: minor
 * units. Out: minor units of pesos, line by line.
 */
export function pesoAmounts(lines: readonly TypedAmounts[], rate: Rate): PesoAmounts[] {
  return pesosByRate(lines, rate).map((byRate, index) => ownPesos(lines[index] ?? NO_AMOUNT) ?? byRate);
}

/**
 * The peso value of each line by the rate: amount × rate, half-up, whatever pesos of its own it carries; a line without
 * amount in the entry's currency is a difference line and keeps its pesos. Where both sides of the entry's currency are
 * equal, the rounding difference of the document goes to its largest line (the first of equals), so that the pesos balance
 * as well (decisions §4). The same as `pesos_by_rate` of the database.
 */
export function pesosByRate(lines: readonly TypedAmounts[], rate: Rate): PesoAmounts[] {
  const pesos = lines.map((line) =>
    isDifferenceLine(line)
      ? { debit_php_minor: line.debit_php_minor ?? 0n, credit_php_minor: line.credit_php_minor ?? 0n }
      : {
          debit_php_minor: multiplyByRate(line.debit_minor, rate),
          credit_php_minor: multiplyByRate(line.credit_minor, rate),
        },
  );
  if (differenceOf(totalsOf(lines)) !== 0n) return pesos;
  const converted = pesos.filter((_, index) => !isDifferenceLine(lines[index] ?? NO_AMOUNT));
  const rounding = differenceOf(pesoTotals(converted));
  const largest = converted.reduce((best, line) => (sizeOf(line) > sizeOf(best) ? line : best), NO_PESOS);
  return pesos.map((line) => (line === largest ? withoutDifference(line, rounding) : line));
}

const NO_AMOUNT: DebitCredit = { debit_minor: 0n, credit_minor: 0n };
const NO_PESOS: PesoAmounts = { debit_php_minor: 0n, credit_php_minor: 0n };

/** The rate of an entry; null where it cannot be read, or is not 1 in pesos. */
export function rateOf(entry: Pick<DraftEntry, 'currency_id' | 'dollar_rate'>): Rate | null {
  const rate = parseRate(entry.dollar_rate);
  return entry.currency_id === CURRENCY_PESO && rate !== RATE_ONE ? null : rate;
}

/** What is said of a rate that `rateOf` does not take. */
export function rateFault(entry: Pick<DraftEntry, 'currency_id'>): EntryFault {
  const message =
    entry.currency_id === CURRENCY_PESO
      ? 'dollar rate of a peso entry is 1.'
      : 'dollar rate must be a number above 0 with at most 6 decimals.';
  return { line: null, field: 'dollar_rate', code: 'rate', message };
}

/**
 * The amounts of a line, or null when they are not one positive debit or credit, or its pesos are not on that side. A line
 * of pesos alone is one of a foreign entry.
 */
function readAmounts(entry: DraftEntry, line: DraftLine): TypedAmounts | null {
  const [debit, credit] = [readSide(line.debit_amount), readSide(line.credit_amount)];
  const [debitPhp, creditPhp] = [readSide(line.debit_php ?? ''), readSide(line.credit_php ?? '')];
  if (debit === null || credit === null || debitPhp === null || creditPhp === null) return null;
  const amounts = { debit_minor: debit, credit_minor: credit, debit_php_minor: debitPhp, credit_php_minor: creditPhp };
  if (isOneSided(debit, credit)) return (debit > 0n ? creditPhp : debitPhp) === 0n ? amounts : null;
  if (debit > 0n || entry.currency_id === CURRENCY_PESO) return null;
  return isOneSided(debitPhp, creditPhp) ? amounts : null;
}

/** Whether a line has one positive amount, so that only its pesos can be wrong. */
function hasAmount({ debit_amount, credit_amount }: DraftLine): boolean {
  const [debit, credit] = [readSide(debit_amount), readSide(credit_amount)];
  return debit !== null && credit !== null && isOneSided(debit, credit);
}

function readSide(text: string): bigint | null {
  return text.trim() === '' ? 0n : parseAmount(text);
}

function isOneSided(debit: bigint, credit: bigint): boolean {
  return debit > 0n !== credit > 0n;
}

function lineFaults(entry: DraftEntry, facts: EntryFacts, line: DraftLine, number: number): EntryFault[] {
  const fault = (field: string, code: EntryFaultCode, message: string): EntryFault => ({
    line: number,
    field,
    code,
    message: `line ${number}: ${message}`,
  });
  const account = facts.accounts.get(line.account_code);
  const section = line.section_id === null ? undefined : facts.sections.get(line.section_id);
  const faults: EntryFault[] = [];
  if (readAmounts(entry, line) === null && hasAmount(line)) {
    const field = (readSide(line.debit_amount) ?? 0n) > 0n ? 'debit_php' : 'credit_php';
    faults.push(fault(field, 'pesos', 'pesos stand on the side of the amount, with at most 2 decimals.'));
  } else if (readAmounts(entry, line) === null) {
    faults.push(fault('debit_amount', 'amount', 'enter either a debit or a credit above 0, at most 2 decimals.'));
  }
  if (line.account_code === '') faults.push(fault('account_code', 'required', 'account is required.'));
  else if (account === undefined) {
    faults.push(fault('account_code', 'unknown', `account ${line.account_code} does not exist.`));
  } else {
    if (!account.active) faults.push(fault('account_code', 'inactive', `account ${line.account_code} is inactive.`));
    if (account.acct_type !== POSTABLE_ACCOUNT_TYPE) {
      const message = `account ${line.account_code} is a heading. Choose a subsidiary account.`;
      faults.push(fault('account_code', 'not_postable', message));
    }
    if (!currencyFits(entry, account)) {
      const message = `account ${line.account_code} is kept in ${currencyLabel(account.currency_id)}; this entry is in ${currencyLabel(entry.currency_id)}.`;
      faults.push(fault('account_code', 'account_currency', message));
    }
    if (line.department_id === null && isIncomeOrExpense(account)) {
      faults.push(fault('department_id', 'required', 'department is required on an income or expense account.'));
    }
  }
  if (line.branch_id === null) faults.push(fault('branch_id', 'required', 'branch is required.'));
  for (const [field, name, id, records] of [
    ['branch_id', 'branch', line.branch_id, facts.branches],
    ['department_id', 'department', line.department_id, facts.departments],
    ['section_id', 'section', line.section_id, facts.sections],
    ['payee_id', 'payee', line.payee_id, facts.payees],
  ] as const) {
    if (id === null) continue;
    const found = records.get(id);
    if (found === undefined) faults.push(fault(field, 'unknown', `${name} ${id} does not exist.`));
    else if (!found.active) faults.push(fault(field, 'inactive', `${name} ${found.code} is inactive.`));
  }
  if (section !== undefined && section.department_id !== line.department_id) {
    faults.push(fault('section_id', 'section_department', `section ${section.code} is not of this department.`));
  }
  return faults;
}

/** A foreign entry takes accounts in its currency and in pesos, a peso entry peso accounts unless it is adjusting. */
function currencyFits(entry: DraftEntry, account: AccountFacts): boolean {
  if (account.currency_id === CURRENCY_PESO || account.currency_id === entry.currency_id) return true;
  return entry.currency_id === CURRENCY_PESO && entry.adjusting;
}

function isIncomeOrExpense(account: AccountFacts): boolean {
  return account.acct_class === INCOME_AND_EXPENSE_CLASS || INCOME_AND_EXPENSE_GROUPS.has(account.acct_group);
}

/** At a low rate an amount can be less than half a centavo; the ledger has no line without pesos. */
function missingPesoFaults(lines: readonly LineAmounts[]): EntryFault[] {
  return lines.flatMap((line, index) =>
    isOneSided(line.debit_php_minor, line.credit_php_minor)
      ? []
      : [
          {
            line: index + 1,
            field: 'debit_amount',
            code: 'no_peso_value',
            message: `line ${index + 1}: the amount is less than one centavo at this rate.`,
          },
        ],
  );
}

/**
 * Pesos of its own are those of a balance in the entry's currency, and stand on one side of the entry only: the other side
 * follows the rate, so that no entry is worth less than its amount at the rate, by which approvals are routed. A peso
 * entry is booked at its amounts.
 */
function ownPesoFaults(entry: DraftEntry, facts: EntryFacts, lines: readonly TypedAmounts[], rate: Rate): EntryFault[] {
  const byRate = pesosByRate(lines, rate);
  const own = lines.flatMap((line, index) => {
    const pesos = isDifferenceLine(line) ? null : ownPesos(line);
    return pesos !== null && sizeOf(pesos) !== sizeOf(byRate[index] ?? NO_PESOS) ? [index] : [];
  });
  const debit = own.find((index) => lines[index]!.debit_minor > 0n);
  return own.flatMap((index) => {
    const field = lines[index]!.debit_minor > 0n ? 'debit_php' : 'credit_php';
    const account = facts.accounts.get(entry.lines[index]!.account_code);
    const message =
      entry.currency_id === CURRENCY_PESO
        ? 'a peso entry is booked at its amounts. Leave the pesos empty.'
        : account !== undefined && account.currency_id !== entry.currency_id
          ? `account ${entry.lines[index]!.account_code} is kept in ${currencyLabel(account.currency_id)}, so its pesos follow the rate.`
          : field === 'credit_php' && debit !== undefined
            ? `pesos other than those of the rate stand on one side only, and line ${debit + 1} has them as a debit.`
            : null;
    return message === null
      ? []
      : [{ line: index + 1, field, code: 'pesos', message: `line ${index + 1}: ${message}` }];
  });
}

function balanceFaults(entry: DraftEntry, lines: readonly LineAmounts[]): EntryFault[] {
  const pesos = balanceFault(CURRENCY_PESO, pesoTotals(lines));
  const own = entry.currency_id === CURRENCY_PESO ? null : balanceFault(entry.currency_id, totalsOf(lines));
  return [own, pesos].filter((fault) => fault !== null);
}

function balanceFault(currencyId: number, totals: DebitCredit): EntryFault | null {
  const difference = differenceOf(totals);
  if (difference === 0n) return null;
  const [debit, credit, out] = [
    totals.debit_minor,
    totals.credit_minor,
    difference < 0n ? -difference : difference,
  ].map(formatAmount);
  const message = `Entry is not balanced: ${currencyLabel(currencyId)} debit ${debit}, credit ${credit}, difference ${out}.`;
  return { line: null, field: 'details', code: 'not_balanced', message };
}

/** The pesos that a line carries itself; null for none. */
function ownPesos({ debit_php_minor = 0n, credit_php_minor = 0n }: TypedAmounts): PesoAmounts | null {
  return debit_php_minor === 0n && credit_php_minor === 0n ? null : { debit_php_minor, credit_php_minor };
}

function isDifferenceLine(line: DebitCredit): boolean {
  return line.debit_minor === 0n && line.credit_minor === 0n;
}

function pesoTotals(lines: readonly PesoAmounts[]): DebitCredit {
  return totalsOf(lines.map((line) => ({ debit_minor: line.debit_php_minor, credit_minor: line.credit_php_minor })));
}

function sizeOf(line: PesoAmounts): bigint {
  return line.debit_php_minor + line.credit_php_minor;
}

/** The line with the rounding difference (debit less credit of the document) taken out of its own side. */
function withoutDifference(line: PesoAmounts, rounding: bigint): PesoAmounts {
  return line.debit_php_minor > 0n
    ? { ...line, debit_php_minor: line.debit_php_minor - rounding }
    : { ...line, credit_php_minor: line.credit_php_minor + rounding };
}
