import { randomBytes } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';

/**
 * Puts the security headers on every reply. They are the same each time, so they are made once: made with every reply they are
 * a good part of what a small read costs. Who sends a page reads `reply.cspNonce`, which admits its own script and style.
 */
export async function addSecurityHeaders(server: FastifyInstance, secure: boolean): Promise<void> {
  const headers = await fixedHeaders(secure);
  server.decorateReply('pageNonces', null);
  server.decorateReply('cspNonce', {
    getter(this: FastifyReply) {
      return (this.pageNonces ??= admitNonces(this));
    },
  });
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** The nonces of this reply once somebody has asked for them. */
    pageNonces: FastifyReply['cspNonce'] | null;
  }
}

function admitNonces(reply: FastifyReply): FastifyReply['cspNonce'] {
  const nonces = { script: newNonce(), style: newNonce() };
  const policy = String(reply.getHeader('content-security-policy'))
    .replace(/script-src [^;]*/, `$& 'nonce-${nonces.script}'`)
    .replace(/style-src [^;]*/, `$& 'nonce-${nonces.style}'`);
  reply.header('content-security-policy', policy);
  return nonces;
}

const newNonce = () => randomBytes(16).toString('hex');

/** The headers as the library makes them, read from a reply of a server that has nothing else. */
async function fixedHeaders(secure: boolean): Promise<Readonly<Record<string, string>>> {
  const server = Fastify();
  await server.register(helmet, policyOf(secure));
  server.get('/', (_request, reply) => {
    const headers = reply.getHeaders();
    void reply.send(headers);
  });
  const reply = await server.inject('/');
  await server.close();
  return reply.json();
}

function policyOf(secure: boolean): FastifyHelmetOptions {
  return {
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
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'no-referrer' },
  };
}
