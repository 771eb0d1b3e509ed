import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Access, ParsedCallOf, ReplyOf, Route } from '@talaan/contract/http/route';
import type { Actor, Database } from '../database/database.ts';
import type { Replica } from '../database/replica.ts';
import { overriddenMethod, readFormBody } from './form-body.ts';
import { MAINTENANCE_HEADER } from '@talaan/contract/http/maintenance.contract';
import { wireWords } from '@talaan/contract/http/wire-words';
import { isWaitingReply, waitingReply } from '@talaan/contract/http/waiting-reply';
import {
  claimIdempotencyKey,
  idempotencyRequest,
  keepIdempotentReply,
  openedReply,
  sealedReply,
} from './idempotency.ts';
import { bearerToken, realUserId, type ApiCaller, type Principal, type UploadedFile } from './principal.ts';
import type { Maintenance } from '../database/installation-switches.ts';
import { forbidden, inMaintenance, malformed, Problem, tokenEnded, tokenNeeded } from './problem.ts';
import { unpacked, type RequestPayload } from './body-arrival.ts';
import { takePlace, type Place } from './work-gate.ts';
import { requireSameOrigin, requireSessionToken } from './request-forgery.ts';

// The schemas of every route are read in this process: what they have no words for is told in these.
z.config({ customError: wireWords });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract that is served, with its access rule; absent on what is served beside the contract. */
    contract?: Route;
  }
  interface FastifyRequest {
    /** The place of the call among those that are worked on. */
    place: Place;
  }
}

/** What a handler receives: validated input, who calls, and the database handle that fits the route. */
export interface Call<R extends Route> extends ParsedCallOf<R> {
  /** The signed-in user; null only on public routes without a session. */
  user: R['access'] extends { kind: 'public' } ? Principal | null : Principal;
  /** The write transaction of a writing route, the pool of a reading one. */
  db: Database;
  files: UploadedFile[];
  /** True when the form asked for PUT by `_method`. */
  is_update_form: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Any route with these schemas: what a function asks of the routes that it registers for several features. */
export type RouteOf<Schemas> = Omit<Route, keyof Schemas> & Schemas;

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

/**
 * Says more about a write that was refused: it runs when its transaction is rolled back, outside of it, and answers what
 * is to be thrown instead of `error`.
 */
export type Explanation<R extends Route> = (error: unknown, call: Call<R>) => Promise<unknown>;

/** What the HTTP layer needs from the layers above it; `main` wires them. */
export interface RouteServices {
  database: Database;
  /** The same database on connections that cannot write: what is read while somebody looks as another user. */
  readOnlyDatabase: Database;
  /** From which reports are read where one follows the database; absent, from the database itself. */
  replica?: Replica | null;
  inTransaction<T>(actor: Actor, work: (transaction: Database) => Promise<T>): Promise<T>;
  /** The caller of the request with his levels, or null. */
  authenticate(request: FastifyRequest): Promise<Principal | null>;
  /** Throws 401 or 403 when the rule does not let the caller in. */
  authorize(principal: Principal | null, access: Access): void;
  /** Extends the session after a successful write and tells the browser the new expiry (decisions §8: one clock). */
  noteWrite(principal: Principal, reply: FastifyReply): Promise<void>;
  /** Keeps who was refused what (`Problem.isNoted`). */
  noteRefusal(route: Route, request: FastifyRequest, problem: Problem): Promise<void>;
  /** The maintenance that runs, or null; a second old at most. */
  maintenance(): Promise<Maintenance | null>;
  allowedOrigins: readonly string[];
  /** Where people reach the product, as papers name it; without a slash at its end. */
  publicAddress: string;
}

/** How long a connection may stay silent while a long route works. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/**
 * Serves one route of the contract. In order: session, access rule, forgery checks, body, then the handler: nothing is
 * read of a form whose sender the rule does not let in.
 * A writing route runs in one database transaction that also holds its idempotency key and its audit rows, so an
 * effect, its trace and its stored reply are written together or not at all.
 */
export function registerRoute<const R extends Route>(
  server: FastifyInstance,
  services: RouteServices,
  route: R,
  handler: Handler<R>,
  explain?: Explanation<R>,
): void {
  const admit = admission(services, route);
  server.route({
    method: route.method,
    config: { contract: route },
    url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
    ...(route.largest_body ? { bodyLimit: route.largest_body } : {}),
    schema: schemaOf(route),
    onRequest: async (request, reply) => {
      request.place = takePlace(server.work, reply);
      request.principal = await inTime(server, reply, services.authenticate(request));
      if (request.principal && !route.queues) request.place.name(realUserId(request.principal));
      server.countCall(request, reply);
      if (!mayNameTokenInBody(request, route)) await admit(request, reply);
    },
    onError: async (request, _reply, error) => {
      if (!(error instanceof Problem) || !error.isNoted) return;
      await services.noteRefusal(route, request, error).catch((failure: unknown) => {
        request.log.error({ err: failure }, 'refusal not noted');
      });
    },
    ...(route.method === 'GET'
      ? { preValidation: async (request: FastifyRequest) => leaveOutEmpty(request) }
      : bodyHooks(services, route, admit)),
    handler: async (request, reply) => answerCall(server, services, { route, handler, explain, request, reply }),
  });
}

type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Whether the caller may call a route, and nobody calls in his name. */
function admission(services: RouteServices, route: Route): Admission {
  const access: Access = route.access;
  return async (request, reply) => {
    if (request.principal?.client) requireScope(request.principal.client, route);
    if (request.principal === null && access.kind !== 'public' && bearerToken(request) !== undefined) {
      reply.header('www-authenticate', 'Bearer realm="Talaan", error="invalid_token"');
      throw tokenEnded();
    }
    services.authorize(request.principal, access);
    if (access.kind !== 'public' && request.principal) {
      await heedMaintenance(services, route, request.principal, reply);
      if (request.principal.password_due && !route.before_new_password) throw passwordDue();
    }
    if (isRefusedInPreview(route)) refusePreview(request.principal);
    if (route.method !== 'GET') requireSameOrigin(request, services.allowedOrigins);
    if (route.clients_only && !request.principal?.client) throw tokenNeeded();
    if (route.method === 'GET') return;
    // No browser sends the token of a client by itself, so no other site can make it.
    if (access.kind !== 'public' && request.principal && !request.principal.client && !route.without_token)
      requireSessionToken(request, request.principal);
  };
}

/** What the framework validates by, and describes in the OpenAPI document. */
function schemaOf(route: Route) {
  return {
    summary: route.summary,
    tags: [route.tag],
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.response ? { response: repliesOf(route) } : {}),
    ...(route.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(route.form_encoded ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
  };
}

/** Runs the handler of a call that was let in: a write in its transaction, all but a long one within the time of an answer. */
function answerCall<R extends Route>(
  server: FastifyInstance,
  services: RouteServices,
  served: {
    route: R;
    handler: Handler<R>;
    explain: Explanation<R> | undefined;
    request: FastifyRequest;
    reply: FastifyReply;
  },
): Promise<unknown> {
  const { route, handler, explain, request, reply } = served;
  const writes = route.method !== 'GET' && !route.reads;
  // A call from inside the process has no connection to keep.
  if (route.long) (request.raw as Partial<typeof request.raw>).setTimeout?.(LONGEST_SILENCE_MS);
  // The route's validators have read params, query and body; the types of the framework do not carry that.
  const callOn = (db: Database) =>
    ({
      params: request.params,
      query: request.query,
      body: request.body,
      user: request.principal,
      db,
      files: request.uploads,
      is_update_form: overriddenMethod((request.body ?? {}) as Record<string, unknown>) === 'PUT',
      request,
      reply,
    }) as unknown as Call<R>;
  const call = (db: Database) => handler(callOn(db));
  if (route.queues) request.place.leave();
  const work = request.place.workOn(async () => {
    if (!writes) return call(request.principal?.preview ? services.readOnlyDatabase : services.database);
    const answer = await runWrite(request, reply, services, route, call).catch(async (error: unknown) => {
      throw explain ? await explain(error, callOn(services.database)) : error;
    });
    if (request.principal) await services.noteWrite(request.principal, reply);
    if (isWaitingReply(answer)) reply.code(202);
    return answer;
  });
  return route.long ? work : inTime(server, reply, work, writes);
}

/** A parameter without a value, as a form sends a filter that nobody chose, is none. */
function leaveOutEmpty({ query }: FastifyRequest): void {
  const given = query as Record<string, unknown>;
  for (const name of Object.keys(given)) if (given[name] === '') delete given[name];
}

/** What is done before and after the body of a call arrives. */
function bodyHooks(services: RouteServices, route: Route, admit: Admission) {
  const formFields = new Set(route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : []);
  return {
    // A place is for work: who sends slowly takes it from nobody.
    preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) => {
      request.place.leave();
      return route.largest_body ? unpacked(request, payload) : payload;
    },
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.isMultipart()) {
        if (!route.multipart) throw new Problem(415, 'unsupported_content', 'This call takes JSON, no form data.');
        if (route.form_access) services.authorize(request.principal, route.form_access);
        const { fields, files } = await readFormBody(request, reply, formFields, route.largest_file);
        request.body = fields;
        request.uploads = files;
      } else if (route.body && (request.body === undefined || request.body === null)) {
        request.body = {};
      }
      request.place.enter();
      if (!mayNameTokenInBody(request, route)) return;
      const { token } = request.body as { token?: unknown };
      // From here on it is as if it stood in the head.
      if (typeof token === 'string' && token !== '') request.headers.authorization = `Bearer ${token}`;
      request.principal = await services.authenticate(request);
      if (request.principal) request.place.name(realUserId(request.principal));
      await admit(request, reply);
    },
  };
}

/** Who calls is known once the body has come: the head names nobody. */
function mayNameTokenInBody(request: FastifyRequest, route: Route): boolean {
  return route.token_in_body === true && request.principal === null && bearerToken(request) === undefined;
}

/** Refuses a client of the API what its token is not for: every route that does not name its scope. */
function requireScope({ scopes }: ApiCaller, { scope }: Route): void {
  if ([scope ?? []].flat().some((one) => scopes.includes(one))) return;
  throw forbidden(
    'insufficient_scope',
    `This token is good for ${scopes.join(' and ')} alone; it does not open this call.`,
  );
}

/** While the product is maintained only super users are served; their replies say that it is. */
async function heedMaintenance(
  services: RouteServices,
  route: Route,
  principal: Principal,
  reply: FastifyReply,
): Promise<void> {
  const maintenance = await services.maintenance();
  if (!maintenance) return;
  if (principal.super_user) reply.header(MAINTENANCE_HEADER, 'on');
  else if (!route.in_maintenance) throw inMaintenance(maintenance);
}

function repliesOf(route: Route) {
  const accepted = route.may_wait ? waitingReply : route.may_be_later ? route.response : undefined;
  return {
    200: route.response,
    ...(route.creates ? { 201: route.response } : {}),
    ...(accepted ? { 202: accepted } : {}),
  };
}

/** What is not served while somebody looks as another user: every call that may change something. */
function isRefusedInPreview(route: Route): boolean {
  return route.method === 'GET' ? route.keeps === true : route.in_preview !== true;
}

function refusePreview(principal: Principal | null): void {
  if (principal?.preview) throw previewReadOnly(principal);
}

/** The refusal of a write while an administrator looks at the product as another user. */
function previewReadOnly({ name }: Principal) {
  return forbidden(
    'preview_read_only',
    `You are looking at Talaan as ${name}, and nothing can be changed meanwhile. Stop the preview first.`,
  );
}

export const keyMissing = () =>
  malformed(
    'idempotency_key',
    'Idempotency-Key is missing. Send a new one with each call that writes, and the same one to repeat it.',
  );

const passwordDue = () =>
  forbidden('password_due', 'Somebody else set the password that you have. Choose your own first.');

/** The answer of work, or 503 when it does not come in time, as when the database is frozen. */
function inTime<T>(server: FastifyInstance, reply: FastifyReply, work: Promise<T>, writes = false): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that has begun, as of a file, takes as long as it takes.
    const late = () => (reply.sent ? undefined : reject(noAnswer(writes)));
    const timer = setTimeout(late, server.limits.answer_ms);
    const inTimeTo =
      <Outcome>(settle: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        clearTimeout(timer);
        settle(outcome);
      };
    work.then(inTimeTo(resolve), inTimeTo(reject));
  });
}

function noAnswer(writes: boolean): Problem {
  const wayOut = writes ? 'Look whether it was saved before you send it again.' : 'Try again in a moment.';
  return new Problem(503, 'no_answer', `The database does not answer in time. ${wayOut}`);
}

async function runWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  services: RouteServices,
  route: Route,
  call: (db: Database) => Promise<unknown>,
): Promise<unknown> {
  const actor: Actor = {
    user_id: request.principal ? realUserId(request.principal) : null,
    request_id: request.id,
  };
  const write = () =>
    services.inTransaction(actor, async (transaction) => {
      const idempotent = idempotencyRequest(request, hashOfBody(request));
      // A program repeats a call whose answer was lost; without a key it would be done twice.
      if (request.principal?.client && !idempotent) throw keyMissing();
      if (idempotent) {
        const earlier = await claimIdempotencyKey(transaction, idempotent);
        if (earlier) return route.tells_secret ? openedReply(earlier.reply, request) : earlier.reply;
      }
      const answer = await call(transaction);
      if (idempotent)
        keepIdempotentReply(transaction, idempotent, route.tells_secret ? sealedReply(answer, request) : answer);
      // Whoever was told that there is no answer is not surprised by one later.
      if (reply.sent) throw noAnswer(true);
      return answer;
    });
  return request.principal ? request.place.write(write) : write();
}

/** Digest of what was sent: method, address, fields and the bytes of every file. */
function hashOfBody(request: FastifyRequest): Buffer {
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(JSON.stringify(request.body ?? null));
  for (const file of request.uploads) hash.update(`\n${file.name}\n`).update(file.bytes);
  return hash.digest();
}
