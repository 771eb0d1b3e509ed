import type { FastifyInstance } from 'fastify';
import {
  depositCheques,
  listDepositable,
} from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { depositCheques as deposit, findDepositable } from './deposit-cheques.ts';

/** Serves the deposit of post-dated cheques that customers gave. */
export function registerChequeDeposits(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listDepositable, async ({ db, query }) => ({
    data: await findDepositable(db, query.on),
  }));
  registerRoute(server, services, depositCheques, async ({ db, user, body }) => ({
    data: { collections: await deposit(db, user, body) },
  }));
}
