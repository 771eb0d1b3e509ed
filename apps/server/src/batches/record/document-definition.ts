import type { DocumentType } from '@talaan/core/documents/document-type';
import type { StatusAction } from '@talaan/core/documents/document-status';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentsToNumber } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { BatchRecord } from './batch-record.ts';

/**
 * What one document type adds to the engine, which saves, locks, moves, posts and voids every type alike by the facts of
 * `packages/core`. A type lives in `documents/<type>/` and is handed to the engine by the application; the engine knows
 * none by name.
 */
export interface DocumentDefinition {
  readonly document_type: DocumentType;
  /** The numbers that the documents of a batch take as it is approved, by the kind of their series. */
  readonly numbersAtApproval?: (batch: BatchRecord) => readonly DocumentsToNumber[];
  /**
   * What else becomes of batches as they are approved, after their entries are posted and their documents numbered, in the
   * same transaction; answers what the reply tells of each. The series stay locked until the commit.
   */
  readonly onApproved?: (
    transaction: Database,
    batches: readonly BatchRecord[],
    user: Principal,
  ) => Promise<readonly Pick<MoveResult, 'receipt_status'>[]>;
  /** What else follows from batches that were saved or moved, in the same transaction; throws where one may not be. */
  readonly onChanged?: (
    transaction: Database,
    batchIds: readonly string[],
    action: StatusAction | 'save',
  ) => Promise<void>;
}

/** The definitions of the types that an installation serves. */
export type DocumentDefinitions = ReadonlyMap<DocumentType, DocumentDefinition>;

/** Collects definitions by type; a type that is given twice is a programming error. */
export function definitionsOf(definitions: readonly DocumentDefinition[]): DocumentDefinitions {
  const byType = new Map(definitions.map((definition) => [definition.document_type, definition]));
  if (byType.size !== definitions.length) throw new TypeError('A document type has two definitions.');
  return byType;
}
