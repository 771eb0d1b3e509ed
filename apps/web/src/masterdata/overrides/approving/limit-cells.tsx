import { parseAmount } from '@talaan/core/money/money';
import { displayAmount } from '@talaan/contract/resource/display-value';

/** The most that somebody approves, a decimal string; 0.00 or none means no limit (decisions §3). */
export function MostCell({ amount }: { amount: string | null }) {
  if (amount === null || parseAmount(amount) === 0n) return <span className="muted">No limit</span>;
  return displayAmount(amount);
}
