import type { FastifyInstance } from 'fastify';
import type { BlockList } from 'node:net';
import { sql } from 'kysely';
import { makePage } from '@talaan/contract/http/envelope';
import {
  confirmWebhook,
  listWebhookMessages,
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
  sendWebhookAgain,
  writeWebhook,
  type WebhookEndpoint,
} from '@talaan/contract/integration/webhook.contract';
import { sealText } from '../../access/session/session-token.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { urlFault } from './closed-addresses.ts';
import { newWebhookSecret } from './standard-webhook.ts';
import {
  changeEndpoint,
  findEndpoint,
  findSourceId,
  insertEndpoint,
  listHookedSources,
  listMessages,
  queueAgain,
} from './webhook.store.ts';

export interface WebhookSettings {
  /** What messages may go to although it is no public address. */
  readonly networks: BlockList;
  readonly sealingKey: () => Promise<string>;
  /** How long messages that arrived are kept. */
  readonly keepDays: number;
}

/** Serves the addresses of sources and what was sent to them, to who administers users. */
export function registerWebhookRoutes(
  server: FastifyInstance,
  services: RouteServices,
  { networks, sealingKey, keepDays }: WebhookSettings,
): void {
  nameConstraints({
    webhook_endpoint_second_person: () =>
      forbidden('second_person_needed', 'You wrote this address yourself: somebody else confirms it.'),
  });
  registerRoute(server, services, listWebhooks, async ({ db, user }) => ({
    data: await listHookedSources(db, user.user_id),
    kept_days: keepDays,
  }));

  registerRoute(server, services, writeWebhook, async ({ db, user, body: { source, url } }) => {
    const fault = urlFault(url, networks);
    if (fault !== null) throw invalid({ url: [fault] });
    const source_id = await sourceOf(db, source);
    const secret = newWebhookSecret();
    const id = await insertEndpoint(db, {
      source_id,
      url: new URL(url).href,
      secret_sealed: sealText(await sealingKey(), secret),
    });
    return { data: { ...(await requireEndpoint(db, user, id)), secret } };
  });

  registerRoute(server, services, confirmWebhook, async ({ db, user, params: { id } }) => {
    if (!(await changeEndpoint(db, id, 'confirm'))) throw await whyNot(db, user, id, 'waits for no confirmation.');
    return { data: await requireEndpoint(db, user, id) };
  });

  registerRoute(server, services, rotateWebhook, async ({ db, user, params: { id } }) => {
    const secret = newWebhookSecret();
    const secret_sealed = sealText(await sealingKey(), secret);
    await changeEndpoint(db, id, { secret_sealed });
    return { data: { ...(await requireEndpoint(db, user, id)), secret } };
  });

  registerRoute(server, services, resumeWebhook, async ({ db, user, params: { id } }) => {
    if (!(await changeEndpoint(db, id, 'resume'))) throw await whyNot(db, user, id, 'is not switched off.');
    return { data: await requireEndpoint(db, user, id) };
  });

  registerRoute(server, services, removeWebhook, async ({ db, params: { id } }) => {
    if (!(await changeEndpoint(db, id, 'remove'))) throw endpointGone();
    return { data: { id } };
  });

  registerRoute(server, services, listWebhookMessages, async ({ db, query }) => {
    const { rows, total } = await listMessages(db, query);
    return makePage(rows, total, query, { path: '/api/webhooks/messages', query });
  });

  registerRoute(server, services, sendWebhookAgain, async ({ db, body: { id, source, since } }) => {
    const which =
      id === undefined ? { source_id: await sourceOf(db, source!), since: new Date(since!).toISOString() } : { id };
    const queued = await queueAgain(db, which);
    if (queued === 0) {
      throw conflict(
        'nothing_to_send',
        'Nothing is sent again: there is no such message, or no address that counts and is on.',
      );
    }
    const noted = JSON.stringify({ ...which, queued });
    await sql`select audit_note('webhook_message', ${id ?? source!}, 'sent_again', ${noted}::jsonb)`.execute(db);
    return { data: { queued } };
  });
}

async function sourceOf(db: Database, code: string): Promise<number> {
  const id = await findSourceId(db, code);
  if (id === undefined) throw invalid({ source: [`There is no source ${code}.`] });
  return id;
}

async function requireEndpoint(db: Database, { user_id }: Principal, id: number): Promise<WebhookEndpoint> {
  const found = await findEndpoint(db, user_id, id);
  if (!found) throw endpointGone();
  return found;
}

const endpointGone = () => notFound('This address was replaced or removed.');

async function whyNot(db: Database, user: Principal, id: number, why: string) {
  const { url } = await requireEndpoint(db, user, id);
  return conflict('nothing_waits', `${url} ${why}`);
}
