import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { makePage } from '@talaan/contract/http/envelope';
import {
  acceptUploads,
  cancelUpload,
  forgetMapping,
  listMappings,
  listUploads,
  listWaiting,
  readUpload,
  readUploadRows,
  readWaiting,
  undoUpload,
  uploadCalls,
  uploadErrors,
  uploadTemplate,
  type UploadAnswer,
  type UploadedBatch,
} from '@talaan/contract/integration/uploaded-batches.contract';
import { sayUploaded } from '@talaan/contract/integration/upload-words';
import { UPLOAD_FILES, UPLOAD_KINDS, type UploadKind } from '@talaan/core/integration/upload-columns';
import { definitionsOf, type DocumentDefinition } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import { idempotencyRequest } from '../../platform/http/idempotency.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type Call, type RouteServices } from '../../platform/http/register-route.ts';
import { onlyFile, stageFile } from '../../platform/uploads/stage-rows.ts';
import { progressOf, withProgress } from '../../platform/uploads/upload-progress.ts';
import { removeUpload } from '../../platform/uploads/upload.store.ts';
import { readDetails } from './accept-batches.ts';
import { guessHeadings } from './file-columns.ts';
import { listFiles, listUploading, listWaitingBatches } from './history.store.ts';
import { findMapping, keepMapping, listSettings, removeMapping, type Mapping } from './mappings.store.ts';
import type { Taking } from './take-file.ts';
import { sendErrors, sendTemplate } from './upload-files.ts';
import { UploadQueue } from './upload-queue.ts';
import { uploadWork, type UploadWork } from './upload-work.ts';
import {
  correctCells,
  departmentOfUser,
  findSameFile,
  findSource,
  findTaken,
  findWaitingFile,
  keepSettings,
  requireWaitingFile,
  WAITING_KIND,
  type WaitingFile,
} from './uploads.store.ts';
import { readRowsOf } from './waiting-rows.ts';

interface Served {
  readonly server: FastifyInstance;
  readonly services: RouteServices;
  readonly queue: UploadQueue;
  readonly work: UploadWork;
}

/** Serves the files in which other systems hand over batches (contract: integration/uploaded-batches); `work` does what grows with their rows. */
export function registerBatchUploads(
  server: FastifyInstance,
  services: RouteServices,
  given: readonly DocumentDefinition[],
  work?: UploadWork,
): void {
  const served: Served = {
    server,
    services,
    queue: new UploadQueue(),
    work: work ?? uploadWork(services, definitionsOf(given)),
  };
  for (const kind of UPLOAD_KINDS) {
    registerRoute(server, services, uploadCalls[kind], (call) => answerUpload(served, kind, call));
  }
  serveWaitingRows(served);
  serveTaken(served);
}

type UploadCall = Call<(typeof uploadCalls)['entries']>;

/** A file comes, or is named by its upload_id: it is checked, and taken where it is no preview. */
async function answerUpload(served: Served, kind: UploadKind, call: UploadCall): Promise<{ data: UploadAnswer }> {
  const { db, user, body, files } = call;
  const id = body.upload_id ?? randomBytes(16).toString('hex');
  if (files.length === 0) {
    const taken =
      body.upload_id && !(await findWaitingFile(db, { id, user_id: user.user_id })) && (await findTaken(db, id));
    if (taken) return { data: takenAnswer(id, taken) };
  }
  return served.queue.run(user.user_id, id, async () => {
    const name = { id, user_id: user.user_id, kind: `${WAITING_KIND}${kind}` };
    if (files.length > 0 || !body.upload_id) await stageFile(db, name, onlyFile(files));
    try {
      return { data: await workOn(served, kind, call, id) };
    } catch (error) {
      // Of a file that came in this call and is not taken nothing waits, but of one that is looked at.
      if (files.length > 0 && body.preview === 0) await removeUpload(db, id);
      throw error;
    }
  });
}

const takenAnswer = (
  upload_id: string,
  { kind, rows, batches }: { kind: UploadKind; rows: number; batches: UploadedBatch[] },
): UploadAnswer => ({
  upload_id,
  kind,
  rows,
  batches,
  message: sayUploaded(UPLOAD_FILES[kind].title, rows),
  check: null,
});

async function workOn(served: Served, kind: UploadKind, call: UploadCall, id: string): Promise<UploadAnswer> {
  const { services, work } = served;
  const { db, user, body, request } = call;
  const waiting = await requireWaitingFile(db, { id, user_id: user.user_id });
  if (waiting.kind !== kind) {
    throw conflict(
      'other_kind',
      `This file was sent as ${UPLOAD_FILES[waiting.kind].title}. Send it again as what it is.`,
    );
  }
  const sender = await findSource(db, body.source || waiting.settings.source || UPLOAD_FILES[kind].source);
  const before = await findSameFile(db, sender.source_id, { kind, sha256: waiting.sha256 });
  if (before) {
    await removeUpload(db, id);
    const taken = (await findTaken(db, before.upload_id))!;
    const numbers = taken.batches.flatMap(({ batch_number }) => batch_number ?? []);
    const which = numbers.length === 0 ? '' : ` as batch ${numbers.join(', ')}`;
    return { ...takenAnswer(before.upload_id, taken), message: `Already uploaded${which} on ${before.on}.` };
  }
  const { upload, mapping, guesses } = await settle(db, {
    waiting,
    kind,
    sender_id: sender.source_id,
    source: sender.source_code,
    body,
    keep: (step) => services.inTransaction({ user_id: user.user_id, request_id: request.id }, step),
  });
  const department = await departmentOfUser(db, user.user_id);
  const file: Taking = { user, request_id: request.id, sender, department, upload };
  if (body.preview === 0) {
    const batches = await withProgress(id, 'storing', (tell) => work.take(file, tell));
    return takenAnswer(id, { kind, rows: upload.row_count, batches });
  }
  const { check, ...said } = await withProgress(id, 'checking', (tell) => work.check(file, tell));
  const columns = upload.header.map((heading, at) => {
    return { heading, name: upload.columns[at] ?? null, certain: guesses[at]?.certain ?? true };
  });
  return {
    upload_id: id,
    kind,
    rows: upload.row_count,
    ...said,
    check: { ...check, posting: sender.posting, columns, mapping: mapping?.name ?? null },
  };
}

/** How a file is read: what this call says of it, else what was said before, of its headings what its mapping knows or is guessed. */
async function settle(
  db: Database,
  given: {
    waiting: WaitingFile;
    kind: UploadKind;
    sender_id: number;
    source: string;
    body: UploadCall['body'];
    keep: (work: (short: Database) => Promise<void>) => Promise<void>;
  },
): Promise<{ upload: WaitingFile; mapping: Mapping | null; guesses: readonly { certain: boolean }[] }> {
  const { waiting, kind, sender_id: source_id, source, body, keep } = given;
  const { header } = waiting;
  const known = await findMapping(db, { source_id, kind, name: body.mapping || waiting.settings.mapping || null });
  const isNew =
    waiting.columns.length === 0 ||
    (body.mapping !== undefined && body.mapping !== waiting.settings.mapping && !body.columns);
  const guesses = body.columns || !isNew ? [] : guessHeadings(kind, header, known?.columns ?? {});
  const columns = body.columns ?? (isNew ? guesses.map(({ field }) => field) : waiting.columns);
  if (columns.length !== header.length) {
    throw invalid({ columns: [`The file has ${header.length} columns; name one or null for each.`] });
  }
  const order = body.date_order ?? waiting.settings.date_order ?? known?.date_order ?? null;
  const corrected = body.corrections?.length ? await correctCells(db, waiting.id, body.corrections) : [];
  const settings = {
    source,
    // Entries that name no batch are one, by the file that they came in.
    batch_no: body.batch_no || waiting.settings.batch_no || (kind === 'entries' ? waiting.sha256.slice(0, 12) : ''),
    mapping: body.mapping || waiting.settings.mapping || '',
    date_order: order || null,
    corrections: [...(waiting.settings.corrections ?? []), ...corrected],
  };
  const upload = { ...waiting, columns, settings };
  await keepSettings(db, upload);
  if (settings.mapping === '') return { upload, mapping: known, guesses };
  const mapping = {
    name: settings.mapping,
    columns: Object.fromEntries(header.map((heading, at) => [heading, columns[at] ?? null])),
    date_order: settings.date_order,
  };
  await keep((short) => keepMapping(short, { ...mapping, source_id, kind }));
  return { upload, mapping, guesses };
}

/** Rows that wait are looked at, taken out as a file, or dropped. */
function serveWaitingRows({ server, services, queue }: Served): void {
  const nameOf = (upload_id: string, user: Principal) => ({ id: upload_id, user_id: user.user_id });

  registerRoute(server, services, readUpload, async ({ db, user, params: { upload_id } }) => {
    const place = queue.placeOf(user.user_id, upload_id);
    if (place > 0) return { data: { upload_id, state: 'queued' as const, place, rows: 0, done: 0 } };
    const { row_count: rows } = await requireWaitingFile(db, nameOf(upload_id, user));
    const working = progressOf(upload_id);
    return {
      data: { upload_id, state: working?.state ?? ('ready' as const), place: 0, rows, done: working?.done ?? rows },
    };
  });

  registerRoute(server, services, cancelUpload, async ({ db, user, params: { upload_id } }) => {
    if (queue.cancel(user.user_id, upload_id)) return { data: { upload_id } };
    const { id } = await requireWaitingFile(db, nameOf(upload_id, user));
    await removeUpload(db, id);
    return { data: { upload_id } };
  });

  registerRoute(server, services, readUploadRows, async ({ db, user, params: { upload_id }, query }) => {
    const { id } = await requireWaitingFile(db, nameOf(upload_id, user));
    return readRowsOf(db, id, query);
  });

  registerRoute(server, services, uploadErrors, async ({ db, user, params: { upload_id }, reply }) =>
    sendErrors(db, await requireWaitingFile(db, nameOf(upload_id, user)), reply),
  );

  registerRoute(server, services, uploadTemplate, async ({ query: { kind, format }, reply }) =>
    sendTemplate(kind, format, reply),
  );

  registerRoute(server, services, listMappings, async ({ db, query: { kind } }) => ({
    data: await listSettings(db, kind),
  }));

  registerRoute(server, services, forgetMapping, async ({ db, params: { id } }) => {
    const name = await removeMapping(db, id);
    if (name === null) throw notFound('That mapping is not kept any more.');
    return { data: { name } };
  });
}

/** Files that were taken: what waits of them, its acceptance, and their undo. */
function serveTaken({ server, services, work }: Served): void {
  registerRoute(server, services, listUploads, async ({ db, user, query }) => {
    const { rows, total } = await listFiles(db, user, query);
    const uploading = query.page === 1 ? await listUploading(db) : [];
    return makePage([...uploading, ...rows], total, query, { path: '/api/trx/csv-upload', query });
  });

  registerRoute(server, services, listWaiting, async ({ db, user }) => ({ data: await listWaitingBatches(db, user) }));

  registerRoute(server, services, readWaiting, async ({ db, user, query }) => ({
    data: await readDetails(db, user, query),
  }));

  registerRoute(server, services, acceptUploads, async ({ user, request, body: { batches: named } }) => ({
    data: { batches: await work.accept({ user, request_id: request.id, named }) },
  }));

  registerRoute(server, services, undoUpload, async ({ user, request, params: { upload_id }, body: { reason } }) => {
    const request_hash = createHash('sha256').update(`undo ${upload_id}\n${reason}`).digest();
    const once = idempotencyRequest(request, request_hash);
    const undone = await work.undo({ user, request_id: request.id, upload_id, reason, once });
    return { data: { upload_id, ...undone } };
  });
}
