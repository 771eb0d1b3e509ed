import type { FastifyReply } from 'fastify';
import { writeCsv } from './csv-writer.ts';
import { FILE_TYPES, type Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx-writer.ts';

/** Streams a sheet as a file of that name; nothing on the way keeps a copy. */
export async function sendSheet(
  reply: FastifyReply,
  sheet: Sheet,
  name: string,
  format: 'csv' | 'xlsx',
): Promise<undefined> {
  reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');
  await reply.type(FILE_TYPES[format]).send(format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet));
  return undefined;
}
