import type { FastifyInstance } from 'fastify';
import type { DocumentDefinition } from '../batches/record/document-definition.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { registerIntegratedRoutes } from './integrated.routes.ts';
import { registerMovingIn } from './moving-in/moving-in.routes.ts';
import { registerReceivedRoutes } from './received.routes.ts';
import type { UploadWork } from './uploads/upload-work.ts';
import { registerBatchUploads } from './uploads/uploads.routes.ts';

/** Serves what other systems send, in calls and in files, and what a company brings from its old books. */
export function registerIntegration(
  server: FastifyInstance,
  services: RouteServices,
  documents: readonly DocumentDefinition[],
  uploads?: UploadWork,
): void {
  registerReceivedRoutes(server, services, documents);
  registerIntegratedRoutes(server, services, documents);
  registerBatchUploads(server, services, documents, uploads);
  registerMovingIn(server, services, documents);
}
