import { Readable } from 'node:stream';
import ZipStream from 'zip-stream';
import { bandsOf, type Band } from '@talaan/contract/papers/paper-table';
import {
  dayNumber,
  kindOf,
  looksLikeFormula,
  manilaClock,
  numberText,
  type Cell,
  type CellKind,
  type RowLook,
  type Sheet,
  type SheetRow,
} from './sheet.ts';
import {
  contentTypes,
  coreProperties,
  packageRelations,
  stylesheet,
  styleOf,
  workbook,
  workbookRelations,
  type PlacedSheet,
} from './xlsx-parts.ts';

/** Rows that one worksheet of the format holds. */
const SHEET_ROW_LIMIT = 1_048_576;
/** Characters that one cell of the format holds. */
const CELL_LENGTH_LIMIT = 32_767;
const CHUNK_LENGTH = 64 * 1024;
const DAY_MS = 86_400_000;
/** The format counts days from 1899-12-30. */
const EPOCH_DAYS = 25_569;

/**
 * Streams a sheet as .xlsx with typed cells: amounts are numbers shown as 0,0.00 and written from the decimal string,
 * calendar dates are dates, texts are never formulas (spec 2 §9, decisions §9, reliability G-S08). Column heads are
 * frozen and repeat on paper; group and total rows are bold. Memory does not grow with the rows: they are pulled as fast
 * as the reader takes the file. Rows beyond the limit of one worksheet continue on a further one.
 * An error of the row source ends the stream with that error; destroying the stream ends the row source.
 */
export function writeXlsx(sheet: Sheet, options: { rowLimit?: number } = {}): Readable {
  return writeWorkbook(sheet.title, [sheet], options);
}

/** The same of several sheets in one file of that title, in their order: each is begun when the one before it is written. */
export function writeWorkbook(title: string, sheets: Iterable<Sheet>, options: { rowLimit?: number } = {}): Readable {
  const zip = new ZipStream({ level: 3 });
  packWorkbook(zip, title, sheets, options.rowLimit ?? SHEET_ROW_LIMIT).then(
    () => zip.finalize(),
    (error: Error) => zip.destroy(error),
  );
  return zip;
}

async function packWorkbook(zip: ZipStream, title: string, sheets: Iterable<Sheet>, rowLimit: number): Promise<void> {
  const placed: PlacedSheet[] = [];
  for (const sheet of sheets) await packSheet(zip, sheet, placed, rowLimit);
  await addEntry(zip, 'xl/styles.xml', stylesheet());
  await addEntry(zip, 'xl/workbook.xml', workbook(placed));
  await addEntry(zip, 'xl/_rels/workbook.xml.rels', workbookRelations(placed.length));
  await addEntry(zip, 'docProps/core.xml', coreProperties(xmlText(title)));
  await addEntry(zip, '_rels/.rels', packageRelations());
  await addEntry(zip, '[Content_Types].xml', contentTypes(placed.length));
}

/** A sheet on as many worksheets as its rows need. */
async function packSheet(zip: ZipStream, sheet: Sheet, placed: PlacedSheet[], rowLimit: number): Promise<void> {
  const rows = new LookAhead(sheet.rows);
  const end = () => void rows.end();
  zip.once('close', end);
  const bands = bandsOf(sheet.columns);
  let isFirst = true;
  do {
    const first = (isFirst ? (sheet.heading?.length ?? 0) : 0) + 1;
    const heads = { first, last: bands.length > 0 ? first + 1 : first };
    placed.push({ name: sheetName(sheet.title, placed), heads });
    await addEntry(
      zip,
      `xl/worksheets/sheet${placed.length}.xml`,
      Readable.from(worksheet(sheet, bands, rows, heads, isFirst, rowLimit), { objectMode: false }),
    );
    isFirst = false;
  } while (!(await rows.isDone()));
  zip.off('close', end);
}

function addEntry(zip: ZipStream, name: string, source: Readable | string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (zip.destroyed) return reject(new Error('The reader of the file has gone.'));
    const stop = () => {
      if (typeof source !== 'string') source.destroy();
      reject(new Error('The reader of the file has gone.'));
    };
    zip.once('close', stop);
    zip.entry(source, { name }, (error) => {
      zip.off('close', stop);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function* worksheet(
  sheet: Sheet,
  bands: readonly Band[],
  rows: LookAhead,
  heads: PlacedSheet['heads'],
  isFirst: boolean,
  rowLimit: number,
): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, at) => columnLetters(at));
  let chunk = worksheetOpening(sheet, heads.last);
  let rowNumber = 0;
  const lineRow = (text: string, style: number) =>
    `<row r="${++rowNumber}">${textCell(`A${rowNumber}`, style, text)}</row>`;
  if (isFirst)
    for (const [at, line] of (sheet.heading ?? []).entries())
      chunk += lineRow(line, at < 2 ? styleOf.heading : styleOf.plainText);
  if (bands.length > 0) chunk += `<row r="${++rowNumber}">${bandCells(bands, rowNumber)}</row>`;
  const number = ++rowNumber;
  chunk += `<row r="${number}">${sheet.columns.map((column, at) => textCell(`${letters[at]}${number}`, isFigure(column.kind) ? styleOf.headFigure : styleOf.headText, column.header)).join('')}</row>`;
  // What stands below needs rows of its own, with one blank row before each part.
  const below = sheet.below ?? [];
  const lastRow = rowLimit - (sheet.footing?.length ?? 0) - 1 - (below.length > 0 ? below.length + 1 : 0);
  for (let row = await rows.next(); row; row = rowNumber < lastRow ? await rows.next() : undefined) {
    const at = ++rowNumber;
    let cells = '';
    for (let column = 0; column < letters.length; column += 1) {
      cells += typedCell(
        `${letters[column]}${at}`,
        kindOf(sheet, row, column),
        row.look ?? 'plain',
        row.cells[column] ?? null,
      );
    }
    chunk += `<row r="${at}"${row.level ? ` outlineLevel="${row.level}"` : ''}>${cells}</row>`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (await rows.isDone()) {
    if (below.length > 0) rowNumber += 1;
    for (const { bold, cells } of below) {
      const at = ++rowNumber;
      const typed = cells.map(({ kind, cell }, column) =>
        typedCell(`${columnLetters(column)}${at}`, kind, bold ? 'fixed' : 'plain', cell),
      );
      chunk += `<row r="${at}">${typed.join('')}</row>`;
    }
    rowNumber += 1;
    for (const line of sheet.footing ?? []) chunk += lineRow(line, styleOf.plainText);
  }
  yield `${chunk}</sheetData>${mergedBands(bands, heads.first)}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="${sheet.orientation ?? 'portrait'}" fitToHeight="0"/><headerFooter><oddFooter>&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>`;
}

function worksheetOpening(sheet: Sheet, headRow: number): string {
  const columns = sheet.columns
    .map((column, at) => `<col min="${at + 1}" max="${at + 1}" width="${column.width}" customWidth="1"/>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetPr><outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="13.5" outlineLevelRow="${sheet.levels ?? 0}"/><cols>${columns}</cols><sheetData>`
  );
}

/** The row of the upper heads: each over its columns, nothing over those that have none. */
function bandCells(bands: readonly Band[], row: number): string {
  const blank = (at: number) => `<c r="${columnLetters(at)}${row}" s="${styleOf.headBand}"/>`;
  return bands
    .map(({ name, at, span }) => {
      const first = name === undefined ? blank(at) : textCell(`${columnLetters(at)}${row}`, styleOf.headBand, name);
      return first + Array.from({ length: span - 1 }, (_, place) => blank(at + place + 1)).join('');
    })
    .join('');
}

function mergedBands(bands: readonly Band[], row: number): string {
  const merged = bands.filter(({ span }) => span > 1);
  if (merged.length === 0) return '';
  const cells = merged.map(
    ({ at, span }) => `<mergeCell ref="${columnLetters(at)}${row}:${columnLetters(at + span - 1)}${row}"/>`,
  );
  return `<mergeCells count="${cells.length}">${cells.join('')}</mergeCells>`;
}

function isFigure(kind: CellKind): boolean {
  return kind === 'integer' || kind === 'amount' || kind === 'rate' || kind === 'percent';
}

function typedCell(reference: string, kind: CellKind, look: RowLook, cell: Cell): string {
  if (cell === null || cell === '')
    return look === 'plain' ? '' : `<c r="${reference}" s="${styleOf.cell(kind, look)}"/>`;
  if (kind === 'text') return textCell(reference, styleOf.cell(kind, look), String(cell));
  return `<c r="${reference}" s="${styleOf.cell(kind, look)}"><v>${numericValue(kind, cell)}</v></c>`;
}

function numericValue(kind: CellKind, cell: string | number): string {
  if (kind === 'date') return String(dayNumber(String(cell)) + EPOCH_DAYS);
  if (kind === 'instant') return String(manilaClock(String(cell)) / DAY_MS + EPOCH_DAYS);
  return numberText(cell);
}

function textCell(reference: string, style: number, text: string): string {
  const shown = text.length > CELL_LENGTH_LIMIT ? `${text.slice(0, CELL_LENGTH_LIMIT - 1)}…` : text;
  const inertStyle = looksLikeFormula(shown) ? styleOf.inert(style) : style;
  return `<c r="${reference}" s="${inertStyle}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`;
}

const NEEDS_ESCAPE =
  /[&<>"]|_x[0-9A-Fa-f]{4}_|[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' };

/** Text inside XML; what XML cannot carry becomes U+FFFD, and text that looks like the format's own escape is escaped. */
function xmlText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replace(
    new RegExp(NEEDS_ESCAPE, 'g'),
    (found) => ESCAPES[found] ?? (found.length > 1 ? `_x005F${found}` : '\uFFFD'),
  );
}

/** Column number from 0 as letters: 0 → A, 26 → AA. */
function columnLetters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/** A sheet name has at most 31 characters and none of : \\ / ? * [ ], and stands once in its workbook, capitals aside. */
function sheetName(title: string, placed: readonly PlacedSheet[]): string {
  const plain = title.replace(/[:\\/?*[\]']/g, ' ').trim() || 'Sheet';
  const taken = new Set(placed.map(({ name }) => name.toLowerCase()));
  for (let part = 1; ; part += 1) {
    const suffix = part === 1 ? '' : ` (${part})`;
    const name = xmlText(plain.slice(0, 31 - suffix.length).trim() + suffix);
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** Rows of a source, with a look at whether another one follows. */
class LookAhead {
  readonly #iterator: Iterator<SheetRow> | AsyncIterator<SheetRow>;
  #waiting: IteratorResult<SheetRow> | undefined;

  constructor(rows: Sheet['rows']) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  async next(): Promise<SheetRow | undefined> {
    const result = this.#waiting ?? (await this.#iterator.next());
    this.#waiting = result.done ? result : undefined;
    return result.done ? undefined : result.value;
  }

  async isDone(): Promise<boolean> {
    this.#waiting ??= await this.#iterator.next();
    return this.#waiting.done === true;
  }

  async end(): Promise<void> {
    await this.#iterator.return?.();
  }
}
