import type { FastifyInstance } from 'fastify';
import { openTableFile } from '../platform/spreadsheet/table-file.ts';

/** The rows of the file that an address answers to whoever asks, each by the headings of its cells; a blank cell is ''. */
export async function exportedRows(
  server: FastifyInstance,
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, string>[]> {
  const reply = await server.inject({ url, headers });
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
  const { header, rows } = await openTableFile({ bytes: reply.rawPayload });
  const found: Record<string, string>[] = [];
  for await (const { cells } of rows) {
    found.push(Object.fromEntries(header.map((heading, place) => [heading, cells[place] ?? ''])));
  }
  return found;
}
