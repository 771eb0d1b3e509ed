import type { MoveFiguresData } from '@talaan/contract/integration/moving-in.contract';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import type { MovedNames, MovedRows } from '@talaan/core/integration/moving-in/moved-rows';
import { currencyById, CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, sumMinor } from '@talaan/core/money/money';
import { agedTotals, AGES, type OwedItem } from '@talaan/core/receivables/aging';
import { groupBy } from '../../platform/group-by.ts';

/** Trial balance, aging and bank accounts as they would be once a move is confirmed, from the rows that wait. */
export function moveFigures(rows: MovedRows, names: MovedNames, as_of: string): MoveFiguresData {
  const balances = [...groupBy(rows.balances, ({ account_id }) => account_id)]
    .map(([id, own]) => {
      const { code, name } = names.accounts.get(id)!;
      const net = sumMinor(own.map(({ debit_minor, credit_minor }) => debit_minor - credit_minor));
      return { account: code, name, net };
    })
    .filter(({ net }) => net !== 0n)
    .toSorted((one, other) => (one.account < other.account ? -1 : 1));
  const owed = rows.invoices.map((invoice) => ({ ...invoice, owed_minor: invoice.open_php_minor }));
  const aging = [...groupBy(owed, ({ payee_id }) => payee_id)]
    .map(([payee_id, own]) => ({
      customer: names.payees.get(payee_id) ?? '',
      invoices: own.length,
      open: openOf(own),
      ages: agesOf(own, as_of),
    }))
    .toSorted((one, other) => one.customer.localeCompare(other.customer, 'en'));
  const side = (isSide: (net: bigint) => boolean) =>
    amountText(sumMinor(balances.flatMap(({ net }) => (isSide(net) ? (net < 0n ? -net : net) : []))));
  return {
    balances: balances.map(({ account, name, net }) => ({
      account,
      name,
      debit: amountText(net > 0n ? net : 0n),
      credit: amountText(net < 0n ? -net : 0n),
    })),
    debit: side((net) => net > 0n),
    credit: side((net) => net < 0n),
    aging,
    open: openOf(owed),
    ages: agesOf(owed, as_of),
    banks: banksOf(rows, names),
  };
}

const openOf = (items: readonly OwedItem[]) => amountText(sumMinor(items.map(({ owed_minor }) => owed_minor)));

function agesOf(items: readonly OwedItem[], as_of: string) {
  const totals = agedTotals(items, requireCalendarDate(as_of));
  return Object.fromEntries(AGES.map((age) => [age, amountText(totals[age])])) as Record<(typeof AGES)[number], string>;
}

function banksOf(rows: MovedRows, names: MovedNames) {
  const named = new Set(
    [...rows.statements, ...rows.cheques, ...rows.deposits].flatMap(({ bank_id }) => bank_id ?? []),
  );
  const held = new Set(rows.balances.map(({ account_id }) => account_id));
  return [...names.banks.values()]
    .filter(({ id, account_id }) => named.has(id) || held.has(account_id))
    .map(({ id, name, account_id }) => {
      const currency_id = names.accounts.get(account_id)?.currency_id ?? CURRENCY_PESO;
      const isOwn = (row: { readonly bank_id: number | null }) => row.bank_id === id;
      const [cheques, deposits] = [rows.cheques.filter(isOwn), rows.deposits.filter(isOwn)];
      const ledger = rows.balances
        .filter((row) => row.account_id === account_id)
        .map((row) =>
          currency_id === CURRENCY_PESO ? row.debit_minor - row.credit_minor : row.fc_debit_minor - row.fc_credit_minor,
        );
      const statement = rows.statements.find(isOwn);
      const sumOf = (items: readonly { amount_minor: bigint }[]) =>
        amountText(sumMinor(items.map(({ amount_minor }) => amount_minor)));
      return {
        bank: name,
        currency: currencyById(currency_id)?.code ?? '',
        statement: statement ? amountText(statement.balance_minor) : null,
        cheques: sumOf(cheques),
        cheque_count: cheques.length,
        deposits: sumOf(deposits),
        deposit_count: deposits.length,
        ledger: amountText(sumMinor(ledger)),
      };
    });
}
