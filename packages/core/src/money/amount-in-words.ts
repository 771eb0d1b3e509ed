const SCALES: readonly (readonly [bigint, string])[] = [
  [1_000_000_000_000n, 'TRILLION'],
  [1_000_000_000n, 'BILLION'],
  [1_000_000n, 'MILLION'],
  [1_000n, 'THOUSAND'],
  [100n, 'HUNDRED'],
];

const NUMERALS: readonly (readonly [bigint, string])[] = [
  [90n, 'NINETY'],
  [80n, 'EIGHTY'],
  [70n, 'SEVENTY'],
  [60n, 'SIXTY'],
  [50n, 'FIFTY'],
  [40n, 'FORTY'],
  [30n, 'THIRTY'],
  [20n, 'TWENTY'],
  [19n, 'NINETEEN'],
  [18n, 'EIGHTEEN'],
  [17n, 'SEVENTEEN'],
  [16n, 'SIXTEEN'],
  [15n, 'FIFTEEN'],
  [14n, 'FOURTEEN'],
  [13n, 'THIRTEEN'],
  [12n, 'TWELVE'],
  [11n, 'ELEVEN'],
  [10n, 'TEN'],
  [9n, 'NINE'],
  [8n, 'EIGHT'],
  [7n, 'SEVEN'],
  [6n, 'SIX'],
  [5n, 'FIVE'],
  [4n, 'FOUR'],
  [3n, 'THREE'],
  [2n, 'TWO'],
  [1n, 'ONE'],
];

/**
 * An amount as cheques, vouchers and receipts spell it: upper case, no hyphens, the currency word of the currency
 * record, "& NN/100" only when the centavos are not 00, ending "ONLY" (decisions §10, spec 2 §9). In: minor units, 0 or
 * more; a negative amount throws. 46,305.73 → "FORTY SIX THOUSAND THREE HUNDRED FIVE PESOS & 73/100 ONLY".
 */
export function amountInWords(minor: bigint, currencyWord: string): string {
  if (minor < 0n) throw new RangeError('A negative amount is not spelled.');
  const centavos = minor % 100n;
  const whole = minor < 100n ? 'ZERO' : spell(minor / 100n).join(' ');
  const fraction = centavos === 0n ? '' : `& ${centavos.toString().padStart(2, '0')}/100 `;
  return `${whole} ${currencyWord} ${fraction}ONLY`;
}

function spell(whole: bigint): string[] {
  for (const [value, word] of SCALES) {
    if (whole >= value) return [...spell(whole / value), word, ...spell(whole % value)];
  }
  for (const [value, word] of NUMERALS) {
    if (whole >= value) return [word, ...spell(whole - value)];
  }
  return [];
}
