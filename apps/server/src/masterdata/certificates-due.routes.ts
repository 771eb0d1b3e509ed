import type { FastifyInstance } from 'fastify';
import { listCertificatesDue } from '@talaan/contract/resources/parties/certificates-due.contract';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { findCertificatesDue } from './certificates-due.query.ts';

/** Serves the chasing list of 2307s: what customers withheld against what they certified. */
export function registerCertificateRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listCertificatesDue, async ({ db, query }) => ({
    data: await findCertificatesDue(db, query.fiscal_year, query.state === 'open'),
  }));
}
