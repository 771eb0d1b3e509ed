import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { CURRENCIES } from './currency.ts';
import { MAX_AMOUNT_MINOR } from './money.ts';

const ONES = 'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE'.split(' ');
const TEENS = 'TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(' ');
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');
/** From the largest down, as they follow one another in a number. */
const SCALES = ['TRILLION', 'BILLION', 'MILLION', 'THOUSAND', ''];

/**
 * Reads a spelled amount by the grammar of English cardinals, in which every number has one spelling: at each scale at most one
 * group, of hundreds, then tens with ones, or a teen. Null where the words are no number, or not the shortest one.
 */
function readWords(text: string, currencyWord: string): bigint | null {
  const [, said = '', centavos = '00'] = /^([A-Z ]+?)(?: & (?!00)(\d\d)\/100)? ONLY$/.exec(text) ?? [];
  if (!said.endsWith(` ${currencyWord}`)) return null;
  const spelled = said.slice(0, -currencyWord.length - 1);
  if (spelled === 'ZERO') return BigInt(centavos);
  const words = spelled.split(' ');
  /** Takes the next word if it is one of these: its place among them, from `first`; else 0. */
  const take = (list: readonly string[], first: number): number => {
    const place = list.indexOf(words[0] ?? '');
    if (place < 0) return 0;
    words.shift();
    return place + first;
  };
  const belowHundred = () => take(TEENS, 10) || take(TENS, 2) * 10 + take(ONES, 1);
  let whole = 0n;
  for (const scale of SCALES) {
    const before = [...words];
    const hundreds = words[1] === 'HUNDRED' ? take(ONES, 1) : 0;
    if (hundreds > 0) words.shift();
    const group = hundreds * 100 + belowHundred();
    // A group that is of a smaller scale is read again there.
    const isOwn = group > 0 && (scale === '' || words.shift() === scale);
    if (!isOwn) words.splice(0, words.length, ...before);
    whole = whole * 1000n + (isOwn ? BigInt(group) : 0n);
  }
  return words.length === 0 && whole > 0n ? whole * 100n + BigInt(centavos) : null;
}

/** Amounts that differ from their words: those whose words, read again, are another amount or none. */
function misread(amounts: Iterable<bigint>, { word }: { readonly word: string }): string[] {
  const faults: string[] = [];
  for (const minor of amounts) {
    const words = amountInWords(minor, word);
    if (readWords(words, word) !== minor) faults.push(`${minor}: ${words}`);
  }
  return faults;
}

/** Where spelling turns: each group of three figures at every scale, alone and after a one, and all about powers of ten. */
function* turningPoints(): Generator<bigint> {
  for (let scale = 1n; scale <= 10n ** 12n; scale *= 1000n) {
    for (let group = 1n; group <= 999n; group += 1n) {
      const whole = group * scale;
      for (const minor of [
        whole * 100n,
        (whole + 1n) * 100n,
        (whole * 1000n + 1n) * 100n,
        whole * 100n + (group % 100n),
      ])
        if (minor <= MAX_AMOUNT_MINOR) yield minor;
    }
  }
  for (let power = 1n; power <= MAX_AMOUNT_MINOR; power *= 10n)
    for (let by = -2n; by <= 2n; by += 1n) if (power + by >= 0n) yield power + by;
  for (let minor = 0n; minor < 1000n; minor += 1n) yield minor;
  yield MAX_AMOUNT_MINOR;
}

/** Of every length: drawn from the whole range, most would have that of the largest one. */
function randomAmount(): bigint {
  const digits = 1 + randomInt(String(MAX_AMOUNT_MINOR).length);
  return BigInt(Array.from({ length: digits }, () => randomInt(10)).join(''));
}

it('words are their figures again, wherever spelling turns, in every currency', () => {
  for (const currency of CURRENCIES) expect(misread(turningPoints(), currency)).toEqual([]);
});

it('words of 100,000 random amounts are their figures again', () => {
  const each = Math.ceil(100_000 / CURRENCIES.length);
  for (const currency of CURRENCIES) expect(misread(Array.from({ length: each }, randomAmount), currency)).toEqual([]);
});

it.each([
  'SIXTY FIFTEEN PESOS ONLY',
  'ONE HUNDRED HUNDRED PESOS ONLY',
  'ONE THOUSAND ONE MILLION PESOS ONLY',
  'ONE THOUSAND ONE THOUSAND PESOS ONLY',
  'TEN ONE PESOS ONLY',
  'ONE HUNDRED AND TEN PESOS ONLY',
  'TWENTY-ONE PESOS ONLY',
  'ELEVEN HUNDRED PESOS ONLY',
  'ONE PESOS & 00/100 ONLY',
  'THOUSAND PESOS ONLY',
  'ONE DOLLARS ONLY',
  'ONE PESOS',
])('the reader of these tests takes no wrong spelling for a number: %s', (words) => {
  expect(readWords(words, 'PESOS')).toBeNull();
});
