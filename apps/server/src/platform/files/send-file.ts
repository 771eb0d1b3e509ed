import type { FastifyReply } from 'fastify';
import type { Database } from '../database/database.ts';
import { readFileBytes } from './file.store.ts';

/** Sends a kept file under its own name, to be saved: nothing in it runs as part of the product. */
export async function sendFile(
  reply: FastifyReply,
  db: Database,
  { file_id, name, media_type }: { file_id: string; name: string; media_type: string },
): Promise<void> {
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store');
  await reply.type(media_type).send(await readFileBytes(db, file_id));
}

/** Sends a kept picture to be shown. Its address names the file, so that another picture has another address. */
export async function sendPicture(
  reply: FastifyReply,
  db: Database,
  { file_id, media_type }: { file_id: string; media_type: string },
): Promise<void> {
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=86400');
  await reply.type(media_type).send(await readFileBytes(db, file_id));
}
