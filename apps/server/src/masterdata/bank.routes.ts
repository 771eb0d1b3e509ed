import type { FastifyInstance } from 'fastify';
import { anyResource } from '@talaan/contract/resource/define-resource';
import { bankRoutes } from '@talaan/contract/resources/books/bank.contract';
import { bank } from '@talaan/contract/resources/books/bank.resource';
import { registerRoute } from '../platform/http/register-route.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { exportRecords } from './uploads/export-records.ts';
import { serveResource } from './overrides/serve-resource.ts';

/** Serves the download of the banks: the file of their export, under the path of the specification (spec 1 §7). */
export function registerBankRoutes(server: FastifyInstance, services: RouteServices): void {
  const resource = serveResource(anyResource(bank));
  registerRoute(server, services, bankRoutes.download, async (call) =>
    exportRecords(services, call, resource, call.query),
  );
}
