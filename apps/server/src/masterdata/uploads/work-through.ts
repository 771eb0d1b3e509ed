import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { StoreChoice, UploadCounts } from '@talaan/contract/uploads/upload.contract';
import { withProgress } from '../../platform/uploads/upload-progress.ts';
import type { JudgedVerdict, Upload, WaitingRow } from '../../platform/uploads/upload.store.ts';
import {
  cellPairs,
  keepVerdicts,
  nextWaitingRows,
  removeRows,
  waitingRowsOf,
} from '../../platform/uploads/upload.store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import { keysOfReferences } from '../records/file-columns.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findFlatRecords } from '../records/read-records.ts';
import type { WriteContext } from '../records/resource-override.ts';
import { deleteWhole } from '../writing/write-records.ts';
import { faultOf, GONE, judgeRows, textsBefore, verdictOf } from './judge-rows.ts';
import type { JudgedRow, RowSurroundings } from './judge-rows.ts';
import { inSets, storeRows } from './store-rows.ts';
import type { RefusedRow } from './store-rows.ts';
import { openUndo, undoRows } from './undo-rows.ts';
import { ROWS_AT_A_TIME } from '../../platform/uploads/stage-rows.ts';
import type { FieldColumn } from './upload-columns.ts';

/**
 * So many rows are stored and taken back by a check, so that it also finds what only the database refuses. More would
 * hold records that others want to change; what it refuses of them is found when they are stored.
 */
const MOST_TRIED = 2000;

/** What became of the rows of an upload. `faults` are those of the refused rows, the first ones only where many. */
export interface UploadOutcome {
  readonly counts: UploadCounts;
  readonly refused: readonly RefusedRow[];
}

/**
 * Checks every row that waits and keeps what it would do; nothing is stored. `tryOut` runs a step in a transaction of the
 * caller's name. Throws 409 when the upload is cancelled meanwhile.
 */
export async function checkRows(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  columns: readonly FieldColumn[],
  tryOut: <T>(step: (transaction: Database) => Promise<T>) => Promise<T>,
): Promise<void> {
  await withProgress(upload.id, 'checking', async (tell) => {
    let done = 0;
    if (upload.action !== 'save' && upload.row_count <= MOST_TRIED) {
      const verdicts = await tryOut((db) => tryApplying({ ...context, db }, resource, upload, tell));
      return keepVerdicts(context.db, upload.id, verdicts);
    }
    if (upload.action === 'undo') {
      const undo = await openUndo(context.db, resource.definition, upload);
      for await (const rows of everyRow(context.db, upload.id)) {
        const verdicts = await undoRows(context, resource, undo, rows, { write: false });
        await keepVerdicts(context.db, upload.id, verdicts);
        tell((done += rows.length));
      }
      return;
    }
    let changing = 0;
    const known = new Set<number>();
    for await (const { surroundings, rows } of partsOf(context.db, resource.definition, upload, columns)) {
      const { judged } = await judgeRows(context, resource, surroundings, rows, { lock: false });
      const verdicts = judged.map((row) => verdictRow(resource.definition, surroundings, row));
      await keepVerdicts(context.db, upload.id, verdicts);
      for (const { row, verdict } of verdicts) if (verdict === 'refused') known.add(row);
      changing += verdicts.filter(({ verdict }) => verdict === 'new' || verdict === 'changed').length;
      tell((done += rows.length));
    }
    if (changing === 0 || changing > MOST_TRIED) return;
    const tried = await tryOut((db) => tryStoring({ ...context, db }, resource, upload, columns));
    const refused = tried.filter(({ row }) => !known.has(row.row));
    await keepVerdicts(
      context.db,
      upload.id,
      refused.map((row) => refusedVerdict(columns, row)),
    );
  });
}

/**
 * Stores every row that waits, judged anew against the records as they are now, in the transaction of the context.
 * `good` leaves out refused rows and keeps them waiting; with `all` nothing more is stored after the first refusal, and the
 * caller takes everything back.
 */
export async function storeUpload(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  columns: readonly FieldColumn[],
  choice: StoreChoice,
): Promise<UploadOutcome> {
  return withProgress(upload.id, 'storing', (tell) => storeParts(context, resource, upload, columns, choice, tell));
}

async function storeParts(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  columns: readonly FieldColumn[],
  choice: StoreChoice,
  tell: (done: number) => void,
): Promise<UploadOutcome> {
  const counts = noRows();
  const refused: RefusedRow[] = [];
  let done = 0;
  for await (const { surroundings, rows } of partsOf(context.db, resource.definition, upload, columns)) {
    const { judged, ids } = await judgeRows(context, resource, surroundings, rows, { lock: true });
    const bad = judged.filter(({ faults }) => faults.length > 0);
    const ready = judged.flatMap(({ row, change, faults }) => (change && faults.length === 0 ? [{ row, change }] : []));
    const stops = choice === 'all' && (refused.length > 0 || bad.length > 0);
    const late = stops ? [] : await storeRows(context, resource, ready, ids);
    const lateRows = new Set(late.map(({ row }) => row.row));
    for (const row of judged) {
      counts[lateRows.has(row.row.row) ? 'refused' : verdictOf(resource.definition, row)] += 1;
    }
    refused.push(...bad.flatMap(({ row, faults }) => faults.map((fault) => ({ row, fault }))), ...late);
    if (choice === 'good') {
      const verdicts = [
        ...bad.map((row) => verdictRow(resource.definition, surroundings, row)),
        ...late.map((row) => refusedVerdict(columns, row)),
      ];
      const kept = new Set(verdicts.map(({ row }) => row));
      await keepVerdicts(context.db, upload.id, verdicts);
      await removeRows(
        context.db,
        upload.id,
        rows.map(({ row }) => row).filter((row) => !kept.has(row)),
      );
    }
    tell((done += rows.length));
  }
  await sql`set constraints all immediate`.execute(context.db);
  return { counts, refused: refused.toSorted((one, other) => one.row.row - other.row.row) };
}

/**
 * Deletes the records that the rows name, or takes back what they tell of, in the transaction of the context. What is
 * refused stays as it is; with `good` its row keeps waiting.
 */
export async function applyUpload(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  choice: StoreChoice,
): Promise<UploadOutcome> {
  return withProgress(upload.id, 'storing', async (tell) => {
    const verdicts = await applyRows(context, resource, upload, tell);
    const counts = noRows();
    for (const { verdict } of verdicts) counts[verdict] += 1;
    const refused = verdicts.flatMap(({ row, faults }) =>
      faults.map(({ message }) => ({ row: { row, cells: [] }, fault: { field: resource.definition.key, message } })),
    );
    if (choice === 'good') {
      await keepVerdicts(context.db, upload.id, verdicts);
      const done = verdicts.filter(({ verdict }) => verdict !== 'refused').map(({ row }) => row);
      await removeRows(context.db, upload.id, done);
    }
    return { counts, refused };
  });
}

async function applyRows(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  tell: (done: number) => void,
): Promise<JudgedVerdict[]> {
  const verdicts: JudgedVerdict[] = [];
  const undo = upload.action === 'undo' ? await openUndo(context.db, resource.definition, upload) : null;
  for await (const rows of everyRow(context.db, upload.id)) {
    const applied = undo
      ? await undoRows(context, resource, undo, rows, { write: true })
      : await deleteRows(context, resource, rows);
    verdicts.push(...applied);
    tell(verdicts.length);
  }
  await sql`set constraints all immediate`.execute(context.db);
  return verdicts;
}

async function deleteRows(
  context: WriteContext,
  resource: ServedResource,
  rows: readonly WaitingRow[],
): Promise<JudgedVerdict[]> {
  const found = await findFlatRecords(
    context.db,
    resource,
    rows.map(({ record_id }) => record_id!),
    { lock: true },
  );
  const records = new Map(found.map((record) => [record.id, record]));
  const there = rows.filter(({ record_id }) => records.has(record_id!));
  const refused = await inSets(context.db, there, (set) =>
    deleteWhole(
      context,
      resource,
      set.map(({ record_id }) => records.get(record_id!)!),
    ),
  );
  const refusals = new Map(refused.map(([{ row }, refusal]) => [row, faultOf(resource.definition, refusal).message]));
  return rows.map(({ row, record_id }) => {
    const message = records.has(record_id!) ? refusals.get(row) : GONE;
    const faults = message === undefined ? [] : [{ column: null, message }];
    return { row, record_id: record_id!, verdict: message === undefined ? 'removed' : 'refused', before: {}, faults };
  });
}

async function tryApplying(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  tell: (done: number) => void,
): Promise<JudgedVerdict[]> {
  await sql`savepoint trial`.execute(context.db);
  const verdicts = await applyRows(context, resource, upload, tell);
  await sql`rollback to savepoint trial`.execute(context.db);
  return verdicts;
}

async function tryStoring(
  context: WriteContext,
  resource: ServedResource,
  upload: Upload,
  columns: readonly FieldColumn[],
): Promise<readonly RefusedRow[]> {
  await sql`savepoint trial`.execute(context.db);
  const { refused } = await storeParts(context, resource, upload, columns, 'good', () => undefined);
  await sql`rollback to savepoint trial`.execute(context.db);
  return refused;
}

function noRows(): UploadCounts {
  return { new: 0, changed: 0, unchanged: 0, removed: 0, refused: 0 };
}

/**
 * The rows of an upload part by part. Where records name others of their own kind, the named ones come first, level by
 * level, so that a whole tree can be brought in whatever the order of its rows.
 */
async function* partsOf(
  db: Database,
  definition: AnyResource,
  upload: Upload,
  columns: readonly FieldColumn[],
): AsyncGenerator<{ surroundings: RowSurroundings; rows: WaitingRow[] }> {
  const keys = await keysOfReferences(db, definition);
  const tree = await readTree(db, definition, upload, columns);
  const surroundings = { columns, keys, others: { seen: new Map(), coming: tree?.keys ?? new Set() } };
  if (tree) {
    for (const level of tree.levels) {
      for (let at = 0; at < level.length; at += ROWS_AT_A_TIME) {
        const rows = await waitingRowsOf(db, upload.id, level.slice(at, at + ROWS_AT_A_TIME));
        if (rows.length > 0) yield { surroundings, rows };
      }
    }
    return;
  }
  for (let after = 0; ;) {
    const rows = await nextWaitingRows(db, upload.id, { after, limit: ROWS_AT_A_TIME });
    if (rows.length === 0) return;
    after = rows.at(-1)!.row;
    yield { surroundings, rows };
  }
}

async function* everyRow(db: Database, id: string): AsyncGenerator<WaitingRow[]> {
  for (let after = 0; ;) {
    const rows = await nextWaitingRows(db, id, { after, limit: ROWS_AT_A_TIME });
    if (rows.length === 0) return;
    after = rows.at(-1)!.row;
    yield rows;
  }
}

/** Deeper trees are none: their rows name one another in a circle, which the database refuses. */
const DEEPEST = 60;

/** Row numbers by their depth in the tree that the file itself holds; null where records name none of their kind. */
async function readTree(db: Database, definition: AnyResource, upload: Upload, columns: readonly FieldColumn[]) {
  const parent = columns.find(({ shape }) => shape.kind === 'reference' && shape.to === definition.name);
  const key = columns.find(({ name }) => name === definition.key);
  if (!parent || !key) return null;
  const pairs = await cellPairs(db, upload.id, [key.at, parent.at]);
  const parentOf = new Map(pairs.map(({ first, second }) => [first.trim(), second.trim()]));
  const levels: number[][] = [];
  for (const { row, second } of pairs) {
    let depth = 0;
    for (let above: string | undefined = second.trim(); above && parentOf.has(above) && depth < DEEPEST; depth += 1) {
      above = parentOf.get(above);
    }
    (levels[depth] ??= []).push(row);
  }
  return { keys: new Set(parentOf.keys()), levels: levels.filter(Boolean) };
}

function verdictRow(
  definition: AnyResource,
  surroundings: Pick<RowSurroundings, 'columns' | 'keys'>,
  judged: JudgedRow,
): JudgedVerdict {
  const { row, change, faults } = judged;
  return {
    row: row.row,
    verdict: verdictOf(definition, judged),
    record_id: change?.stored?.id ?? row.record_id ?? null,
    before: change === null ? {} : textsBefore(definition, surroundings, change),
    faults: faults.map((fault) => uploadFault(surroundings.columns, fault)),
  };
}

function refusedVerdict(columns: readonly FieldColumn[], { row, fault }: RefusedRow): JudgedVerdict {
  return {
    row: row.row,
    verdict: 'refused',
    record_id: row.record_id ?? null,
    before: {},
    faults: [uploadFault(columns, fault)],
  };
}

function uploadFault(columns: readonly FieldColumn[], { field, message }: Pick<EntryFault, 'field' | 'message'>) {
  return { column: columns.find(({ name }) => name === field)?.at ?? null, message };
}
