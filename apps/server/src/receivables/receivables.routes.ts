import type { FastifyInstance } from 'fastify';
import type { RouteServices } from '../platform/http/register-route.ts';
import { registerCertificateFiles } from './certificates-received/certificate-file.routes.ts';
import { registerCustomerRoutes } from './customer/customer.routes.ts';
import { registerChequeDeposits } from './received-cheques/deposit-cheques.routes.ts';

/** Serves what is asked of customers: who owes what, the cheques that they gave and the 2307s that they sent. */
export function registerReceivables(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerCustomerRoutes(server, services, hasMailServer);
  registerChequeDeposits(server, services);
  registerCertificateFiles(server, services);
}
