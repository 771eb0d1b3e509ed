import { sql } from 'kysely';
import type * as z from 'zod';
import type { countQueues } from '@talaan/contract/documents/desk.contract';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { LOCK_MINUTES } from '../batches/record/batch-record.ts';
import { visibleBatches } from '../batches/record/batch-visibility.ts';

type QueueCount = z.output<(typeof countQueues)['response']>['data'][number];

/** How many batches that a person sees are on their way, by type and status; what is approved or archived is no queue. */
export async function readQueueCounts(
  database: Database,
  user: Principal,
  served: readonly DocumentType[],
): Promise<QueueCount[]> {
  const found = await sql<QueueCount>`
    select b.document_type, b.status, count(*)::int as count,
      (count(*) filter (where b.prepared_by = ${user.user_id}))::int as mine,
      (count(*) filter (where b.processing = 1
        and b.heartbeat_at > now() - make_interval(mins => ${LOCK_MINUTES})))::int as in_process
    from batch b
    where b.status between ${STATUS.ACTIVE} and ${STATUS.FOR_RELEASE} and ${visibleBatches(user, served)}
    group by b.document_type, b.status order by b.document_type, b.status`.execute(database);
  return found.rows;
}
