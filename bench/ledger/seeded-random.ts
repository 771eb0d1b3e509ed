/** Numbers from 0 up to, not including, 1 that depend on nothing but the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Picks one of the choices, early ones far more often than late ones: the n-th weighs 1 / n^skew, as few accounts of a
 * ledger take most of its lines. `random` is from 0 to 1.
 */
export function createSkewedPick<T>(choices: readonly T[], skew: number): (random: number) => T {
  if (choices.length === 0) throw new RangeError('There is nothing to pick from.');
  let sum = 0;
  const upTo = choices.map((_, place) => (sum += 1 / (place + 1) ** skew));
  return (random) => {
    const wanted = random * sum;
    let low = 0;
    let high = upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return choices[low]!;
  };
}
