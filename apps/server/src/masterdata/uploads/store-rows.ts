import { sql } from 'kysely';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { WaitingRow } from '../../platform/uploads/upload.store.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import type { ServedResource } from '../records/served-resource.ts';
import type { ResolvedReferences } from '../writing/references.ts';
import type { Change, StoredRecord, WriteContext } from '../records/resource-override.ts';
import { insertRecords, isUnchanged, storeFlatChanges } from '../writing/write-records.ts';
import { faultOf } from './judge-rows.ts';

/** A judged change that is to be stored, with its row. */
export interface ReadyRow {
  readonly row: WaitingRow;
  readonly change: Change;
}

/** A row that is not stored, and why. */
export interface RefusedRow {
  readonly row: WaitingRow;
  readonly fault: Pick<EntryFault, 'field' | 'message'>;
}

/** Stores judged rows, but for those that the database refuses. */
export async function storeRows(
  context: WriteContext,
  resource: ServedResource,
  rows: readonly ReadyRow[],
  ids: ResolvedReferences,
): Promise<RefusedRow[]> {
  const wanted = rows.filter(({ change }) => !isUnchanged(resource.definition, change));
  const refused = await inSets(context.db, wanted, (set) => storeSet(context, resource, set, ids));
  return refused.map(([{ row }, refusal]) => ({ row, fault: faultOf(resource.definition, refusal) }));
}

/**
 * Does a step for all rows together. What the database refuses is found by halving the set, so that the row is named and
 * the step is done for the others all the same. Answers the refused rows with their refusals.
 */
export async function inSets<Row>(
  db: Database,
  rows: readonly Row[],
  step: (set: readonly Row[]) => Promise<void>,
): Promise<[Row, Problem][]> {
  if (rows.length === 0) return [];
  const refusal = await attempt(db, () => step(rows));
  if (!refusal) return [];
  if (rows.length === 1) return [[rows[0]!, refusal]];
  const middle = Math.ceil(rows.length / 2);
  return [...(await inSets(db, rows.slice(0, middle), step)), ...(await inSets(db, rows.slice(middle), step))];
}

async function storeSet(
  context: WriteContext,
  resource: ServedResource,
  rows: readonly ReadyRow[],
  ids: ResolvedReferences,
): Promise<void> {
  const changes = rows.map(({ change }) => change);
  const added = changes.filter((change) => change.stored === null);
  if (added.length > 0) await insertRecords(context, resource, added, ids);
  const changed = changes.filter((change): change is Change & { stored: StoredRecord } => change.stored !== null);
  if (changed.length > 0) await storeFlatChanges(context, resource, changed, ids);
}

/** Runs a step of the transaction; takes it back and answers the refusal when the books refuse it. */
async function attempt(db: Database, step: () => Promise<void>): Promise<Problem | null> {
  await sql`savepoint attempt`.execute(db);
  try {
    await step();
    await sql`release savepoint attempt`.execute(db);
    return null;
  } catch (error) {
    const problem = refusalOf(error);
    if (!problem) throw error;
    await sql`rollback to savepoint attempt`.execute(db);
    await sql`release savepoint attempt`.execute(db);
    return problem;
  }
}

/** The refusal that an error means; null for a fault, and for a lost race, after which everything is tried again. */
function refusalOf(error: unknown): Problem | null {
  if (RACES.has(String((error as { code?: unknown }).code))) return null;
  const problem = error instanceof Problem ? error : problemOfDatabaseError(error);
  return problem && problem.status < 500 ? problem : null;
}

const RACES = new Set(['40001', '40P01', '55P03']);
