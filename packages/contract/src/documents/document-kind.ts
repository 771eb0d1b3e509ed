import type { DocumentType } from '@talaan/core/documents/document-type';
import type { ModuleName } from '../access/modules.ts';

/** A family of documents that share a module, a list and an entry page; what each type asks is `DOCUMENT_TYPES[type].header`. */
export interface DocumentKind<Type extends DocumentType = DocumentType> {
  readonly module: ModuleName;
  /** The first is what a new entry begins with. */
  readonly types: readonly [Type, ...Type[]];
  readonly list: string;
  /** Where one is entered, read and approved. */
  readonly page: string;
  /** Heading of the page while the entry is new. */
  readonly newTitle: string;
  /** What the keys and an empty list call it. */
  readonly one: string;
  readonly many: string;
  /** What stays of a posted one that is voided, and what opens again, as a sentence; its number prints VOID where this says nothing else. */
  readonly voidStays?: string;
  /** On what its documents are printed, where they are. */
  readonly paper?: KindPaper;
  /** What else they are printed on. */
  readonly otherPapers?: readonly KindPaper[];
  /** What its own calls call the fields that every document has; the calls of every type name them by their place in an entry. */
  readonly own?: OwnNames;
}

/** Names on the wire of a document with a body of its own. */
export interface OwnNames {
  /** Of the number that groups its documents. */
  readonly number: string;
  readonly date: string;
  /** Of the list of its lines. */
  readonly lines: string;
}

export interface KindPaper {
  /** Tells its copies from those of other papers of a document. */
  readonly name: string;
  readonly label: string;
  /** Where it opens, in a tab of its own (spec 2 §2). */
  readonly address: (batch: { readonly batch_number: string; readonly document_type: string }) => string;
  /** Size of its sheet; A4 where it is not named. */
  readonly size?: string;
  /** Whether a document has it; every one where it is not named. */
  readonly isOf?: (batch: {
    readonly document_type: string;
    readonly is_or_ar?: number | null;
    readonly document_number?: string | null;
    readonly atc_code?: string | null;
  }) => boolean;
}
