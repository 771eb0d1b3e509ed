import type { FastifyInstance } from 'fastify';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  batchHistory,
  createBatch,
  deleteBatch,
  dryRunMoves,
  lockBatch,
  postBatch,
  readBatch,
  unlockBatch,
  updateInput,
  voidBatch,
} from '@talaan/contract/documents/batch.contract';
import { handOverDrafts } from '@talaan/contract/approvals/handover.contract';
import { requireDocumentLevel } from '../access/authorize.ts';
import type { Database } from '../platform/database/database.ts';
import { malformed, Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { requireWhole } from './whole-body.ts';
import { callNaming, readVisible, requireReadable, type BatchCall } from './record/batch-call.ts';
import type { DocumentDefinitions } from './record/document-definition.ts';
import { tryMoves } from './moves/dry-run.ts';
import { handOver } from './moves/hand-over.ts';
import { readHistory } from './reading/history.store.ts';
import { lockForWork, unlockOwn } from './record/lock-batch.ts';
import { deleteBatch as deleteDraft, moveBatch } from './moves/move-batch.ts';
import { readBatch as readDetail } from './reading/read-batch.ts';
import { createBatch as saveNew, updateBatch } from './entry/save-batch.ts';
import { requireDefinition, requireEntryDefinition, servedTypes, typesNamed } from './record/served-types.ts';
import { explainRace, explainTaken } from './record/stale-version.ts';
import { voidBatch as voidStored } from './moves/void-batch.ts';

/** The calls under /trx/header and their kin: details, saves, moves, voids, locks and history. */
export function registerBatchCalls(
  server: FastifyInstance,
  services: RouteServices,
  definitions: DocumentDefinitions,
): void {
  const callOf = callsOf(definitions);

  registerRoute(
    server,
    services,
    createBatch,
    async ({ db, user, body, files }) => {
      const definition = requireEntryDefinition(definitions, body.document_type);
      requireDocumentLevel(user, definition.document_type, ACCESS.insert);
      const number = await saveNew(db, definition, user, { ...body, files });
      return { data: await readDetail(db, callOf(number, definition.document_type, user)) };
    },
    explainTaken,
  );

  registerReadings(server, services, callOf);

  registerRoute(
    server,
    services,
    postBatch,
    async ({ db, user, params, body, files }) => {
      const definition = body.document_type === undefined ? null : requireDefinition(definitions, body.document_type);
      const call = callOf(params.id, definition?.document_type, user);
      if (body.headers !== undefined || body.details !== undefined) {
        const update = requireWhole(updateInput, body);
        const type = requireEntryDefinition(definitions, update.document_type);
        await updateBatch(db, type, call, { ...update, files }).catch((error: unknown) => showStored(error, db, call));
        return { data: await readDetail(db, call) };
      }
      if (body.status !== undefined) {
        const { status, processing, row_version, risks_seen, new_voucher_number } = body;
        const approved_remarks = body.approved_remarks ?? '';
        const move = { status, processing, approved_remarks, row_version, risks_seen, new_voucher_number };
        return { data: await moveBatch(db, definitions, { ...call, is_last: true }, move) };
      }
      if (body.processing !== undefined) throw malformed('status_missing', 'Send the status together with processing.');
      return { data: await readDetail(db, call) };
    },
    (error, { db, user, params, body }) =>
      explainRace(error, db, callOf(params.id, body.document_type, user), body.row_version),
  );

  registerRoute(server, services, dryRunMoves, async ({ db, user, body }) => {
    const calls = body.batches.map((one) => ({
      ...callOf(one.batch_number, one.document_type, user),
      row_version: one.row_version,
    }));
    return { data: await tryMoves(db, body.action, calls) };
  });

  registerEndings(server, services, definitions);
  registerLocks(server, services, callOf);

  registerRoute(server, services, handOverDrafts, async ({ db, params, body }) => ({
    data: await handOver(db, { from_user: params.id, ...body }),
  }));
}

/** A batch as it stands, and what happened to it. */
function registerReadings(server: FastifyInstance, services: RouteServices, callOf: ReturnType<typeof callsOf>): void {
  registerRoute(server, services, readBatch, async ({ db, user, params, query }) => ({
    data: await readDetail(db, callOf(params.id, query.document_type, user)),
  }));

  registerRoute(server, services, batchHistory, async ({ db, user, params, query }) => {
    const input = await readVisible(db, callOf(params.id, query.document_type, user));
    requireReadable(input, user);
    return readHistory(db, input.batch, query.page);
  });
}

/** How a batch comes to its end: a draft is deleted, anything else voided. */
function registerEndings(server: FastifyInstance, services: RouteServices, definitions: DocumentDefinitions): void {
  const callOf = callsOf(definitions);

  registerRoute(
    server,
    services,
    deleteBatch,
    async ({ db, user, params, query }) => ({
      data: await deleteDraft(db, definitions, callOf(params.id, query.document_type, user), query.row_version),
    }),
    (error, { db, user, params, query }) =>
      explainRace(error, db, callOf(params.id, query.document_type, user), query.row_version),
  );

  registerRoute(
    server,
    services,
    voidBatch,
    async ({ db, user, body, files }) => ({
      data: await voidStored(db, definitions, callOf(body.batch_number, body.document_type, user), {
        reason: body.reason,
        remarks: body.remarks,
        row_version: body.row_version,
        document_number: body.document_number,
        files,
      }),
    }),
    (error, { db, user, body }) =>
      explainRace(error, db, callOf(body.batch_number, body.document_type, user), body.row_version),
  );
}

/** Who has a batch open. A lock keeps a transaction of its own, so that it is seen at once. */
function registerLocks(server: FastifyInstance, services: RouteServices, callOf: CallOf): void {
  const actorOf = (user: Principal, request: { id: string }) => ({ user_id: user.user_id, request_id: request.id });

  registerRoute(server, services, lockBatch, async ({ user, params, body, request }) => ({
    data: await services.inTransaction(actorOf(user, request), (transaction) =>
      lockForWork(transaction, callOf(params.id, body.document_type, user)),
    ),
  }));

  registerRoute(server, services, unlockBatch, async ({ user, params, query, request }) => ({
    data: await services.inTransaction(actorOf(user, request), (transaction) =>
      unlockOwn(transaction, callOf(params.id, query.document_type, user)),
    ),
  }));
}

/** The batch that a call names by its number and a document type in either reading. */
type CallOf = (number: string, code: string | undefined, user: Principal) => BatchCall;

function callsOf(definitions: DocumentDefinitions): CallOf {
  const served = servedTypes(definitions);
  return (number, code, user) => callNaming(number, typesNamed(served, code), user);
}

/** A stale save is told what is stored by now, so that a person can hold both versions side by side (decisions §2). */
async function showStored(error: unknown, db: Database, call: BatchCall): Promise<never> {
  if (error instanceof Problem && error.code === 'row_version') error.details['current'] = await readDetail(db, call);
  throw error;
}
