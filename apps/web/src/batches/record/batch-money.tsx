import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { showAmount } from './batch-texts.ts';
import styles from './batch-money.module.css';

export type Money = Pick<BatchRow, 'currency' | 'amount' | 'total_amount'>;

/** 'PHP 55,000.00': what goes through the bank; the total where no bank is named. */
export function netText({ currency, amount }: Money): string {
  return `${currency} ${showAmount(amount)}`;
}

/** 'gross 56,000.00, less 1,000.00': the total, and what of it does not go through the bank; null where all of it does. */
export function grossText({ amount, total_amount }: Money): string | null {
  if (amount === total_amount) return null;
  const less = requireAmount(total_amount) - requireAmount(amount);
  return `gross ${showAmount(total_amount)}, less ${formatAmount(less)}`;
}

/** What a batch is worth, money first: what leaves or enters the bank, with the total beside it (ux §6.1). */
export function BatchMoney({ batch }: { batch: Money }) {
  const gross = grossText(batch);
  return (
    <>
      <b className="figures">{netText(batch)}</b>
      {gross === null ? null : <span className="small text-2 figures">{gross}</span>}
    </>
  );
}

/** Gross, what of it does not go through the bank, and net, one below the other; nothing where all of it does. */
export function BatchSums({ batch }: { batch: Money & Pick<BatchRow, 'atc_code'> }) {
  const [sum] = moneySums([batch]);
  if (sum === undefined || batch.amount === batch.total_amount) return null;
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Gross</dt>
        <dd className="figures">{sum.gross}</dd>
      </div>
      <div>
        <dt>{batch.atc_code === null ? 'Withheld' : `Withheld, ${batch.atc_code}`}</dt>
        <dd className="figures">{sum.less}</dd>
      </div>
      <div>
        <dt>Net</dt>
        <dd className="figures">{sum.net}</dd>
      </div>
    </dl>
  );
}

/** What these are worth together, by currency: decimal texts as people read them. */
export function moneySums(batches: readonly Money[]): { currency: string; net: string; gross: string; less: string }[] {
  return [...new Set(batches.map(({ currency }) => currency))].toSorted().map((currency) => {
    const own = batches.filter((batch) => batch.currency === currency);
    const net = sumMinor(own.map(({ amount }) => requireAmount(amount)));
    const gross = sumMinor(own.map(({ total_amount }) => requireAmount(total_amount)));
    return { currency, net: formatAmount(net), gross: formatAmount(gross), less: formatAmount(gross - net) };
  });
}

/** 'PHP 1,510,701.50 · USD 1,234.56': what goes through the bank, per currency, side by side. */
export function netTotals(batches: readonly Money[]): string {
  return moneySums(batches)
    .map(({ currency, net }) => `${currency} ${net}`)
    .join(' · ');
}

/** The same of their totals. */
export function grossTotals(batches: readonly Money[]): string {
  return moneySums(batches)
    .map(({ currency, gross }) => `${currency} ${gross}`)
    .join(' · ');
}
