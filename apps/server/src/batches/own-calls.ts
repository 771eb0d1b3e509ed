import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { MoveResult } from '@talaan/contract/documents/batch-view.contract';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import type { Status } from '@talaan/core/documents/status';
import { reserveWorkingNumber } from '../numbering/working-numbers.ts';
import type { Database } from '../platform/database/database.ts';
import { malformed } from '../platform/http/problem.ts';
import type { Principal, UploadedFile } from '../platform/http/principal.ts';
import { registerRoute, type RouteOf, type RouteServices } from '../platform/http/register-route.ts';
import { requireWhole } from './whole-body.ts';
import { createBatch, updateBatch, type UpdateInput } from './entry/save-batch.ts';
import { deleteBatch, moveBatch } from './moves/move-batch.ts';
import { voidBatch } from './moves/void-batch.ts';
import { underOwnNames, type NamesOfKind } from './own-names.ts';
import type { BatchCall } from './record/batch-call.ts';
import { definitionsOf, type DocumentDefinition } from './record/document-definition.ts';
import { explainRace, explainTaken } from './record/stale-version.ts';

/** What a kind with a body and calls of its own is to the engine. */
export interface OwnDocuments {
  readonly definition: DocumentDefinition;
  readonly names: NamesOfKind;
  /** The document that a call names. */
  readonly callOf: (id: string, user: Principal) => BatchCall;
}

interface Named {
  readonly params: z.ZodType<{ id: string }>;
}
interface Moves {
  readonly response: z.ZodType<unknown, { data: MoveResult }>;
}
interface Version {
  readonly row_version?: number | undefined;
}

/** Parts of a body that tell an update, a move and a question apart. */
interface Posted extends Version {
  readonly status?: Status | undefined;
  readonly processing?: 0 | 1 | undefined;
  readonly approved_remarks?: string | undefined;
  readonly risks_seen?: string[] | undefined;
}

/** What `ownCalls` declares. */
interface OwnRoutes<Whole extends z.ZodObject, Detail> {
  readonly create: RouteOf<{ body: z.ZodType<z.output<Whole>>; response: z.ZodType<unknown, { data: Detail }> }>;
  readonly read: RouteOf<Named & { response: z.ZodType<unknown, { data: Detail }> }>;
  readonly post: PostRoute<Detail>;
  readonly twin: PostRoute<Detail>;
  readonly update: { readonly body: Whole };
}
type PostRoute<Detail> = RouteOf<
  Named & { body: z.ZodType<Posted>; response: z.ZodType<unknown, { data: Detail | MoveResult }> }
>;

interface GivenBy {
  readonly user: Principal;
  readonly files: readonly UploadedFile[];
  /** The stored document that is changed; null for a new one. */
  readonly changed: BatchCall | null;
}

/**
 * Serves create, read, and the one address for status and edit, of a kind with a body of its own. `given` makes of what a
 * person sent what the engine saves, and `read` answers a document as its own page shows it. A refusal names the fields as
 * the body does; an overtaken call is told as one that came later.
 */
export function registerOwnCalls<Whole extends z.ZodObject, Detail>(
  server: FastifyInstance,
  services: RouteServices,
  { definition, names, callOf }: OwnDocuments,
  own: {
    readonly routes: OwnRoutes<Whole, Detail>;
    readonly given: (transaction: Database, input: z.output<Whole>, by: GivenBy) => Promise<UpdateInput>;
    readonly read: (database: Database, call: BatchCall) => Promise<Detail>;
  },
): void {
  const { routes, given, read } = own;
  const definitions = definitionsOf([definition]);

  registerRoute(
    server,
    services,
    routes.create,
    async ({ db, user, body, files }) => {
      const input = await given(db, body, { user, files, changed: null });
      const number = await underOwnNames(names, createBatch(db, definition, user, input));
      return { data: await read(db, callOf(number, user)) };
    },
    explainTaken,
  );

  registerRoute(server, services, routes.read, async ({ db, user, params }) => ({
    data: await read(db, callOf(params.id, user)),
  }));

  /** What is sent tells the three calls apart: date or lines update, a status moves, nothing reads (spec 2 §7). */
  const answer = async (db: Database, changed: BatchCall, body: Posted, files: readonly UploadedFile[]) => {
    if (names.date in body || names.lines in body) {
      const input = requireWhole(routes.update.body, body);
      const update = await given(db, input, { user: changed.user, files, changed });
      await underOwnNames(names, updateBatch(db, definition, changed, update));
      return read(db, changed);
    }
    const { status, processing, row_version, approved_remarks = '', risks_seen } = body;
    if (status !== undefined) {
      const move = { status, processing, row_version, approved_remarks, risks_seen };
      return underOwnNames(names, moveBatch(db, definitions, { ...changed, is_last: true }, move));
    }
    if (processing !== undefined) throw malformed('status_missing', 'Send the status together with processing.');
    return read(db, changed);
  };
  for (const route of [routes.post, routes.twin]) {
    registerRoute(
      server,
      services,
      route,
      async ({ db, user, params, body, files }) => ({ data: await answer(db, callOf(params.id, user), body, files) }),
      (error, { db, user, params, body }) => explainRace(error, db, callOf(params.id, user), body.row_version),
    );
  }
}

/** The number of a new document, by a GET that reserves, because the specification names it so: asking twice answers the same. */
export function takeOwnNumber(
  services: RouteServices,
  { definition }: OwnDocuments,
  { user, request, query }: { user: Principal; request: { id: string }; query: { draft_id?: string | undefined } },
): Promise<string> {
  const kind = DOCUMENT_TYPES[definition.document_type].batch_series;
  const wanted = { kind, user_id: user.user_id, draft_id: query.draft_id ?? null };
  return services.inTransaction({ user_id: user.user_id, request_id: request.id }, (transaction) =>
    reserveWorkingNumber(transaction, wanted),
  );
}

/** What `ownEndings` declares. */
interface EndingRoutes<Voided> {
  readonly remove: RouteOf<Named & Moves & { query: z.ZodType<Version> }>;
  readonly cancel: RouteOf<Named & Moves & { body: z.ZodType<Version & { remarks: string }> }>;
  readonly void: RouteOf<Moves & { body: z.ZodType<Voided> }>;
}

/**
 * Serves how documents of a kind come to their end: deleted, cancelled and voided. `numberOf` reads the number that a void
 * names, and `aroundVoid` does what else belongs to one, in its transaction.
 */
export function registerOwnEndings<Voided extends Version & { reason: string; remarks: string }>(
  server: FastifyInstance,
  services: RouteServices,
  { definition, callOf }: OwnDocuments,
  own: {
    readonly routes: EndingRoutes<Voided>;
    readonly numberOf: (body: Voided) => string;
    readonly aroundVoid?: <T>(transaction: Database, body: Voided, voidIt: () => Promise<T>) => Promise<T>;
  },
): void {
  const { routes, numberOf, aroundVoid = (_db, _body, voidIt) => voidIt() } = own;
  const definitions = definitionsOf([definition]);

  registerRoute(
    server,
    services,
    routes.remove,
    async ({ db, user, params, query }) => ({
      data: await deleteBatch(db, definitions, callOf(params.id, user), query.row_version),
    }),
    (error, { db, user, params, query }) => explainRace(error, db, callOf(params.id, user), query.row_version),
  );

  registerRoute(
    server,
    services,
    routes.cancel,
    async ({ db, user, params, body: { remarks, row_version } }) => {
      const given = { reason: remarks, remarks: '', row_version, files: [] };
      return { data: await voidBatch(db, definitions, callOf(params.id, user), given) };
    },
    (error, { db, user, params, body }) => explainRace(error, db, callOf(params.id, user), body.row_version),
  );

  registerRoute(
    server,
    services,
    routes.void,
    async ({ db, user, body, files }) => {
      const { reason, remarks, row_version } = body;
      const given = { reason, remarks, row_version, files };
      const voidIt = () => voidBatch(db, definitions, callOf(numberOf(body), user), given);
      return { data: await aroundVoid(db, body, voidIt) };
    },
    (error, { db, user, body }) => explainRace(error, db, callOf(numberOf(body), user), body.row_version),
  );
}
