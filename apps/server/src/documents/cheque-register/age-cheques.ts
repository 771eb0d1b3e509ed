import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Lets the calendar move cheques: post-dated ones whose day has come mature, and what nobody presented for the days of the
 * setting `cheque_stale_days` becomes stale. Safe to repeat. Answers how many of each.
 */
export async function ageCheques(transaction: Database): Promise<{ matured: number; expired: number }> {
  const aged = await sql<{ matured: number; expired: number }>`select matured, expired from age_cheques()`.execute(
    transaction,
  );
  return aged.rows[0]!;
}
