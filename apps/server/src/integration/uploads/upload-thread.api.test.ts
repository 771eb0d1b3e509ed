import { randomBytes } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { UploadAnswer } from '@talaan/contract/integration/uploaded-batches.contract';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openJournalBooks } from '../../testing/books/journal-books.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { UploadThread } from './upload-thread.ts';
import { registerBatchUploads } from './uploads.routes.ts';

/** Enough for the thread with the tools that load it from its source, and too little for the file below. */
const MOST_MB = 90;

let app: TestServer;
let thread: UploadThread;
let ana: SignedInClient;
let carla: SignedInClient;
/** The one that was started last. */
let running: Worker;
process.on('worker', (begun) => (running = begun));
const { send, sendFile } = createCaller(() => app);

beforeAll(async () => {
  const database = await createTestDatabase();
  app = await createTestServer(
    (server, services) => {
      thread = new UploadThread(database, services.database, MOST_MB);
      registerBatchUploads(server, services, [journalEntryDocument], thread);
    },
    { books: database },
  );
  const { department_id } = await openJournalBooks(app.server, app.database);
  ana = await createSignedInClient(app.server, app.database, { levels: { 'Upload from IS': 4 } });
  carla = await createSignedInClient(app.server, app.database, { levels: { 'Upload from IS': 4 } });
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`with made as (insert into integration_source (source_code, source_name, posting, takes_je)
        values ('ENTRIES', 'Entries', 'posts', 1) returning id)
      insert into integration_source_department select id, ${department_id} from made`.execute(db);
    await sql`update app_user set dept_id = ${department_id}`.execute(db);
  });
});
afterAll(async () => {
  await thread.stop();
  await app.stop();
});

const HEADING = 'Journal No,Date,ACCOUNT,BRANCH,DEPARTMENT,DEBIT,CREDIT,PARTICULARS';
const entry = (account: string, particulars = 'Rent') => [
  HEADING,
  `J-1,31-Mar-2026,${account},SMP-001,ACCT,75.00,,${particulars}`,
  'J-1,,102103,SMP-001,,,75.00,',
];
const upload = (lines: readonly string[], fields: Record<string, string> = {}, kind: UploadKind = 'entries') =>
  sendFile(ana, `/trx/up-${kind}`, { name: 'entries.csv', bytes: Buffer.from(`${lines.join('\n')}\n`) }, fields);
const accept = (who: SignedInClient, batch_no: string) =>
  send(who, 'POST', '/trx/uploads/accept', { batches: [{ source: 'ENTRIES', batch_no }] });

it('a thread checks, takes, posts and undoes files, and what it refuses is refused as if it were no thread', async () => {
  const checked = await upload(entry('502010'), { preview: '1', batch_no: 'T-1' });
  expect(checked.body.data).toMatchObject({ message: 'Nothing to correct.', check: { debit: '75.00' } });
  const faulty = await upload(entry('599999'), { batch_no: 'T-1' });
  expect(faulty).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', fault_count: 1, faults: [{ row: 2, rule: 'unknown_account', value: '599999' }] },
  });
  const taken = await upload(entry('502010'), { batch_no: 'T-1' });
  expect(taken.body.data).toMatchObject({ batches: [{ batch_no: 'T-1', state: 'for_approval' }] });
  expect(await accept(ana, 'T-1')).toMatchObject({ status: 403, body: { code: 'own_upload' } });
  expect(await accept(carla, 'T-1')).toMatchObject({ status: 200, body: { data: { batches: [{ state: 'posted' }] } } });
  expect(await accept(carla, 'T-1')).toMatchObject({ status: 409, body: { code: 'accepted' } });
  const { upload_id }: UploadAnswer = taken.body.data;
  const undo = (key: string) =>
    send(carla, 'POST', `/trx/uploads/${upload_id}/undo`, { reason: 'Wrong' }, { 'idempotency-key': key });
  const key = randomBytes(16).toString('hex');
  expect(await undo(key)).toMatchObject({ status: 200, body: { data: { batches: 1, reversed_on: ['2026-03-31'] } } });
  // The call came twice: it is answered as it was.
  expect(await undo(key)).toMatchObject({ status: 200, body: { data: { batches: 1, reversed_on: ['2026-03-31'] } } });
  expect(await undo(`${key}2`)).toMatchObject({ status: 409, body: { code: 'undone' } });
});

it('a file that exhausts its memory is refused, nothing of it is kept, and the next one is taken', async () => {
  const faulty = Array.from(
    { length: 25_000 },
    (_, row) => `J-${row},x${row},y${row},z${row},q${row},u${row},v${row},`,
  );
  const id = randomBytes(16).toString('hex');
  const refused = await upload([HEADING, ...faulty], { upload_id: id, batch_no: 'T-2' });
  expect(refused).toMatchObject({ status: 413, body: { code: 'too_much_memory' } });
  expect((await send(ana, 'GET', `/trx/uploads/${id}`)).status).toBe(404);
  const next = await upload(entry('502010', 'Light'), { batch_no: 'T-3' });
  expect(next.body.data).toMatchObject({ batches: [{ batch_no: 'T-3', state: 'for_approval' }] });
});

it('whoever waits for a thread that ends is told, nothing is kept, and a new one takes the next file', async () => {
  const id = randomBytes(16).toString('hex');
  const sendIt = () => upload(entry('502010', 'Ended'), { upload_id: id, batch_no: 'T-4' });
  const byError = await runAsOwner(app.ownerUrl, async (owner) => {
    // It waits for the source in the midst of its work.
    await owner.query('begin; select pg_advisory_xact_lock(7017, id) from integration_source');
    const sent = sendIt();
    const waits = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))';
    await vi.waitUntil(async () => (await owner.query(waits)).rows.length > 0, { timeout: 10_000 });
    // Nobody catches that this is no request.
    running.postMessage(null, []);
    return sent;
  });
  expect(byError).toMatchObject({ status: 503, body: { code: 'work_ended' } });
  expect((await send(ana, 'GET', `/trx/uploads/${id}`)).status).toBe(404);
  process.once('worker', (begun) => void begun.terminate());
  expect(await sendIt()).toMatchObject({ status: 503, body: { code: 'work_ended' } });
  expect((await sendIt()).body.data).toMatchObject({ batches: [{ batch_no: 'T-4', state: 'for_approval' }] });
});
