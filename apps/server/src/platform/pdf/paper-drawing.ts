import { finished } from 'node:stream/promises';
import { deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { PAPER_FONT } from '@talaan/contract/papers/font-widths';
import type { Measures } from '@talaan/contract/papers/layout/block-pieces';
import { openPaper, type FlowingPaper, type PlacedPage } from '@talaan/contract/papers/layout/paper-layout';
import { MM, type PageCountMark, type TextMark } from '@talaan/contract/papers/layout/piece';
import { pageBox } from '@talaan/contract/papers/paper';
import { STAMP_ANGLE, stampPlace } from '@talaan/contract/papers/layout/paper-stamp';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import { PageInk } from './page-ink.ts';
import { PageTags } from './page-tags.ts';

/** What it lies over stays readable. */
const STAMP_COLOR = '#777777';

/** What a file says of itself. */
export interface PdfFile {
  readonly title: string;
  /** Makes it PDF/A-3b, so that the records of its papers can be taken out for as long as the file is kept. */
  readonly carries?: boolean;
}

/** A paper of a file, with the data of which its pages are drawn where it carries them. */
export interface PaperInFile {
  readonly paper: DrawnPaper;
  readonly record?: EmbeddedRecord | undefined;
}

/** The data of which pages are drawn, for programs: a file in the file. */
export interface EmbeddedRecord {
  /** `BI-HOB0000012.json`. */
  readonly name: string;
  readonly description: string;
  readonly json: string;
  /** When the record was made, an instant in ISO 8601. */
  readonly at: string;
}

/**
 * Draws papers as one PDF, each on pages of its own, with selectable text in an embedded font that has ₱ and ñ. What stands where is
 * decided by the layout; here it becomes ink, page by page, and nothing is kept of a page that is full.
 */
export class PaperDrawing {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #measures: Measures;
  readonly #ink: PageInk;
  readonly #tags: PageTags;
  readonly #writes: ReturnType<typeof gatherWrites>;
  #flow: FlowingPaper | null = null;
  /** Pages of the paper that is open. */
  #pages = 0;
  /** Content that all pages of a paper share: how many they are. */
  #pageCount: { readonly content: PDFKit.PDFKitReference; readonly text: Omit<TextMark, 'text'> } | null = null;

  constructor({ title, carries = false }: PdfFile) {
    this.#pdf = new Pdf({
      autoFirstPage: false,
      lang: 'en-PH',
      displayTitle: true,
      pdfVersion: '1.7',
      tagged: true,
      info: { Title: title, Creator: 'Talaan' },
      ...(carries ? { subset: 'PDF/A-3b' } : {}),
    });
    escapeMetadata(this.#pdf);
    this.#writes = gatherWrites(this.#pdf);
    this.#tags = new PageTags(this.#pdf);
    this.#ink = new PageInk(this.#pdf);
    this.#measures = { ...PAPER_FONT, picture: (source: string) => this.#pdf.openImage(source) };
  }

  /** Begins a paper, whose first page follows the last one of the paper before; answers the bytes of the pages that are full. */
  open({ paper, record }: PaperInFile): Uint8Array {
    this.#close();
    const { width, height } = pageBox(paper.page);
    const size: [number, number] = [width * MM, height * MM];
    this.#pdf.info.Author ??= authorOf(paper);
    this.#tags.beginPaper(record && embed(this.#pdf, record));
    this.#flow = openPaper(paper, this.#measures, (page) => this.#draw(page, size));
    return this.#written();
  }

  /** Takes further lines of the table of the paper that is open; answers the bytes of the pages that they fill. */
  put(lines: readonly PaperLine[]): Uint8Array {
    this.#flow!.put(lines);
    return this.#written();
  }

  /** Everything came; answers the last bytes, once the library has unpacked the pictures: it does so on the side. */
  async end(): Promise<Uint8Array> {
    this.#close();
    this.#tags.end();
    this.#pdf.end();
    this.#pdf.resume();
    await finished(this.#pdf);
    return this.#writes.objects();
  }

  #close(): void {
    this.#flow?.end();
    this.#tags.endPaper();
    this.#writePageCount();
    this.#flow = null;
    this.#pages = 0;
    this.#pageCount = null;
  }

  #draw(page: PlacedPage, size: [number, number]): void {
    const before = this.#pdf.page as PDFKit.PDFPage | null;
    this.#pdf.addPage({ size, margin: 0 });
    // Only its number is needed of a page that is written.
    if (before) Object.assign(before.dictionary, { data: {} });
    this.#pages += 1;
    this.#ink.begin();
    const shapes = page.flatMap(({ marks, y }) => marks.map((mark) => ({ mark, y })));
    for (const { mark, y } of shapes) {
      if ('text' in mark || 'pageCount' in mark) continue;
      this.#tags.artifact('Layout');
      if ('stamp' in mark) drawStamp(this.#pdf, mark.stamp);
      else this.#ink.shape(mark, y);
    }
    for (const { marks, y, edge } of page) {
      for (const mark of marks) {
        if ('pageCount' in mark) this.#keepPageCount(mark, y);
        if (!('text' in mark)) continue;
        if (edge) this.#tags.artifact('Pagination');
        else this.#tags.text(mark);
        if (mark.text !== '') this.#ink.text(mark, y);
      }
    }
    this.#tags.endPage();
    this.#writes.content();
  }

  /** The page goes on in a part that is written last, when every page is counted. */
  #keepPageCount({ x, y, size, grey }: PageCountMark, top: number): void {
    this.#pageCount ??= {
      content: Object.assign(this.#pdf.ref({}), { compress: false }),
      text: { x, y: top + y, size, grey },
    };
    const { page } = this.#pdf;
    Object.assign(page.dictionary.data, { Contents: [page.content, this.#pageCount.content] });
  }

  #writePageCount(): void {
    if (!this.#pageCount) return;
    const { content, text } = this.#pageCount;
    const last = this.#pdf.page;
    this.#pdf.page = Object.create(last, { content: { value: content } });
    this.#ink.begin();
    this.#pdf.addContent('/Artifact BMC');
    this.#ink.text({ ...text, text: String(this.#pages) }, 0);
    this.#pdf.addContent('EMC');
    this.#writes.content();
    this.#pdf.page = last;
    content.end();
  }

  #written(): Uint8Array {
    return this.#writes.objects();
  }
}

/** The record stands in the list of embedded files, and belongs to the document as its source (ISO 19005-3, 6.8); answers its place. */
function embed(pdf: PDFKit.PDFDocument, { name, description, json, at }: EmbeddedRecord): PDFKit.PDFKitReference {
  const made = new Date(at);
  // The types of the library do not know the relationship.
  const facts = { type: 'application/json', relationship: 'Source', creationDate: made, modifiedDate: made };
  return pdf.file(Buffer.from(json), { name, description, ...facts }) as unknown as PDFKit.PDFKitReference;
}

/** The library writes title and author into XML as they stand: a company may be called A & B. */
function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const addInfo = pdf._addInfo.bind(pdf);
  pdf._addInfo = () => {
    const { info } = pdf;
    const escaped = Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? inXml(value) : value]);
    pdf.info = Object.fromEntries(escaped) as typeof info;
    addInfo();
    pdf.info = info;
  };
}

const IN_XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const inXml = (text: string): string => text.replaceAll(/[&<>\p{Cc}]/gu, (one) => IN_XML[one] ?? ' ');

/** The company that the paper is of. */
function authorOf({ pages }: DrawnPaper): string {
  const names = pages[0]!.blocks.map((block) =>
    block.block === 'heading' ? block.lines[0] : block.block === 'letterhead' ? block.company.name : undefined,
  );
  return names.find((name) => name !== undefined) ?? 'Talaan';
}

/**
 * Content and objects are gathered as text and written at once: the library turns every word of them into bytes by itself. Answers how
 * the content of a page is written, before another page is drawn on.
 */
function gatherWrites(pdf: PDFKit.PDFDocument): { content(): void; objects(): Uint8Array } {
  let words: string[] = [];
  // What was written when the file was opened.
  let pieces: Uint8Array[] = [pdf.read() as Buffer];
  let lines = '';
  const gatherLines = () => {
    if (lines !== '') pieces.push(Buffer.from(lines, 'latin1'));
    lines = '';
  };
  pdf.addContent = (word) => {
    words.push(word);
    return pdf;
  };
  pdf._write = (data) => {
    if (typeof data === 'string') {
      lines += `${data}\n`;
      pdf._offset += data.length + 1;
    } else {
      gatherLines();
      pieces.push(data);
      pdf._offset += data.length;
    }
  };
  return {
    content() {
      if (words.length > 0) writeContent(pdf.page.content, Buffer.from(`${words.join('\n')}\n`, 'latin1'));
      words = [];
    },
    objects() {
      gatherLines();
      const bytes = Buffer.concat(pieces);
      pieces = [];
      return bytes;
    },
  };
}

/** All of a page at once, packed as quickly as it can be: the library takes four times as long for files that are a tenth smaller. */
function writeContent(content: PDFKit.PDFKitReference, bytes: Buffer): void {
  if (!content.compress) return content.write(bytes);
  Object.assign(content, { compress: false });
  Object.assign(content.data, { Filter: 'FlateDecode' });
  content.write(deflateSync(bytes, { level: 1 }));
}

/** The outline of what the paper has become, rising over the page; smaller than 72 points where that is longer than the page. */
function drawStamp(pdf: PDFKit.PDFDocument, stamp: string): void {
  const { width, height } = pdf.page;
  const { x, y, size } = stampPlace(stamp, { width, height });
  pdf
    .font('bold')
    .fontSize(size)
    .save()
    .rotate(STAMP_ANGLE, { origin: [width / 2, height / 2] })
    .lineWidth(0.75)
    .strokeColor(STAMP_COLOR)
    .text(stamp, x, y, { lineBreak: false, stroke: true, fill: false })
    .restore();
}
