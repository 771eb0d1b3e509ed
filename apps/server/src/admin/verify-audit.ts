import { sql } from 'kysely';
import { readAuditHead } from '../platform/database/audit-head.ts';
import { AdminRefusal, type AdminCommand } from './admin-command.ts';

/** Recomputes the chain of the audit trail and holds it against the head that is kept outside the database. */
export const verifyAudit: AdminCommand = {
  usage: '',
  summary: 'Recompute the audit trail and hold it against its head in DATA_DIR',
  async run({ database, data_dir, terminal }) {
    const head = readAuditHead(data_dir);
    const { rows } = await sql<{ problem: string }>`
      select problem from verify_audit(${head?.seal_no ?? null}::bigint, decode(${head?.row_hash ?? null}, 'hex'))`.execute(
      database,
    );
    if (rows[0]) throw new AdminRefusal(`The audit trail is not whole: ${rows[0].problem}.`);
    terminal.say(
      head === null
        ? 'The audit trail is whole. No head of it is kept in DATA_DIR yet, so a tail that was cut would not be missed.'
        : `The audit trail is whole; its head of ${head.sealed_at}, seal ${head.seal_no}, is in it.`,
    );
  },
};
