import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { PaperBlock } from '@talaan/contract/papers/paper-blocks';
import type { Paper } from '@talaan/contract/papers/paper';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { invalid } from '../../platform/http/problem.ts';
import type { EmbeddedRecord } from '../../platform/pdf/paper-drawing.ts';
import type { FrozenNumber, FrozenPapers, PaperRecord } from './frozen-paper.store.ts';
import type { PaperSaid, PaperSubject } from './issued-paper.store.ts';

/** What a paper says of itself wherever it is spoken of. */
export interface PaperAbout {
  /** Under which it goes out; '' before it has one. */
  readonly number: string;
  /** yyyy-mm-dd: by it its words are chosen. */
  readonly date: string;
  readonly payee: string;
  /** ISO code, and decimal text in it. */
  readonly currency: string;
  readonly amount: string;
}

/** A paper whose copies are counted; `Shown` is what it is drawn from. */
export interface PaperKind<Shown> {
  /** Tells its copies from those of other papers of the same subject. */
  readonly kind: string;
  readonly paper: Paper<Printed<Shown>>;
  readonly about: (shown: Shown) => PaperAbout;
  /** Of a paper that is frozen when it is issued: under which number, null before it is, and what it shows as it was then. */
  readonly frozen?: {
    readonly number: (shown: Shown) => FrozenNumber | null;
    readonly asIssued: (shown: Shown, record: PaperRecord) => Shown;
  };
  /** Of a paper that is several in turn: what each is of and shows, and what all show with their copies. */
  readonly several?: {
    readonly parts: (shown: Shown) => readonly { readonly subject: PaperSubject; readonly shown: Shown }[];
    readonly together: (shown: Shown, copies: readonly CopyOf[]) => Shown;
  };
  /** The data that a file of it carries for programs. */
  readonly carries?: (papers: FrozenPapers, printed: Printed<Shown>) => Promise<EmbeddedRecord | null>;
}

/** What tells a counted copy from others. */
export type CopyOf = Pick<Printed<unknown>, 'copy_no' | 'code' | 'verify' | 'printed_at'>;

/** What the paper of a batch, or of the first of the documents that it shows, says of itself. */
export function aboutBatch({ headers, payee_desc, currency, total_amount }: BatchDetail): PaperAbout {
  const [document] = headers;
  return {
    number: document!.document_number ?? '',
    date: document!.document_date,
    payee: document!.payee_desc ?? payee_desc ?? '',
    currency,
    amount: headers.length === 1 ? document!.total_amount : total_amount,
  };
}

/** What the words of a paper are drawn from, whoever prints it and whenever: a logo is none of them. */
export type PaperFacts<Shown> = Pick<Printed<Shown>, 'company' | 'texts' | 'batch' | 'currency_word'>;

/** What a copy of a paper says, as it is counted. */
export function saidOf<Shown>(kind: PaperKind<Shown>, printed: Printed<Shown>): PaperSaid {
  const { company, texts, batch, currency_word } = printed;
  const facts = { company: { ...company, logo: null }, texts, batch, currency_word };
  return { content: contentOf(kind, facts), facts: { ...facts, batch: { ...batch, ...NOT_ON_PAPER } } };
}

/** Of a batch that was read for a screen: what whoever reads it may do, and what an approver is told, are on no paper. */
const NOT_ON_PAPER: Readonly<Partial<Record<keyof BatchDetail, undefined>>> = {
  allowed_actions: undefined,
  changes: undefined,
  risks: undefined,
  risk_signals: undefined,
  risk_ticks: undefined,
  warnings: undefined,
};

/** What every copy of a paper is drawn with to tell what it says. */
const NO_COPY = {
  copy_no: 1,
  code: null,
  verify: null,
  printed_by: '',
  printed_at: '1970-01-01T00:00:00.000Z',
  software: '',
} as const;

/** What a paper says, as text: itself and the parts of its pages, without its foot, its stamp and what only its own copy has. */
export function contentOf<Shown>({ paper, about }: PaperKind<Shown>, facts: PaperFacts<Shown>): string {
  const company = { ...facts.company, logo: null };
  const { pages } = drawn(paper, { ...facts, company, ...NO_COPY });
  return JSON.stringify({
    title: paper.title,
    company: company.name,
    about: about(facts.batch),
    pages: pages.map(({ blocks }) => blocks.map(wordsOf)),
  });
}

/** What a part says: of what stands at millimetres the texts alone, for the frames of a form are no words. */
export type WrittenBlock =
  | Exclude<PaperBlock, { block: 'placed' }>
  | { readonly block: 'placed'; readonly texts: readonly string[] };

function wordsOf(part: PaperBlock): WrittenBlock {
  if (part.block === 'placed')
    return { block: 'placed', texts: part.marks.flatMap((mark) => ('text' in mark ? [mark.text] : [])) };
  return part.block === 'letterhead' ? { ...part, stamp: null } : part;
}

/** Draws a paper; 422 for a text that its place does not hold. */
export function drawn<Data>(paper: Paper<Data>, data: Data): DrawnPaper {
  try {
    return drawPaper(paper, data);
  } catch (failure) {
    if (failure instanceof TextDoesNotFit) throw invalid({ [failure.field]: [failure.message] });
    throw failure;
  }
}
