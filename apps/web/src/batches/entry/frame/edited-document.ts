import type { ReactNode } from 'react';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DraftView } from '@talaan/contract/documents/draft.contract';
import type { Route } from '@talaan/contract/http/route';
import type { CellFault } from '../grid/grid-lines.ts';

/** A document while it is typed, as the frame of its editor keeps, saves and submits it. */
export interface EditedDocument {
  readonly document_type: DocumentType;
  /** Something was typed. */
  readonly touched: boolean;
  /** What a draft keeps of it; null while nothing was typed. */
  readonly draftBody: Record<string, unknown> | null;
  /** The version of the stored batch that is changed; undefined for a new one. */
  readonly baseVersion: number | undefined;
  readonly amount: DocumentAmount;
  /** All that is known to be wrong, in the order of the page. */
  readonly summary: readonly ToldFault[];
  /** The line that was deleted last, from 0; null where none can be brought back. */
  readonly removedRow: number | null;

  /** Marks what is missing, of one that is `submitting` in its lines too; true where the page knows nothing wrong. */
  readonly check: (submitting: boolean) => boolean;
  /** The document as the wire takes it. */
  readonly input: () => object;
  /** The calls that store it; both answer the batch. */
  readonly calls: { readonly create: Route; readonly update: Route };
  /** Marks what the server refused, by its paths of fields. */
  readonly mark: (errors: Record<string, string[]>) => void;
  /** What is said beside the success of a save; null for nothing. */
  readonly notice: string | null;
  /** Where it differs from what is stored. */
  readonly differences: (stored: BatchDetail) => readonly Difference[];

  readonly undo: () => void;
  /** Goes on with a draft instead of what was typed. */
  readonly takeDraft: (draft: DraftView) => void;
  /** Goes on with a stored version instead of what was typed. */
  readonly takeStored: (batch: BatchDetail) => void;
  /** Goes on with what was typed, as a change of another stored version. */
  readonly rebase: (batch: BatchDetail) => void;
  /** What was typed is saved or given up: nothing is unsaved. */
  readonly settle: () => void;
}

/** What a document comes to, in minor units of its currency, of a series all its cheques; and its rate as text. */
export interface DocumentAmount {
  readonly totalMinor: bigint;
  /** What of it is taken in without cash, and takes the route of a write-off. */
  readonly writtenOffMinor?: bigint;
  readonly currencyId: number;
  readonly rate: string;
}

/** A fault as the summary names it, with its control; one of a cell may first have to be brought in sight. */
export interface ToldFault {
  readonly message: string;
  readonly fieldId?: string;
  readonly cell?: CellFault;
}

/** One thing that two versions of a document say differently. */
export interface Difference {
  what: string;
  mine: ReactNode;
  theirs: ReactNode;
}
