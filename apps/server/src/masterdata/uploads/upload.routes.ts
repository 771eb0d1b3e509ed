import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { MOST_DELETED, uploadRoutes, type UploadRoutes } from '@talaan/contract/resource/upload-routes';
import type { ListSelection } from '@talaan/contract/resource/list-query';
import type { UploadView } from '@talaan/contract/uploads/upload.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { conflict, forbidden, invalid } from '../../platform/http/problem.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { progressOf } from '../../platform/uploads/upload-progress.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import {
  beginChecking,
  countVerdicts,
  endChecking,
  findUpload,
  pageOfRows,
  readColumnChoice,
  rememberColumnChoice,
  removeUpload,
} from '../../platform/uploads/upload.store.ts';
import type { ServedResource } from '../records/served-resource.ts';
import type { WriteContext } from '../records/resource-override.ts';
import type { UploadNote } from './bulk-changes.ts';
import { findUploadNote, listBulkChanges, undoRefusal } from './bulk-changes.ts';
import { onlyFile, stageFile } from '../../platform/uploads/stage-rows.ts';
import { stageSelection, type BulkStep } from './stage-rows.ts';
import { guessFields, requireKey, takenColumns } from './upload-columns.ts';
import { sendRefusedRows, sendTemplate } from './upload-files.ts';
import { settleUpload } from './settle-upload.ts';
import { stageUndo } from './undo-rows.ts';
import { applyUpload, checkRows, storeUpload } from './work-through.ts';

/** Records that one selection can hold. */
const MOST_CHANGED = 100_000;

/** Serves the calls by which many records of a resource are changed at once (contract: resource/upload-routes). */
export function registerUploadRoutes(server: FastifyInstance, services: RouteServices, resource: ServedResource): void {
  const served = { server, services, resource, routes: uploadRoutes(resource.definition) };
  serveFiles(served);
  serveRows(served);
  serveStoring(served);
  serveSelections(served);
  serveUndo(served);
}

interface ServedUploads {
  readonly server: FastifyInstance;
  readonly services: RouteServices;
  readonly resource: ServedResource;
  readonly routes: UploadRoutes;
}

/** A file comes in, and its columns get their fields. */
function serveFiles(served: ServedUploads): void {
  const { server, services, resource, routes } = served;
  const { definition } = resource;
  registerRoute(server, services, routes.template, async ({ query, reply }) =>
    sendTemplate(definition, query.format, reply),
  );

  registerRoute(server, services, routes.read, async ({ db, user, body, files }) => {
    const name = nameOf(definition, body.upload_id, user);
    await stageFile(db, { ...name, kind: definition.name }, onlyFile(files));
    const upload = await findUpload(db, name);
    const guess = guessFields(definition, upload.header, await readColumnChoice(db, name));
    return {
      data: {
        ...(await viewOf(db, upload)),
        columns: guess.map((one, at) => ({ heading: upload.header[at]!, ...one })),
      },
    };
  });

  registerRoute(server, services, routes.check, async ({ db, user, params, body, request }) => {
    const name = nameOf(definition, params.upload_id, user);
    const upload = await findUpload(db, name);
    if (upload.file_name === null) throw invalid({ columns: ['The columns of a selection are known.'] });
    if (upload.state === 'reading' || upload.state === 'stored') throw notNow(upload);
    if (body.columns.length !== upload.header.length) {
      throw invalid({ columns: [`The file has ${upload.header.length} columns; name a field or null for each.`] });
    }
    requireKey(definition, takenColumns(definition, body.columns));
    await rememberColumnChoice(
      db,
      name,
      Object.fromEntries(upload.header.map((heading, at) => [heading, body.columns[at] ?? null])),
    );
    return check(served, { db, user }, { ...upload, columns: body.columns }, request.id);
  });
}

/** Rows that wait are looked at, taken out as a file, or dropped. */
function serveRows({ server, services, resource, routes }: ServedUploads): void {
  const { definition } = resource;
  registerRoute(server, services, routes.view, async ({ db, user, params }) => ({
    data: await viewOf(db, await findUpload(db, nameOf(definition, params.upload_id, user))),
  }));

  registerRoute(server, services, routes.rows, async ({ db, user, params, query }) => {
    const upload = await findUpload(db, nameOf(definition, params.upload_id, user));
    const { rows, total } = await pageOfRows(db, upload.id, query);
    return { data: rows, total };
  });

  registerRoute(server, services, routes.refused, async ({ db, user, params, query, reply }) => {
    const upload = await findUpload(db, nameOf(definition, params.upload_id, user));
    return sendRefusedRows(db, definition, upload, upload.format ?? query.format, reply);
  });

  registerRoute(server, services, routes.drop, async ({ db, user, params }) => {
    const upload = await findUpload(db, nameOf(definition, params.upload_id, user));
    await removeUpload(db, upload.id);
    return { data: { id: upload.id } };
  });
}

/** What was checked is stored, or deleted. */
function serveStoring({ server, services, resource, routes }: ServedUploads): void {
  const { definition } = resource;
  registerRoute(server, services, routes.store, async ({ db, user, params, body }) => {
    const upload = await readyUpload(db, nameOf(definition, params.upload_id, user), ['save', 'undo']);
    if (upload.undoes !== null) requireUndo(definition, user, await findUploadNote(db, definition, upload.undoes));
    const columns = takenColumns(definition, upload.columns ?? []);
    const outcome = await (upload.undoes === null
      ? storeUpload({ db, user }, resource, upload, columns, body.rows)
      : applyUpload({ db, user }, resource, upload, body.rows));
    return { data: await settleUpload(db, definition, upload, body.rows, outcome) };
  });

  registerRoute(server, services, routes.remove, async ({ db, user, params, body }) => {
    const upload = await readyUpload(db, nameOf(definition, params.upload_id, user), ['delete']);
    const outcome = await applyUpload({ db, user }, resource, upload, body.rows);
    return { data: await settleUpload(db, definition, upload, body.rows, outcome) };
  });
}

/** A selection becomes rows to change or to delete. */
function serveSelections(served: ServedUploads): void {
  const { server, services, resource, routes } = served;
  const previewSelection = async (
    context: WriteContext,
    id: string,
    requestId: string,
    given: { selection: ListSelection; step: BulkStep; most: number },
  ) => {
    const name = nameOf(resource.definition, id, context.user);
    await stageSelection(context.db, resource, name, given);
    return check(served, context, await findUpload(context.db, name), requestId);
  };

  registerRoute(server, services, routes.changeMany, async ({ db, user, query, body, request }) =>
    previewSelection({ db, user }, body.upload_id, request.id, {
      selection: body.ids ? { filters: {}, ids: body.ids } : query,
      step: { action: 'save', change: body.change },
      most: MOST_CHANGED,
    }),
  );

  registerRoute(server, services, routes.deleteMany, async ({ db, user, query, body, request }) =>
    previewSelection({ db, user }, body.upload_id, request.id, {
      selection: body.ids ? { filters: {}, ids: body.ids } : query,
      step: { action: 'delete' },
      most: MOST_DELETED,
    }),
  );
}

/** What was done to many, and its undo. */
function serveUndo(served: ServedUploads): void {
  const { server, services, resource, routes } = served;
  const { definition } = resource;
  registerRoute(server, services, routes.changes, async ({ db, user, query }) =>
    listBulkChanges(db, definition, user, query.page),
  );

  registerRoute(server, services, routes.undo, async ({ db, user, body, request }) => {
    const note = await findUploadNote(db, definition, body.change_id);
    requireUndo(definition, user, note);
    const name = nameOf(definition, body.upload_id, user);
    await stageUndo(db, resource, name, note);
    return check(served, { db, user }, await findUpload(db, name), request.id);
  });
}

/** By what an upload is found: only who started it sees it. */
const nameOf = (definition: AnyResource, id: string, user: Principal) => ({
  id,
  user_id: user.user_id,
  kind: definition.name,
});

/** Checks the rows of an upload, step by step in the name of its owner, and answers how they stand. */
async function check({ services, resource }: ServedUploads, context: WriteContext, upload: Upload, requestId: string) {
  const actor = { user_id: context.user.user_id, request_id: requestId };
  const fields = upload.columns ?? [];
  const columns = takenColumns(resource.definition, fields);
  await beginChecking(context.db, upload.id, fields);
  await checkRows(context, resource, upload, columns, (step) => services.inTransaction(actor, step));
  await endChecking(context.db, upload.id);
  return { data: await viewOf(context.db, await findUpload(context.db, upload)) };
}

function requireUndo(definition: AnyResource, user: Principal, note: UploadNote): void {
  const refusal = undoRefusal(definition, user, note);
  if (refusal !== null) throw forbidden('undo_level', refusal);
}

/** A checked upload that nobody else stores at the same time. Throws 409 for one that is not ready for it. */
async function readyUpload(
  db: Database,
  name: Pick<Upload, 'id' | 'user_id' | 'kind'>,
  actions: readonly Upload['action'][],
): Promise<Upload> {
  await sql`select from upload where id = ${name.id} for update`.execute(db);
  const upload = await findUpload(db, name);
  if (!actions.includes(upload.action) || upload.state !== 'checked') throw notNow(upload);
  return upload;
}

function notNow({ action, state }: Upload) {
  const sentences = {
    reading: 'The file is still being read.',
    read: 'Check the rows first.',
    checking: 'The rows are still being checked.',
    checked: action === 'delete' ? 'These rows are records to delete.' : 'These rows are records to store.',
    stored: 'This upload is stored already. What is left of it are refused rows: correct them in their file.',
  };
  return conflict('upload_state', sentences[state]);
}

async function viewOf(db: Database, upload: Upload): Promise<UploadView> {
  const working = progressOf(upload.id);
  const isCounted = upload.state === 'checked' || upload.state === 'stored';
  return {
    id: upload.id,
    action: upload.action,
    file_name: upload.file_name,
    state: working?.state ?? upload.state,
    rows: upload.row_count,
    done: working?.done ?? 0,
    columns: upload.header.map((heading, at) => ({
      heading,
      field: upload.columns?.[at] ?? null,
      certain: upload.columns !== null,
    })),
    counts: isCounted ? await countVerdicts(db, upload.id) : null,
  };
}
