import { formatAmount } from '@talaan/core/money/money';
import { outOfBalanceText, type DebitCredit } from '@talaan/core/ledger/balance';
import { IconAlert, IconCheck } from '../../../ui/icons.tsx';
import type { EntryBalance } from '../lines/entry-balance.ts';
import { FootSum, FootLine } from '../frame/foot-bar.tsx';
import styles from './balance-sums.module.css';

/** The sums of an entry in the foot of its page: lines, both sides, and whether they agree (ux §5). */
export function BalanceSums({
  balance: { totals, pesos },
  currency,
  lines,
}: {
  balance: EntryBalance;
  /** ISO code of the entry's currency. */
  currency: string;
  lines: number;
}) {
  return (
    <>
      <FootLine>
        <span className="text-2 figures">{lines === 1 ? '1 line' : `${lines} lines`}</span>
        <Sides totals={totals} currency={pesos === null ? '' : currency} />
        <span role="status">
          <Verdict totals={totals} />
        </span>
      </FootLine>
      {pesos === null ? null : (
        <FootLine>
          <span className="text-2">in pesos</span>
          <Sides totals={pesos} currency="PHP" />
          <Verdict totals={pesos} />
        </FootLine>
      )}
    </>
  );
}

function Sides({ totals, currency }: { totals: DebitCredit; currency: string }) {
  return (
    <>
      <FootSum name={`Debit ${currency}`}>{formatAmount(totals.debit_minor)}</FootSum>
      <FootSum name={`Credit ${currency}`}>{formatAmount(totals.credit_minor)}</FootSum>
    </>
  );
}

/** Nothing on both sides is no balance. */
function Verdict({ totals }: { totals: DebitCredit }) {
  const out = outOfBalanceText(totals);
  if (out === null && totals.debit_minor === 0n) return null;
  return out === null ? (
    <span className={styles.balanced}>
      <IconCheck />
      Balanced
    </span>
  ) : (
    <span className={`${styles.out} figures`}>
      <IconAlert />
      {out}
    </span>
  );
}
