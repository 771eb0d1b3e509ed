import type { DocumentType } from '@talaan/core/documents/document-type';
import type { GivenHeader } from './given-documents.ts';

/**
 * What one document type adds to the engine, which saves, locks, moves, posts and voids every type alike. A type lives
 * in `documents/<type>/` and is handed to the engine by the application; the engine knows none by name.
 */
export interface DocumentDefinition {
  readonly document_type: DocumentType;
  /** How many documents a batch may have. */
  readonly most_documents: number;
  /** What is wrong with a header beyond its parties and what every type checks. */
  checkHeader(header: GivenHeader): readonly HeaderFault[];
  /**
   * The total of a document from the totals of its lines, in minor units: what lists show and limits are compared with
   * (decisions §3).
   */
  totalOf(lines: { readonly debit_minor: bigint; readonly credit_minor: bigint }): bigint;
}

export interface HeaderFault {
  readonly field: keyof GivenHeader;
  readonly message: string;
}

/** The definitions of the types that an installation serves. */
export type DocumentDefinitions = ReadonlyMap<DocumentType, DocumentDefinition>;

/** Collects definitions by type; a type that is given twice is a programming error. */
export function definitionsOf(definitions: readonly DocumentDefinition[]): DocumentDefinitions {
  const byType = new Map(definitions.map((definition) => [definition.document_type, definition]));
  if (byType.size !== definitions.length) throw new TypeError('A document type has two definitions.');
  return byType;
}
