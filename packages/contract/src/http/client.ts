import type { ProblemBody } from './problem.ts';
import type { CallOf, ResultOf, Route } from './route.ts';
import type { WaitingChange, WaitingReply } from './waiting-reply.ts';

/** A call that the server refused or could not do. */
export class CallRefused extends Error {
  readonly problem: ProblemBody;
  constructor(problem: ProblemBody) {
    super(problem.message);
    this.name = 'CallRefused';
    this.problem = problem;
  }
}

/** A write that is not done yet: a second person must confirm it first (decisions §8, four-eyes). */
export class ChangeWaits extends Error {
  readonly change: WaitingChange;
  constructor(change: WaitingChange) {
    super(change.message);
    this.name = 'ChangeWaits';
    this.change = change;
  }
}

/** Sends one request and answers the reply; the browser passes `fetch`, tests pass their own door to the server. */
export interface Transport {
  (
    address: string,
    init: {
      method: string;
      headers: Record<string, string>;
      body?: string | FormData;
      signal?: AbortSignal;
    },
  ): Promise<TransportReply>;
}
export interface TransportReply {
  status: number;
  json(): Promise<unknown>;
}

/** What the route takes; a query or a body of which nothing is required may be left out. */
type Provided<T> = { [K in keyof T as T[K] extends undefined ? never : K extends Spared<T> ? never : K]: T[K] } & {
  [K in Spared<T>]?: T[K];
};
type Spared<T> = {
  [K in keyof T & ('query' | 'body')]: undefined extends T[K] ? never : {} extends T[K] ? K : never;
}[keyof T & ('query' | 'body')];
/** A form takes the place of the body. */
export type CallArguments<R extends Route> = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
} & ((Provided<CallOf<R>> & { form?: undefined }) | (Provided<Omit<CallOf<R>, 'body'>> & { form: FormData }));

/**
 * Calls routes of the table with the types of their schemas.
 * Throws `CallRefused` for a problem reply, `ChangeWaits` for a change that waits for a second person; a network failure is thrown as the transport throws it.
 */
export function createClient(transport: Transport, commonHeaders: () => Record<string, string> = () => ({})) {
  return async function call<const R extends Route>(route: R, given: CallArguments<R>): Promise<ResultOf<R>> {
    const { params, query, body, headers, form, signal } = given as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
      headers?: Record<string, string>;
      form?: FormData;
      signal?: AbortSignal;
    };
    const reply = await transport(addressOf(route.path, params, query), {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...commonHeaders(),
        ...headers,
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const answer = await reply.json();
    if (reply.status === 202 && !route.may_be_later) throw new ChangeWaits((answer as WaitingReply).pending_change);
    if (reply.status >= 400) throw new CallRefused(answer as ProblemBody);
    return answer as ResultOf<R>;
  };
}

/** `/api` address of a route: path parameters filled in, query appended, lists as repeated names, undefined left out. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return `/api${filled}${text ? `?${text}` : ''}`;
}
