import type { ChangesSince } from '@talaan/contract/documents/batch-view.contract';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS, type EntryField } from '@talaan/contract/documents/entry-fields';
import { STATUS } from '@talaan/core/documents/document-status';
import { currencyLabel } from '@talaan/core/money/currency';
import { fingerprintOf } from '../record/batch-content.ts';
import type { BatchNames } from './batch-names.store.ts';
import type { BatchRecord } from '../record/batch-record.ts';
import { changesBetween, isSame, type FieldChange } from './content-changes.ts';
import type { EarlierContent } from './earlier-content.store.ts';

/**
 * What an approver is told of the changes since the last submission: fields by the names of the wire, records by their
 * codes, choices by their labels (decisions §3). Null in a first round in which nothing differs.
 */
export function changesViewOf(earlier: EarlierContent, batch: BatchRecord, names: BatchNames): ChangesSince | null {
  const isEnded = batch.status === STATUS.ARCHIVED;
  const documents = batch.documents.filter((document) => isEnded || !document.is_voided);
  const changes = changesBetween(earlier.content, { ...batch, documents });
  if (batch.cycle === 1 && isSame(changes)) return null;
  return {
    since: earlier.since,
    by: earlier.by,
    fingerprint_before: earlier.fingerprint,
    fingerprint_now: fingerprintOf(batch),
    documents: [...changes.documents],
    headers: changes.headers
      .filter((change) => !isToldByBank(change, changes.headers))
      .map((change) => ({ ...named(change, HEADER_FIELDS, names), header_key: change.header_key })),
    lines: changes.lines.map(({ account_id, fields, ...line }) => ({
      ...line,
      account_code: names.records.account.get(account_id)?.code ?? '',
      fields: fields.map((change) => named(change, LINE_FIELDS, names)),
    })),
    attachments: [...changes.attachments],
  };
}

type HeaderChange = FieldChange & { readonly header_key: number };

/** The number of a bank account follows from the account that was chosen. */
function isToldByBank(change: HeaderChange, all: readonly HeaderChange[]): boolean {
  return (
    change.field === 'bank_account' &&
    all.some((other) => other.field === 'bank_id' && other.header_key === change.header_key)
  );
}

const HEADER_FIELDS = { ...BATCH_FIELDS, ...DOCUMENT_FIELDS };

/** A change as people read it, under the name by which the wire tells it. */
function named(
  { field, before, after }: FieldChange,
  declared: Readonly<Record<string, EntryField>>,
  names: BatchNames,
): FieldChange {
  const declaration = declared[field];
  if (declaration === undefined) return { field, before, after };
  const textOf = (value: string | null) => (value === null ? null : (readingOf(declaration, value, names) ?? value));
  return { field: declaration.told_as ?? field, before: textOf(before), after: textOf(after) };
}

/** What people read in the place of a stored value; undefined where the value says it, or its record is gone. */
function readingOf(field: EntryField, value: string, names: BatchNames): string | undefined {
  switch (field.kind) {
    case 'reference':
      return recordText(field, Number(value), names);
    case 'choice':
      return field.of?.[Number(value)];
    case 'flag':
    case 'switch':
      return value === '1' || value === 'true' ? 'Yes' : 'No';
    default:
      return undefined;
  }
}

function recordText({ to, known_by }: EntryField, id: number, { records }: BatchNames): string | undefined {
  if (to === undefined || to === 'currency') return currencyLabel(id);
  if (known_by === 'bank_and_code') {
    const account = records.bank.get(id);
    return account && `${account.bank_code} ${account.code}`;
  }
  const record = records[to].get(id);
  return known_by === 'name' ? record?.name : record?.code;
}
