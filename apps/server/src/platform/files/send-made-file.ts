import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a file under its name while it is made; nothing on the way keeps a copy. Where its source fails after the first byte
 * the connection is reset: over HTTP/1.0, which proxies speak, an orderly end would make a whole file of what came so far.
 */
export async function sendMadeFile(
  reply: FastifyReply,
  { name, media_type, content }: { name: string; media_type: string; content: Readable },
): Promise<undefined> {
  reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');
  content.once('error', () => {
    // A call from inside the process has no connection.
    if (reply.raw.headersSent) (reply.raw.socket as Partial<Socket> | null)?.resetAndDestroy?.();
  });
  await reply.type(media_type).send(content);
  return undefined;
}
