import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { STAMP_ANGLE, stampSize } from '@talaan/contract/papers/paper-stamp';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import { openPaper, type FlowingPaper, type PlacedPage } from './paper-layout.ts';
import type { Mark, PageCountMark, TextMark } from './piece.ts';

const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

const BLACK = '#000000';
const GREY = '#595959';
/** What it lies over stays readable. */
const STAMP_COLOR = '#777777';

/**
 * Draws a paper as PDF with selectable text in an embedded font that has ₱ and ñ. What stands where is decided by the layout;
 * here it becomes ink, page by page, and nothing is kept of a page that is full.
 */
export class PaperDrawing {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #flow: FlowingPaper;
  #pages = 0;
  /** Content that all pages share: how many they are. */
  #pageCount: { readonly content: PDFKit.PDFKitReference; readonly text: Omit<TextMark, 'text'> } | null = null;

  constructor(paper: DrawnPaper) {
    const { size, orientation } = paper.page;
    this.#pdf = new Pdf({
      size,
      layout: orientation,
      margin: 0,
      autoFirstPage: false,
      lang: 'en-PH',
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: paper.title, Author: authorOf(paper), Creator: 'Talaan' },
    });
    this.#pdf.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
    const measures = {
      plain: measureWith(this.#pdf, 'plain'),
      bold: measureWith(this.#pdf, 'bold'),
      picture: (source: string) => this.#pdf.openImage(source),
    };
    this.#flow = openPaper(paper, measures, (page) => this.#draw(page));
  }

  /**
   * Takes further lines of its table; answers the bytes of the pages that they fill. What the library keeps of each word would
   * grow with the lines, of which most figures are written once.
   */
  put(lines: readonly PaperLine[]): Uint8Array {
    this.#flow.put(lines);
    for (const font of ['plain', 'bold']) this.#pdf.font(font)._font.layoutCache = Object.create(null);
    return this.#written();
  }

  /** Every line came; answers the last bytes, once the library has unpacked the pictures: it does so on the side. */
  async end(): Promise<Uint8Array> {
    this.#flow.end();
    this.#writePageCount();
    this.#pdf.end();
    return buffer(this.#pdf);
  }

  #draw(page: PlacedPage): void {
    const before = this.#pdf.page as PDFKit.PDFPage | null;
    this.#pdf.addPage();
    // Only its number is needed of a page that is written.
    if (before) Object.assign(before.dictionary, { data: {} });
    this.#pages += 1;
    for (const { y, marks } of page) {
      for (const mark of marks) {
        if ('pageCount' in mark) this.#keepPageCount(mark, y);
        else drawMark(this.#pdf, mark, y);
      }
    }
  }

  /** The page goes on in a part that is written last, when every page is counted. */
  #keepPageCount({ x, y, size, grey }: PageCountMark, top: number): void {
    this.#pageCount ??= { content: this.#pdf.ref({}), text: { x, y: top + y, size, grey } };
    const { page } = this.#pdf;
    Object.assign(page.dictionary.data, { Contents: [page.content, this.#pageCount.content] });
  }

  #writePageCount(): void {
    if (!this.#pageCount) return;
    const { content, text } = this.#pageCount;
    const last = this.#pdf.page;
    this.#pdf.page = Object.create(last, { content: { value: content } });
    drawText(this.#pdf, { ...text, text: String(this.#pages) }, 0);
    this.#pdf.page = last;
    content.end();
  }

  #written(): Uint8Array {
    return (this.#pdf.read() as Buffer | null) ?? new Uint8Array();
  }
}

/** The company that the paper is of. */
function authorOf({ pages }: DrawnPaper): string {
  const names = pages[0]!.blocks.map((block) =>
    block.block === 'heading' ? block.lines[0] : block.block === 'letterhead' ? block.company.name : undefined,
  );
  return names.find((name) => name !== undefined) ?? 'Talaan';
}

/** Widths of characters are asked of the font once; digits and letters of these fonts stand at their own advance. */
function measureWith(pdf: PDFKit.PDFDocument, font: 'plain' | 'bold'): (character: string) => number {
  const widths = new Map<string, number>();
  return (character) => {
    let width = widths.get(character);
    if (width === undefined) {
      width = pdf.font(font).fontSize(1000).widthOfString(character) / 1000;
      widths.set(character, width);
    }
    return width;
  };
}

function drawMark(pdf: PDFKit.PDFDocument, mark: Exclude<Mark, PageCountMark>, y: number): void {
  if ('text' in mark) drawText(pdf, mark, y);
  else if ('rule' in mark) {
    const [from, to] = mark.rule;
    pdf
      .moveTo(from, y + mark.y)
      .lineTo(to, y + mark.y)
      .lineWidth(mark.weight)
      .strokeColor(BLACK)
      .stroke();
  } else if ('frame' in mark) {
    const [x, top, width, height] = mark.frame;
    pdf
      .rect(x, y + top, width, height)
      .lineWidth(mark.weight)
      .strokeColor(BLACK)
      .stroke();
  } else if ('stamp' in mark) {
    drawStamp(pdf, mark.stamp);
  } else {
    pdf.image(mark.picture, mark.x, y + mark.y, { width: mark.width, height: mark.height });
  }
}

function drawText(pdf: PDFKit.PDFDocument, mark: TextMark, y: number): void {
  pdf
    .font(mark.bold ? 'bold' : 'plain')
    .fontSize(mark.size)
    .fillColor(mark.grey ? GREY : BLACK)
    .text(mark.text, mark.x, y + mark.y, { lineBreak: false });
}

/** The outline of what the paper has become, rising over the page; smaller than 72 points where that is longer than the page. */
function drawStamp(pdf: PDFKit.PDFDocument, stamp: string): void {
  const { width, height } = pdf.page;
  const size = stampSize(stamp, width);
  pdf.font('bold').fontSize(size);
  const left = (width - pdf.widthOfString(stamp)) / 2;
  pdf
    .save()
    .rotate(STAMP_ANGLE, { origin: [width / 2, height / 2] })
    .lineWidth(0.75)
    .strokeColor(STAMP_COLOR)
    .text(stamp, left, height / 2 - size / 2, { lineBreak: false, stroke: true, fill: false })
    .restore();
}
