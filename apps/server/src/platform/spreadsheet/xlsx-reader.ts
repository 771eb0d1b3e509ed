import { invalid, Problem } from '../http/problem.ts';
import { MOST_COLUMNS, type FileRow } from './file-row.ts';
import { openXlsxArchive, unreadableWorkbook, type XlsxArchive, type XmlHandler } from './xlsx-archive.ts';

/**
 * The rows of the first sheet of a workbook as texts, one after the other, so that memory does not grow with the sheet:
 * numbers as people see them, dates as `YYYY-MM-DD`, the stored result of a formula. Nothing is evaluated. Throws 422 for
 * what is no readable workbook, 413 when it unpacks to more than 100 MB.
 */
export async function* readXlsxRows(bytes: Buffer): AsyncGenerator<FileRow> {
  try {
    const archive = await openXlsxArchive(bytes);
    const { sheet, related, counts_from_1904 } = await findFirstSheet(archive);
    const dates = related.styles ? await readDateStyles(archive, related.styles) : new Set<number>();
    const strings = related.strings ? await readSharedStrings(archive, related.strings) : [];
    const reader = new SheetReader({ strings, dates, firstDay: counts_from_1904 ? FIRST_DAY_1904 : FIRST_DAY_1900 });
    for await (const _ of archive.read(sheet, reader)) yield* reader.takeRows();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadableWorkbook();
  }
}

/** Day 0 of the two ways to count days. */
const FIRST_DAY_1900 = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;

async function scan(archive: XlsxArchive, part: string, handler: Partial<XmlHandler>): Promise<void> {
  for await (const _ of archive.read(part, handler));
}

const WORKBOOK = 'xl/workbook.xml';
const WORKBOOK_RELATIONS = 'xl/_rels/workbook.xml.rels';

async function findFirstSheet(archive: XlsxArchive) {
  let firstId: string | undefined;
  let counts_from_1904 = false;
  await scan(archive, WORKBOOK, {
    open(name, attributes) {
      if (name === 'sheet') firstId ??= relationOf(attributes);
      if (name === 'workbookPr') counts_from_1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  let sheet: string | undefined;
  const related: { styles?: string; strings?: string } = {};
  await scan(archive, WORKBOOK_RELATIONS, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = partName(attributes.Target ?? '');
      const type = attributes.Type ?? '';
      if (attributes.Id === firstId) sheet = target;
      if (type.endsWith('/styles')) related.styles = target;
      if (type.endsWith('/sharedStrings')) related.strings = target;
    },
  });
  if (sheet === undefined) throw unreadableWorkbook();
  return { sheet, related, counts_from_1904 };
}

/** The relation that a sheet names, under whatever prefix. */
function relationOf(attributes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
}

/** The target of a relation is relative to the folder `xl`, or absolute. */
function partName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Texts that several cells share. Phonetic readings beside them are no part of the text. */
async function readSharedStrings(archive: XlsxArchive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await scan(archive, part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 't') inText = false;
    },
  });
  return strings;
}

/** Styles whose numbers are shown as dates. */
async function readDateStyles(archive: XlsxArchive, part: string): Promise<Set<number>> {
  const dates = new Set<number>();
  const dateFormats = new Set(BUILT_IN_DATES);
  let inCells = false;
  let style = 0;
  await scan(archive, part, {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) {
        dateFormats.add(Number(attributes.numFmtId));
      } else if (name === 'xf' && inCells) {
        if (dateFormats.has(Number(attributes.numFmtId))) dates.add(style);
        style += 1;
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}

/** Number formats of the file format itself that show dates. */
const BUILT_IN_DATES = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];

function isDateFormat(code: string): boolean {
  const letters = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase();
  return /[yd]/.test(letters) && !/[#0?]/.test(letters);
}

interface SheetFacts {
  readonly strings: readonly string[];
  readonly dates: ReadonlySet<number>;
  /** Day 0 of the sheet's dates, in milliseconds. */
  readonly firstDay: number;
}

/** Collects the rows of a sheet as they end. */
class SheetReader implements XmlHandler {
  readonly #facts: SheetFacts;
  #rows: FileRow[] = [];
  #row = 0;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #reads = false;
  #inPhonetic = false;

  constructor(facts: SheetFacts) {
    this.#facts = facts;
  }

  takeRows(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'row':
        this.#row = rowNumber(attributes.r) ?? this.#row + 1;
        this.#cells = [];
        this.#column = -1;
        break;
      case 'c':
        this.#column = columnOf(attributes.r) ?? this.#column + 1;
        this.#type = attributes.t ?? 'n';
        this.#style = Number(attributes.s ?? 0);
        this.#value = '';
        break;
      case 'rPh':
        this.#inPhonetic = true;
        break;
      case 'v':
      case 't':
        this.#reads = !this.#inPhonetic;
        break;
      default:
    }
  }

  text(piece: string): void {
    if (this.#reads) this.#value += piece;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#reads = false;
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'c') this.#keepCell();
    else if (name === 'row') this.#rows.push({ row: this.#row, cells: this.#cells });
  }

  #keepCell(): void {
    const text = this.#cellText();
    if (text === '') return;
    if (this.#column >= MOST_COLUMNS) throw tooManyColumns();
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #cellText(): string {
    const value = this.#value;
    if (value === '') return '';
    switch (this.#type) {
      case 's':
        return this.#facts.strings[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'd':
        return value.slice(0, 10);
      case 'n':
        return this.#facts.dates.has(this.#style) ? dateText(value, this.#facts.firstDay) : figureText(value);
      default:
        return unescaped(value);
    }
  }
}

export const tooManyColumns = () =>
  invalid({ file: [`The file has more than ${MOST_COLUMNS} columns.`] }, 'too_many_columns');

/** Throws for what no row of a sheet can be called. */
function rowNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw unreadableWorkbook();
  return Number(text);
}

/** `AB12` is column 27, counted from 0; undefined without letters. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function dateText(value: string, firstDay: number): string {
  const date = new Date(firstDay + Math.floor(Number(value)) * DAY_MS);
  return Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10);
}

/**
 * A number as people see it. A workbook holds binary fractions and may write all their digits: 5.1 is stored as
 * 5.0999999999999996, which is read back as the shortest number that means the same.
 */
function figureText(value: string): string {
  const digits = value.replaceAll(/[-.]/g, '').replace(/^0+/, '');
  if (/^-?\d+(\.\d+)?$/.test(value) && digits.length <= 15) return value;
  const shortest = String(Number(value));
  return /^-?\d+(\.\d+)?$/.test(shortest) ? shortest : value;
}

/** Characters that XML cannot carry stand as `_x000D_` in a workbook. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
