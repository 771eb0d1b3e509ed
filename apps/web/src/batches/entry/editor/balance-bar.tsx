import { type ReactNode } from 'react';
import { formatAmount } from '@talaan/core/money/money';
import { outOfBalanceText, type DebitCredit } from '@talaan/core/ledger/balance';
import { IconAlert, IconCheck } from '../../../ui/icons.tsx';
import type { EntryBalance } from '../lines/entry-balance.ts';
import styles from './balance-bar.module.css';

export interface BalanceBarProps {
  balance: EntryBalance;
  /** ISO code of the entry's currency. */
  currency: string;
  lines: number;
  /** After the sums: the line that can be brought back. */
  note?: ReactNode;
  /** The buttons of the page. */
  children: ReactNode;
}

/** The foot of an entry page: lines, both sums, whether they agree, and what can be done (ux §5). */
export function BalanceBar({ balance, currency, lines, note, children }: BalanceBarProps) {
  const { totals, pesos } = balance;
  return (
    <div className={styles.bar} role="region" aria-label="Balance and actions" data-region>
      <div className={styles.sums}>
        <div className={styles.line}>
          <span className="text-2 figures">{lines === 1 ? '1 line' : `${lines} lines`}</span>
          <Sums totals={totals} currency={pesos === null ? '' : currency} />
          <span role="status">
            <Verdict totals={totals} empty={lines === 0} />
          </span>
        </div>
        {pesos === null ? null : (
          <div className={styles.line}>
            <span className="text-2">in pesos</span>
            <Sums totals={pesos} currency="PHP" />
            <Verdict totals={pesos} empty={lines === 0} />
          </div>
        )}
      </div>
      {note}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

function Sums({ totals, currency }: { totals: DebitCredit; currency: string }) {
  return (
    <>
      <span className="text-2">
        {`Debit ${currency}`}
        <b className="figures">{formatAmount(totals.debit_minor)}</b>
      </span>
      <span className="text-2">
        {`Credit ${currency}`}
        <b className="figures">{formatAmount(totals.credit_minor)}</b>
      </span>
    </>
  );
}

function Verdict({ totals, empty }: { totals: DebitCredit; empty: boolean }) {
  const out = outOfBalanceText(totals);
  if (empty && out === null) return null;
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
