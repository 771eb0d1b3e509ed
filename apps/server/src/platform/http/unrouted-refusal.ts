import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooSlow } from './body-arrival.ts';
import { Problem, problemReply } from './problem.ts';

/** Headers of an answer that no page is made of. The hooks of the server do not see what is refused before its routes. */
const HEADERS = {
  'content-type': 'application/problem+json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

const malformedAddress = () =>
  new Problem(400, 'malformed_address', 'The address cannot be read: a part of it is wrongly encoded or too long.');

/** Answers an address that the router cannot read. */
export function refuseAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(400)
    .headers({ ...HEADERS, 'x-request-id': request.id })
    .send(problemReply(malformedAddress(), request.id));
}

const PROBLEMS: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'headers_too_large', 'The headers of the request are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow(),
};
const NOT_HTTP = new Problem(400, 'malformed', 'The request is not valid HTTP.');

/** Answers, on the bare connection, what is no HTTP, has too large headers or does not arrive, and ends the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = PROBLEMS[error.code ?? ''] ?? NOT_HTTP;
  const requestId = randomUUID();
  const reply = problemReply(problem, requestId);
  const body = JSON.stringify(reply);
  const headers = {
    ...HEADERS,
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Nothing follows the headers that answer HEAD: the caller would take it for another answer.
  const sent = isHead(error) ? '' : body;
  socket.end(`HTTP/1.1 ${problem.status} ${reply.title}\r\n${lines.join('')}\r\n${sent}`, () => socket.destroy());
}

function isHead(error: Error & { rawPacket?: unknown }): boolean {
  return Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}
