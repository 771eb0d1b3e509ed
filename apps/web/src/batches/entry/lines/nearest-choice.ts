import { foundByWords } from '@talaan/core/text/word-rank';
import type { Choice } from '../grid/grid-line.ts';

/**
 * The record that a text which names none was probably meant to name: the only one that has its words, else the one whose
 * code is fewest keys away, at most a third of the text. Null where none or several are equally near.
 */
export function nearestChoice(choices: readonly Choice[], text: string): Choice | null {
  const [found, other] = foundByWords(choices, text, ({ code, name }) => [code, name]);
  if (found !== undefined && other === undefined) return found;
  const typed = text.trim().toLowerCase();
  const near = choices
    .map((choice) => ({ choice, keys: keysApart(typed, choice.code.toLowerCase()) }))
    .toSorted((one, two) => one.keys - two.keys);
  const [best, next] = near;
  if (best === undefined || best.keys > Math.max(1, Math.ceil(typed.length / 3)) || best.keys === next?.keys)
    return null;
  return best.choice;
}

/** How many letters are to be typed, deleted or replaced to make one text of the other. */
function keysApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of Array.from(one).entries()) {
    const next = [place + 1];
    for (const [at, theirs] of Array.from(other).entries()) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === theirs ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
