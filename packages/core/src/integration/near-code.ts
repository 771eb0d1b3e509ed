/**
 * The one code of a list that somebody probably meant: at most two letters are other, missing or too many, of a code of four or
 * fewer one; of several the one with the longest common beginning, then the nearest number. Null where none is near.
 */
export function nearCode(code: string, codes: readonly string[]): string | null {
  const meant = code.toUpperCase();
  const most = meant.length > 4 ? 2 : 1;
  let best: { readonly code: string; readonly rank: readonly number[] } | null = null;
  for (const one of codes) {
    const known = one.toUpperCase();
    if (Math.abs(known.length - meant.length) > most) continue;
    const changes = editDistance(meant, known);
    if (changes === 0 || changes > most) continue;
    const rank = [changes, -commonBeginning(meant, known), Math.abs(numberIn(meant) - numberIn(known))];
    if (best === null || isBefore(rank, best.rank)) best = { code: one, rank };
  }
  return best?.code ?? null;
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && one[at]! < other[at]!;
}

function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const numberIn = (code: string) => Number(/\d{1,9}/.exec(code)?.[0] ?? 0);

/** Letters that are to be changed, added or taken away (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let place = 0; place < one.length; place += 1) {
    const next = [place + 1];
    for (let at = 0; at < other.length; at += 1) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (one[place] === other[at] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}
