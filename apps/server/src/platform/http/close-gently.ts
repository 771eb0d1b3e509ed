import type { FastifyInstance } from 'fastify';

/** What is in work when the server closes has this long to be answered; then its connection is cut. */
const ANSWER_WITHIN_MS = 1000;
const SWEEP_EVERY_MS = 20;

/**
 * Lets `close()` end soon whatever its callers do: what is in work is answered with `connection: close`, connections that
 * carry nothing are closed, and the rest is cut after a moment. Who was cut has no answer and may send his call again
 * with its key (reliability G-R26).
 */
export function closeGently(server: FastifyInstance): void {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS);
    const cut = setTimeout(() => server.server.closeAllConnections(), ANSWER_WITHIN_MS);
    server.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
