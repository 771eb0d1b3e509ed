/** Width of one character, in the unit of the room: a share of the size of the type, or 1 where characters are counted. */
export type CharacterWidth = (character: string) => number;

/** Width of a text, in the same unit. */
export function textWidth(text: string, width: CharacterWidth): number {
  let sum = 0;
  for (const character of text) sum += width(character);
  return sum;
}

/** Breaks at spaces and ends of lines, and inside a word that is wider than the room. */
export function wrapText(text: string, room: number, width: CharacterWidth): string[] {
  if (textWidth(text, width) <= room && !text.includes('\n')) return [text];
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<=\s)/)) {
      const wide = textWidth(word.trimEnd(), width);
      if (used + wide > room && line !== '') {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      for (const character of word) {
        const step = width(character);
        if (used + step > room && character !== ' ' && line !== '') {
          lines.push(line);
          line = '';
          used = 0;
        }
        line += character;
        used += step;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}
