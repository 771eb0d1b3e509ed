import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { ZodType } from 'zod';
import { replyText } from '@talaan/contract/http/reply-text';
import { limitCallRate, type CallCount } from './call-rate.ts';
import { closeGently } from './close-gently.ts';
import { replyWithProblem } from './error-reply.ts';
import { watchArrival } from './body-arrival.ts';
import { parseJsonBody } from './json-text.ts';
import { malformed, noSuchAddress } from './problem.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { refuseAddress, refuseConnection } from './unrouted-refusal.ts';
import { createWorkGate, WORK_LIMITS, type WorkGate, type WorkLimits } from './work-gate.ts';

/** How long and how many callers the server bears with. */
export interface ServerLimits {
  /** Milliseconds within which a request must arrive; a large body gets more at a pace (reliability G-S10). */
  readonly arrival_ms: number;
  /** Milliseconds after which a call that is not long is answered with 503, because its work does not end. */
  readonly answer_ms: number;
  /** Connections at one time; above, new ones are closed at once. */
  readonly connections: number;
  readonly work: WorkLimits;
}

const LIMITS: ServerLimits = { arrival_ms: 15_000, answer_ms: 12_000, connections: 2000, work: WORK_LIMITS };

declare module 'fastify' {
  interface FastifyInstance {
    readonly limits: ServerLimits;
    /** Which calls are worked on now. */
    readonly work: WorkGate;
    readonly countCall: CallCount;
  }
  interface FastifyRequest {
    /** The unpacked body to the byte, of a request that names a signature of it. */
    signedBody?: Buffer;
  }
}

export interface HttpOptions {
  version: string;
  logger: FastifyBaseLogger;
  /** Calls per minute of one user, or of one address that is not signed in, before 429; sign-in has limits of its own. */
  requests_per_minute: number;
  /** Calls per minute of one client of the API, counted beside those of its maker; as many as a user's where nothing is said. */
  client_requests_per_minute?: number;
  /** True when the public address is https: adds HSTS. */
  secure: boolean;
  /** Proxies in front whose X-Forwarded headers are trusted: as many addresses count from the right. */
  trusted_proxies: number;
  /** What is not to be as usual, in a test. */
  limits?: Partial<ServerLimits>;
}

/**
 * The HTTP server without any route of ours: security headers, cookies, form bodies, limits, problem replies and the
 * OpenAPI description of whatever routes are registered later.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...LIMITS, ...options.limits };
  const server = bareServer(options, limits);
  closeGently(server);
  server.server.maxConnections = limits.connections;
  server.decorate('limits', limits);
  server.decorate('work', createWorkGate(limits.work));
  server.decorateRequest('principal', null);
  server.decorateRequest('uploads');
  server.decorateRequest('signedBody');
  server.decorate('countCall', limitCallRate(options.requests_per_minute, options.client_requests_per_minute));
  await addSecurityHeaders(server, options.secure);
  server.addHook('onRequest', (request, reply, done) => {
    request.uploads = [];
    reply.header('x-request-id', request.id);
    watchArrival(request, reply, limits.arrival_ms);
    done();
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler<ZodType>(({ schema }) => replyText(schema));
  server.setErrorHandler(replyWithProblem);
  server.setNotFoundHandler(async () => {
    throw noSuchAddress();
  });
  takeJsonAlone(server);
  refuseMalformed(server);
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  await server.register(cookie);
  await server.register(multipart);
  await describe(server, options.version);
  return server;
}

function bareServer(options: HttpOptions, limits: ServerLimits): FastifyInstance {
  return Fastify({
    loggerInstance: options.logger,
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < options.trusted_proxies,
    bodyLimit: 2 * 1024 * 1024,
    // Headers must arrive in time, which is looked at every second; bodies are watched one by one.
    http: { headersTimeout: limits.arrival_ms, connectionsCheckingInterval: 1000, requireHostHeader: false },
    requestTimeout: 0,
    connectionTimeout: 15_000,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: 5000 },
    exposeHeadRoutes: false,
    // Who calls on an open connection while the server closes is answered, and told that it was the last time.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
  });
}

function takeJsonAlone(server: FastifyInstance): void {
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.headers['webhook-signature'] !== undefined) request.signedBody = body;
      return parseJsonBody(body);
    },
  );
  // Forms of other sites could send plain text without asking first (reliability G-S11).
  server.removeContentTypeParser('text/plain');
}

/** Refuses what no call of a browser or a program looks like, and counts what is asked beside the contract. */
function refuseMalformed(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw malformed('malformed', 'The request names no host.');
    }
    // Addresses are made of it, such as the one to which a sign-on provider returns.
    if (request.host && !URL.canParse(`http://${request.host}`)) {
      throw malformed('malformed', 'The request names a host that is none.');
    }
    if (request.url.includes('%00')) {
      throw malformed('malformed_address', 'The address holds a character that no text can hold. Remove %00.');
    }
    // Calls of the contract are counted once it is known who calls; the files of the browser application are the same for everybody.
    const isCounted = !request.routeOptions.config.contract && /^\/(api|oidc)(\/|$)/.test(request.url);
    if (isCounted && request.url !== '/api/health') server.countCall(request, reply);
    done();
  });
}

/** Serves the OpenAPI description of the routes, and its page. */
async function describe(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Talaan', version, description: 'Finance and accounting back office' },
      servers: [{ url: '/' }],
    },
    transform: jsonSchemaTransform,
  });
  await server.register(swaggerUi, { routePrefix: '/api/docs' });
  server.get('/api/openapi.json', { schema: { hide: true } }, async () => server.swagger());
}
