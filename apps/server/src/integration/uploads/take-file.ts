import { MOST_BATCHES, type UploadedBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { removeUpload } from '../../platform/uploads/upload.store.ts';
import { enterInTurn } from '../enter-sendings.ts';
import { withNumbers } from '../with-numbers.ts';
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
import { checkWaiting } from './waiting-batch.ts';

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
      await removeUpload(transaction, upload.id);
      if (sender.posting === 'posts') await tellAccepters(transaction, file_id);
      return enterWhole(transaction, definitions, user, { batches: checked.batches, numbers: await numbers });
    });
    return { answer: batches, used: batches.flatMap(({ batch_number }) => batch_number ?? []) };
  };
  try {
    return await withNumbers(services, actor, { kind: 'batch', count: needed }, work);
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
  return Math.min(found.rows[0]!.batches, MOST_BATCHES);
}

/** Enters the batches of a file that are whole and wait for nobody. Answers all of them, with the numbers that they took. */
async function enterWhole(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  { batches, numbers }: { readonly batches: CheckedFile['batches']; readonly numbers: readonly string[] },
): Promise<UploadedBatch[]> {
  const named = batches.flatMap(({ named: whole }) => whole ?? []);
  const entering = enterInTurn(transaction, definitions, user, {
    named,
    numbers,
    check: ({ sender, batch: { batch_no } }) => checkWaiting(transaction, definitions, user, { sender, batch_no }),
    way_out: 'check the file again.',
  });
  const entered = await entering.catch((error: unknown) => {
    // Its rows are right as they are: what keeps them out now is told by batches, and no cell is to be corrected.
    throw error instanceof Problem && error.status === 422 ? conflict('not_entered', error.message) : error;
  });
  return batches.map(({ batch_no, state, batch_number, named: whole }) => ({
    batch_no,
    state,
    batch_number: whole ? entered[named.indexOf(whole)]!.batch_number : batch_number,
  }));
}
