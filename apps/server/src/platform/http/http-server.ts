import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { closeGently } from './close-gently.ts';
import { replyWithProblem } from './error-reply.ts';
import { watchArrival } from './body-arrival.ts';
import { parseJsonBody } from './json-text.ts';
import { malformed, noSuchAddress } from './problem.ts';
import { refuseAddress, refuseConnection } from './unrouted-refusal.ts';

/** A request must arrive in this time; a large body gets more at a pace (reliability G-S10). */
const ARRIVAL_MS = 15_000;

export interface HttpOptions {
  version: string;
  logger: FastifyBaseLogger;
  /** Requests of one address per minute before 429; sign-in has limits of its own. */
  requests_per_minute: number;
  /** True when the public address is https: adds HSTS. */
  secure: boolean;
  /** Trust the X-Forwarded headers of a proxy in front. */
  trust_proxy: boolean;
}

/**
 * The HTTP server without any route of ours: security headers, cookies, form bodies, limits, problem replies and the
 * OpenAPI description of whatever routes are registered later.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: options.logger,
    genReqId: () => randomUUID(),
    trustProxy: options.trust_proxy,
    bodyLimit: 2 * 1024 * 1024,
    // Headers must arrive in time, which is looked at every second; bodies are watched one by one.
    http: { headersTimeout: ARRIVAL_MS, connectionsCheckingInterval: 1000, requireHostHeader: false },
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
  closeGently(server);
  server.decorateRequest('principal', null);
  server.decorateRequest('uploads');
  server.addHook('onRequest', async (request, reply) => {
    request.uploads = [];
    reply.header('x-request-id', request.id);
    watchArrival(request, reply, ARRIVAL_MS);
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(replyWithProblem);
  server.setNotFoundHandler(async () => {
    throw noSuchAddress();
  });

  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJsonBody(body),
  );
  // Forms of other sites could send plain text without asking first (reliability G-S11).
  server.removeContentTypeParser('text/plain');
  await server.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: options.secure,
    referrerPolicy: { policy: 'no-referrer' },
  });
  server.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw malformed('malformed', 'The request names no host.');
    }
    if (request.url.includes('%00')) {
      throw malformed('malformed_address', 'The address holds a character that no text can hold. Remove %00.');
    }
  });
  server.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await server.register(cookie);
  await server.register(multipart);
  await server.register(rateLimit, { global: true, max: options.requests_per_minute, timeWindow: '1 minute' });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Talaan', version: options.version, description: 'Finance and accounting back office' },
      servers: [{ url: '/' }],
    },
    transform: jsonSchemaTransform,
  });
  await server.register(swaggerUi, { routePrefix: '/api/docs' });
  server.get('/api/openapi.json', { schema: { hide: true } }, async () => server.swagger());
  return server;
}
