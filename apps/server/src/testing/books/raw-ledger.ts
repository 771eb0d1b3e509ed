import { sql } from 'kysely';
import { amountText, requireSum } from '@talaan/core/money/money';
import { divideHalfUp } from '@talaan/core/money/rounding';
import type { Database } from '../../platform/database/database.ts';

// What reports must say, worked out from the rows of the ledger alone, in plain loops: no rollup, no view, no function of the
// database and no statement of a report has a part in it.

/** One posting with what its entry was posted with. Amounts in centavos; dates as text. */
export interface RawPosting {
  readonly entry_id: bigint;
  readonly line_no: number;
  readonly date: string;
  readonly type: string;
  readonly account: string;
  readonly account_name: string;
  readonly branch: string;
  readonly department: string | null;
  readonly section: string | null;
  /** Analysis: of the line, else of the entry; the survivor of a merge. */
  readonly payee: { readonly code: string; readonly name: string } | null;
  /** The same of the entry. */
  readonly entry_payee: { readonly code: string; readonly name: string } | null;
  readonly bank_account: string | null;
  readonly number: string | null;
  readonly batch: string;
  readonly confidential: boolean;
  readonly prepared_by: number;
  readonly reverses: bigint | null;
  readonly particulars: string;
  readonly description: string;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly fc_debit: bigint;
  readonly fc_credit: bigint;
  readonly order_id: string | null;
  /** Of tax withheld: its code, and what it was withheld of in pesos, with the sign of what was withheld; 0 where none is said. */
  readonly atc: string | null;
  readonly base: bigint;
}

export interface RawLedger {
  readonly postings: readonly RawPosting[];
  readonly accounts: ReadonlyMap<
    string,
    {
      readonly name: string;
      /** 'I' of income. */
      readonly group: string;
      readonly parent: string | null;
      readonly role: string | null;
      readonly foreign: boolean;
      /** What it is to the cash flow. */
      readonly flow: string | null;
    }
  >;
  readonly branches: ReadonlyMap<string, string>;
  /** Record IDs by code. */
  readonly payees: ReadonlyMap<string, number>;
}

type Row = Readonly<Record<string, string | number | null>>;

/** A base at the rate of its entry, half-up. */
function basePesos(base: string | null, rate: string): bigint {
  if (base === null) return 0n;
  const [whole = '0', part = ''] = rate.split('.');
  return divideHalfUp(requireSum(base) * BigInt(whole + part.padEnd(6, '0')), 1_000_000n);
}

/** Everything that is posted, in the order of entries and lines. */
export async function readRawLedger(database: Database): Promise<RawLedger> {
  const tables = await readTables(database);
  const { rows } = await sql<
    Record<string, never>
  >`select p.*, p.debit::text as d, p.credit::text as c, p.fc_debit::text as fd, p.fc_credit::text as fc
    from posting p`.execute(database);
  const postings = rows.map((row) => postingOf(tables, row));
  postings.sort((a, b) => compare(a.entry_id, b.entry_id) || a.line_no - b.line_no);
  const { accounts, payees, branches } = tables;
  return {
    postings,
    accounts: new Map(
      [...accounts.values()].map((row) => [
        String(row['acct_code']),
        {
          name: String(row['acct_desc']),
          group: String(row['acct_group']),
          parent: textOf(row['acct_parent']),
          role: textOf(row['role']),
          foreign: Number(row['currency_id']) !== 1,
          flow: textOf(row['cash_flow']),
        },
      ]),
    ),
    payees: new Map([...payees.values()].map((row) => [String(row['payee_code']), Number(row['id'])])),
    branches: new Map([...branches.values()].map((row) => [String(row['brnc_code']), String(row['brnc_name'])])),
  };
}

/** The tables that a posting refers to, by id, and every number that was issued. */
async function readTables(database: Database) {
  const all = async (table: string) => {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(database);
    return rows.map(({ row }) => row);
  };
  const byId = async (table: string) => new Map((await all(table)).map((row) => [String(row['id']), row]));
  return {
    entries: await byId('journal_entry'),
    accounts: await byId('account'),
    branches: await byId('branch'),
    departments: await byId('department'),
    sections: await byId('section'),
    payees: await byId('payee'),
    documents: await byId('document'),
    batches: await byId('batch'),
    banks: await byId('bank'),
    series: await byId('number_series'),
    codes: await byId('alpha_tax_code'),
    issued: await all('number_issue'),
  };
}
type Tables = Awaited<ReturnType<typeof readTables>>;

function postingOf(tables: Tables, row: Record<string, never>): RawPosting {
  const { entries, accounts, branches, departments, sections, documents, batches, banks, codes } = tables;
  const entry = entries.get(String(row['entry_id']))!;
  const batch = batches.get(String(documents.get(String(entry['document_id']))!['batch_id']))!;
  const bank = entry['bank_id'] === null ? null : banks.get(String(entry['bank_id']))!;
  return {
    entry_id: BigInt(String(row['entry_id'])),
    line_no: Number(row['line_no']),
    date: String(entry['entry_date']),
    type: String(entry['document_type']),
    account: String(accounts.get(String(row['account_id']))!['acct_code']),
    account_name: String(accounts.get(String(row['account_id']))!['acct_desc']),
    branch: String(branches.get(String(row['branch_id']))!['brnc_code']),
    department:
      row['department_id'] === null ? null : String(departments.get(String(row['department_id']))!['dept_code']),
    section: row['section_id'] === null ? null : String(sections.get(String(row['section_id']))!['section_code']),
    payee: payeeOf(tables, row['payee_id'] ?? entry['payee_id']),
    entry_payee: payeeOf(tables, entry['payee_id']),
    bank_account: bank && String(bank['acct_code']),
    number: numberOf(tables, entry),
    batch: String(batch['batch_number']),
    confidential: Number(batch['is_confidential']) === 1,
    prepared_by: Number(batch['prepared_by']),
    reverses: entry['reverses_id'] === null ? null : BigInt(String(entry['reverses_id'])),
    particulars: textOf(entry['remarks']) ?? '',
    description: textOf(row['remarks']) ?? '',
    debit: requireSum(String(row['d'])),
    credit: requireSum(String(row['c'])),
    fc_debit: requireSum(String(row['fd'])),
    fc_credit: requireSum(String(row['fc'])),
    order_id: entry['purchase_order_id'] === null ? null : String(entry['purchase_order_id']),
    atc: row['atc_id'] === null ? null : String(codes.get(String(row['atc_id']))!['atc_code']),
    base: basePesos(textOf(row['tax_base']), String(entry['rate'])) * (requireSum(String(row['c'])) > 0n ? 1n : -1n),
  };
}

/** The survivor of whom an id names. */
function payeeOf({ payees }: Tables, id: string | number | null | undefined) {
  if (id === null || id === undefined) return null;
  const found = payees.get(String(id))!;
  const survivor = found['merged_into'] === null ? found : payees.get(String(found['merged_into']))!;
  return { code: String(survivor['payee_code']), name: String(survivor['payee_desc']) };
}

/** The number that the document of an entry bore in its round: no receipt's. */
function numberOf({ issued, series }: Tables, entry: Row): string | null {
  const numbers = issued
    .filter(
      (one) =>
        String(one['document_id']) === String(entry['document_id']) && Number(one['cycle']) <= Number(entry['round']),
    )
    .filter((one) => !['or', 'ar'].includes(String(series.get(String(one['series_id']))!['kind'])))
    .toSorted(
      (one, other) =>
        Number(other['cycle']) - Number(one['cycle']) ||
        Date.parse(String(other['issued_at'])) - Date.parse(String(one['issued_at'])) ||
        Number(other['number']) - Number(one['number']),
    );
  return numbers[0] ? String(numbers[0]['number_text']) : null;
}

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value);

/** Order of code points, as codes are compared; of numbers. */
export function compare<T extends string | bigint | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export interface RawDays {
  readonly from: string;
  readonly to: string;
}

/** What the trial balance says: `part/account: debit credit | balance`, in order; the part by one field of the postings. */
export function rawTrialBalance(
  { postings }: RawLedger,
  { from, to }: RawDays,
  part: (posting: RawPosting) => string = () => '',
): string[] {
  const sums = new Map<string, { debit: bigint; credit: bigint; balance: bigint }>();
  for (const posting of postings) {
    if (posting.date > to) continue;
    const key = `${part(posting)}/${posting.account}`;
    const sum = sums.get(key) ?? { debit: 0n, credit: 0n, balance: 0n };
    sum.balance += posting.debit - posting.credit;
    if (posting.date >= from) {
      sum.debit += posting.debit;
      sum.credit += posting.credit;
    }
    sums.set(key, sum);
  }
  return [...sums]
    .filter(([, { debit, credit, balance }]) => debit !== 0n || credit !== 0n || balance !== 0n)
    .map(
      ([key, { debit, credit, balance }]) =>
        `${key}: ${amountText(debit)} ${amountText(credit)} | ${amountText(balance)}`,
    )
    .toSorted(compare);
}

/** The figures of each account: `account: beginning debit credit ending`, of the postings that `wanted` says. */
export function rawAccounts(
  { postings }: RawLedger,
  { from, to }: RawDays,
  wanted: (posting: RawPosting) => boolean = () => true,
): string[] {
  const sums = new Map<string, { beginning: bigint; debit: bigint; credit: bigint }>();
  for (const posting of postings) {
    if (posting.date > to || !wanted(posting)) continue;
    const sum = sums.get(posting.account) ?? { beginning: 0n, debit: 0n, credit: 0n };
    if (posting.date < from) sum.beginning += posting.debit - posting.credit;
    else {
      sum.debit += posting.debit;
      sum.credit += posting.credit;
    }
    sums.set(posting.account, sum);
  }
  return [...sums]
    .filter(([, { beginning, debit, credit }]) => beginning !== 0n || debit !== 0n || credit !== 0n)
    .map(
      ([account, { beginning, debit, credit }]) =>
        `${account}: ${[beginning, debit, credit, beginning + debit - credit].map(amountText).join(' ')}`,
    )
    .toSorted(compare);
}

/** The postings of the days, account by account. */
export function rawLines(
  { postings }: RawLedger,
  { from, to }: RawDays,
  wanted: (posting: RawPosting) => boolean = () => true,
): RawPosting[] {
  return postings
    .filter((posting) => posting.date >= from && posting.date <= to && wanted(posting))
    .toSorted(
      (a, b) =>
        compare(a.account, b.account) ||
        compare(a.date, b.date) ||
        compare(a.entry_id, b.entry_id) ||
        a.line_no - b.line_no,
    );
}

/** One entry of a book: its postings, or of a pair of one day that voids itself the original alone. */
export interface RawEntry {
  readonly first: RawPosting;
  readonly postings: readonly RawPosting[];
  /** Voided on its own day: it stands there with its number and 0.00. */
  readonly isVoid: boolean;
}

/** The entries of the days as books show them (reports §0): by day, type, number and entry. */
export function rawBook(
  { postings }: RawLedger,
  { from, to }: RawDays,
  wanted: (posting: RawPosting) => boolean,
): RawEntry[] {
  const entries = new Map<bigint, RawPosting[]>();
  for (const posting of postings) {
    const own = entries.get(posting.entry_id);
    if (own) own.push(posting);
    else entries.set(posting.entry_id, [posting]);
  }
  const dayOfMirror = new Map<bigint, string>();
  for (const [own] of entries.values()) if (own!.reverses !== null) dayOfMirror.set(own!.reverses, own!.date);
  const shown: RawEntry[] = [];
  for (const own of entries.values()) {
    const first = own[0]!;
    if (first.date < from || first.date > to || !wanted(first)) continue;
    const original = first.reverses === null ? null : entries.get(first.reverses)![0]!;
    if (original?.date === first.date) continue;
    shown.push({ first, postings: own, isVoid: dayOfMirror.get(first.entry_id) === first.date });
  }
  return shown.toSorted(
    ({ first: a }, { first: b }) =>
      compare(a.date, b.date) ||
      compare(a.type, b.type) ||
      compare(a.number ?? '', b.number ?? '') ||
      compare(a.entry_id, b.entry_id),
  );
}

/** Sums of postings by a key, in centavos, debit positive; what comes to nothing is left out. */
export function rawBalances(
  postings: readonly RawPosting[],
  to: string,
  keyOf: (posting: RawPosting) => string | null,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const posting of postings) {
    const key = posting.date <= to ? keyOf(posting) : null;
    if (key !== null) sums.set(key, (sums.get(key) ?? 0n) + posting.debit - posting.credit);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n).toSorted(([one], [other]) => compare(one, other)));
}

/** The postings of the days, each with the balance of its account after it and the one account of the other side of its entry. */
export function rawRunning(
  ledger: RawLedger,
  days: RawDays,
): { posting: RawPosting; balance: bigint; contra: string }[] {
  const balances = rawBalances(
    ledger.postings.filter(({ date }) => date < days.from),
    days.to,
    ({ account }) => account,
  );
  return rawLines(ledger, days).map((posting) => {
    const balance = (balances.get(posting.account) ?? 0n) + posting.debit - posting.credit;
    balances.set(posting.account, balance);
    const others = new Set(
      ledger.postings
        .filter(({ entry_id, debit }) => entry_id === posting.entry_id && debit > 0n !== posting.debit > 0n)
        .map(({ account }) => account),
    );
    return { posting, balance, contra: others.size === 1 ? [...others][0]! : 'several' };
  });
}

/** What was withheld in the days by payee and code: `payee/code: base tax`; what nets to nil is left out. */
export function rawWithheld({ postings, accounts }: RawLedger, { from, to }: RawDays): string[] {
  const sums = new Map<string, { base: bigint; tax: bigint }>();
  for (const { account, atc, date, confidential, payee, base, debit, credit } of postings) {
    if (accounts.get(account)!.role !== 'EWT' || atc === null || date < from || date > to) continue;
    const name = confidential ? 'Confidential' : (payee?.name ?? 'No payee is named in the books');
    const sum = sums.get(`${name}/${atc}`) ?? { base: 0n, tax: 0n };
    sums.set(`${name}/${atc}`, { base: sum.base + base, tax: sum.tax + credit - debit });
  }
  return [...sums]
    .filter(([, { base, tax }]) => base !== 0n || tax !== 0n)
    .map(([key, { base, tax }]) => `${key}: ${amountText(base)} ${amountText(tax)}`)
    .toSorted(compare);
}
