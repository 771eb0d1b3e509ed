import type { FastifyInstance } from 'fastify';
import { readMaintenance } from '@talaan/contract/http/maintenance.contract';
import { registerRoute, type RouteServices } from './http/register-route.ts';

/** Serves the question that waiting pages ask until the maintenance is over. */
export function registerMaintenanceRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readMaintenance, async () => ({ data: await services.maintenance() }));
}
