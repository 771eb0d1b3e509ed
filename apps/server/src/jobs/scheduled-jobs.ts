import { sql } from 'kysely';
import { keepRisks } from '../batches/risks/kept-risks.ts';
import { freeExpiredLocks } from '../batches/record/edit-lock.ts';
import { ageCheques } from '../documents/cheque-register/age-cheques.ts';
import { reverseAccruals } from '../batches/moves/reverse-accruals.ts';
import { postMaturedDocuments } from '../batches/moves/post-matured.ts';
import { returnEmptyReservations } from '../numbering/working-numbers.ts';
import { keepAuditHead } from '../platform/database/audit-head.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { removeOldUploads } from '../platform/uploads/upload.store.ts';
import { removeOldFiles } from '../reports/files/report-file.store.ts';
import type { Job } from './job-worker.ts';

/** How long a repeated write finds its first answer again (reliability INV-14). */
const IDEMPOTENCY_DAYS = 30;

/** One call of the sealing function links at most this many events. */
const EVENTS_PER_SEAL = 5000;

/**
 * The work that the product does by itself, whoever is signed in; the head of the audit trail is kept in `dataDir`, where
 * there is one.
 */
export function scheduledJobs(database: Database, dataDir: string | null): Job[] {
  const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);
  return [
    {
      name: 'seal_audit',
      every: { seconds: 3 },
      run: async () => {
        while ((await asSystem(sealOnce)) === EVENTS_PER_SEAL);
        if (dataDir !== null) await keepAuditHead(database, dataDir);
      },
    },
    {
      name: 'free_expired_locks',
      every: { cron: '* * * * *' },
      run: async () => void (await asSystem(freeExpiredLocks)),
    },
    {
      name: 'return_empty_reservations',
      every: { cron: '* * * * *' },
      run: async () => void (await asSystem((transaction) => returnEmptyReservations(transaction, null))),
    },
    {
      name: 'post_matured_documents',
      every: { cron: '*/10 * * * *' },
      run: async () => void (await postMaturedDocuments(database)),
    },
    {
      name: 'reverse_accruals',
      every: { cron: '* * * * *' },
      run: async () => void (await reverseAccruals(database)),
    },
    { name: 'keep_risks', every: { seconds: 5 }, run: () => keepRisks(database) },
    {
      name: 'age_cheques',
      every: { cron: '*/10 * * * *' },
      run: async () => void (await asSystem(ageCheques)),
    },
    { name: 'remove_old_files', every: { cron: '35 * * * *' }, run: () => asSystem(removeOldFiles) },
    { name: 'remove_old_uploads', every: { cron: '25 * * * *' }, run: () => asSystem(removeOldUploads) },
    { name: 'forget_idempotency_keys', every: { cron: '15 17 * * *' }, run: () => asSystem(forgetIdempotencyKeys) },
  ];
}

/** Links waiting audit events into the chain; answers how many. */
async function sealOnce(transaction: Database): Promise<number> {
  const sealed = await sql<{ events: number }>`select seal_audit() as events`.execute(transaction);
  return sealed.rows[0]!.events;
}

async function forgetIdempotencyKeys(transaction: Database): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`.execute(
    transaction,
  );
}
