/** Rows stand in by this much below each head of a group, in px. */
export const INDENT = 9;

/**
 * Width of a column of figures or codes on paper, as a CSS length: as wide as its widest text, and no narrower than a word of
 * its head. A comma or a dot takes half a digit, bold type a little more. `inset` is how deep its rows stand in.
 */
export function columnWidth(texts: readonly string[], header: string, inset: number): string {
  const word = Math.max(...header.split(' ').map(({ length }) => length));
  const widest = Math.max(Math.min(6, 3 * header.length), word, ...texts.map(inDigits));
  return `calc(${Math.ceil(widest * 10.6) / 10}ch + ${11 + inset * INDENT}px)`;
}

function inDigits(text: string): number {
  return text.length - (text.match(/[.,]/g)?.length ?? 0) / 2;
}
