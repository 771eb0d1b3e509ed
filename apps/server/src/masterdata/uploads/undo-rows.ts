import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { fileFields } from '@talaan/contract/resource/file-fields';
import type { Verdict } from '@talaan/contract/uploads/upload.contract';
import { dateTimeText } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JudgedVerdict, Upload, WaitingRow } from '../../platform/uploads/upload.store.ts';
import { createUpload } from '../../platform/uploads/upload.store.ts';
import type { ReferenceKeys } from '../records/file-columns.ts';
import { cellOf, keysOfReferences } from '../records/file-columns.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findFlatRecords } from '../records/read-records.ts';
import { findRefusals } from '../records/refusals.ts';
import { columnOf } from '../records/resource-sql.ts';
import { insertDeleted } from '../history/restore-record.ts';
import type { Change, StoredRecord, WriteContext } from '../records/resource-override.ts';
import { entryOfRecord } from '../records/whole-entry.ts';
import { deleteBare, isUnchanged, judgeChanges, storeFlatChanges } from '../writing/write-records.ts';
import type { UploadNote, WrittenRecord } from './bulk-changes.ts';
import { findUploadNote, readWritten, writtenColumns, writtenIds } from './bulk-changes.ts';
import { faultOf, textsBefore } from './judge-rows.ts';
import { ROWS_AT_A_TIME, stageRows } from '../../platform/uploads/stage-rows.ts';
import { shownFields, type UploadName } from './stage-rows.ts';
import { inSets } from './store-rows.ts';
import type { FieldColumn } from './upload-columns.ts';
import { takenColumns } from './upload-columns.ts';

/**
 * Makes a row of every record that an upload wrote on: what it is recognised by, and the values that the undo would give
 * it back. Throws 409 when the upload name is taken.
 */
export async function stageUndo(
  db: Database,
  resource: ServedResource,
  name: UploadName,
  note: UploadNote,
): Promise<void> {
  const { definition } = resource;
  const shown = shownFields(definition);
  const written = await writtenColumns(db, definition, note);
  const changed = fileFields(definition)
    .filter((field) => written.has(columnOf(field.name, field.shape)))
    .map((field) => field.name);
  const keys = await keysOfReferences(db, definition);
  const ids = await writtenIds(db, definition, note);
  await createUpload(db, {
    ...name,
    kind: definition.name,
    action: 'undo',
    undoes: note.id,
    file_name: null,
    format: null,
    header: [...shown, ...changed].map((field) => fieldOf(definition, field).label),
    columns: [...shown.map(() => null), ...changed],
  });
  const textOf = (record: StoredRecord, field: string) =>
    String(cellOf(field, fieldOf(definition, field), record[field], keys) ?? '');
  const rows = async function* (): AsyncGenerator<WaitingRow> {
    for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
      const part = await readWritten(db, resource, note, ids.slice(at, at + ROWS_AT_A_TIME));
      for (const [index, { id, former }] of part.entries()) {
        const cells = [...shown, ...changed].map((field) => textOf(former, field));
        yield { row: at + index + 1, record_id: id, cells };
      }
    }
  };
  await stageRows(db, name.id, rows());
}

/** What the rows of an undo share while they are taken back part by part. */
interface Undo {
  readonly note: UploadNote;
  readonly columns: readonly FieldColumn[];
  readonly keys: ReferenceKeys;
}

/** Reads what the rows of an undo share. */
export async function openUndo(db: Database, definition: AnyResource, upload: Upload): Promise<Undo> {
  return {
    note: await findUploadNote(db, definition, upload.undoes!),
    columns: takenColumns(definition, upload.columns ?? []),
    keys: await keysOfReferences(db, definition),
  };
}

/** What is done to one record to take an upload back. */
interface Reversal {
  readonly row: number;
  readonly written: WrittenRecord;
  /** For a record that the upload changed or deleted; null for one that it added, which goes. */
  readonly change: Change | null;
  /** The record as it is; null for one that is gone. */
  readonly stored: StoredRecord | null;
}

/**
 * Takes back what the rows of an undo tell of, set by set: what the upload added goes, what it deleted comes back, what
 * it changed gets its former values; each as if a person did it now, under the same rules. What somebody wrote on since
 * is left alone. With `write` it is done, and nobody else changes the records until the transaction ends.
 */
export async function undoRows(
  context: WriteContext,
  resource: ServedResource,
  undo: Undo,
  rows: readonly WaitingRow[],
  { write }: { write: boolean },
): Promise<JudgedVerdict[]> {
  const { db } = context;
  const { definition } = resource;
  const { note } = undo;
  const ids = rows.map(({ record_id }) => record_id!);
  const stored = new Map((await findFlatRecords(db, resource, ids, { lock: write })).map((one) => [one.id, one]));
  const written = new Map((await readWritten(db, resource, note, ids)).map((one) => [one.id, one]));
  const reversals = rows.map(({ row, record_id }): Reversal => {
    const one = written.get(record_id!)!;
    const now = stored.get(record_id!) ?? null;
    const change = one.wrote === 'insert' ? null : { stored: now, entry: entryOfRecord(definition, one.former) };
    return { row, written: one, change, stored: now };
  });
  const wanted = reversals.filter((one) => one.written.state === 'as_left');
  const faults = new Map(
    reversals
      .filter((one) => one.written.state === 'changed')
      .map((one): [number, string] => [one.row, leftAlone(one.written)]),
  );
  const refuse = (row: number, message: string) =>
    faults.set(row, [faults.get(row), message].filter(Boolean).join(' '));

  const changing = wanted.filter((one) => one.change !== null);
  const changes = changing.map((one) => one.change!);
  const coming = new Set(wanted.filter(isBack).map(({ written: { former } }) => former[definition.key]));
  const judged = await judgeChanges(context, resource, changes, { seen: new Map(), coming });
  for (const { index, message } of judged.faults) refuse(changing[index]!.row, message);
  for (const [at, refusal] of await findRefusals(context, resource, changes)) {
    refuse(changing[at]!.row, faultOf(definition, refusal).message);
  }
  if (write) {
    const allowed = wanted.filter(({ row }) => !faults.has(row));
    const refused = await inSets(db, allowed, async (set) => {
      const back = set.filter(isBack).map(({ written: { id } }) => id);
      if (back.length > 0) await insertDeleted(db, definition, back, note);
      const former = set.flatMap(({ change, stored: now }) => (change && now ? [{ ...change, stored: now }] : []));
      if (former.length > 0) await storeFlatChanges(context, resource, former, judged.ids);
      // Files bring no inner rows: those of an added record came later and are somebody's work.
      const added = set.flatMap(({ change, stored: now }) => (change === null && now ? [now] : []));
      if (added.length > 0) await deleteBare(context, resource, added);
    });
    for (const [{ row }, refusal] of refused) refuse(row, faultOf(definition, refusal).message);
  }
  return reversals.map((one) => {
    const message = faults.get(one.row);
    const verdict = message === undefined ? verdictOf(definition, one) : 'refused';
    return {
      row: one.row,
      record_id: one.written.id,
      verdict,
      before: verdict === 'changed' ? textsBefore(definition, undo, one.change!) : {},
      faults: message === undefined ? [] : [{ column: null, message }],
    };
  });
}

function verdictOf(definition: AnyResource, { written, change }: Reversal): Verdict {
  if (written.state === 'as_before') return 'unchanged';
  if (written.wrote !== 'update') return written.wrote === 'insert' ? 'removed' : 'new';
  return isUnchanged(definition, change!) ? 'unchanged' : 'changed';
}

const isBack = ({ written }: Reversal) => written.wrote === 'delete';

function leftAlone({ since_by, since_at, since_deleted }: WrittenRecord): string {
  const who = since_by === null || since_at === null ? '' : ` by ${since_by}, ${dateTimeText(since_at)}`;
  return since_deleted ? `Deleted since${who}: it stays deleted.` : `Changed since${who}: it stays as it is.`;
}
