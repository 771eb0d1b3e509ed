import { formatAmount, MAX_AMOUNT_MINOR, parseAmount } from './money.ts';
import { divideHalfUp } from './rounding.ts';

/** Minor units, and whether they were computed; or why the text is refused, to stand after the name of the field. */
export type TypedAmount =
  | { readonly ok: true; readonly minor: bigint; readonly isSum: boolean }
  | { readonly ok: false; readonly message: string };

/** What is said of every text that is neither an amount nor a sum (spec 1 §5 kind amount). */
export const NO_AMOUNT = 'can only contain numbers and dot.';

const BOUNDS = `at most 2 decimals, up to ${formatAmount(MAX_AMOUNT_MINOR)}.`;

/** What is said of a number that no amount can be. */
export const AMOUNT_FORM = `must be an amount with ${BOUNDS}`;

/** The same where 0 is no amount either. */
export const POSITIVE_AMOUNT_FORM = `must be an amount above 0 with ${BOUNDS}`;

/**
 * Reads what a person typed into an amount field: a number, or a sum of numbers (thousands commas allowed) with
 * + - * / ( ) and % for "divided by 100", with or without "=" before it. Fractions stay exact and the end is rounded
 * half-up to 2 decimals: "11200/1.12" is 10,000.00 (ux §5). Refuses everything else, a negative too: "(100)" and "-5" join
 * no two numbers, so they are no sums.
 */
export function readTypedAmount(text: string): TypedAmount {
  const source = text.trim().replace(/^=\s*/, '');
  const plain = parseAmount(source);
  if (plain !== null) return { ok: true, minor: plain, isSum: false };
  if (/^[\d.,]+$/.test(source)) return refuse(AMOUNT_FORM);
  const tokens = tokensOf(source);
  const numbers = tokens.filter((token) => /\d/.test(token)).length;
  if (source.length > LONGEST_SUM || numbers < 2) return refuse(NO_AMOUNT);
  const cursor: Cursor = { tokens, position: 0 };
  const value = readSum(cursor);
  if (isRefused(value)) return value;
  if (cursor.position < tokens.length) return refuse(NO_AMOUNT);
  const minor = divideHalfUp(value.numerator * 100n, value.denominator);
  if (minor < 0n) return refuse(`${NO_AMOUNT} This is negative.`);
  return minor > MAX_AMOUNT_MINOR ? refuse(AMOUNT_FORM) : { ok: true, minor, isSum: true };
}

const LONGEST_SUM = 200;

/** An exact number; the denominator is not 0. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Cursor {
  readonly tokens: readonly string[];
  position: number;
}

type Refused = Extract<TypedAmount, { ok: false }>;

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
    if (sign === '/' && next.numerator === 0n) return refuse(`${NO_AMOUNT} This divides by zero.`);
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
  const token = cursor.tokens[cursor.position] ?? '';
  cursor.position += 1;
  if (token === '(') {
    const value = readSum(cursor);
    return isRefused(value) || take(cursor, ')') !== null ? value : refuse(NO_AMOUNT);
  }
  if (!/\d/.test(token)) return refuse(NO_AMOUNT);
  const [whole = '', decimals = ''] = token.replaceAll(',', '').split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}

/** Moves past the next token if it is one of the wanted signs. */
function take(cursor: Cursor, ...wanted: string[]): string | null {
  const token = cursor.tokens[cursor.position] ?? '';
  if (!wanted.includes(token)) return null;
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
  return 'ok' in value;
}

function refuse(message: string): Refused {
  return { ok: false, message };
}
