import { Agent, request as openRequest } from 'node:http';
import type { ApiDescription } from './api-description.ts';
import { createRequestMaker, type HostileRequest } from './hostile-requests.ts';

export interface FuzzTarget {
  readonly port: number;
  readonly description: ApiDescription;
  /** How many people are signed in; the first of them sends half of the requests, so let him have every right. */
  readonly people: number;
  /** The headers of a signed-in person; asked again when his session has ended. */
  signIn(person: number): Promise<Readonly<Record<string, string>>>;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** No request begins after so many seconds. */
  readonly seconds: number;
  /** This request alone. */
  readonly only?: number | undefined;
}

export interface FuzzOutcome {
  readonly requests: number;
  /** How many answers of each status, refusals with their code; 0 where the connection was cut instead. */
  readonly answers: Readonly<Record<string, number>>;
  readonly slowest_ms: number;
  readonly failures: readonly FuzzFailure[];
}

export interface FuzzFailure {
  readonly request: HostileRequest;
  readonly reason: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const AT_ONCE = 8;
/** Kept of a failure; the request can be made again. */
const MOST_FAILURES = 200;
/** A call that is not long is answered within less, whatever it asks. */
const SLOWEST_MS = 15_000;

/** Sends the hostile requests of a seed to a server of this machine and judges each answer. */
export async function fuzz(target: FuzzTarget, { seed, count, seconds, only }: FuzzOptions): Promise<FuzzOutcome> {
  const make = createRequestMaker(target.description, seed, target.people);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const sessions = await Promise.all(Array.from({ length: target.people }, (_, person) => target.signIn(person)));
  const answers: Record<string, number> = {};
  const failures: FuzzFailure[] = [];
  const deadline = performance.now() + seconds * 1000;
  let requests = 0;
  let slowest_ms = 0;

  const tryOne = async (number: number) => {
    const request = make(number);
    const started = performance.now();
    const answer = await send(agent, target.port, request, sessions);
    const took = performance.now() - started;
    requests += 1;
    slowest_ms = Math.max(slowest_ms, took);
    const kind = kindOf(answer);
    answers[kind] = (answers[kind] ?? 0) + 1;
    const reason = took > SLOWEST_MS ? `answered after ${(took / 1000).toFixed(1)} s` : faultOf(request, answer);
    if (reason !== null && failures.length < MOST_FAILURES) failures.push({ request, reason });
    if (answer.status === 401 && request.sender !== null)
      sessions[request.sender] = await target.signIn(request.sender);
  };

  let next = only ?? 0;
  const end = only === undefined ? count : only + 1;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < end && performance.now() < deadline) {
        next += 1;
        await tryOne(next - 1);
      }
    }),
  );
  agent.destroy();
  return { requests, answers, slowest_ms, failures };
}

function send(
  agent: Agent,
  port: number,
  { method, path, headers, body, sender }: HostileRequest,
  sessions: readonly Readonly<Record<string, string>>[],
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = openRequest({
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: {
        ...(sender === null ? {} : sessions[sender]),
        ...headers,
        ...(body === null ? {} : { 'content-length': body.length }),
      },
    });
    const wasCut = (error: Error) => resolve({ status: 0, headers: {}, text: error.message });
    sent.on('error', wasCut);
    sent.on('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', wasCut);
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body ?? undefined);
  });
}

function kindOf({ status, text }: Answer): string {
  const code = status < 400 ? undefined : /"code":"(\w+)"/.exec(text)?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Words that only the inside of the server uses. */
const INSIDE =
  /node_modules|\bat \S+ \(|\.ts:\d|apps\/server|violates|relation "|syntax error at|invalid input syntax|PostgreSQL|ECONN|TypeError|RangeError/;

/** What is wrong with an answer; null for one that is as it should be, whatever it says. */
function faultOf({ method, path }: HostileRequest, { status, headers, text }: Answer): string | null {
  if (status === 0) return `the connection was cut: ${text}`;
  const isBusy = status === 503 && /"code":"(busy|receiving)"/.test(text);
  if (status >= 500 && !isBusy) return `status ${status}: ${text.slice(0, 300)}`;
  if (headers['x-content-type-options'] !== 'nosniff') return `status ${status} without nosniff`;
  if (headers['content-security-policy'] === undefined) return `status ${status} without a content security policy`;
  if (headers['cache-control'] === undefined) return `status ${status} without cache-control`;
  // What ends a single sign-on is a page.
  if (status < 400 || method === 'HEAD' || path.startsWith('/api/sso/callback')) return null;
  // The token endpoint refuses in the words of its own standard (RFC 6749 §5.2).
  if (path.startsWith('/api/oauth/token') && /^{"error":"\w+","error_description":"[^"]+"}$/.test(text)) return null;
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return `status ${status} is no problem: ${text.slice(0, 200)}`;
  return problemFault(status, text);
}

function problemFault(status: number, text: string): string | null {
  let problem: { message?: unknown; code?: unknown; request_id?: unknown };
  try {
    problem = JSON.parse(text) as typeof problem;
  } catch {
    return `status ${status} with broken JSON: ${text.slice(0, 200)}`;
  }
  const { message, code, request_id } = problem;
  if (
    typeof message !== 'string' ||
    message.trim() === '' ||
    typeof code !== 'string' ||
    typeof request_id !== 'string'
  ) {
    return `status ${status} without message, code or request id: ${text.slice(0, 200)}`;
  }
  return INSIDE.test(message) ? `status ${status} tells of the inside: ${message}` : null;
}
