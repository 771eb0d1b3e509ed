import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseAmount } from '@talaan/core/money/money';
import { parseRate, RATE_ONE } from '@talaan/core/money/rate';
import { differenceOf, totalsOf, type DebitCredit } from '@talaan/core/ledger/balance';
import { pesoAmounts, pesosByRate, type PesoAmounts } from '@talaan/core/ledger/journal-entry';
import type { EntryLine } from './entry-line.ts';

/** The sums of an entry while it is typed, in minor units. */
export interface EntryBalance {
  /** In the entry's currency. */
  readonly totals: DebitCredit;
  /** In pesos at the rate; null in a peso entry, and while the rate cannot be read. */
  readonly pesos: DebitCredit | null;
  /** Peso value of each line, in the order given; null where `pesos` is null. */
  readonly linePesos: readonly DebitCredit[] | null;
  /** Lines whose pesos were typed and are not those of the rate, by their place in the order given. */
  readonly offRate: readonly OffRate[];
  readonly balanced: boolean;
}

export interface OffRate {
  readonly index: number;
  /** Minor units of pesos: as typed, and what the rate gives. */
  readonly typed_minor: bigint;
  readonly by_rate_minor: bigint;
}

/** Sums the lines; an amount that cannot be read counts as 0, it is marked in its cell. */
export function balanceOf(lines: readonly EntryLine[], currencyId: number, rateText: string): EntryBalance {
  const amounts = lines.map((line) => ({
    debit_minor: read(line.debit),
    credit_minor: read(line.credit),
    debit_php_minor: read(line.debit_php),
    credit_php_minor: read(line.credit_php),
  }));
  const totals = totalsOf(amounts);
  const isForeign = currencyId !== CURRENCY_PESO;
  const rate = isForeign ? parseRate(rateText) : RATE_ONE;
  const linePesos = isForeign && rate !== null ? pesoAmounts(amounts, rate).map(sidesOf) : null;
  const pesos = linePesos === null ? null : totalsOf(linePesos);
  const pesosBalance = pesos === null || differenceOf(pesos) === 0n;
  const byRate = isForeign && rate !== null ? pesosByRate(amounts, rate).map(sidesOf) : [];
  const offRate = byRate.flatMap((line, index) => {
    const [typed_minor, by_rate_minor] = [sizeOf(linePesos![index]!), sizeOf(line)];
    return typed_minor === by_rate_minor ? [] : [{ index, typed_minor, by_rate_minor }];
  });
  return { totals, pesos, linePesos, offRate, balanced: differenceOf(totals) === 0n && pesosBalance };
}

const sidesOf = (line: PesoAmounts): DebitCredit => ({
  debit_minor: line.debit_php_minor,
  credit_minor: line.credit_php_minor,
});

const sizeOf = ({ debit_minor, credit_minor }: DebitCredit) => debit_minor + credit_minor;

function read(text: string): bigint {
  return text === '' ? 0n : (parseAmount(text) ?? 0n);
}
