import type { FastifyInstance } from 'fastify';
import { readDashboard, readDashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { definitionsOf, type DocumentDefinition } from '../batches/record/document-definition.ts';
import { servedTypes } from '../batches/record/served-types.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { inSnapshot } from '../reports/kit/snapshots/read-snapshot.ts';
import { findCharts } from './charts.store.ts';
import { findDashboard } from './read-dashboard.ts';

/** Serves the dashboard over the given document types: what waits and what needs attention, and the charts, each of one moment. */
export function registerDashboardRoutes(
  server: FastifyInstance,
  services: RouteServices,
  definitions: readonly DocumentDefinition[],
): void {
  const served = servedTypes(definitionsOf(definitions));

  registerRoute(server, services, readDashboard, async ({ db, user, query }) => ({
    data: await inSnapshot(db, (snapshot) => findDashboard(snapshot, user, query.month, served)),
  }));

  registerRoute(server, services, readDashboardCharts, async ({ db, user, query }) => ({
    data: await inSnapshot(db, (snapshot) => findCharts(snapshot, user, query.month, served)),
  }));
}
