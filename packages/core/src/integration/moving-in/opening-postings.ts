/** What a move posts: journals against the account with the role OPENING, and an invoice for each open one (`many.md` §5). */
import { CURRENCY_PESO } from '../../money/currency.ts';
import { sumMinor } from '../../money/money.ts';
import type { BalanceRow, MovedNames, MovedRows, VoucherRow } from './moved-rows.ts';

export interface OpeningLine {
  readonly account_id: number;
  readonly branch_id: number;
  readonly department_id: number | null;
  readonly payee_id: number | null;
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  readonly debit_php_minor: bigint;
  readonly credit_php_minor: bigint;
  readonly remarks: string;
}

/** A journal of a move, which balances in its currency and in pesos. */
export interface OpeningJournal {
  readonly currency_id: number;
  /** The customer whose advance it is; null of every other one. */
  readonly payee_id: number | null;
  readonly remarks: string;
  readonly lines: readonly OpeningLine[];
}

/** Lines of one journal, the one that balances it included. */
const MOST_LINES = 5000;

/**
 * The journals of a move: all balances but those of the receivable, which its open invoices post, and of the account with the role
 * OPENING, which is what remains; liabilities with vouchers by voucher, advances by customer, foreign balances line by line at the
 * pesos of the old books. `as_of` is worded into the remarks. The chart has an account with the role OPENING.
 */
export function openingJournals(rows: MovedRows, names: MovedNames, as_of: string): OpeningJournal[] {
  const opening = names.opening!;
  const byVoucher = new Set(rows.vouchers.map(({ account_id }) => account_id));
  const posted = rows.balances.filter(
    ({ account_id }) => account_id !== names.receivable?.id && account_id !== opening.id && !byVoucher.has(account_id),
  );
  const of = (row: BalanceRow) => names.accounts.get(row.account_id)!;
  const foreign = posted.filter((row) => of(row).currency_id !== CURRENCY_PESO);
  const advances = posted.filter((row) => of(row).role === 'CUSTOMER_ADVANCES');
  const others = posted.filter((row) => !foreign.includes(row) && !advances.includes(row));
  const journal = (currency_id: number, payee_id: number | null, lines: readonly OpeningLine[]): OpeningJournal => ({
    currency_id,
    payee_id,
    remarks: `Opening balances of ${as_of}`,
    lines,
  });
  const plain = [...others.flatMap((row) => lineOfBalance(row)), ...rows.vouchers.map(lineOfVoucher)];
  const balance = (line: OpeningLine) => ({ ...swapped(line), account_id: opening.id, branch_id: names.branch_id });
  return [
    ...chunksOf(plain, MOST_LINES - 1).map((lines) =>
      journal(CURRENCY_PESO, null, [...lines, ...balanceOf(lines, opening.id, names.branch_id)]),
    ),
    ...[...groupBy(advances, ({ payee_id }) => payee_id)].map(([payee_id, own]) => {
      const lines = own.flatMap((row) => lineOfBalance(row));
      return journal(CURRENCY_PESO, payee_id, [...lines, ...balanceOf(lines, opening.id, names.branch_id)]);
    }),
    ...[...groupBy(foreign, (row) => of(row).currency_id)].flatMap(([currency_id, own]) =>
      chunksOf(
        own.flatMap((row) => lineOfBalance(row, true)),
        MOST_LINES / 2,
      ).map((lines) =>
        journal(
          currency_id,
          null,
          lines.flatMap((line) => [line, balance(line)]),
        ),
      ),
    ),
  ].filter(({ lines }) => lines.length > 0);
}

/** The lines of a balance: none of one that is nil. */
function lineOfBalance(row: BalanceRow, isForeign = false): OpeningLine[] {
  const { account_id, branch_id, department_id, payee_id, debit_minor, credit_minor, remarks } = row;
  if (debit_minor + credit_minor + row.fc_debit_minor + row.fc_credit_minor === 0n) return [];
  return [
    {
      account_id,
      branch_id,
      department_id,
      payee_id,
      debit_minor: isForeign ? row.fc_debit_minor : debit_minor,
      credit_minor: isForeign ? row.fc_credit_minor : credit_minor,
      debit_php_minor: debit_minor,
      credit_php_minor: credit_minor,
      remarks,
    },
  ];
}

function lineOfVoucher({ account_id, branch_id, payee_id, amount_minor, ...said }: VoucherRow): OpeningLine {
  const due = said.due_date === null ? '' : `, due ${said.due_date}`;
  const remarks = [`${said.reference} of ${said.on_date}${due}`, said.remarks].filter(Boolean).join(' · ');
  return {
    account_id,
    branch_id,
    department_id: null,
    payee_id,
    debit_minor: 0n,
    credit_minor: amount_minor,
    debit_php_minor: 0n,
    credit_php_minor: amount_minor,
    remarks,
  };
}

const swapped = (line: OpeningLine): OpeningLine => ({
  ...line,
  department_id: null,
  payee_id: null,
  debit_minor: line.credit_minor,
  credit_minor: line.debit_minor,
  debit_php_minor: line.credit_php_minor,
  credit_php_minor: line.debit_php_minor,
});

/** The line that balances others in pesos; none where they balance. */
function balanceOf(lines: readonly OpeningLine[], account_id: number, branch_id: number): OpeningLine[] {
  const net = sumMinor(lines.map(({ debit_minor, credit_minor }) => debit_minor - credit_minor));
  if (net === 0n) return [];
  const [debit_minor, credit_minor] = net > 0n ? [0n, net] : [-net, 0n];
  return [
    {
      account_id,
      branch_id,
      department_id: null,
      payee_id: null,
      debit_minor,
      credit_minor,
      debit_php_minor: debit_minor,
      credit_php_minor: credit_minor,
      remarks: '',
    },
  ];
}

/** Items by a key, in the order in which each key first comes. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
