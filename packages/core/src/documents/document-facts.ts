import type { PeriodModule } from '../calendar/accounting-period.ts';
import type { SeriesKind } from '../numbering/series.ts';
import type { LaterStatus, StatusHue, StatusMove } from './status.ts';

/** What a document type is, as far as the product asks without knowing it by name (decisions §3, §4, §5). */
export interface DocumentFacts {
  readonly label: string;
  /** Which flag of the accounting period guards its entry date; null: it has no ledger effect (decisions §4, §6). */
  readonly module: PeriodModule | null;
  /** The number that groups its documents: batch, request, collection or PO number (decisions §5). */
  readonly batch_series: SeriesKind;
  /** The number of the paper itself (decisions §5). A collection and a PO carry their batch number. */
  readonly document_series: SeriesKind;
  /** Whether the paper takes its number at Approved and not at its first save; what was numbered is never restored. */
  readonly numbered_at_approval?: true;
  /** How many documents a batch may have. */
  readonly most_documents: number;
  /** Whether For Review stands between the draft and the first approval (decisions §3). */
  readonly has_review_stage: boolean;
  /** Whether For Release stands between the last approval and the ledger (decisions §3). */
  readonly has_release_stage: boolean;
  /** Whether money leaves by it: it may take from a purchase order, and is looked at for risks of a payment (decisions §3, §4). */
  readonly pays: boolean;
  /** The approval setting of a new installation (decisions §3). */
  readonly needs_approval: boolean;
  /** Whether billing officers approve it, and not approving officers (decisions §3). */
  readonly own_officers: boolean;
  /** Whether it may be an adjusting one, which lists and transaction codes tell from the others (decisions §10). */
  readonly has_adjusting: boolean;
  /** Whether archiving cancels it for good, so that 20 reads Cancelled (decisions §6). */
  readonly archive_cancels: boolean;
  /** What becomes of it after Approved but a void; most types are at their end there (decisions §6). */
  readonly later?: LaterLife;
  /**
   * How it writes on the receivable account: as what is billed, as what settles invoices, or by lines that name the invoice;
   * every other type does not (decisions §6).
   */
  readonly on_receivable?: 'bills' | 'settles' | 'names_invoice';
  /** What its header names beside date, currency and remarks (decisions §4; spec 2 §3). */
  readonly header: HeaderFacts;
}

/** The states that a type passes after Approved, each with its moves. */
export interface LaterLife {
  readonly moves: readonly StatusMove[];
  readonly states: Readonly<Partial<Record<LaterStatus, LaterState>>>;
}

export interface LaterState {
  readonly label: string;
  readonly hue: StatusHue;
  /** Why whatever is no move of it is refused, and the way out. */
  readonly refusal: string;
}

/** The parties and papers that a header names; what a type does not have is neither asked for nor stored. */
export interface HeaderFacts {
  /** Whether it names whom it pays or who pays, and must. */
  readonly payee: boolean;
  /** The side of the entry on which the own bank account stands; null where the header names none. */
  readonly bank_side: 'credit' | 'debit' | null;
  readonly bank_required: boolean;
  /** Whether the bank account of the payee is named, which the bank is told to credit. */
  readonly payee_bank: boolean;
  /** Whether it is paid by a cheque with a number, and may be a post-dated series of them. */
  readonly cheque: boolean;
  /** Whether it is answered with an official or acknowledgement receipt, whose number it takes at Approved. */
  readonly receipt: boolean;
}

/** A header of date, currency and remarks alone. */
export const BARE_HEADER = {
  payee: false,
  bank_side: null,
  bank_required: false,
  payee_bank: false,
  cheque: false,
  receipt: false,
} as const satisfies HeaderFacts;

/** The header of what is paid in: by whom, and into which account where it is known. */
export const RECEIPT_HEADER = { ...BARE_HEADER, payee: true, bank_side: 'debit', receipt: true } as const;
