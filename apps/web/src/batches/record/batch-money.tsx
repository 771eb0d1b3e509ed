import type { BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { showAmount } from './batch-texts.ts';

type Money = Pick<BatchRow, 'currency' | 'amount' | 'total_amount'>;

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
