import type { FastifyInstance } from 'fastify';
import { makePage } from '@talaan/contract/http/envelope';
import { listAccessLog } from '@talaan/contract/sign-in/access-log.contract';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { findAccessLog } from './access-log.store.ts';

/** Serves the log of what was taken out and of what was refused. */
export function registerAccessLogRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listAccessLog, async ({ db, query }) => {
    const { rows, total } = await findAccessLog(db, query);
    return makePage(rows, total, query, { path: `/api${listAccessLog.path}`, query });
  });
}
