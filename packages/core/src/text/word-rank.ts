/** How well a record answers a search: 0 where it begins with a word, 1 where one of its words does, 2 where it holds it. */
type Rank = number;

/**
 * Ranks a record, given by its texts, for the words of a search in any order and any case: the sum over the words, so less
 * is better. Null where a word is in none of the texts. The server's order of found records (`foundFirst` of
 * `read-records.ts`) follows the same rule.
 */
export function wordRank(texts: readonly string[], search: string): Rank | null {
  const inSmall = texts.map((text) => text.toLowerCase());
  let sum = 0;
  for (const word of search.toLowerCase().split(/\s+/)) {
    if (!inSmall.some((text) => text.includes(word))) return null;
    if (inSmall.some((text) => text.startsWith(word))) continue;
    sum += inSmall.some((text) => text.includes(` ${word}`)) ? 1 : 2;
  }
  return sum;
}

/** The records that a search finds, those that begin with its words first; equal ones keep their order. */
export function foundByWords<Row>(
  rows: readonly Row[],
  search: string,
  textsOf: (row: Row) => readonly string[],
): Row[] {
  return rows
    .map((row) => ({ row, rank: wordRank(textsOf(row), search) }))
    .filter((found): found is { row: Row; rank: Rank } => found.rank !== null)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
}
