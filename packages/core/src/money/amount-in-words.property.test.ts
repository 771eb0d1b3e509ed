import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { CURRENCIES } from './currency.ts';
import { MAX_AMOUNT_MINOR } from './money.ts';

const SMALL =
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN';
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY';
const NUMERALS = new Map([
  ...SMALL.split(' ').map((word, value) => [word, BigInt(value)] as const),
  ...TENS.split(' ').map((word, at) => [word, BigInt(at + 2) * 10n] as const),
]);
const SCALES = new Map(
  ['THOUSAND', 'MILLION', 'BILLION', 'TRILLION'].map((word, at) => [word, 1000n ** BigInt(at + 1)] as const),
);

/** Reads a spelled amount as a person does, from left to right. */
function readWords(text: string, currencyWord: string): bigint {
  const [, words, centavos = '00'] = new RegExp(`^([A-Z ]+) ${currencyWord} (?:& (\\d\\d)/100 )?ONLY$`).exec(text)!;
  let whole = 0n;
  let group = 0n;
  for (const word of words!.split(' ')) {
    if (word === 'HUNDRED') group *= 100n;
    else if (SCALES.has(word)) {
      whole += group * SCALES.get(word)!;
      group = 0n;
    } else group += NUMERALS.get(word)!;
  }
  return (whole + group) * 100n + BigInt(centavos);
}

/** 0 to 999 as they are spelled: a figure of tens and one of ones, never SIXTY FIFTEEN. */
function groupInWords(group: number): string[] {
  const [hundreds, rest] = [Math.floor(group / 100), group % 100];
  const ones = rest < 20 ? [rest] : [rest % 10];
  return [
    ...(hundreds > 0 ? [SMALL.split(' ')[hundreds]!, 'HUNDRED'] : []),
    ...(rest >= 20 ? [TENS.split(' ')[Math.floor(rest / 10) - 2]!] : []),
    ...ones.filter((one) => one > 0).map((one) => SMALL.split(' ')[one]!),
  ];
}

it('each group of three figures is spelled, at every scale', () => {
  for (const [scale, figure] of [['', 1n] as const, ...SCALES]) {
    for (let group = 1; group <= 999; group += 1) {
      const words = [...groupInWords(group), ...(scale === '' ? [] : [scale]), 'PESOS ONLY'].join(' ');
      expect(amountInWords(BigInt(group) * figure * 100n, 'PESOS')).toBe(words);
    }
  }
});

/** Of every length: drawn from the whole range, most would have that of the largest one. */
const amount = fc
  .nat(String(MAX_AMOUNT_MINOR).length)
  .chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }));

it('words are their figures again, in every currency', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...CURRENCIES), (minor, { word }) => {
      expect(readWords(amountInWords(minor, word), word)).toBe(minor);
    }),
    { numRuns: 1000 },
  );
});
