/** Random choices that come out the same for the same seed and request. */
export interface Random {
  /** A whole number from 0 up to, not with, `limit`. */
  below(limit: number): number;
  /** True in one of `n` cases. */
  oneIn(n: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/** The choices of one request of a run: each request has its own, so that it can be made again alone. */
export function randomOf(seed: number, request: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(request + 1, 0xc2b2ae35);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, oneIn: (n) => below(n) === 0, pick: (choices) => choices[below(choices.length)]! };
}
