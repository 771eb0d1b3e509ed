import type { CellKind, PaperLine } from './paper-table.ts';
import type { Verification } from './qr-code.ts';

/** What stands on a paper: every text as it is read, in its order. Plain data, so that it can travel to another thread. */
export type PaperBlock =
  | LetterheadBlock
  | HeadingBlock
  | FactsBlock
  | TableBlock
  | SumsBlock
  | SignaturesBlock
  | FineBlock
  | ParagraphsBlock
  | PlacedBlock;

/** The company on the left, on the right what paper this is. */
export interface LetterheadBlock {
  readonly block: 'letterhead';
  readonly company: PaperCompany;
  /** 'JOURNAL VOUCHER'. */
  readonly kind: string;
  readonly number: string;
  /** Which copy it is, below the number: 'REPRINT 2'; absent on the first one. */
  readonly reprint?: string;
  /** What sets this paper apart, across each of its pages: 'VOID'. */
  readonly stamp: string | null;
}

/** The reporting company as papers head it; texts are empty before it has been entered. */
export interface PaperCompany {
  readonly name: string;
  readonly tin: string;
  readonly vat_registered: boolean;
  readonly address: string;
  /** Address of the logo, PNG or JPEG; in a file its bytes as a data address. */
  readonly logo: string | null;
  /** Under which it does business, on what is issued for sales; absent on any other paper. */
  readonly business_name?: string | undefined;
}

/** The business name where it is not the registered one, as that of a sole proprietor: an invoice tells both (RR 7-2024). */
export function businessNameLine({ name, business_name = '' }: PaperCompany): string | null {
  const isRegistered = business_name.trim().toUpperCase() === name.trim().toUpperCase();
  return business_name.trim() === '' || isRegistered ? null : business_name;
}

/** The TIN of the company as papers head it (RMC 5-2021, annex B); null before it has one. */
export function tinLine({ tin, vat_registered }: PaperCompany): string | null {
  return tin === '' ? null : `${vat_registered ? 'VAT' : 'NON-VAT'} REG TIN ${tin}`;
}

/** Lines at the top of a report; the first two are the company and the title. */
export interface HeadingBlock {
  readonly block: 'heading';
  readonly lines: readonly string[];
  /** On each page; else later ones have it in one line. */
  readonly everyPage?: boolean;
}

/** Labels with their values, in rows; a wide one takes a row, and keeps the lines of its text. */
export interface FactsBlock {
  readonly block: 'facts';
  readonly facts: readonly Fact[];
  /** How many stand in a row, at most. */
  readonly inRow: number;
  /** In a frame, apart from the facts around them. */
  readonly boxed: boolean;
}
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly wide?: boolean;
  /** Ends where its rule ends, so that the decimal points of a column stand below one another. */
  readonly figure?: boolean;
  /** In grey: told beside the others, and no part of their sums. */
  readonly muted?: boolean;
}

export interface TableBlock {
  readonly block: 'table';
  /** Names the table for assistive technology. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** Over how many columns the label of a total runs. */
  readonly labelColumns: number;
  readonly lines: readonly PaperLine[];
  /** What stands in place of the table when it has no lines. */
  readonly empty: string;
  /** Its totals, where they are known before its lines: figures get the width of these. */
  readonly totals?: readonly PaperLine[];
  /** What carried columns begin with anew: each group, or the table alone. */
  readonly carriedWithin?: 'group' | 'table';
}
export interface TableColumn {
  readonly header: string;
  readonly kind: CellKind;
  /** Shares the width that the others leave, and wraps. The others are as wide as their content. */
  readonly grows: boolean;
  /** Width in characters, for texts of a table whose lines are not known when its first page is drawn. */
  readonly width?: number;
  /** What the foot of a page carries forward to the next one: the sum of the rows so far, or what the last line has. */
  readonly carried?: 'sum' | 'last';
  /** The head that runs over it and its neighbours of the same one. */
  readonly band?: string;
  /** Below zero it stands in red, beside its minus. */
  readonly result?: true | 'sums';
}

/** What the amounts of a table come to, below it on the right: each sum with its label, a total in bold between rules. */
export interface SumsBlock {
  readonly block: 'sums';
  readonly sums: readonly PaperSum[];
}
export interface PaperSum {
  readonly label: string;
  readonly amount: string;
  readonly total?: boolean;
  /** In grey: told beside the others, and no part of the total. */
  readonly muted?: boolean;
}

/** Who signed: a box each, side by side. */
export interface SignaturesBlock {
  readonly block: 'signatures';
  readonly boxes: readonly SignatureBox[];
  /** Leaves room at the right for the code of the paper, which rises beside them from the fine print below. */
  readonly besideCode?: boolean;
}
export interface SignatureBox {
  readonly label: string;
  readonly signers: readonly Signer[];
  /** What is written by hand at the foot of the box, under the line for it: 'Signature over printed name'. */
  readonly byHand?: string;
}
export interface Signer {
  readonly name: string;
  /** As papers write dates; empty where nobody has signed yet. */
  readonly date: string;
}

/** Fine print at the end of a paper: the series of its numbers, what it is valid for, and where it can be verified. */
export interface FineBlock {
  readonly block: 'fine';
  readonly lines: readonly string[];
  readonly verification?: Verification;
}

/** What stands at the foot of a paper, a line each. */
export function fineLines({ lines, verification }: FineBlock): readonly string[] {
  return verification ? [...lines, `Verify this paper at ${verification.address}`] : lines;
}

/** Running text, as letters have it. */
export interface ParagraphsBlock {
  readonly block: 'paragraphs';
  readonly paragraphs: readonly string[];
}

/** What stands at millimetres, on an area of so many: nothing of it flows. */
export interface PlacedBlock {
  readonly block: 'placed';
  readonly width: number;
  readonly height: number;
  readonly marks: readonly PlacedMark[];
  /** As of a letterhead: across the page. */
  readonly stamp: string | null;
}

/** In mm from the top left corner of the area; size of type and weight of rules in points. */
export type PlacedMark =
  /** A line of text, from where its baseline begins, and how wide it is. */
  | {
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly width: number;
      readonly bold: boolean;
    }
  /** Left, top, width, height; `shaded` in grey. */
  | { readonly box: readonly [number, number, number, number]; readonly weight: number; readonly shaded?: true }
  /** From one point to another. */
  | { readonly line: readonly [number, number, number, number]; readonly weight: number }
  /** The QR code of a text. */
  | { readonly qr: string; readonly x: number; readonly y: number; readonly edge: number };
