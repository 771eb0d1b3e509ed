import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { realUserId, type Principal } from './principal.ts';
import type { RouteServices } from './register-route.ts';

/** What leaves the product as a file. */
export interface TakenOut {
  readonly action: 'export' | 'download';
  /** The table and the row that it is of; a list has no row. */
  readonly table: string;
  readonly row_key?: string;
  /** What people call it. */
  readonly of: string;
  /** Format, number of rows, what the list was narrowed by: as the caller asked for them. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Notes in the audit trail who takes what out, before the first byte is sent: under the name of the person who looks,
 * also while he looks as another user.
 */
export async function noteTakenOut(
  services: Pick<RouteServices, 'inTransaction'>,
  { user, request }: { user: Principal; request: FastifyRequest },
  { action, table, row_key = 'list', of, facts }: TakenOut,
): Promise<void> {
  const actor = { user_id: realUserId(user), request_id: request.id };
  await services.inTransaction(actor, async (transaction) => {
    await sql`select audit_note(${table}, ${row_key}, ${action}, ${JSON.stringify({ of, ...facts })}::jsonb)`.execute(
      transaction,
    );
  });
}
