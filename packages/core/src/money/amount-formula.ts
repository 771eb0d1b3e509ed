import { MAX_AMOUNT_MINOR } from './money.ts';
import { divideHalfUp } from './rounding.ts';

export type AmountFormulaRefusal =
  | 'not_a_formula'
  | 'too_long'
  | 'incomplete'
  | 'unexpected'
  | 'division_by_zero'
  | 'negative'
  | 'too_large';

export type AmountFormulaResult =
  | { readonly ok: true; readonly minor: bigint }
  | { readonly ok: false; readonly code: AmountFormulaRefusal; readonly message: string };

/**
 * Computes what a person typed into an amount field after "=": numbers (thousands commas allowed), + - * / ( ), a
 * leading sign, and % for "divided by 100". Fractions stay exact and the end is rounded half-up to 2 decimals:
 * "=11200/1.12" is 10,000.00 (ux §5). Refuses what is no formula, a division by zero, a negative result and one above
 * the largest amount; the message can be shown as it is.
 */
export function evaluateAmountFormula(text: string): AmountFormulaResult {
  const source = text.trim();
  if (!source.startsWith('=')) return refuse('not_a_formula', 'A formula starts with =.');
  if (source.length > LONGEST_FORMULA) {
    return refuse('too_long', `A formula has at most ${LONGEST_FORMULA} characters.`);
  }
  const cursor: Cursor = { tokens: tokensOf(source.slice(1)), position: 0 };
  const value = readSum(cursor);
  if (isRefused(value)) return value;
  const rest = cursor.tokens[cursor.position];
  if (rest !== undefined) return unexpected(rest);
  const minor = divideHalfUp(value.numerator * 100n, value.denominator);
  if (minor < 0n) return refuse('negative', 'The result is negative. An amount is 0 or more.');
  if (minor > MAX_AMOUNT_MINOR) return refuse('too_large', 'The result is above 9,999,999,999,999.99.');
  return { ok: true, minor };
}

const LONGEST_FORMULA = 200;

/** An exact number; the denominator is not 0. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Cursor {
  readonly tokens: readonly string[];
  position: number;
}

type Refused = Extract<AmountFormulaResult, { ok: false }>;

/** Numbers and signs in order; any other character is a token of its own, refused where it stands. */
function tokensOf(source: string): string[] {
  return source.match(/(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+|[^\s]/gu) ?? [];
}

function readSum(cursor: Cursor): Fraction | Refused {
  let sum = readProduct(cursor);
  for (let sign = take(cursor, '+', '-'); sign !== null && !isRefused(sum); sign = take(cursor, '+', '-')) {
    const next = readProduct(cursor);
    sum = isRefused(next) ? next : add(sum, sign === '-' ? negative(next) : next);
  }
  return sum;
}

function readProduct(cursor: Cursor): Fraction | Refused {
  let product = readSigned(cursor);
  for (let sign = take(cursor, '*', '/'); sign !== null && !isRefused(product); sign = take(cursor, '*', '/')) {
    const next = readSigned(cursor);
    if (isRefused(next)) return next;
    if (sign === '/' && next.numerator === 0n) return refuse('division_by_zero', 'The formula divides by zero.');
    product = multiply(product, sign === '/' ? inverse(next) : next);
  }
  return product;
}

function readSigned(cursor: Cursor): Fraction | Refused {
  const sign = take(cursor, '-', '+');
  if (sign === null) return readPercentage(cursor);
  const value = readSigned(cursor);
  return sign === '-' && !isRefused(value) ? negative(value) : value;
}

function readPercentage(cursor: Cursor): Fraction | Refused {
  let value = readNumber(cursor);
  while (!isRefused(value) && take(cursor, '%') !== null) value = multiply(value, { numerator: 1n, denominator: 100n });
  return value;
}

function readNumber(cursor: Cursor): Fraction | Refused {
  const token = cursor.tokens[cursor.position];
  if (token === undefined) return refuse('incomplete', 'The formula is not complete.');
  cursor.position += 1;
  if (token === '(') {
    const value = readSum(cursor);
    if (isRefused(value) || take(cursor, ')') !== null) return value;
    const found = cursor.tokens[cursor.position];
    return found === undefined ? refuse('incomplete', 'A closing parenthesis is missing.') : unexpected(found);
  }
  if (!/\d/.test(token)) return unexpected(token);
  const [whole = '', decimals = ''] = token.replaceAll(',', '').split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/** Moves past the next token if it is one of the wanted signs. */
function take(cursor: Cursor, ...wanted: string[]): string | null {
  const token = cursor.tokens[cursor.position];
  if (token === undefined || !wanted.includes(token)) return null;
  cursor.position += 1;
  return token;
}

function add(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

function multiply(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

function negative(value: Fraction): Fraction {
  return { numerator: -value.numerator, denominator: value.denominator };
}

function inverse(value: Fraction): Fraction {
  return { numerator: value.denominator, denominator: value.numerator };
}

function isRefused(value: Fraction | Refused): value is Refused {
  return 'code' in value;
}

function refuse(code: AmountFormulaRefusal, message: string): Refused {
  return { ok: false, code, message };
}

function unexpected(token: string): Refused {
  return refuse('unexpected', `The formula cannot be read at "${token}".`);
}
