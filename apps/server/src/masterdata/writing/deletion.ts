import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { conflict } from '../../platform/http/problem.ts';
import type { RecordUse } from '@talaan/contract/resource/safe-change';
import { findUses, usesSentence } from './record-uses.ts';
import type { WriteContext } from '../records/resource-override.ts';

/**
 * Deletes rows of a table. When another record uses one of them, nothing is deleted and the refusal (409 `still_used`)
 * names what uses it and how often, so that the person knows where to look; `what` opens the sentence, `wayOut` ends it.
 */
export async function deleteUnused(
  context: WriteContext,
  table: string,
  ids: readonly number[],
  what: string,
  wayOut = '',
): Promise<void> {
  if (ids.length === 0) return;
  await sql`savepoint deletion`.execute(context.db);
  try {
    await sql`delete from ${sql.table(table)} where id = any(${ids}::int[])`.execute(context.db);
    await sql`release savepoint deletion`.execute(context.db);
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    await sql`rollback to savepoint deletion`.execute(context.db);
    const uses = await findUses(context, [{ table, ids }]);
    throw conflict('still_used', refusalText(what, uses, wayOut), { uses: uses.map(({ text }) => text) });
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

/** 'Accounting ACCT cannot be deleted: 1 branch (Cubao 001) uses it. Make it inactive instead.' */
export function refusalText(what: string, uses: readonly RecordUse[], wayOut: string): string {
  return `${what} cannot be deleted: ${usesSentence(uses, 'it', { named: true })} ${wayOut}`.trimEnd();
}

/** What to do with a record that is used: take it out of use where it has a status. */
export function wayOutOf({ active }: AnyResource): string {
  return active === null ? 'Change those first.' : 'Make it inactive instead.';
}
