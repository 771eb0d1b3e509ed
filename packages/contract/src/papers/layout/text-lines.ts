import { wrapText, type CharacterWidth } from '../wrap-text.ts';
import type { TextMark } from './piece.ts';

/** A line of a text, and whether it goes on in the middle of a word. */
export type TextLine = Required<Pick<TextMark, 'text' | 'runsOn'>>;

/** The lines of a text in a room, in the unit of the widths. */
export function linesIn(text: string, room: number, width: CharacterWidth): readonly TextLine[] {
  const lines = wrapText(text, room, width);
  let end = 0;
  return lines.map((line, at) => {
    const from = text.indexOf(line, end);
    const runsOn = at > 0 && from === end;
    end = from + line.length;
    return { text: line, runsOn };
  });
}
