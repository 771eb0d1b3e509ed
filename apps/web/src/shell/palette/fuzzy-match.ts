/** Where a text matches: the positions of its characters, and a score; higher is better. */
export interface FuzzyMatch {
  score: number;
  positions: readonly number[];
}

/**
 * Finds the typed characters in a text, in their order but not necessarily side by side. A run at the start of the text wins
 * over one at the start of a word, and that over scattered letters. Null: no match. Case and accents do not matter.
 */
export function fuzzyMatch(text: string, typed: string): FuzzyMatch | null {
  const haystack = plain(text);
  const needle = plain(typed.trim());
  if (needle === '') return { score: 0, positions: [] };
  const whole = haystack.indexOf(needle);
  const atWord = whole < 0 ? -1 : wordStart(haystack, needle);
  const start = atWord >= 0 ? atWord : whole;
  if (start >= 0) {
    const rank = start === 0 ? 300 : atWord >= 0 ? 200 : 100;
    return { score: rank - text.length / 100, positions: Array.from(needle, (_character, index) => start + index) };
  }
  const positions: number[] = [];
  let from = 0;
  for (const character of needle.replaceAll(' ', '')) {
    const found = haystack.indexOf(character, from);
    if (found < 0) return null;
    positions.push(found);
    from = found + 1;
  }
  const spread = (positions.at(-1) ?? 0) - (positions[0] ?? 0);
  return spread > needle.length * 3 ? null : { score: 50 - spread, positions };
}

function wordStart(haystack: string, needle: string): number {
  if (haystack.startsWith(needle)) return 0;
  const found = haystack.indexOf(` ${needle}`);
  return found < 0 ? -1 : found + 1;
}

/** Lower case without accents, one character for each of the text's, so that positions stay true. */
function plain(text: string): string {
  return Array.from(text, (character) => character.normalize('NFD').slice(0, 1).toLowerCase()).join('');
}
