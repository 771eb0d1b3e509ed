import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { noSuchAddress } from './http/problem.ts';

/** Mark in index.html that each response replaces with its own style nonce. */
const NONCE_MARK = '__CSP_STYLE_NONCE__';

/**
 * Serves the built browser application: hashed assets compressed and cached for good, and index.html for every other address that is
 * not an API's, with the response's style nonce filled in (reliability (e) CSP).
 */
export async function serveWebApp(server: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    server.log.warn('The browser application is not built; only the API is served.');
    return;
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  await server.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  for (const icon of ['mark.svg', 'favicon.svg']) {
    if (existsSync(join(folder, icon)))
      server.get(`/${icon}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(icon, folder));
  }
  server.get('/*', { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) => {
    const isPage = !/^\/(api|oidc|assets)(\/|$)/.test(request.url.split('?')[0]!);
    if (!isPage) throw noSuchAddress();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll(NONCE_MARK, reply.cspNonce.style));
  });
}
