import type { PaperBlock } from './paper-blocks.ts';

/**
 * A document's paper or a report, as a description: which parts stand on it, in their order, each drawn from the data of
 * one call, and the rules of its pages. `drawPaper` reads it; the sheet of the browser and the PDF show what it answers.
 */
export interface Paper<Data> {
  /** Names the paper: in the bar, the browser's tab and the properties of the file. */
  readonly title: string;
  /** What tells this one from others of its title: the number of a document, the period of a report. */
  readonly subject: (data: Data) => string;
  readonly page: PageRules;
  readonly parts: readonly PaperPart<Data>[];
  /** Where one paper is several in turn, each on pages of its own: the data of each. */
  readonly inTurn?: (data: Data) => readonly Data[];
  /** Foot of every page, left: who made it, and when. */
  readonly foot: (data: Data) => string;
}

/** Draws one part; null where these data have none of it. */
export type PaperPart<Data> = (data: Data) => PaperBlock | null;

/** The pages of a paper. A part before the table heads each of its pages, a part after it closes the last one. */
export interface PageRules {
  readonly size: 'A4' | 'A5';
  readonly orientation: 'portrait' | 'landscape';
  /**
   * Lines of the table on each page: a short page is padded to them with blank lines, and each says 'PAGE x OF y'. Without
   * it the table flows over as many pages as it needs, which are numbered 'Page x of y' in their margin.
   */
  readonly lines?: number;
  /** `report` keeps the margins that reports have in files (spec 2 §9); a document's paper has those of its size. */
  readonly margins?: 'report';
}

/**
 * What a document's paper leaves free at its edges, with room for its foot below, and the height of its logo, in mm (ux §8):
 * a receipt is one page of its small sheet.
 */
export const SHEET_ROOM = {
  A4: { top: 12, side: 12, bottom: 16, logo: 16 },
  A5: { top: 8, side: 8, bottom: 10, logo: 8 },
} as const;

/** What paper it takes, as the bar above a sheet says it: `A4 portrait`. */
export function pageHint({ size, orientation }: PageRules): string {
  return `${size} ${orientation}`;
}
