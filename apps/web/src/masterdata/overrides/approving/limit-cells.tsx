import { MAX_AMOUNT_MINOR, parseAmount } from '@talaan/core/money/money';
import { displayAmount } from '@talaan/contract/resource/display-value';

/** The most that somebody approves, a decimal string; 0.00, none and the largest amount there is mean no limit (decisions §3). */
export function MostCell({ amount }: { amount: string | null }) {
  const minor = amount === null ? 0n : parseAmount(amount);
  if (amount === null || minor === 0n || minor === MAX_AMOUNT_MINOR) return <span className="muted">No limit</span>;
  return displayAmount(amount);
}
