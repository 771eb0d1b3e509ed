import type { Meaning } from './piece.ts';

/** What a text is and in what it stands, the outermost first; empty for one that is a text by itself. */
export function meaningPath(of: Meaning | undefined): readonly Meaning[] {
  const path: Meaning[] = [];
  for (let one = of; one !== undefined; one = one.within) path.unshift(one);
  return path;
}
