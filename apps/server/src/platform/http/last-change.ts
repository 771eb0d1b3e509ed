import { sql } from 'kysely';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { clockText } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { conflict, type Problem } from './problem.ts';

/**
 * 409 for a call that names an older version than the stored one: who changed it and when, from the audit trail, and
 * the details that travel beside it. `keys` are those of the rows that make the record.
 */
export async function changedMeanwhile(
  db: Database,
  { table, keys }: { table: string; keys: readonly string[] },
  details: Problem['details'],
): Promise<Problem> {
  const found = await sql<{ name: string; at: string }>`
    select coalesce(nullif(concat_ws(' ', u.user_first_name, u.user_last_name), ''), 'The system') as name, e.at
    from audit_event e left join app_user u on u.id = e.user_id
    where e.table_name = ${table} and e.row_key = any (${keys}::text[]) order by e.id desc limit 1`.execute(db);
  const [last] = found.rows;
  if (!last) return conflict('row_version', 'This version was never stored. Reload to see the one that is.', details);
  const { name, at } = last;
  return conflict('row_version', MESSAGES.changedMeanwhile(name, clockText(at)), {
    changed_by: name,
    changed_at: at,
    ...details,
  });
}
