import type { FastifyReply } from 'fastify';
import { sendMadeFile } from '../files/send-made-file.ts';
import { writeCsv } from './csv-writer.ts';
import { FILE_TYPES, type Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx-writer.ts';

/** Streams a sheet as a file of that name. */
export function sendSheet(reply: FastifyReply, sheet: Sheet, name: string, format: 'csv' | 'xlsx'): Promise<undefined> {
  const content = format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet);
  return sendMadeFile(reply, { name, media_type: FILE_TYPES[format], content });
}
