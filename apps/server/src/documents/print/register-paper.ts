import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Printed } from '@talaan/contract/documents/document-print';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type RouteOf, type RouteServices } from '../../platform/http/register-route.ts';
import { answerPrint, sendPrint, type PaperOf } from './print-document.ts';

interface Named {
  readonly params: z.ZodType<{ id: string }>;
}

/** What `paperRoutes` declares. */
interface PaperCalls<Which, Detail> {
  readonly print: RouteOf<
    Named & {
      body: z.ZodType<NoInfer<Which> & { preview: 0 | 1 }>;
      response: z.ZodType<unknown, { data: Printed<Detail> }>;
    }
  >;
  readonly pdf: RouteOf<Named & { query: z.ZodType<NoInfer<Which>> }>;
}

/** Serves the paper of a document as data and as a file; each that is no preview counts as a copy. */
export function registerPaper<Which, Shown, Detail extends Shown>(
  server: FastifyInstance,
  services: RouteServices,
  { print, pdf }: PaperCalls<Which, Detail>,
  paperOf: (database: Database, user: Principal, id: string, which: Which) => Promise<PaperOf<Shown, Detail>>,
): void {
  registerRoute(server, services, print, async (call) => ({
    data: await answerPrint(services, call, await paperOf(call.db, call.user, call.params.id, call.body)),
  }));
  registerRoute(server, services, pdf, (call) =>
    sendPrint(services, call, (db) => paperOf(db, call.user, call.params.id, call.query)),
  );
}
