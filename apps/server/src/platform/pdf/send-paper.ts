import type { FastifyReply } from 'fastify';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { exportFileName, FILE_TYPES } from '../spreadsheet/sheet.ts';
import type { EmbeddedRecord, PaperInFile } from './paper-drawing.ts';
import { streamPapers, writePdf } from './paper-pdf.ts';

/** Sends a paper as a PDF file, to be shown by the browser that opens it, named after its title and the instant (ISO 8601) at which it was made, with the record that it carries. */
export async function sendPaper(
  reply: FastifyReply,
  paper: DrawnPaper,
  at: string,
  record?: EmbeddedRecord,
): Promise<undefined> {
  await named(reply, paper.title, at).send(await writePdf(paper, record));
  return undefined;
}

/** The same of many papers under one title, in their order: streamed as they are drawn, so that memory does not grow with them. */
export async function sendPapers(
  reply: FastifyReply,
  title: string,
  papers: Iterable<PaperInFile>,
  at: string,
): Promise<undefined> {
  await named(reply, title, at).send(streamPapers({ title }, papers));
  return undefined;
}

function named(reply: FastifyReply, title: string, at: string): FastifyReply {
  const name = exportFileName(title.replaceAll(/\W+/g, '-').toLowerCase(), Date.parse(at), 'pdf');
  reply.header('content-disposition', `inline; filename="${name}"`).header('cache-control', 'no-store');
  return reply.type(FILE_TYPES.pdf);
}
