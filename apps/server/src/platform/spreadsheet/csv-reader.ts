import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { invalid, Problem } from '../http/problem.ts';
import type { FileRow } from './file-row.ts';
import { looksLikeFormula } from './sheet.ts';

const PIECE_BYTES = 16 * 1024;
const LONGEST_RECORD = 1024 * 1024;

/**
 * The records of a CSV text in UTF-8, one after the other, separated by commas, semicolons or tabs as its first line
 * shows. Throws 422 for another encoding or for broken quotes, 415 for what is no text.
 */
export async function* readCsvRows(bytes: Buffer): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: delimiterOf(bytes),
    relax_column_count: true,
    bom: true,
    max_record_size: LONGEST_RECORD,
  });
  // The error of either end comes out of the loop below; there is nothing more to do about it here.
  pipeline(Readable.from(pieces(bytes)), parser, () => {});
  try {
    let row = 0;
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      yield { row, cells: record.map(unguarded) };
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { lines } = error as { lines?: number };
    throw invalid({ file: [`Line ${lines ?? 1} of the file is not valid CSV.`] }, 'malformed_file');
  }
}

function delimiterOf(bytes: Buffer): string {
  const lines = bytes
    .subarray(0, PIECE_BYTES)
    .toString('utf8')
    .split(/[\r\n]+/);
  const heading = lines.find((line) => line.trim() !== '') ?? '';
  return [',', ';', '\t'].find((candidate) => heading.includes(candidate)) ?? ',';
}

/** The text piece by piece; other requests get their turn between two pieces. */
async function* pieces(bytes: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw invalid({ file: ['Save the file as UTF-8.'] }, 'wrong_encoding');
    }
  };
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    if (piece.includes(0))
      throw new Problem(415, 'wrong_file_content', 'File content is binary, expected CSV or XLSX.');
    yield decode(piece);
    await setImmediate();
  }
  yield decode();
}

/** Takes off the apostrophe that an export puts before a text that a spreadsheet program would run. */
function unguarded(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
