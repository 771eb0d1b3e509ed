import { formatAmount, requireSum } from '@talaan/core/money/money';

/** '1,250.00', and '−0.01' below nothing. In: decimal text. */
export function signed(text: string): string {
  const minor = requireSum(text);
  return minor < 0n ? `−${formatAmount(-minor)}` : formatAmount(minor);
}
