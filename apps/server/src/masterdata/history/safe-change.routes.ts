import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { listDeleted } from '../records/deleted-records.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { readRecordHistory } from './record-history.ts';
import { readUses } from './read-uses.ts';
import { restoreRecord } from './restore-record.ts';

/** Serves the calls around a change of a record: its history, what uses it, and what was deleted. */
export function registerSafeChange(server: FastifyInstance, services: RouteServices, resource: ServedResource): void {
  const routes = resourceRoutes(resource.definition);
  registerRoute(server, services, routes.history, async ({ db, params, query }) =>
    readRecordHistory(db, resource, params.id, query.page),
  );
  registerRoute(server, services, routes.uses, async ({ db, user, params }) => ({
    data: await readUses({ db, user }, resource, params.id),
  }));
  registerRoute(server, services, routes.deleted, async ({ db, query }) => listDeleted(db, resource, query.page));
  registerRoute(server, services, routes.restore, async ({ db, user, params }) => ({
    // Columns are known by name at run time only; the reply is held to its schema where it is sent.
    data: (await restoreRecord({ db, user }, resource, params.id)) as never,
  }));
}
