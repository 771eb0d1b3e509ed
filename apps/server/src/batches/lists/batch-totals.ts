import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** How long a total may be behind what another node has written. */
const FRESH_MS = 2000;
const MOST_TOTALS = 500;

let totals = new WeakMap<Database, Map<string, { readonly total: number; readonly at: number }>>();

/**
 * How many batches satisfy a condition. Counting a month costs far more than reading one page of it, and everybody pages
 * through the same months, so a total is kept for two seconds; what this process writes is counted at once.
 */
export async function countBatches(database: Database, where: RawBuilder<unknown>): Promise<number> {
  const query = sql<{ count: string }>`select count(*) from batch b where ${where}`;
  const { sql: text, parameters } = query.compile(database);
  const key = JSON.stringify([text, parameters]);
  const known = totals.get(database) ?? new Map<string, { total: number; at: number }>();
  const kept = known.get(key);
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.total;
  const at = Date.now();
  const counted = await query.execute(database);
  const total = Number(counted.rows[0]!.count);
  if (known.size >= MOST_TOTALS) known.clear();
  totals.set(database, known.set(key, { total, at }));
  return total;
}

/** Called by whatever changes what lists count. */
export function forgetTotals(): void {
  totals = new WeakMap();
}
