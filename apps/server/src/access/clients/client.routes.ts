import type { FastifyInstance } from 'fastify';
import {
  listApiClients,
  makeApiClient,
  revokeApiClient,
  rotateApiClient,
} from '@talaan/contract/sign-in/api-client.contract';
import type { Database } from '../../platform/database/database.ts';
import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict, invalid, notFound, type Problem } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { changeSecret, findClients, insertClient, revokeClient } from './client.store.ts';

/** Serves the clients of the API to who administers users: made, given another secret, revoked, never changed or deleted. */
export function registerClientRoutes(server: FastifyInstance, services: RouteServices): void {
  nameConstraints({
    api_client_name_once: () =>
      invalid({ client_name: ['Another client has this name. Revoke it, or choose another name.'] }),
  });
  registerRoute(server, services, listApiClients, async ({ db }) => ({ data: await findClients(db) }));

  registerRoute(server, services, makeApiClient, async ({ db, body }) => ({
    data: await insertClient(db, body.client_name, body.scopes),
  }));

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

async function whyNot(db: Database, id: number): Promise<Problem> {
  const [client] = await findClients(db, id);
  if (!client) return notFound('There is no such client.');
  return conflict('client_revoked', `${client.client_name} was revoked. Make another client.`);
}
