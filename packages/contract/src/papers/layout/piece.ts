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

export interface PageCountMark extends Omit<TextMark, 'text'> {
  readonly pageCount: true;
}

/**
 * What a text is to whoever hears the paper or jumps through it: a heading of a level, none of which is left out, or an edge of the
 * page that is not read. Everything else is text in its order.
 */
export type PaperTag = `H${1 | 2 | 3 | 4 | 5 | 6}` | 'Artifact';

export interface TextMark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: boolean;
  /** Every character at its own advance, without kerning: its place is a form's. */
  readonly exact?: boolean;
  readonly red?: boolean;
  readonly tag?: PaperTag;
}

/** What is never broken over two pages. */
export interface Piece {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** It may not be the last of a page, or not the first. */
  readonly joins?: 'next' | 'previous';
  /** Stands above it where it is the first of a page: the heads of its columns. */
  readonly head?: Piece;
  /** What is carried from the page before where it is the first of a page. */
  readonly turn?: PageTurn;
  /** What all of it is; an edge of the page is one whatever its texts are. */
  readonly tag?: PaperTag;
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
