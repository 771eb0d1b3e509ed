/**
 * A text with every character that is no letter, digit or space as a space, and one space where there are several: how addresses
 * leave in the sales journal (spec 2 §2). Letters of every alphabet stand, with their marks.
 */
export function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
