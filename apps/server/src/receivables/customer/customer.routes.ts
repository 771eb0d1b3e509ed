import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readCustomer } from '@talaan/contract/receivables/customer/customer.contract';
import { listReminders, sendReminders } from '@talaan/contract/receivables/customer/reminder.contract';
import {
  downloadStatement,
  readStatement,
  sendStatement,
  type CustomerStatement,
} from '@talaan/contract/receivables/customer/statement.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { requireModuleLevel } from '../../access/authorize.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { sendPrint } from '../../documents/print/print-document.ts';
import { findCustomer } from './customer.store.ts';
import { queueReminder } from './reminder-mail.ts';
import { findLateCustomers } from './reminder.store.ts';
import { queueStatement, STATEMENT } from './statement-mail.ts';
import { findStatement, type StatementOf } from './statement.store.ts';

/** Serves what is known of one customer, his statements and reminders; every figure under the rights of its own module. */
export function registerCustomerRoutes(server: FastifyInstance, services: RouteServices, hasMailServer: boolean): void {
  registerRoute(server, services, readCustomer, async ({ db, user, params, query }) => {
    const found = await findCustomer(db, user, params.id, query.as_of ?? null);
    if (found === null) throw unknownCustomer();
    return { data: found };
  });
  registerRoute(server, services, readStatement, async ({ db, user, params, query }) => ({
    data: await statementFor(db, user, { payee_id: params.id, ...query }),
  }));
  registerRoute(server, services, downloadStatement, (call) => {
    const subject = { payee_id: call.params.id, ...call.query };
    return sendPrint(services, call, async (db) => ({
      kind: STATEMENT,
      subject,
      shown: await statementFor(db, call.user, subject),
    }));
  });
  registerRoute(server, services, sendStatement, async ({ db, user, params, body }) => {
    const { email_add, ...period } = body;
    const wanted = { payee_id: params.id, ...period };
    const statement = await statementFor(db, user, wanted);
    return {
      data: {
        ...(await queueStatement(db, user, wanted, statement, email_add || null)),
        has_server: hasMailServer,
      },
    };
  });
  registerRoute(server, services, listReminders, async ({ db, user }) => ({ data: await findLateCustomers(db, user) }));
  registerRoute(server, services, sendReminders, async ({ db, user, body }) => {
    requireModuleLevel(user, 'Collection', ACCESS.select);
    // One at a time reminds: what another sends meanwhile is not due any more.
    await sql`select pg_advisory_xact_lock(7013, 0)`.execute(db);
    const data = [];
    for (const customer of await findLateCustomers(db, user, body.payee_ids)) {
      const { payee_id, payee_desc } = customer;
      data.push({ payee_id, payee_desc, outcome: await queueReminder(db, user, customer) });
    }
    return { data, has_server: hasMailServer };
  });
}

async function statementFor(database: Database, user: Principal, wanted: StatementOf): Promise<CustomerStatement> {
  requireModuleLevel(user, 'Collection', ACCESS.select);
  const found = await findStatement(database, user, wanted);
  if (found === null) throw unknownCustomer();
  return found;
}

const unknownCustomer = () => notFound('There is no such customer.');
