import type { UploadedBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import { sql } from 'kysely';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { removeUpload } from '../../platform/uploads/upload.store.ts';
import { enterSendings } from '../receive-batch.ts';
import { withNumbers } from '../sending-work.ts';
import type { Sender } from '../sending.ts';
import { checkFile, type CheckedFile } from './check-file.ts';
import type { RowFault } from './read-rows.ts';
import {
  insertFile,
  insertPart,
  lockSource,
  requireWaitingFile,
  tellAccepters,
  type NewPart,
  type WaitingFile,
} from './uploads.store.ts';

/** Who uploads, and what he uploads, of which source; `department` is his. */
export interface Taking {
  readonly user: Principal;
  readonly request_id: string;
  readonly sender: Sender;
  readonly department: string;
  readonly upload: WaitingFile;
}

/** Taken back: the file has faults, which are to be told. */
class FaultsFound extends Error {
  readonly faults: readonly RowFault[];
  constructor(faults: readonly RowFault[]) {
    super('The file has faults.');
    this.faults = faults;
  }
}

/**
 * Takes a file whose rows wait, whole or not at all: it is checked anew, its parts are kept, and the batches that they complete are
 * entered where their source takes the route; those of a source that posts wait for somebody who accepts them. One transaction.
 * Answers its batches, or its faults.
 */
export async function takeFile(
  services: Pick<RouteServices, 'database' | 'inTransaction'>,
  definitions: DocumentDefinitions,
  { user, request_id, sender, department, upload }: Taking,
  tell: (done: number) => void,
): Promise<UploadedBatch[] | { faults: readonly RowFault[] }> {
  const actor = { user_id: user.user_id, request_id };
  const needed = sender.posting === 'route' ? await countBatches(services, upload) : 0;
  const work = async (numbers: Promise<readonly string[]>) => {
    const batches = await services.inTransaction(actor, async (transaction) => {
      await sql`select from upload where id = ${upload.id} for update`.execute(transaction);
      const waiting = await requireWaitingFile(transaction, upload);
      await lockSource(transaction, sender.source_id);
      const { source_id } = sender;
      const file_id = await insertFile(transaction, source_id, waiting);
      const keep = (part: NewPart) => insertPart(transaction, { file_id, source_id }, part);
      const context = { database: transaction, definitions, user, sender, department, keep };
      const checked = await checkFile(context, waiting, tell);
      if (checked.faults.length > 0) throw new FaultsFound(checked.faults);
      const entered = await enterRoutes(checked, async (sendings) =>
        enterSendings(transaction, definitions, user, { sendings, numbers: await numbers }),
      );
      if (sender.posting === 'posts') await tellAccepters(transaction, file_id);
      await removeUpload(transaction, upload.id);
      return entered;
    });
    return { answer: batches, used: batches.flatMap(({ batch_number }) => batch_number ?? []) };
  };
  try {
    return await withNumbers(services, actor, needed, work);
  } catch (error) {
    if (error instanceof FaultsFound) return { faults: error.faults };
    throw error;
  }
}

/** How many numbers a file may need. */
async function countBatches(
  { database }: Pick<RouteServices, 'database'>,
  { id, columns }: WaitingFile,
): Promise<number> {
  const at = columns.indexOf('batch_no');
  if (at < 0) return 1;
  const found = await sql<{ batches: number }>`
    select count(distinct cells ->> ${at}::int)::int as batches from upload_row where upload_id = ${id}`.execute(
    database,
  );
  return Math.min(found.rows[0]!.batches, 1000);
}

async function enterRoutes(
  { batches }: CheckedFile,
  enter: (sendings: NonNullable<CheckedFile['batches'][number]['sending']>[]) => ReturnType<typeof enterSendings>,
): Promise<UploadedBatch[]> {
  const complete = batches.filter(({ sending }) => sending !== null);
  const entered = complete.length === 0 ? [] : await enter(complete.map(({ sending }) => sending!));
  const numbers = new Map(
    entered.map(({ batch_number, is_replay }, place) => {
      const { batch_no } = complete[place]!;
      if (is_replay) throw conflict('received_meanwhile', `Batch ${batch_no} was received meanwhile. Check again.`);
      return [batch_no, batch_number];
    }),
  );
  return batches.map(({ batch_no, state, batch_number }) => ({
    batch_no,
    state,
    batch_number: numbers.get(batch_no) ?? batch_number,
  }));
}
