import type { DocumentType } from '@talaan/core/documents/document-type';
import type { StatusAction } from '@talaan/core/documents/status';
import type { RiskSignal } from '@talaan/core/risk/risk-signals';
import type { DocumentFault } from '@talaan/core/text/document-fault';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentsToNumber } from '../../numbering/document-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { DocumentContent } from './batch-content.ts';
import type { BatchRecord, PassedBatch } from './batch-record.ts';
import type { GivenDocument, GivenHeader } from './given-documents.ts';

/**
 * What one document type adds to the engine, which saves, locks, moves, posts and voids every type alike by the facts of
 * `packages/core`. A type lives in `documents/<type>/` and is handed to the engine by the application; the engine knows
 * none by name.
 */
export interface DocumentDefinition {
  readonly document_type: DocumentType;
  /** The numbers that the documents of a batch take as it is approved, by the kind of their series. */
  readonly numbersAtApproval?: (batch: PassedBatch) => readonly DocumentsToNumber[];
  /**
   * What else becomes of batches as they are approved, after their entries are posted and their documents numbered, in the
   * same transaction; answers what the reply tells of each. The series stay locked until the commit.
   */
  readonly onApproved?: (
    transaction: Database,
    batches: readonly PassedBatch[],
    user: Principal,
  ) => Promise<readonly Pick<MoveResult, 'receipt_status'>[]>;
  /** What else follows from batches that were saved or moved, in the same transaction; throws where one may not be. */
  readonly onChanged?: (
    transaction: Database,
    batchIds: readonly string[],
    action: StatusAction | 'save',
  ) => Promise<void>;
  /**
   * Reads what the documents of entries name beside what those of every type name, once for a set, and answers the check of
   * each. `changed` are the ids of the batches that are being changed.
   */
  readonly checkGiven?: (
    database: Database,
    user: Principal,
    documents: readonly GivenDocument[],
    changed: readonly string[],
  ) => Promise<GivenCheck>;
  /** The same of stored batches; answers what keeps each from being posted, by the path of the body field. */
  readonly checkStored?: (
    database: Database,
    batches: readonly BatchRecord[],
  ) => Promise<(batch: BatchRecord) => readonly DocumentFault[]>;
  /** What is doubtful of batches from their draft on until they are void, by id and in one statement. */
  readonly findSignals?: (
    database: Database,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly RiskSignal[]>>;
}

/** What comes of the header of a document whose payee and currency are known: its faults by field, and what is stored. */
export type GivenCheck = (
  header: GivenHeader,
  document: { readonly payee_id: number | null; readonly currency_id: number },
) => {
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  readonly content: Partial<DocumentContent>;
};

const DECLARED = new Map<string, DocumentDefinition>();

/**
 * Declares a type. Whoever reads or checks batches of many types, in a list, on a paper or at a desk, has no definition at hand
 * and finds what a type adds by `byHook`.
 */
export function defineDocument(definition: DocumentDefinition): DocumentDefinition {
  DECLARED.set(definition.document_type, definition);
  return definition;
}

/** Batches by the hook of a name that their type has; those of types that share one are asked about together. */
export function byHook<Name extends keyof DocumentDefinition, Batch extends { readonly document_type: string }>(
  name: Name,
  batches: readonly Batch[],
): ReadonlyMap<NonNullable<DocumentDefinition[Name]>, readonly Batch[]> {
  const grouped = new Map<NonNullable<DocumentDefinition[Name]>, Batch[]>();
  for (const batch of batches) {
    const hook = DECLARED.get(batch.document_type)?.[name];
    if (hook !== undefined) grouped.set(hook, [...(grouped.get(hook) ?? []), batch]);
  }
  return grouped;
}

/** The definitions of the types that an installation serves. */
export type DocumentDefinitions = ReadonlyMap<DocumentType, DocumentDefinition>;

/** Collects definitions by type; a type that is given twice is a programming error. */
export function definitionsOf(definitions: readonly DocumentDefinition[]): DocumentDefinitions {
  const byType = new Map(definitions.map((definition) => [definition.document_type, definition]));
  if (byType.size !== definitions.length) throw new TypeError('A document type has two definitions.');
  return byType;
}
