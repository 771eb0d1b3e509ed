/**
 * Width of a column of figures or codes on paper, as a CSS length: as wide as its widest text. A comma or a dot takes
 * half a digit, bold type a little more.
 */
export function figureWidth(texts: readonly string[]): string {
  const widest = Math.max(6, ...texts.map(inDigits));
  return `calc(${Math.ceil(widest * 10.6) / 10}ch + 11px)`;
}

function inDigits(text: string): number {
  return text.length - (text.match(/[.,]/g)?.length ?? 0) / 2;
}
