import { formatAmount, requireAmount } from '@talaan/core/money/money';

/** '1 row', '4,200 rows'. */
export const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** '1,250.00' */
export const amountOf = (text: string): string => formatAmount(requireAmount(text));
