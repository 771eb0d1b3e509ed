import type { ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { DOCUMENT_FIELDS } from '@talaan/contract/documents/entry-fields';
import { STATUS } from '@talaan/core/documents/status';
import { fingerprintOf } from '../record/batch-content.ts';
import type { BatchNames } from './batch-names.store.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { changesBetween, isSame, type ContentChanges } from './content-changes.ts';
import type { EarlierContent } from './earlier-content.store.ts';

/**
 * What an approver is told of the changes since the last submission: fields by the names of the wire, records by what
 * people know them by, choices by their labels (decisions §3). Null in a first round in which nothing differs.
 */
export function changesViewOf(
  earlier: EarlierContent,
  batch: BatchRecord,
  { records }: Pick<BatchNames, 'records'>,
): ChangesSince | null {
  const isEnded = batch.status === STATUS.ARCHIVED;
  const documents = batch.documents.filter((document) => isEnded || !document.is_voided);
  const changes = changesBetween(earlier.content, { ...batch, documents }, records);
  if (batch.cycle === 1 && isSame(changes)) return null;
  return {
    since: earlier.since,
    by: earlier.by,
    fingerprint_before: earlier.fingerprint,
    fingerprint_now: fingerprintOf(batch),
    documents: [...changes.documents],
    headers: changes.headers.filter((change) => !isToldByBank(change, changes.headers)),
    lines: changes.lines.map(({ account_id, fields, ...line }) => ({
      ...line,
      account_code: (account_id === null ? null : records('account', account_id)?.code) ?? '',
      fields: [...fields],
    })),
    attachments: [...changes.attachments],
  };
}

type HeaderChange = ContentChanges['headers'][number];

/** The number of a bank account follows from the account that was chosen. */
function isToldByBank(change: HeaderChange, all: readonly HeaderChange[]): boolean {
  const bank = DOCUMENT_FIELDS.bank_id.told_as;
  return (
    change.field === 'bank_account' &&
    all.some((other) => other.field === bank && other.header_key === change.header_key)
  );
}
