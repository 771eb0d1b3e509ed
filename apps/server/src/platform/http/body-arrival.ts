import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformed, Problem } from './problem.ts';

/** Bytes for which a body gets one second more: a slow line, but none that drips. */
const BYTES_PER_SECOND = 64 * 1024;

/**
 * Ends a request whose body arrives more slowly than a person's line sends it (408), and the connection of one that goes
 * on with its body although it is answered. What arrives at a pace may take its time.
 */
export function watchArrival(request: FastifyRequest, reply: FastifyReply, withinMs: number): void {
  const { raw } = request;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
  const started = performance.now();
  // A call from inside the process has no socket that counts.
  const received = () => raw.socket.bytesRead || 0;
  const before = received();
  const watch = setInterval(
    () => {
      const waited = performance.now() - started;
      const allowance = ((received() - before) / BYTES_PER_SECOND) * 1000;
      if (waited < withinMs + (reply.sent ? 0 : allowance)) return;
      clearInterval(watch);
      if (reply.sent) raw.destroy();
      else void reply.header('connection', 'close').send(tooSlow());
    },
    Math.min(1000, withinMs),
  );
  watch.unref();
  const stop = () => clearInterval(watch);
  raw.once('end', stop).once('close', stop);
}

export const tooSlow = () =>
  new Problem(408, 'timeout', 'The request took too long to arrive. Check the connection, then send it again.');

/** The stream of a body; what was packed says how many bytes came. */
export type RequestPayload = Readable & { receivedEncodedLength?: number };

/**
 * The body of a request as it is unpacked, piece by piece: its limit counts what it comes to, so that a small file which
 * unpacks to a large one is ended there. Throws 415 for another encoding than gzip.
 */
export function unpacked({ headers, raw }: FastifyRequest, payload: RequestPayload): RequestPayload {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return payload;
  if (encoding !== 'gzip') {
    throw new Problem(415, 'unsupported_encoding', 'Content-Encoding must be gzip, or none.');
  }
  const counted: RequestPayload = new PassThrough();
  counted.receivedEncodedLength = 0;
  raw.on('data', (piece: Buffer) => (counted.receivedEncodedLength! += piece.length));
  payload
    .pipe(createGunzip())
    .on('error', () => counted.destroy(malformed('malformed', 'The request is not a whole gzip file.')))
    .pipe(counted as PassThrough);
  return counted;
}
