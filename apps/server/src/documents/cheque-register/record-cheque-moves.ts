import { sql, type RawBuilder } from 'kysely';
import type { ChequeState } from '@talaan/core/documents/cheque/cheque-state';
import type { Database } from '../../platform/database/database.ts';

/** Where cheques go. */
interface RecordedMove {
  readonly to: ChequeState;
  /** The day on which it was done, of a clearing that of the bank statement: a calendar date, of a cheque `c`. Today unless told. */
  readonly on?: RawBuilder<string>;
  readonly reason?: string | null;
}

/**
 * Brings cheques to another state in the name of the transaction's actor, and keeps the move of each. The database
 * refuses what its table of moves does not list (`cheque_state_move`, equal to `CHEQUE_MOVES` of the core).
 */
export async function recordChequeMoves(
  transaction: Database,
  ids: readonly number[],
  { to, on = sql`manila_today()`, reason = null }: RecordedMove,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with moved as (
      insert into cheque_move (cheque_id, state_from, state_to, on_date, reason, user_id)
      select c.id, c.state, ${to}, ${on}, ${reason}, current_actor() from cheque c where c.id = any (${ids}::int[]) order by c.id
    )
    update cheque c set state = ${to}, state_on = ${on}, state_reason = ${reason} where c.id = any (${ids}::int[])`.execute(
    transaction,
  );
}

/** A cheque as it enters the register: of a voucher queued, else a leaf that came to nothing. */
export interface EnteredCheque {
  readonly bank_id: number;
  readonly cheque_number: string | null;
  readonly state: ChequeState;
  readonly reason?: string;
  readonly document_id?: string;
  readonly cheque_date?: string;
  /** Decimal text. */
  readonly amount?: string;
  readonly replaces_id?: number | null;
}

/** Enters cheques with the first move of each; answers their ids in order. */
export async function enterCheques(transaction: Database, cheques: readonly EnteredCheque[]): Promise<number[]> {
  if (cheques.length === 0) return [];
  const entered = await sql<{ id: number }>`
    with entered as (
      insert into cheque (bank_id, cheque_number, state, state_reason, document_id, cheque_date, amount, replaces_id)
      select g.bank_id, g.cheque_number, g.state, g.reason, g.document_id, g.cheque_date, coalesce(g.amount, 0), g.replaces_id
      from rows from (jsonb_to_recordset(${JSON.stringify(cheques)}::jsonb) as (bank_id int, cheque_number text, state text,
        reason text, document_id bigint, cheque_date date, amount numeric, replaces_id int)) with ordinality
        g (bank_id, cheque_number, state, reason, document_id, cheque_date, amount, replaces_id, place)
      order by g.place
      returning id, state, state_on, state_reason
    ), moved as (
      insert into cheque_move (cheque_id, state_to, on_date, reason, user_id)
      select e.id, e.state, e.state_on, e.state_reason, current_actor() from entered e order by e.id
    )
    select id from entered order by id`.execute(transaction);
  return entered.rows.map((row) => row.id);
}
