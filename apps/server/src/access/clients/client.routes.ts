import type { FastifyInstance } from 'fastify';
import {
  confirmApiClient,
  listApiClients,
  makeApiClient,
  revokeApiClient,
  rotateApiClient,
} from '@talaan/contract/sign-in/api-client.contract';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import type { Database } from '../../platform/database/database.ts';
import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, forbidden, invalid, notFound, type Problem } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import {
  changeSecret,
  confirmClient,
  findClients,
  findSendingRights,
  insertClient,
  revokeClient,
  type SendingRights,
} from './client.store.ts';

/** Serves the clients of the API to who administers users: made, given another secret, revoked, never changed or deleted. */
export function registerClientRoutes(server: FastifyInstance, services: RouteServices): void {
  nameConstraints({
    api_client_name_once: () =>
      invalid({ client_name: ['Another client has this name. Revoke it, or choose another name.'] }),
    api_client_second_person: () =>
      forbidden('second_person_needed', 'Somebody else confirms it, who neither made it nor gave it its secret.'),
  });
  registerRoute(server, services, listApiClients, async ({ db }) => ({ data: await findClients(db) }));

  registerRoute(server, services, makeApiClient, async ({ db, body }) => {
    const { client_name: name, scopes } = body;
    return { data: await insertClient(db, { name, scopes, sends: await sendingRightsOf(db, body) }) };
  });

  registerRoute(server, services, confirmApiClient, async ({ db, params: { id } }) => {
    const confirmed = await confirmClient(db, id);
    if (confirmed) return { data: confirmed };
    const [client] = await findClients(db, id);
    throw client?.revoked_at === null
      ? conflict('nothing_waits', `${client.client_name} waits for no confirmation.`)
      : await whyNot(db, id);
  });

  registerRoute(server, services, rotateApiClient, async ({ db, params: { id } }) => {
    const changed = await changeSecret(db, id);
    if (!changed) throw await whyNot(db, id);
    return { data: changed };
  });

  registerRoute(server, services, revokeApiClient, async ({ db, params: { id } }) => {
    const revoked = await revokeClient(db, id);
    if (!revoked) throw await whyNot(db, id);
    return { data: revoked };
  });
}

/** What a client sends, of the scope integrated; null of the others. Throws what is wrong by its field. */
async function sendingRightsOf(
  db: Database,
  { scopes, source, departments }: { scopes: readonly ApiScope[]; source: string; departments: readonly string[] },
): Promise<SendingRights | null> {
  if (!scopes.includes('integrated')) return null;
  const found = await findSendingRights(db, { source, departments });
  if (found.source_id === null) throw invalid({ source: ['Choose a source that is in use.'] });
  if (departments.length === 0) throw invalid({ departments: ['Choose a department.'] });
  const other = found.departments.find(({ id }) => id === null);
  if (other) throw invalid({ departments: [`${source} sends for no department ${other.code}.`] });
  return { source_id: found.source_id, department_ids: found.departments.map(({ id }) => id!) };
}

async function whyNot(db: Database, id: number): Promise<Problem> {
  const [client] = await findClients(db, id);
  if (!client) return notFound('There is no such client.');
  return conflict('client_revoked', `${client.client_name} was revoked. Make another client.`);
}
