import { createHmac, createPrivateKey, createSign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONWebKeySet } from 'jose';
import { makeOpenIdKeys, publicPartOf, type SigningKey } from '../../demo/openid-keys.ts';
import { createLocalProvider, serveProvider, SIGN_IN_PATH } from '../../demo/openid-provider.ts';
import type { OpenIdClientSettings } from '../../platform/configuration.ts';
import type { Browser, Page } from './browser.ts';

type Claims = Record<string, unknown>;

/** What the provider does wrong to the identity token that it issues next. */
export interface ProviderFault {
  claims?: (claims: Claims) => Claims;
  /** How the token is signed: with the provider's key unless something else is named. */
  signature?: 'none' | 'HS256' | 'foreign key';
}

export interface FaultyProvider {
  settings: OpenIdClientSettings;
  /** Person who signs in at the next visit. */
  person: { subject: string; email: string };
  /** Fault of every token until it is set back to null. */
  fault: ProviderFault | null;
  /** Public keys of the provider. */
  keys: JSONWebKeySet;
  /** An identity token as the provider issues it, with other claims or another signature where given. */
  issueToken(claims?: Claims, signature?: ProviderFault['signature']): string;
  /** Follows an authorisation address as a browser would; answers the address at which the provider returns it to the product. */
  visit(address: string): Promise<string>;
  stop(): Promise<void>;
}

const CLIENT_ID = 'talaan-test';

/** A real OpenID provider on a loopback port that signs its visitors in without asking, and can be made to misbehave. */
export async function startFaultyProvider(callback: string): Promise<FaultyProvider> {
  const keys = makeOpenIdKeys();
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const issuer = `${origin}/oidc`;
  const state: Pick<FaultyProvider, 'person' | 'fault'> = { person: { subject: 's-1', email: '' }, fault: null };
  const provider = await createLocalProvider({
    issuer,
    keys,
    client_ids: [CLIENT_ID],
    allowsReturn: (address) => address === callback,
    findAccount: async (subject) => ({ subject, email: state.person.email, name: subject }),
  });
  const answer = serveProvider(provider);
  http.on('request', (request, response) => {
    request.pageNonces = { style_nonce: '', script_nonce: '' };
    if (request.url!.startsWith(`${SIGN_IN_PATH}/`)) {
      void provider.interactionFinished(request, response, {
        login: { accountId: state.person.subject, remember: false },
      });
      return;
    }
    if (request.url!.startsWith('/oidc/token') && state.fault)
      alterTokens(response, state.fault, keys.signing_key, keys.client_secret);
    answer(request, response);
  });
  return Object.assign(state, {
    settings: { issuer, client_id: CLIENT_ID, client_secret: keys.client_secret },
    keys: { keys: [publicPartOf(keys.signing_key)] },
    issueToken: (claims: Claims = {}, signature?: ProviderFault['signature']) => {
      const now = Math.floor(Date.now() / 1000);
      const { subject: sub, email } = state.person;
      const whole = {
        iss: issuer,
        aud: CLIENT_ID,
        sub,
        email,
        email_verified: true,
        iat: now,
        exp: now + 300,
        ...claims,
      };
      return signClaims(whole, signature, keys.signing_key, keys.client_secret);
    },
    visit: (address: string) => followToProduct(address, origin),
    async stop() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  });
}

async function followToProduct(address: string, origin: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  while (next.startsWith(origin)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`The provider stopped at ${next}: ${reply.status} ${await reply.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}

/** Replaces the identity token of a token reply on its way out. */
function alterTokens(response: ServerResponse, fault: ProviderFault, key: SigningKey, secret: string): void {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    const tokens = JSON.parse(body) as { id_token: string };
    const [, payload] = tokens.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Claims;
    const text = JSON.stringify({
      ...tokens,
      id_token: signClaims(fault.claims?.(claims) ?? claims, fault.signature, key, secret),
    });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function signClaims(claims: Claims, signature: ProviderFault['signature'], key: SigningKey, secret: string): string {
  const signer = signature === 'foreign key' ? makeOpenIdKeys().signing_key : key;
  const alg = signature === 'none' || signature === 'HS256' ? signature : 'RS256';
  const text = [{ alg, kid: key.kid, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  switch (alg) {
    case 'none':
      return `${text}.`;
    case 'HS256':
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    case 'RS256':
      return `${text}.${createSign('RSA-SHA256')
        .update(text)
        .sign(createPrivateKey({ key: signer as never, format: 'jwk' }), 'base64url')}`;
  }
}

/** Starts a visit from the product and goes to the provider; answers the address of the product's callback, not opened yet. */
export async function visitOutside(browser: Browser, provider: FaultyProvider, call = 'okta-login'): Promise<string> {
  const { data } = (await browser.get(`/api/${call}`)).json() as { data: { url: string } };
  return provider.visit(data.url);
}

/** The whole visit, to the page on which it ends. */
export async function returnFromOutside(
  browser: Browser,
  provider: FaultyProvider,
  call = 'okta-login',
): Promise<Page> {
  return browser.get(await visitOutside(browser, provider, call));
}
