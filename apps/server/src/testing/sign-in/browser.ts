import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export type Page = LightMyRequestResponse;

interface StoredCookie {
  path: string;
  value: string;
}

/** The attributes of a Set-Cookie header that matter here. */
interface SetCookie {
  name: string;
  value: string;
  path?: string;
  expires?: Date;
  maxAge?: number;
}

/** A browser without scripts: keeps cookies by path, follows redirects on its own host, sends forms and JSON. */
export interface Browser {
  readonly host: string;
  get(address: string): Promise<Page>;
  /** Sends JSON, with the Origin header that a browser adds. */
  post(address: string, body: unknown, headers?: Record<string, string>): Promise<Page>;
  /** Fills and sends the first form of a page. */
  submit(page: Page, fields: Record<string, string>): Promise<Page>;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string): void;
  /** Address of the page after redirects. */
  address(): string;
}

/** `rewritten` are headers that a proxy on the way sets in place of the browser's own. */
export function openBrowser(
  server: FastifyInstance,
  host = 'localhost:3000',
  rewritten: Record<string, string> = {},
): Browser {
  const cookies = new Map<string, StoredCookie>();
  let current = '';

  async function send(
    method: 'GET' | 'POST',
    address: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<Page> {
    const url = new URL(address, `http://${host}`);
    if (url.host !== host) throw new Error(`The browser left the product for ${url.href}.`);
    current = url.href;
    const cookie = [...cookies]
      .filter(([, stored]) => url.pathname.startsWith(stored.path))
      .map(([name, stored]) => `${name}=${stored.value}`);
    const reply = await server.inject({
      method,
      url: `${url.pathname}${url.search}`,
      headers: { host, ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}), ...headers, ...rewritten },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, path = '/', expires, maxAge } of reply.cookies as SetCookie[]) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (isGone) cookies.delete(name);
      else cookies.set(name, { path, value });
    }
    const next = reply.headers.location;
    const isRedirect = reply.statusCode >= 300 && reply.statusCode < 400 && next !== undefined;
    return isRedirect ? send('GET', new URL(next, url).href, {}) : reply;
  }

  return {
    host,
    get: (address) => send('GET', address, {}),
    post: (address, body, headers = {}) =>
      send(
        'POST',
        address,
        { origin: `http://${host}`, 'content-type': 'application/json', ...headers },
        JSON.stringify(body),
      ),
    submit(page, fields) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.body)?.[1];
      if (action === undefined) throw new Error(`The page has no form: ${page.statusCode} ${page.body.slice(0, 200)}`);
      const form = { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
      return send(
        'POST',
        action.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
        form,
        new URLSearchParams(fields).toString(),
      );
    },
    cookie: (name) => cookies.get(name)?.value,
    setCookie: (name, value) => void cookies.set(name, { path: '/', value }),
    address: () => current,
  };
}
