/** A text as a CSS string: whatever is not a letter, digit or space becomes its code point. */
export function cssString(text: string): string {
  const inside = text.replace(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `);
  return `"${inside}"`;
}
