/**
 * A change in per cent of what there was, half away from zero: one decimal, none from 100 on (ux §13). Minor units; null where
 * there was nothing.
 */
export function percentOf(change: bigint, before: bigint): string | null {
  return inPercent(change, before, 1000n);
}

/** A part in per cent of a whole, one decimal. Minor units; null of nothing. */
export function partOf(part: bigint, whole: bigint): string | null {
  return inPercent(part, whole, null);
}

/** From so many tenths on without a decimal. */
function inPercent(change: bigint, before: bigint, wholeFrom: bigint | null): string | null {
  if (before === 0n) return null;
  const size = before < 0n ? -before : before;
  const sign = change < 0n ? '-' : '';
  const amount = change < 0n ? -change : change;
  const tenths = (amount * 2000n + size) / (2n * size);
  return wholeFrom !== null && tenths >= wholeFrom
    ? `${sign}${(tenths + 5n) / 10n}`
    : `${sign}${tenths / 10n}.${tenths % 10n}`;
}
