import type { FastifyReply } from 'fastify';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { exportFileName, FILE_TYPES } from '../spreadsheet/sheet.ts';
import type { EmbeddedRecord } from './paper-drawing.ts';
import { writePdf } from './paper-pdf.ts';

/** Sends a paper as a PDF file, to be shown by the browser that opens it, named after its title and the instant (ISO 8601) at which it was made, with the record that it carries. */
export async function sendPaper(
  reply: FastifyReply,
  paper: DrawnPaper,
  at: string,
  record?: EmbeddedRecord,
): Promise<undefined> {
  const name = exportFileName(paper.title.replaceAll(/\W+/g, '-').toLowerCase(), Date.parse(at), 'pdf');
  reply.header('content-disposition', `inline; filename="${name}"`).header('cache-control', 'no-store');
  await reply.type(FILE_TYPES.pdf).send(await writePdf(paper, record));
  return undefined;
}
