import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { PasswordCheck } from '../access/sign-in/password-check.ts';
import type { SignInProvider } from '../access/sign-in/sign-in-context.ts';
import { CALLBACK_PATH } from '../access/sign-in/single-sign-on.ts';
import { createOpenIdClient, type OpenIdSettings } from '../platform/sign-in/openid-client.ts';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { escapeHtml, renderPlainPage } from '../platform/sign-in/plain-page.ts';
import { requireSameOrigin } from '../platform/http/request-forgery.ts';
import type { OpenIdKeys } from './openid-keys.ts';
import { createLocalProvider, serveProvider, SIGN_IN_PATH, type ProviderAccount } from './openid-provider.ts';

export interface MountOptions {
  /** Address people open, without a slash at the end; the provider's issuer is `/oidc` below it. */
  public_url: string;
  keys: OpenIdKeys;
  /** `audience` of the product's clients, the first for `/okta-login`, the second for `/google-login`. */
  client_ids: readonly [string, string];
  checkPassword: PasswordCheck;
  findAccount(subject: string): Promise<ProviderAccount | null>;
  allowed_origins: readonly string[];
  /** Said below the form: who may sign in with what. */
  hint: string;
}

/**
 * Mounts the local OpenID provider at `/oidc` of the product's own server, with its sign-in page, and answers it as the
 * product's two single sign-on providers. Their back channel stays inside the process.
 */
export async function mountLocalProvider(
  server: FastifyInstance,
  options: MountOptions,
): Promise<{ okta: SignInProvider; google: SignInProvider }> {
  const issuer = `${options.public_url}/oidc`;
  const provider = await createLocalProvider({
    ...options,
    issuer,
    // Our callback, at the public address or at the host that the browser came by: the demo works under any name of its
    // machine, and behind a proxy that rewrites the host.
    allowsReturn: (address, origin) => [origin, options.public_url].some((own) => address === `${own}${CALLBACK_PATH}`),
  });
  // TLS ends at a proxy in front; addresses and cookies follow what the browser sees.
  provider.proxy = issuer.startsWith('https:');
  await server.register(async (scope) => serveProtocol(scope, provider));
  await server.register(async (scope) => serveSignInPage(scope, provider, options));
  const as = (client_id: string, is_offered: boolean): SignInProvider => ({
    client: createOpenIdClient({
      issuer,
      client_id,
      client_secret: options.keys.client_secret,
      fetch: fetchFrom(server),
    }),
    is_offered,
    addressFor: (url, origin) => new URL(`${url.pathname}${url.search}`, origin),
    endSession: (request, reply) => endProviderSession(provider, request, reply),
  });
  return { okta: as(options.client_ids[0], true), google: as(options.client_ids[1], false) };
}

/** The protocol itself; the library reads its own bodies and writes its own replies, under our security headers. */
function serveProtocol(scope: FastifyInstance, provider: Provider): void {
  const answer = serveProvider(provider);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/oidc/*',
    schema: { hide: true },
    handler: (request, reply) => {
      reply.hijack();
      // First, because it puts them into the headers.
      request.raw.pageNonces = { style_nonce: reply.cspNonce.style, script_nonce: reply.cspNonce.script };
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      answer(request.raw, reply.raw);
    },
  });
}

function serveSignInPage(scope: FastifyInstance, provider: Provider, options: MountOptions): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  const url = `${SIGN_IN_PATH}/:uid`;

  scope.get(url, { schema: { hide: true } }, async (request, reply) => {
    const isRunning = await isSignInRunning(provider, request, reply);
    return sendPage(reply, isRunning ? 200 : 400, isRunning ? formPage(request, options.hint, null) : EXPIRED);
  });

  scope.post(url, { schema: { hide: true } }, async (request, reply) => {
    requireSameOrigin(request, options.allowed_origins);
    if (!(await isSignInRunning(provider, request, reply))) return sendPage(reply, 400, EXPIRED);
    const { user_id = '', password = '' } = request.body as Record<string, string>;
    const isReadable = user_id.length <= 128 && password.length <= 128;
    const answer = isReadable
      ? await options.checkPassword({ by: 'user_id', name: user_id, password, address: request.ip })
      : ({ ok: false, code: 'wrong' } as const);
    if (!answer.ok) {
      const status = answer.code === 'wrong' ? 401 : 429;
      return sendPage(reply, status, formPage(request, options.hint, { user_id, message: REFUSALS[answer.code] }));
    }
    const login = { accountId: String(answer.user.id), remember: false };
    const next = new URL(await provider.interactionResult(request.raw, reply.raw, { login }));
    return reply.redirect(`${next.pathname}${next.search}`, 303);
  });
}

const REFUSALS = {
  wrong: MESSAGES.invalidCredentials,
  too_many_tries: 'Too many tries. Try again in 5 minutes.',
} as const;

/** Whether the browser is at the sign-in that the address names. */
async function isSignInRunning(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  try {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    return uid === (request.params as { uid: string }).uid;
  } catch (error) {
    if ((error as Error).name === 'SessionNotFound') return false;
    throw error;
  }
}

type PageContent = Parameters<typeof renderPlainPage>[0]['content'];

const EXPIRED: PageContent = {
  heading: 'Not signed in',
  text: 'This sign-in page is too old. Start again.',
  link: { text: 'Try again', address: '/sign-in-window?again=1' },
};

function formPage(
  request: FastifyRequest,
  hint: string,
  refused: { user_id: string; message: string } | null,
): PageContent {
  const error = refused ? `<p class="error" id="error" role="alert">${escapeHtml(refused.message)}</p>` : '';
  const described = refused ? ' aria-invalid="true" aria-describedby="error"' : '';
  const form = `<form method="post" action="${escapeHtml(request.url)}">
${error}<label for="user_id">User id</label>
<input id="user_id" name="user_id" value="${escapeHtml(refused?.user_id ?? '')}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="128" required${refused ? '' : ' autofocus'}${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required${refused ? ' autofocus' : ''}${described}>
<button type="submit">Sign in</button>
</form>
<p class="hint">${escapeHtml(hint)}</p>`;
  return { heading: 'Single sign-on', form };
}

function sendPage(reply: FastifyReply, status: number, content: PageContent) {
  const nonces = { style_nonce: reply.cspNonce.style, script_nonce: reply.cspNonce.script };
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // Under no-referrer a browser sends forms with the origin "null", and the form would be taken for another site's.
      .header('referrer-policy', 'same-origin')
      .send(renderPlainPage({ ...nonces, title: 'Single sign-on', content }))
  );
}

/** Ends the browser's session at the provider, in memory and in its cookies. */
async function endProviderSession(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const name = provider.cookieName('session');
  const id = request.cookies[name];
  if (id === undefined) return;
  await (await provider.Session.find(id))?.destroy();
  for (const cookie of [name, `${name}.sig`]) reply.clearCookie(cookie, { path: '/' });
}

/** Requests of the product to its own provider, without a network. */
function fetchFrom(server: FastifyInstance): NonNullable<OpenIdSettings['fetch']> {
  return async (address, init) => {
    const url = new URL(address);
    const reply = await server.inject({
      method: init.method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        host: url.host,
        'x-forwarded-proto': url.protocol.slice(0, -1),
      },
      ...(init.body ? { payload: await new Response(init.body).text() } : {}),
    });
    return new Response(reply.body, {
      status: reply.statusCode,
      headers: { 'content-type': String(reply.headers['content-type']) },
    });
  };
}
