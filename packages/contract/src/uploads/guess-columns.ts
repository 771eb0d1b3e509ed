/** A field that a file can have a column for. */
export interface ColumnTarget {
  readonly name: string;
  readonly label: string;
  /** What else people call it: 'Mobile' for a contact number. */
  readonly also?: readonly string[];
}

/** The field that a heading probably means; null for none. */
export interface ColumnGuess {
  readonly field: string | null;
  readonly certain: boolean;
}

/**
 * Guesses which field each heading of a file means: first by what the user chose for that heading before, then by label
 * or wire name, then, which is not certain, by another name of the field, by the first word of its label ('Zip'), and by
 * likeness. A field is given once; null where nothing is like enough.
 * `remembered` holds the earlier choices by heading, null for a column that was not taken.
 */
export function guessColumns(
  targets: readonly ColumnTarget[],
  headings: readonly string[],
  remembered: Readonly<Record<string, string | null>> = {},
): ColumnGuess[] {
  const guesses: (ColumnGuess | undefined)[] = headings.map(() => undefined);
  const free = new Map(targets.map((target) => [target.name, target]));
  const give = (at: number, field: string, certain: boolean) => {
    guesses[at] = { field, certain };
    free.delete(field);
  };
  headings.forEach((heading, at) => {
    const before = Object.hasOwn(remembered, heading) ? remembered[heading] : undefined;
    if (before === null) guesses[at] = { field: null, certain: true };
    else if (before !== undefined && free.has(before)) give(at, before, true);
  });
  headings.forEach((heading, at) => {
    if (guesses[at] !== undefined) return;
    const text = plain(heading);
    const same = [...free.values()].find(({ name, label }) => plain(label) === text || plain(name) === text);
    if (same) give(at, same.name, true);
  });
  for (const otherNames of [
    ({ also }: ColumnTarget) => also ?? [],
    ({ label }: ColumnTarget) => [label.split(' ')[0]!],
  ]) {
    headings.forEach((heading, at) => {
      if (guesses[at] !== undefined) return;
      const text = plain(heading);
      const [only, another] = targets.filter((target) => otherNames(target).some((name) => plain(name) === text));
      if (only && !another && free.has(only.name)) give(at, only.name, false);
    });
  }
  const likely = headings
    .flatMap((heading, at) =>
      guesses[at] === undefined
        ? [...free.values()].map(({ name, label }) => ({ at, name, likeness: likenessOf(heading, label, name) }))
        : [],
    )
    .filter(({ likeness }) => likeness >= LIKE_ENOUGH)
    .toSorted((one, other) => other.likeness - one.likeness);
  for (const { at, name } of likely) if (guesses[at] === undefined && free.has(name)) give(at, name, false);
  return guesses.map((guess) => guess ?? { field: null, certain: false });
}

/** Below this share of common letter pairs two headings mean different things. */
const LIKE_ENOUGH = 0.7;

function likenessOf(heading: string, label: string, name: string): number {
  return Math.max(pairShare(plain(heading), plain(label)), pairShare(plain(heading), plain(name)));
}

/** Letters and digits alone, without case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Share of letter pairs that two texts have in common, from 0 to 1 (Dice). */
function pairShare(left: string, right: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const rest = pairs(right);
  const all = pairs(left).length + rest.length;
  let common = 0;
  for (const pair of pairs(left)) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 2;
  }
  return all === 0 ? 0 : common / all;
}
