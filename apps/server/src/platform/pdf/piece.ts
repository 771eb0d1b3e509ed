/** Something to draw, in points from the top left corner of its piece; texts stand by the top of their line. */
export type Mark =
  | TextMark
  /** From left to right. */
  | { readonly rule: readonly [number, number]; readonly y: number; readonly weight: number }
  /** Left, top, width, height. */
  | { readonly frame: readonly [number, number, number, number]; readonly weight: number }
  | {
      readonly picture: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

export interface TextMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: boolean;
}

/** What is never broken over two pages. */
export interface Piece {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** It may not be the last of a page, or not the first. */
  readonly joins?: 'next' | 'previous';
  /** Stands above it where it is the first of a page: the heads of its columns. */
  readonly head?: Piece;
}

/** Where the text of a page begins and ends. */
export interface Space {
  readonly left: number;
  readonly right: number;
}

/** Width of one character at 1 pt. */
export type CharacterWidth = (character: string) => number;
export interface Fonts {
  readonly plain: CharacterWidth;
  readonly bold: CharacterWidth;
}

/** Width of a text at 1 pt. */
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
