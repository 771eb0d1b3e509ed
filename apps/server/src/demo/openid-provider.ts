import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';
import { CALLBACK_PATH } from '../access/sign-in/single-sign-on.ts';
import { renderPlainPage, type PageNonces } from '../platform/sign-in/plain-page.ts';
import type { OpenIdKeys } from './openid-keys.ts';

/** A person whom the provider knows. */
export interface ProviderAccount {
  subject: string;
  email: string | null;
  name: string;
}

export interface LocalProviderOptions {
  issuer: string;
  keys: OpenIdKeys;
  client_ids: readonly string[];
  /** Where the provider may return a browser to; `origin` is the one by which the browser came to the provider. */
  allowsReturn(address: string, origin: string): boolean;
  /** The person of a subject who may still sign in. */
  findAccount(subject: string): Promise<ProviderAccount | null>;
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Nonces of the response that answers this request, for the provider's own error page. */
    pageNonces?: PageNonces;
  }
}

/** Where the provider sends browsers to sign in, on its own origin. */
export const SIGN_IN_PATH = '/oidc/sign-in';
const HOUR = 3600;

/**
 * A real OpenID provider for the demo and the tests: authorisation code with PKCE, no consent page, sessions in memory.
 */
export async function createLocalProvider(options: LocalProviderOptions): Promise<Provider> {
  // Loaded here, since only the demo company needs it.
  const { Provider: Constructor } = await import('oidc-provider/lib/provider.js');
  const provider = new Constructor(options.issuer, {
    adapter: memoryAdapter(),
    clients: options.client_ids.map((client_id) => ({
      client_id,
      client_secret: options.keys.client_secret,
      redirect_uris: [new URL(CALLBACK_PATH, options.issuer).href],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [options.keys.signing_key] },
    cookies: { keys: [options.keys.cookie_key] },
    // The claims are in the identity token, so nobody needs to ask for them once more.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { url: (_, interaction) => `${SIGN_IN_PATH}/${interaction.uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 12 * HOUR },
    async findAccount(_, subject) {
      const account = await options.findAccount(subject);
      if (!account) return undefined;
      const { email, name } = account;
      return {
        accountId: subject,
        claims: async () => ({ sub: subject, name, ...(email === null ? {} : { email, email_verified: true }) }),
      };
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = renderPlainPage({
        ...ctx.req.pageNonces!,
        title: 'Sign in',
        content: {
          heading: 'Not signed in',
          text: out.error_description ?? out.error,
          link: { text: 'Try again', address: '/sign-in-window?again=1' },
        },
      });
    },
  });
  provider.Client.prototype.redirectUriAllowed = (address) => {
    const { ctx } = Constructor;
    return ctx !== undefined && options.allowsReturn(address, `${ctx.protocol}://${ctx.host}`);
  };
  return provider;
}

/** Answers a request below `/oidc` that came to the product's own server. */
export function serveProvider(provider: Provider): (request: IncomingMessage, response: ServerResponse) => void {
  const answer = provider.callback();
  return (request, response) => {
    const address = request.url ?? '/';
    Object.assign(request, { originalUrl: address, url: address.replace(/^\/oidc/, '') });
    void answer(request, response);
  };
}

/** Keeps what the provider issues in memory until it expires: a restart signs nobody out of the product itself. */
function memoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, { payload: AdapterPayload; expires_at: number }>();
  const read = (key: string) => {
    const entry = stored.get(key);
    return entry && entry.expires_at > Date.now() ? entry.payload : undefined;
  };
  const removeExpired = () => {
    for (const [key, entry] of stored) if (entry.expires_at <= Date.now()) stored.delete(key);
  };
  const where = (test: (payload: AdapterPayload) => boolean) => [...stored].filter(([, entry]) => test(entry.payload));
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      removeExpired();
      stored.set(`${model}:${id}`, { payload, expires_at: Date.now() + (expiresIn ?? HOUR) * 1000 });
    },
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) =>
      where((payload) => payload.uid === uid).find(([key]) => key.startsWith('Session:'))?.[1].payload,
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void stored.delete(`${model}:${id}`),
    async revokeByGrantId(grantId) {
      for (const [key] of where((payload) => payload.grantId === grantId)) stored.delete(key);
    },
  });
}
