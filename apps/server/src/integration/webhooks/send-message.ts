import { lookup, type LookupAddress } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type BlockList, type LookupFunction } from 'node:net';
import { within } from '../../platform/network.ts';
import { hostOf, isPublic } from './closed-addresses.ts';

/** How a try ended: the status of its HTTP answer, null where none came. */
export interface Attempt {
  readonly status: number | null;
  readonly took_ms: number;
  /** The beginning of what was answered, or what went wrong on the way. */
  readonly reply: string;
  /** Seconds for which it asks not to be called; null where it says nothing. */
  readonly retry_after: number | null;
}

export type SendMessage = (url: string, headers: Record<string, string>, body: string) => Promise<Attempt>;

/** Everything together: to find it, to send, and to be answered. */
const WITHIN_MS = 15_000;
/** Of an answer so much is read, and so much is kept. */
const MOST_READ = 64 * 1024;
const MOST_KEPT = 1000;
/** Nobody asks for longer than the longest wait. */
const LONGEST_ASKED_S = 24 * 60 * 60;

/** Looks a name up, all of its addresses. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveName: Resolve = (host) =>
  new Promise((found, failed) => {
    lookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });

/**
 * Sends messages by POST: to public addresses and to `networks` alone, as the name of the host stands for when it goes, and to
 * the very address that was looked at. No redirect is followed. Without TLS it goes to `networks` alone.
 */
export function createSender(networks: BlockList, resolve = resolveName, within_ms = WITHIN_MS): SendMessage {
  return async (address, headers, body) => {
    const started = performance.now();
    const ended = (status: number | null, reply: string, retry_after: number | null = null): Attempt => ({
      status,
      took_ms: Math.round(performance.now() - started),
      reply: reply.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, MOST_KEPT),
      retry_after,
    });
    const signal = AbortSignal.timeout(within_ms);
    try {
      const url = new URL(address);
      const found = await inTime(signal, findHost(url, networks, resolve));
      const answer = await post(url, { headers, body, found, signal });
      return ended(answer.status, answer.text, answer.retry_after);
    } catch (error) {
      if (signal.aborted) return ended(null, `It did not answer within ${within_ms / 1000} seconds.`);
      return ended(null, (error as Error).message || String(error));
    }
  };
}

function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, failed) => {
      signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    }),
  ]);
}

/** Where a host is; throws where one of its addresses is closed to us. */
async function findHost(url: URL, networks: BlockList, resolve: Resolve): Promise<LookupAddress> {
  const host = hostOf(url);
  const version = isIP(host);
  const found = version > 0 ? [{ address: host, family: version }] : await resolve(host);
  for (const { address } of found) {
    if (within(networks, address)) continue;
    if (!isPublic(address)) throw new Error(`${host} is ${address}, an address of a closed network. Nothing was sent.`);
    if (url.protocol !== 'https:') throw new Error('Nothing is sent without TLS.');
  }
  const [first] = found;
  if (first === undefined) throw new Error(`${host} has no address.`);
  return first;
}

interface Posting {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly found: LookupAddress;
  readonly signal: AbortSignal;
}

function post(url: URL, { headers, body, found, signal }: Posting) {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  // The connection goes to the address that was looked at, whatever the name stands for by now.
  const pinned: LookupFunction = (_host, { all }, answer) =>
    all ? answer(null, [found]) : answer(null, found.address, found.family);
  return new Promise<{ status: number; text: string; retry_after: number | null }>((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinned,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        beginningOf(response)
          .then((text) => resolve({ status: response.statusCode!, text, retry_after: askedFor(response) }))
          .catch(reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let read = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    read += piece.length;
    if (read >= MOST_READ) break;
  }
  return Buffer.concat(pieces).toString('utf8').slice(0, MOST_KEPT);
}

function askedFor({ headers }: IncomingMessage): number | null {
  const said = headers['retry-after'];
  if (said === undefined) return null;
  const seconds = /^\d{1,9}$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_ASKED_S) : null;
}
