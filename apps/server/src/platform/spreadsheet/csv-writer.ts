import { Readable } from 'node:stream';
import { kindOf, looksLikeFormula, manilaClock, numberText, type Cell, type CellKind, type Sheet } from './sheet.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const CHUNK_LENGTH = 64 * 1024;

/**
 * Streams a sheet as CSV (RFC 4180: commas, quotes doubled, CRLF), with a byte order mark so that spreadsheet programs
 * read UTF-8. Text that would act as a formula gets a leading apostrophe; numbers, negative ones too, stay numbers
 * (reliability G-S08). Heading, footing and what stands below the rows are left out, so that the first line names the columns.
 * An error of the row source ends the stream with that error; rows are pulled only as fast as the reader takes them.
 */
export function writeCsv(sheet: Sheet): Readable {
  return Readable.from(csvChunks(sheet), { objectMode: false });
}

async function* csvChunks(sheet: Sheet): AsyncGenerator<string> {
  let chunk =
    BYTE_ORDER_MARK +
    csvLine(sheet.columns.map(({ band, header }) => textField(band === undefined ? header : `${band} ${header}`)));
  for await (const row of sheet.rows) {
    chunk += csvLine(sheet.columns.map((_, at) => csvField(kindOf(sheet, row, at), row.cells[at] ?? null)));
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

function csvField(kind: CellKind, cell: Cell): string {
  if (cell === null || cell === '') return '';
  switch (kind) {
    case 'integer':
    case 'amount':
    case 'rate':
    case 'percent':
      return numberText(cell);
    case 'instant':
      return new Date(manilaClock(String(cell))).toISOString().slice(0, 16).replace('T', ' ');
    case 'date':
    case 'text':
      return textField(String(cell));
  }
}

function textField(text: string): string {
  const inert = looksLikeFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
