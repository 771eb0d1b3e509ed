import type { DocumentType } from '@talaan/core/documents/document-type';
import type { StatusAction } from '@talaan/core/documents/document-status';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
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
  /**
   * What else becomes of a batch as it is approved, after its entries are posted and in their transaction; answers what
   * the reply tells of it.
   */
  readonly onApproved?: (
    transaction: Database,
    batch: BatchRecord,
    user: Principal,
  ) => Promise<Partial<Pick<MoveResult, 'receipt_status' | 'document_number'>>>;
  /** What else follows from a batch that was saved or moved, in the same transaction; throws where it may not be. */
  readonly onChanged?: (
    transaction: Database,
    batch: Pick<BatchRecord, 'id'>,
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
