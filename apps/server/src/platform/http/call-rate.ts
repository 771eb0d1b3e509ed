import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './principal.ts';
import { Problem } from './problem.ts';

const WINDOW_MS = 60_000;

/** Counts a call. Throws 429 when its caller had enough within the minute. */
export type CallCount = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Lets everybody call so often in a minute: a whole office has one address, so whoever is signed in counts by himself, and each
 * client of the API beside who made it. All minutes begin together, so that what was counted is forgotten at once.
 */
export function limitCallRate(perMinute: number, perMinuteOfClient = perMinute): CallCount {
  const calls = new Map<number | string, number>();
  let ends_at = 0;
  return (request, reply) => {
    const now = performance.now();
    if (now >= ends_at) {
      calls.clear();
      ends_at = now + WINDOW_MS;
    }
    const caller = request.principal ? callerOf(request.principal) : networkOf(addressOf(request));
    const count = (calls.get(caller) ?? 0) + 1;
    calls.set(caller, count);
    const most = request.principal?.client ? perMinuteOfClient : perMinute;
    if (count <= most) return;
    reply.header('retry-after', Math.ceil((ends_at - now) / 1000));
    throw new Problem(429, 'too_many_requests', 'Too many requests. Wait a minute, then try again.');
  };
}

/** A call that was cut has no address. */
const addressOf = ({ ip }: { ip?: string }) => ip ?? '';

/** One home or office has one IPv4 address, or one IPv6 network of 64 bits, whose addresses count together. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push('0');
  return [...groups, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
