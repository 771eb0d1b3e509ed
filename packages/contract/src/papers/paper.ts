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
  /** Its turns are pages of one paper all the same, numbered through: the runs of a wide table. */
  readonly numberedThrough?: boolean;
  /** Foot of every page, left: who made it, and when. */
  readonly foot: (data: Data) => string;
  /**
   * Of a counted copy the address at which anybody learns whether it stands, printed with its code below the last part; null
   * where there is none.
   */
  readonly verify?: (data: Data) => string | null;
}

/** Draws one part, or several that stand one below another; null where these data have none of it. */
export type PaperPart<Data> = (data: Data) => PaperBlock | readonly PaperBlock[] | null;

/** The pages of a paper. A part before the table heads each of its pages, a part after it closes the last one. */
export interface PageRules {
  /** By its name, or free: width and height in mm. */
  readonly size: keyof typeof SIZES | { readonly width: number; readonly height: number };
  /** How a named size lies; a free one lies as it is given. */
  readonly orientation?: 'portrait' | 'landscape';
  /**
   * Lines of the table on each page: a short page is padded to them with blank lines, and each says 'PAGE x OF y'. Without
   * it the table flows over as many pages as it needs, which are numbered 'Page x of y' in their margin.
   */
  readonly lines?: number;
  /**
   * `report` keeps the margins that reports have in files (spec 2 §9), `none` leaves none, and no foot: every place of the
   * page is told by its paper. Without it a document's paper has those of its size.
   */
  readonly margins?: 'report' | 'none';
}

/** A page and what it leaves free at its edges, with room for its foot below, and the height of its logo, in mm. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly side: number;
  readonly bottom: number;
  readonly logo: number;
}

/** Width and height in mm; Folio is 8.5 × 13 in, the sheet of the forms of the BIR. */
const SIZES = { A4: [210, 297], A5: [148, 210], Folio: [215.9, 330.2] } as const;
/** A receipt is one page of its small sheet (ux §8). */
const SMALL_SHEET = { top: 7, side: 8, bottom: 9, logo: 7 };
const SHEET = { top: 12, side: 12, bottom: 16, logo: 16 };
const NO_MARGINS = { top: 0, side: 0, bottom: 0 };

/** The page that these rules ask for, as the browser prints it. */
export function pageBox({ size, orientation, margins }: PageRules): PageBox {
  const [short, long] = typeof size === 'string' ? SIZES[size] : [size.width, size.height];
  const [width, height] = typeof size === 'string' && orientation === 'landscape' ? [long, short] : [short, long];
  const room = Math.min(width, height) < SIZES.A4[0] ? SMALL_SHEET : SHEET;
  return { width, height, ...room, ...(margins === 'none' ? NO_MARGINS : {}) };
}

/** What paper it takes, as the bar above a sheet says it: `A4 portrait`, `203.2 × 76.2 mm`. */
export function pageHint({ size, orientation = 'portrait' }: PageRules): string {
  return typeof size === 'string' ? `${size} ${orientation}` : `${size.width} × ${size.height} mm`;
}
