import { sql } from 'kysely';
import { nameInRun, type DocumentInRun } from '@talaan/contract/paper-runs/paper-run.contract';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchName } from '@talaan/core/documents/batch-key';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { authorize } from '../access/authorize.ts';
import { paddedBatchNumber, requireReadableType } from '../batches/record/batch-call.ts';
import { existingBatches } from '../batches/record/batch-visibility.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { DOCUMENT_PAPERS } from './document-papers.ts';

/** A document that somebody wants to print, and why he may not; null where he may. */
export interface CheckedDocument extends DocumentInRun {
  readonly reason: string | null;
  /** The id of its batch where that is confidential. */
  readonly confidential: string | null;
}

interface StoredDocument {
  readonly document_type: DocumentType;
  readonly batch_number: string;
  /** As it is asked for. */
  readonly document_number: string | null;
  readonly has_number: boolean;
  readonly id: string;
  readonly status: number;
  readonly is_confidential: boolean;
  readonly has_receipt: boolean;
}

/**
 * What would be printed, each once and in the order in which it is first named. It asks what the print of one asks, by one statement:
 * the level of its call, and that the batch is to be seen. What is not approved is printed one by one, with its stamp.
 */
export async function checkDocuments(
  database: Database,
  user: Principal,
  documents: readonly DocumentInRun[],
): Promise<CheckedDocument[]> {
  const named = documents.map((one) => ({ ...one, batch_number: paddedBatchNumber(one.batch_number) }));
  const whole = new Set(named.filter(({ document_number }) => document_number === undefined).map(batchName));
  const wanted = named.filter((one) => one.document_number === undefined || !whole.has(batchName(one)));
  const asked = [...new Map(wanted.map((one) => [nameInRun(one), one])).values()];
  const refusals = new Map(asked.map(({ document_type }) => [document_type, refusalOf(user, document_type)]));
  const types = [...refusals].flatMap(([type, refusal]) => (refusal === null ? [type] : []));
  const { rows } = await sql<StoredDocument>`
    select b.document_type, b.batch_number, w.document_number, b.id::text, b.status, b.is_confidential = 1 as is_confidential,
      w.document_number is null or exists (
        select from document d where d.batch_id = b.id and d.document_number = w.document_number) as has_number,
      exists (select from document d where d.batch_id = b.id and (d.or_number is not null or d.ar_number is not null)) as has_receipt
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (document_type char(2), batch_number text, document_number text)
    join batch b on b.document_type = w.document_type and b.batch_number = w.batch_number
    where ${existingBatches(user, types)}`.execute(database);
  const found = new Map(
    rows.map((row) => [nameInRun({ ...row, document_number: row.document_number ?? undefined }), row]),
  );
  return asked.map((one) => {
    const stored = found.get(nameInRun(one));
    const reason = refusals.get(one.document_type) ?? (stored === undefined ? unknown(one) : notYet(stored));
    return { ...one, reason, confidential: stored?.is_confidential ? stored.id : null };
  });
}

/** What the call of one answers to whoever may not print documents of a type; null where he may. */
function refusalOf(user: Principal, type: DocumentType): string | null {
  try {
    authorize(user, DOCUMENT_PAPERS[type].access);
    requireReadableType(user, type);
    return null;
  } catch (failure) {
    if (failure instanceof Problem) return failure.message;
    throw failure;
  }
}

function unknown({ document_type, batch_number }: DocumentInRun): string {
  return MESSAGES.noSuchBatch(batch_number, kindOf(document_type)?.one);
}

function notYet({ document_type, document_number, status, has_number, has_receipt }: StoredDocument): string | null {
  if (!has_number) return `It has no voucher ${document_number}.`;
  if (status < STATUS.FOR_RELEASE)
    return `It is ${statusChip(document_type, status).label}: many are printed once they are approved.`;
  return DOCUMENT_PAPERS[document_type].is_receipt && !has_receipt ? 'No receipt was issued for it.' : null;
}
