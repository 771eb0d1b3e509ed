import { parseAmount } from '@talaan/core/money/money';

const WRITTEN = /^(\(|-|–)?\s*(?:PHP|Php|USD|P|₱|\$)?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*\)?$/;

/**
 * The amount that a text was meant to be which no cell takes: one with the sign of its currency, in parentheses or with a
 * minus. Minor units, below 0 for the last two; null for any other text, and for 0.
 */
export function amountWithin(text: string): bigint | null {
  const [, minus, figures = ''] = WRITTEN.exec(text.trim()) ?? [];
  const minor = parseAmount(figures);
  if (minor === null || minor === 0n) return null;
  return minus === undefined ? minor : -minor;
}
