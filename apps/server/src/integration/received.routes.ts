import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readReceived, receiveBatch, type SendingFault } from '@talaan/contract/integration/received-batch.contract';
import { definitionsOf, type DocumentDefinition } from '../batches/record/document-definition.ts';
import { problemOfDatabaseError } from '../platform/http/constraint-errors.ts';
import { idempotencyRequest } from '../platform/http/idempotency.ts';
import { forbidden, notFound, Problem } from '../platform/http/problem.ts';
import { keyMissing, registerRoute, type Call, type RouteServices } from '../platform/http/register-route.ts';
import { createFlush } from './flush.ts';
import { hashOf, readSent } from './receive-batch.ts';
import { nameOf, type Sending, type Sender } from './sending.ts';
import { requireSignature } from './signed-request.ts';
import { sendingWork } from './sending-work.ts';
import { findKnown, findSender, noteRefused, readAnswer } from './received.store.ts';

/** Calls that wait at most, and what goes together (decisions §7). */
const FLUSH = { waiting: 512, waiting_lines: 200_000, calls: 64, lines: 20_000 };

/** Serves what other systems send. */
export function registerReceivedRoutes(
  server: FastifyInstance,
  services: RouteServices,
  given: readonly DocumentDefinition[],
): void {
  const flush = createFlush(sendingWork(services, definitionsOf(given)), FLUSH);

  registerRoute(server, services, receiveBatch, async ({ db, body, user, request, reply }) => {
    const request_hash = createHash('sha256').update(JSON.stringify(body ?? null));
    const idempotent = idempotencyRequest(request, request_hash.digest());
    if (!idempotent) throw keyMissing();
    const sender = await findSender(db, user.client!.client_id);
    let sending: Sending | undefined;
    try {
      requireSignature(sender, request);
      sending = sendingOf(sender, body);
      const lines = sending.batch.documents.reduce((count, document) => count + document.lines.length, 0);
      const facts = { maker: user.user_id, name: nameOf(sending), lines };
      const { answer, is_replay } = await flush({ ...facts, sending, user, request_id: request.id, idempotent });
      if (is_replay) reply.header('idempotency-replayed', 'true');
      else reply.code(201);
      return { data: answer };
    } catch (error) {
      const problem = error instanceof Problem ? error : problemOfDatabaseError(error);
      if (problem?.status === 503) reply.header('retry-after', '1');
      else if (problem) await noteProblem(services, { user, request, body }, { sender, sending, problem });
      throw error;
    }
  });

  registerRoute(server, services, readReceived, async ({ db, params: { batch_no }, user }) => {
    const sender = await findSender(db, user.client!.client_id);
    const [found] = await findKnown(db, [{ source_id: sender.source_id, batch_no }]);
    if (!found) throw notFound(`${sender.source_code} sent no batch ${batch_no}.`);
    return { data: await readAnswer(db, found.id) };
  });
}

/** What was sent, read, by whoever may send it now. */
function sendingOf(sender: Sender, body: unknown): Sending {
  const { client_name, source_code, source_active, waits } = sender;
  if (!source_active) throw forbidden('source_inactive', `Source ${source_code} is inactive.`);
  if (waits) {
    const message = `Client ${client_name} waits for a second person: somebody else confirms it on API clients.`;
    throw forbidden('client_waits', message);
  }
  const batch = readSent(body);
  if (batch.source !== '' && batch.source !== source_code.toUpperCase()) {
    throw forbidden('source', `Client ${client_name} sends for ${source_code}, not for ${batch.source}.`);
  }
  return { sender, batch, content_hash: hashOf(batch), body };
}

const told = ({ status, message, details }: Problem) => ({
  status,
  message,
  faults: (details['faults'] ?? []) as SendingFault[],
});

/** Of a confidential batch nothing is kept of what it says: its client was told. */
function placesAlone(problem: Problem): ReturnType<typeof told> {
  const { status, faults } = told(problem);
  const message = 'Confidential: its client was told what is wrong.';
  return { status, message, faults: faults.map((fault) => ({ ...fault, value: null, document_no: null, message })) };
}

/** Keeps what was refused. */
async function noteProblem(
  services: RouteServices,
  { user, request, body }: Pick<Call<typeof receiveBatch>, 'user' | 'request' | 'body'>,
  { sender, sending, problem }: { sender: Sender; sending: Sending | undefined; problem: Problem },
): Promise<void> {
  const { batch_no: sent, is_confidential } = (body ?? {}) as { batch_no?: unknown; is_confidential?: unknown };
  const batch_no = typeof sent === 'string' ? sent.slice(0, 40) : '';
  const { status, message, faults } = is_confidential === 1 ? placesAlone(problem) : told(problem);
  const content_hash = sending?.content_hash ?? null;
  await services.inTransaction({ user_id: user.user_id, request_id: request.id }, (short) =>
    noteRefused(short, { sender, batch_no, content_hash, status, message, faults }),
  );
}
