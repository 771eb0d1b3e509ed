/**
 * Divides two integers and rounds half-up to a whole number; a negative half rounds away from zero, as `numeric` does.
 * Every rounding of the product goes through here (worked rule C1: half-up, rounded once).
 * In: numerator and denominator of the same scale. Out: the quotient in that scale. A zero denominator throws: the
 * caller refuses it before.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('Division by zero.');
  const negative = numerator < 0n !== denominator < 0n;
  const dividend = numerator < 0n ? -numerator : numerator;
  const divisor = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  return negative ? -rounded : rounded;
}
