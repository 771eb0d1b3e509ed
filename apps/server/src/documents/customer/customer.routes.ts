import type { FastifyInstance } from 'fastify';
import { readCustomer } from '@talaan/contract/documents/customer/customer.contract';
import { notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { findCustomer } from './customer.store.ts';

/** Serves what is known of one customer; every figure under the rights of its own module. */
export function registerCustomerRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readCustomer, async ({ db, user, params, query }) => {
    const found = await findCustomer(db, user, params.id, query.as_of ?? null);
    if (found === null) throw notFound('There is no such customer.');
    return { data: found };
  });
}
