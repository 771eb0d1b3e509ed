import { totalsOf, type DebitCredit } from './balance.ts';

/** The side on which a document of a type has the line of its bank. */
type Side = 'debit' | 'credit';
type AccountLine = DebitCredit & { readonly account_code: string };

/**
 * What goes through an own bank account: the lines on its account of the chart, on their side less the other side. In and
 * out: minor units. 0 when nothing does; the entry is then not complete.
 */
export function bankMovement(side: Side, acctCode: string, lines: readonly AccountLine[]): bigint {
  const { debit_minor, credit_minor } = totalsOf(lines.filter((line) => line.account_code === acctCode));
  return side === 'debit' ? debit_minor - credit_minor : credit_minor - debit_minor;
}

/**
 * Why a document that names this own bank account cannot be posted: nothing goes through the account of the chart behind
 * it (decisions §4). Null where something does.
 */
export function bankLineFault(
  side: Side,
  bank: { readonly bank_code: string; readonly account_no: string; readonly acct_code: string },
  lines: readonly AccountLine[],
): string | null {
  if (bankMovement(side, bank.acct_code, lines) > 0n) return null;
  return `No line ${side}s account ${bank.acct_code}, which stands behind ${bankText(bank)}.`;
}

/** How messages name an own bank account: "BPI 0000-1111". */
export function bankText(bank: { readonly bank_code: string; readonly account_no: string }): string {
  return `${bank.bank_code} ${bank.account_no}`;
}
