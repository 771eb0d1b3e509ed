import type { CharacterWidth } from '../wrap-text.ts';

/** Points of a millimetre. */
export const MM = 72 / 25.4;

/** Something to draw, in points from the top left corner of its piece; texts stand by the top of their line. */
export type Mark =
  | TextMark
  /** From left to right. */
  | { readonly rule: readonly [number, number]; readonly y: number; readonly weight: number }
  /** From one point to another. */
  | { readonly line: readonly [number, number, number, number]; readonly weight: number }
  /** Left, top, width, height; `shaded` in grey. */
  | { readonly frame: readonly [number, number, number, number]; readonly weight: number; readonly shaded?: true }
  /** Across the page, wherever its piece stands. */
  | { readonly stamp: string }
  /** The bars of a QR code (`QrCode.path`), of which a module is `scale` points. */
  | { readonly path: string; readonly x: number; readonly y: number; readonly scale: number }
  /** How many pages there are, which is written last: at one place of every page. */
  | PageCountMark
  | {
      readonly picture: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

/** A mark so many times as large, and as far from the corner of its piece. */
export function scaled(mark: Mark, by: number): Mark {
  if ('stamp' in mark) return mark;
  if ('rule' in mark) return { ...mark, rule: [mark.rule[0] * by, mark.rule[1] * by], y: mark.y * by };
  if ('line' in mark) return { ...mark, line: timesFour(mark.line, by) };
  if ('frame' in mark) return { ...mark, frame: timesFour(mark.frame, by) };
  const place = { x: mark.x * by, y: mark.y * by };
  if ('path' in mark) return { ...mark, ...place, scale: mark.scale * by };
  if ('picture' in mark) return { ...mark, ...place, width: mark.width * by, height: mark.height * by };
  return { ...mark, ...place, size: mark.size * by };
}

type Four = readonly [number, number, number, number];
const timesFour = ([one, two, three, four]: Four, by: number): Four => [one * by, two * by, three * by, four * by];

/** What is no text: it is drawn below the texts of its page. */
export type Shape = Exclude<Mark, TextMark | PageCountMark | { readonly stamp: string }>;

export interface PageCountMark extends Omit<TextMark, 'text'> {
  readonly pageCount: true;
}

/** A line of text, every character at its own advance, without kerning: it is as wide as it was reckoned. */
export interface TextMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: boolean;
  readonly red?: boolean;
  /** What it is, together with its neighbours of the same one; a text without is one by itself. */
  readonly of?: Meaning;
  /** It goes on in the middle of the word of the line before. */
  readonly runsOn?: boolean;
}

/**
 * What texts are to whoever hears a paper or moves through it, and in what they stand: a table has rows, which have cells; a
 * list has items, which have a term and its definition.
 */
export interface Meaning {
  readonly is:
    | 'heading'
    | 'paragraph'
    | 'list'
    | 'item'
    | 'term'
    | 'definition'
    | 'group'
    | 'table'
    | 'row'
    | 'columnheader'
    | 'cell';
  readonly within?: Meaning;
  /** Of a heading, from 1: none is left out. */
  readonly level?: number;
  /** Of a table or a group. */
  readonly name?: string;
  /** Columns that it runs over, where they are more than one. */
  readonly span?: number;
  /** Whether it is a table of any length, whose lines come one by one. */
  readonly flows?: true;
}

/** What is never broken over two pages. */
export interface Piece {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** It may not be the last of a page, or not the first, or neither. */
  readonly joins?: 'next' | 'previous' | 'both';
  /** Stands above it where it is the first of a page: the heads of its columns. */
  readonly head?: Piece;
  /** What is carried from the page before where it is the first of a page. */
  readonly turn?: PageTurn;
  /** Whether it belongs to the page and not to the paper: its running head, its foot, the heads of columns once more. */
  readonly edge?: true;
}

/** Sums carried over the edge of a page. */
export interface PageTurn {
  /** Room that every page keeps below its last row. */
  readonly height: number;
  /** What ends the page before and what begins this one; null where nothing is carried. */
  pieces(): { readonly foot: Piece; readonly head: Piece } | null;
}

/** Where the text of a page begins and ends. */
export interface Space {
  readonly left: number;
  readonly right: number;
}

export interface Fonts {
  readonly plain: CharacterWidth;
  readonly bold: CharacterWidth;
}
