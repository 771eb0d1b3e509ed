import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import { giveToken } from '@talaan/contract/sign-in/api-client.contract';
import { replyWithProblem } from '../../platform/http/error-reply.ts';
import { isStorable } from '../../platform/http/json-text.ts';
import { networkOf } from '../../platform/http/call-rate.ts';
import { registerRoute, type Call, type RouteServices } from '../../platform/http/register-route.ts';
import { createSignInLimiter } from '../../platform/sign-in/sign-in-limiter.ts';
import { noteRefusedSignIn } from '../sign-in/sign-in.store.ts';
import { findClientBySecret, openToken, TOKEN_SECONDS, type KnownClient } from './client.store.ts';

/** A token request that is refused, in the words of RFC 6749 §5.2. */
class TokenRefusal extends Error {
  readonly status: 400 | 401 | 429;
  readonly error: string;

  constructor(status: TokenRefusal['status'], error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

const badRequest = (description: string) => new TokenRefusal(400, 'invalid_request', description);
const unknownClient = () =>
  new TokenRefusal(401, 'invalid_client', 'The client or its secret is wrong, or was revoked.');

/**
 * Serves the token endpoint (RFC 6749 §4.4): form-encoded, credentials in the body or as Basic authorization. Tries that
 * fail count as failed sign-ins do, by address, and by client from each address.
 */
export async function registerTokenRoute(server: FastifyInstance, services: RouteServices): Promise<void> {
  const limiter = createSignInLimiter(services.database);

  async function answer({ body, request, reply }: Call<typeof giveToken>) {
    reply.header('pragma', 'no-cache');
    const { id, secret } = credentialsOf(request, body);
    if (!isStorable(id)) throw unknownClient();
    if (!body.grant_type) throw badRequest('grant_type is missing: send client_credentials.');
    if (body.grant_type !== 'client_credentials')
      throw new TokenRefusal(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');
    // By client and address: its id alone is no secret, and who has it does not lock out those who have the secret.
    const account = `client ${id} from ${networkOf(request.ip)}`;
    const judged = await limiter.judge({ account, address: request.ip }, async () => {
      const client = await findClientBySecret(services.database, id, secret);
      return client ? { ok: true as const, client } : { ok: false as const };
    });
    if (typeof judged === 'number') {
      reply.header('retry-after', String(judged));
      throw new TokenRefusal(429, 'too_many_requests', `Too many tries failed. Try again in ${judged} seconds.`);
    }
    if (!judged.ok) {
      await noteRefusedSignIn(services.database, null, request.id, { method: 'client', address: request.ip });
      throw unknownClient();
    }
    const scopes = scopesOf(judged.client, body.scope);
    const access_token = await openToken(services.database, judged.client, secret, scopes, request.id);
    if (access_token === null) throw unknownClient();
    return {
      access_token,
      token_type: 'Bearer' as const,
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(' '),
    };
  }

  // A scope of its own: no other call reads forms that another site could send.
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, text: string) => fieldsOf(text),
    );
    scope.setErrorHandler(replyWithRefusal);
    registerRoute(scope, services, giveToken, answer);
  });
}

/** The fields of a form; each may be there once, and an empty one counts as none (RFC 6749 §3.2). */
function fieldsOf(text: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw badRequest('The request has a field more than once.');
    if (value !== '') fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** Who asks: from the form or from Basic authorization, never from both (RFC 6749 §2.3). */
function credentialsOf(
  request: FastifyRequest,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
) {
  const basic = /^basic (.*)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined) {
    if (!body.client_id || !body.client_secret) throw badRequest('client_id or client_secret is missing.');
    return { id: body.client_id, secret: body.client_secret };
  }
  if (body.client_secret) throw badRequest('Send the secret once: in the form or as Basic authorization.');
  const parts = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const [id = '', secret = ''] = parts.map(formDecoded);
  if (parts.length !== 2 || (body.client_id && body.client_id !== id)) throw unknownClient();
  return { id, secret };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/** What was asked for, all of it where nothing was named. */
function scopesOf({ scopes }: KnownClient, wanted: string | undefined): readonly ApiScope[] {
  if (wanted === undefined) return scopes;
  const asked = wanted.split(' ').filter((one) => one !== '');
  const given = scopes.filter((scope) => asked.includes(scope));
  if (given.length === 0 || asked.some((one) => !scopes.includes(one as ApiScope)))
    throw new TokenRefusal(400, 'invalid_scope', `This client may ask for ${scopes.join(' ')}.`);
  return given;
}

/** Refusals as RFC 6749 words them; faults of ours as everywhere. */
function replyWithRefusal(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof TokenRefusal ? error : refusalOf(error);
  if (refusal === null) return replyWithProblem(error, request, reply);
  if (refusal.status === 401) reply.header('www-authenticate', 'Basic realm="Talaan"');
  return reply
    .code(refusal.status)
    .type('application/json')
    .send(JSON.stringify({ error: refusal.error, error_description: refusal.message }));
}

/** What the layers before the call refused, such as a body that is no form. */
function refusalOf(error: Error & { status?: unknown; statusCode?: unknown }): TokenRefusal | null {
  const status = Number(error.status ?? error.statusCode ?? 500);
  if (status === 429)
    return new TokenRefusal(429, 'too_many_requests', 'Too many requests. Wait a minute, then try again.');
  return status < 500
    ? badRequest('Send grant_type, client_id and client_secret as a form (application/x-www-form-urlencoded).')
    : null;
}
