import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { invalid, Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { looksLikeFormula } from './sheet.ts';

/** The first sheet of a file as text cells: numbers as the file writes them, dates as `YYYY-MM-DD`, empty as ''. */
export interface TableFile {
  readonly header: string[];
  readonly rows: string[][];
}

export const MOST_ROWS = 100_000;
const MOST_UNPACKED_BYTES = 100 * 1024 * 1024;

/**
 * Reads a CSV or XLSX file by its content, not by its name. Refuses (reliability (d) 23–27) content of another kind
 * (415), more than 100,000 rows or 100 MB unpacked (413), and text that is not UTF-8 (422). Formulas arrive as their
 * stored result or as plain text; nothing is evaluated.
 */
export async function readTableFile(file: UploadedFile): Promise<TableFile> {
  const [header = [], ...rows] = await readCells(file);
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  if (filled.length > MOST_ROWS) throw new Problem(413, 'too_many_rows', 'The file has more than 100,000 rows.');
  return { header, rows };
}

async function readCells({ bytes }: UploadedFile): Promise<string[][]> {
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004') return readXlsxCells(bytes);
  if (start === '%PDF') throw wrongContent('PDF');
  if (/^\s*<(!doctype|html|\?xml)/i.test(bytes.subarray(0, 200).toString('latin1'))) throw wrongContent('HTML or XML');
  return readCsvCells(decodeText(bytes));
}

function wrongContent(kind: string): Problem {
  return new Problem(415, 'wrong_file_content', `File content is ${kind}, expected CSV or XLSX.`);
}

function decodeText(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\u0000')) throw wrongContent('binary');
    return text;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid({ file: ['Save the file as UTF-8.'] }, 'wrong_encoding');
  }
}

function readCsvCells(text: string): string[][] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ',';
  try {
    const rows = parse(text, { delimiter, relax_column_count: true, to: MOST_ROWS + 2, max_record_size: 1024 * 1024 });
    return rows.map((row) => row.map(unguarded));
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw invalid({ file: [`Line ${lines ?? 1} of the file is not valid CSV.`] }, 'malformed_file');
  }
}

/** Takes off the apostrophe that an export puts before a text that a spreadsheet program would run. */
function unguarded(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

async function readXlsxCells(bytes: Buffer): Promise<string[][]> {
  await refuseLargeArchive(bytes);
  try {
    const rows = await readSheet(bytes, { parseNumber: (digits) => digits, trim: false });
    return rows.map((row) => row.map(cellText));
  } catch {
    throw invalid({ file: ['The file is not a readable XLSX workbook.'] }, 'malformed_file');
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : `${cell as string | number | boolean}`;
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Unpacks every part with a cap, because the sizes that an archive declares may lie. */
async function refuseLargeArchive(bytes: Buffer): Promise<void> {
  let room = MOST_UNPACKED_BYTES;
  try {
    for (const part of archiveParts(bytes)) {
      const unpacked = part.stored ? part.bytes : await unpack(part.bytes, { maxOutputLength: room });
      room -= unpacked.length;
      if (room <= 0) throw tooLarge();
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw invalid({ file: ['The file is not a readable XLSX workbook.'] }, 'malformed_file');
  }
}

const tooLarge = () => new Problem(413, 'too_large', 'Unpacked size is above 100 MB.');

function* archiveParts(bytes: Buffer): Generator<{ stored: boolean; bytes: Buffer }> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('broken directory');
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.readUInt32LE(at + 20);
    yield { stored: bytes.readUInt16LE(at + 10) === 0, bytes: bytes.subarray(from, from + packed) };
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
