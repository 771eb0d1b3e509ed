/** The proof of a move against its old trial balance: every line must be green before it is ready (`many.md` §5). */
import { CURRENCY_PESO, currencyById } from '../../money/currency.ts';
import { amountText, formatAmount, sumMinor } from '../../money/money.ts';
import type { MovingKind } from './moving-files.ts';
import type { BalanceRow, MovedAccount, MovedNames, MovedRows, ProofLine, ProofRow } from './moved-rows.ts';
import { groupBy, openingJournals } from './opening-postings.ts';

/** Rows that a line lists at most. */
export const PROOF_ROWS = 50;

type Sides = Pick<ProofLine, 'rule' | 'subject' | 'given_label' | 'given_minor' | 'other_label' | 'other_minor'> & {
  readonly currency_id?: number;
  readonly message?: string | null;
};

/** A line with the rows behind its difference: those of just that amount, or of half of it on the wrong side, come first. */
function line({ currency_id = CURRENCY_PESO, message = null, ...sides }: Sides, rows: () => ProofRow[]): ProofLine {
  const difference = sides.given_minor - sides.other_minor;
  const is_green = difference === 0n && message === null;
  const all = is_green ? [] : rows();
  const abs = (minor: bigint) => (minor < 0n ? -minor : minor);
  const rank = ({ amount_minor }: ProofRow) => {
    const amount = abs(amount_minor);
    return amount === abs(difference) ? 0 : amount * 2n === abs(difference) ? 1 : 2;
  };
  const shown = all.toSorted((one, other) => rank(one) - rank(other)).slice(0, PROOF_ROWS);
  return { ...sides, currency_id, message, is_green, rows: shown, row_count: all.length };
}

const net = ({ debit_minor, credit_minor }: BalanceRow) => debit_minor - credit_minor;

/** Every line of the proof, in the order of the checks. */
export function proveMove(rows: MovedRows, names: MovedNames, as_of: string): ProofLine[] {
  return [
    balanced(rows, names),
    ...receivables(rows, names),
    ...vouchers(rows, names),
    ...banks(rows, names),
    ...advances(rows, names),
    ...posted(rows, names, as_of),
  ];
}

function balanceRow(row: BalanceRow, names: MovedNames): ProofRow {
  const account = names.accounts.get(row.account_id)!;
  const text = `${account.code} ${account.name} · ${names.branches.get(row.branch_id) ?? ''}`;
  return { kind: 'balances', row: row.row, text, amount_minor: net(row) };
}

function balanced({ balances }: MovedRows, names: MovedNames): ProofLine {
  return line(
    {
      rule: 'balanced',
      subject: 'Trial balance',
      given_label: 'Debits',
      given_minor: sumMinor(balances.map(({ debit_minor }) => debit_minor)),
      other_label: 'Credits',
      other_minor: sumMinor(balances.map(({ credit_minor }) => credit_minor)),
      message: balances.length === 0 ? 'Upload the trial balance.' : null,
    },
    () => balances.map((row) => balanceRow(row, names)),
  );
}

interface Detail {
  readonly branch_id: number;
  readonly minor: bigint;
  readonly row: ProofRow;
}

/** An account against what it consists of, in each branch in which one of the two has something. */
function byBranch(
  account: MovedAccount,
  of: { readonly balances: readonly BalanceRow[]; readonly details: readonly Detail[]; readonly sign: 1n | -1n },
  named: Pick<Sides, 'rule' | 'other_label'>,
  names: MovedNames,
): ProofLine[] {
  const own = of.balances.filter(({ account_id }) => account_id === account.id);
  const branches = new Set([...own, ...of.details].map(({ branch_id }) => branch_id));
  return [...branches].map((branch) => {
    const [balances, details] = [own.filter(isOf(branch)), of.details.filter(isOf(branch))];
    return line(
      {
        ...named,
        subject: `${account.code} ${account.name}${branches.size > 1 ? ` · ${names.branches.get(branch) ?? ''}` : ''}`,
        given_label: 'Trial balance',
        given_minor: sumMinor(balances.map(net)) * of.sign,
        other_minor: sumMinor(details.map(({ minor }) => minor)),
      },
      () => [...balances.map((row) => balanceRow(row, names)), ...details.map(({ row }) => row)],
    );
  });
}

const isOf = (branch: number) => (row: { readonly branch_id: number }) => row.branch_id === branch;

function receivables({ balances, invoices }: MovedRows, names: MovedNames): ProofLine[] {
  const details = invoices.map(({ row, branch_id, number, payee_id, open_php_minor: minor }) => ({
    branch_id,
    minor,
    row: rowOf('invoices', row, `${number} · ${names.payees.get(payee_id) ?? ''}`, minor),
  }));
  const { receivable } = names;
  if (receivable !== null) {
    const named = { rule: 'receivable', other_label: 'Open invoices in pesos' } as const;
    const inPesos = byBranch(receivable, { balances, details, sign: 1n }, named, names);
    return [...inPesos, ...receivablesByCurrency(receivable, { balances, invoices }, names)];
  }
  if (details.length === 0) return [];
  const message = 'No account has the role Accounts receivable. Give it one in the chart of accounts.';
  const minor = sumMinor(details.map((detail) => detail.minor));
  const sides = { given_label: 'Trial balance', given_minor: 0n, other_label: 'Open invoices', other_minor: minor };
  return [line({ rule: 'receivable', subject: 'Accounts receivable', ...sides, message }, () => [])];
}

/** The receivable in each currency in which it, or an invoice, is given: nothing where the old books have it in pesos alone. */
function receivablesByCurrency(
  { id, code, name }: MovedAccount,
  { balances, invoices }: Pick<MovedRows, 'balances' | 'invoices'>,
  names: MovedNames,
): ProofLine[] {
  const own = balances.filter(({ account_id }) => account_id === id);
  if (own.every(({ currency_id }) => currency_id === null)) return [];
  const currencyOf = (row: { readonly currency_id: number | null }) => row.currency_id ?? CURRENCY_PESO;
  const currencies = new Set([...own, ...invoices].map(currencyOf));
  return [...currencies].map((currency_id) => {
    const isIn = (row: { readonly currency_id: number | null }) => currencyOf(row) === currency_id;
    const [given, open] = [own.filter(isIn), invoices.filter(isIn)];
    const currency = currencyById(currency_id)?.code ?? '';
    return line(
      {
        rule: 'receivable',
        subject: `${code} ${name} · ${currency}`,
        given_label: `Trial balance in ${currency}`,
        given_minor: sumMinor(given.map((row) => inItsCurrency(row, currency_id))),
        other_label: `Open invoices in ${currency}`,
        other_minor: sumMinor(open.map(({ open_minor }) => open_minor)),
        currency_id,
      },
      () => [
        ...given.map((row) => ({ ...balanceRow(row, names), amount_minor: inItsCurrency(row, currency_id) })),
        ...open.map(({ row, number, payee_id, open_minor }) =>
          rowOf('invoices', row, `${number} · ${names.payees.get(payee_id) ?? ''}`, open_minor),
        ),
      ],
    );
  });
}

const inItsCurrency = (row: BalanceRow, currency_id: number) =>
  currency_id === CURRENCY_PESO ? net(row) : row.fc_debit_minor - row.fc_credit_minor;

const rowOf = (kind: MovingKind, row: number, text: string, amount_minor: bigint): ProofRow => ({
  kind,
  row,
  text,
  amount_minor,
});

function vouchers({ balances, vouchers: open }: MovedRows, names: MovedNames): ProofLine[] {
  return [...groupBy(open, ({ account_id }) => account_id)].flatMap(([account_id, own]) => {
    const details = own.map(({ row, branch_id, reference, payee_id, amount_minor: minor }) => ({
      branch_id,
      minor,
      row: rowOf('vouchers', row, `${reference} · ${names.payees.get(payee_id) ?? ''}`, minor),
    }));
    const named = { rule: 'vouchers', other_label: 'Open vouchers' } as const;
    return byBranch(names.accounts.get(account_id)!, { balances, details, sign: -1n }, named, names);
  });
}

/** Each bank account that a file names, or that has a balance: ledger = statement − cheques that are out + deposits in transit. */
function banks(rows: MovedRows, names: MovedNames): ProofLine[] {
  const held = new Set(rows.balances.map(({ account_id }) => account_id));
  const named = new Set(
    [...rows.statements, ...rows.cheques, ...rows.deposits].flatMap(({ bank_id }) => bank_id ?? []),
  );
  const asked = [...names.banks.values()].filter(({ id, account_id }) => named.has(id) || held.has(account_id));
  return asked.map(({ id, name, account_id }) => {
    const isOwn = (row: { readonly bank_id: number | null }) => row.bank_id === id;
    const currency_id = names.accounts.get(account_id)?.currency_id ?? CURRENCY_PESO;
    const balances = rows.balances.filter((row) => row.account_id === account_id);
    const statement = rows.statements.find(isOwn);
    const [cheques, deposits] = [rows.cheques.filter(isOwn), rows.deposits.filter(isOwn)];
    const [out, transit] = [sumMinor(cheques.map(amountOf)), sumMinor(deposits.map(amountOf))];
    const ledger = balances.map((row) => inItsCurrency(row, currency_id));
    const said = statement?.balance_minor ?? 0n;
    return line(
      {
        rule: 'bank',
        subject: name,
        given_label: 'Trial balance',
        given_minor: sumMinor(ledger),
        other_label: `Statement ${formatSigned(said)} − cheques ${formatAmount(out)} + deposits ${formatAmount(transit)}`,
        other_minor: said - out + transit,
        currency_id,
        message: statement ? null : 'Give the balance of its statement in the file of bank statements.',
      },
      () => [
        ...balances.map((row) => balanceRow(row, names)),
        ...cheques.map(({ row, number, amount_minor }) => rowOf('cheques', row, `Cheque ${number}`, -amount_minor)),
        ...deposits.map(({ row, reference, amount_minor }) => rowOf('deposits', row, reference, amount_minor)),
      ],
    );
  });
}

const amountOf = ({ amount_minor }: { readonly amount_minor: bigint }) => amount_minor;

const formatSigned = (minor: bigint) => (minor < 0n ? `−${formatAmount(-minor)}` : formatAmount(minor));

/** What customers paid in advance is theirs, each by name, and nobody has less than nothing. */
function advances({ balances }: MovedRows, names: MovedNames): ProofLine[] {
  const own = balances.filter(({ account_id }) => names.accounts.get(account_id)?.role === 'CUSTOMER_ADVANCES');
  if (own.length === 0) return [];
  const account = names.accounts.get(own[0]!.account_id)!;
  const byCustomer = groupBy(own, ({ payee_id }) => payee_id);
  const wrong = [...byCustomer.values()].filter((rows) => sumMinor(rows.map(net)) > 0n).flat();
  return [
    line(
      {
        rule: 'advances',
        subject: `${account.code} ${account.name}`,
        given_label: 'Trial balance',
        given_minor: -sumMinor(own.map(net)),
        other_label: `Advances of ${byCustomer.size} customer${byCustomer.size === 1 ? '' : 's'}`,
        other_minor: -sumMinor([...byCustomer.values()].flat().map(net)),
        message: wrong.length > 0 ? 'A customer has less than nothing in advance: it is a receivable.' : null,
      },
      () => wrong.map((row) => balanceRow(row, names)),
    ),
  ];
}

/** What would be posted, held against what was given: each account and branch, and what remains on the account with the role OPENING. */
function posted(rows: MovedRows, names: MovedNames, as_of: string): ProofLine[] {
  const { opening } = names;
  if (opening === null) {
    const message = 'No account has the role Opening balance equity. Give it one in the chart of accounts.';
    const sides = { given_label: 'Trial balance', given_minor: 0n, other_label: 'Left over', other_minor: 0n };
    return [line({ rule: 'opening', subject: 'Opening balance equity', ...sides, message }, () => [])];
  }
  const sums = new Map<string, bigint>();
  const add = (account_id: number, branch_id: number, minor: bigint) => {
    const key = account_id === opening.id ? `${account_id}` : `${account_id} ${branch_id}`;
    sums.set(key, (sums.get(key) ?? 0n) + minor);
  };
  for (const journal of openingJournals(rows, names, as_of)) {
    for (const { account_id, branch_id, debit_php_minor, credit_php_minor } of journal.lines)
      add(account_id, branch_id, debit_php_minor - credit_php_minor);
  }
  for (const { branch_id, open_php_minor } of rows.invoices) {
    if (names.receivable) add(names.receivable.id, branch_id, open_php_minor);
    add(opening.id, names.branch_id, -open_php_minor);
  }
  const left = sums.get(`${opening.id}`) ?? 0n;
  const ofOpening = rows.balances.filter(({ account_id }) => account_id === opening.id);
  for (const row of rows.balances) add(row.account_id, row.branch_id, -net(row));
  const off = new Map([...sums].filter(([key, minor]) => minor !== 0n && key !== `${opening.id}`));
  const differing = () => rows.balances.filter(({ account_id, branch_id }) => off.has(`${account_id} ${branch_id}`));
  return [
    line(
      {
        rule: 'opening',
        subject: `${opening.code} ${opening.name}`,
        given_label: 'Trial balance',
        given_minor: sumMinor(ofOpening.map(net)),
        other_label: 'Left over when all is posted',
        other_minor: left,
      },
      () => ofOpening.map((row) => balanceRow(row, names)),
    ),
    line(
      {
        rule: 'posted',
        subject: 'Every account and branch',
        given_label: 'Given',
        given_minor: 0n,
        other_label: 'Posted less given',
        other_minor: sumMinor([...off.values()].map((minor) => (minor < 0n ? -minor : minor))),
      },
      () => differing().map((row) => balanceRow(row, names)),
    ),
  ];
}

/** A line as a sentence: which amounts are not equal, and by how much. */
export function proofSentence({
  subject,
  given_label,
  given_minor,
  other_label,
  other_minor,
  message,
}: ProofLine): string {
  if (message !== null) return `${subject}: ${message}`;
  return `${subject}: ${given_label} ${amountText(given_minor)}, ${other_label} ${amountText(other_minor)}.`;
}
