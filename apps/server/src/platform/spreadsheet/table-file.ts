import { isStorable } from '../http/json-text.ts';
import { invalid, Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { readCsvRows } from './csv-reader.ts';
import { MOST_COLUMNS, MOST_ROWS, type FileRow } from './file-row.ts';
import { readXlsxRows, tooManyColumns } from './xlsx-reader.ts';

/** A table in a file: the headings of its columns, and its rows, which are read as they are taken. */
export interface TableFile {
  readonly format: 'csv' | 'xlsx';
  readonly header: readonly string[];
  readonly rows: AsyncIterable<FileRow>;
}

/**
 * Opens a CSV or XLSX file by its content, not by its name; the first row that is not empty is the heading, in a workbook below lines of one cell. Refuses, while
 * its rows are read, content of another kind (415), more than 100,000 rows or 100 MB unpacked (413), text that is not
 * UTF-8 and files that are broken (422) (reliability (d) 23–27). Empty rows are left out, and so are the comments of a
 * template: rows directly below the heading that begin with '# '.
 */
export async function openTableFile({ bytes }: Pick<UploadedFile, 'bytes'>): Promise<TableFile> {
  const format = formatOf(bytes);
  const rows = (format === 'xlsx' ? readXlsxRows(bytes) : readCsvRows(bytes))[Symbol.asyncIterator]();
  const { heading, read } = await headingOf(rows, format === 'xlsx' ? LINES_ABOVE : 0);
  if (heading.length > MOST_COLUMNS) throw tooManyColumns();
  requireStorable('The heading', heading);
  return { format, header: heading, rows: rowsBelow(chained(read, rows), heading.length) };
}

/** Lines of one cell that may stand above the heading of a workbook: in a list of ours whose it is and what made it. */
const LINES_ABOVE = 5;

/** The heading, and what was read below it to find it: a file of one column has lines of one cell alone. */
async function headingOf(
  rows: AsyncGenerator<FileRow>,
  lines: number,
): Promise<{ heading: string[]; read: readonly FileRow[] }> {
  const read: FileRow[] = [];
  while (read.length <= lines) {
    const next = await rows.next();
    if (next.done) break;
    const heading = trimmed(next.value.cells);
    if (heading.length > 1) return { heading, read: [] };
    if (heading.length === 1) read.push(next.value);
  }
  const [first, ...below] = read;
  return { heading: trimmed(first?.cells ?? []), read: below };
}

async function* chained(read: readonly FileRow[], rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  yield* read;
  yield* rows;
}

/** The first characters of a comment row of a template. */
export const COMMENT_MARK = '# ';

async function* rowsBelow(rows: AsyncGenerator<FileRow>, columns: number): AsyncGenerator<FileRow> {
  let taken = 0;
  for await (const { row, cells } of rows) {
    const filled = trimmed(cells);
    if (filled.length === 0 || (taken === 0 && filled[0]!.startsWith(COMMENT_MARK))) continue;
    if (filled.length > columns) {
      const message = `Row ${row.toLocaleString('en')} has ${filled.length} cells, the heading has ${columns}.`;
      throw invalid({ file: [message] }, 'too_many_cells');
    }
    requireStorable(`Row ${row.toLocaleString('en')}`, filled);
    taken += 1;
    if (taken > MOST_ROWS) {
      throw new Problem(413, 'too_many_rows', `The file has more than ${MOST_ROWS.toLocaleString('en')} rows.`);
    }
    yield { row, cells: filled };
  }
}

function requireStorable(place: string, cells: readonly string[]): void {
  const column = cells.findIndex((cell) => !isStorable(cell)) + 1;
  if (column === 0) return;
  const message = `${place} holds, in column ${column}, a character that no text can hold. Remove it.`;
  throw invalid({ file: [message] }, 'malformed_file');
}

/** Cells without the empty ones at the end. */
function trimmed(cells: readonly string[]): string[] {
  const length = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return cells.slice(0, length);
}

function formatOf(bytes: Buffer): 'csv' | 'xlsx' {
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === '504b0304') return 'xlsx';
  if (start === 'd0cf11e0') {
    throw new Problem(
      415,
      'wrong_file_content',
      'File content is an old or protected workbook. Save it as .xlsx without a password.',
    );
  }
  const text = bytes.subarray(0, 200).toString('latin1');
  if (text.startsWith('%PDF')) throw wrongContent('PDF');
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(text)) throw wrongContent('HTML or XML');
  if (['fffe', 'feff'].includes(start.slice(0, 4)))
    throw invalid({ file: ['Save the file as UTF-8.'] }, 'wrong_encoding');
  return 'csv';
}

function wrongContent(kind: string): Problem {
  return new Problem(415, 'wrong_file_content', `File content is ${kind}, expected CSV or XLSX.`);
}
