import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { STAMP_ANGLE, stampSize } from '@talaan/contract/papers/paper-stamp';
import { layOutPaper, type PlacedPiece } from './paper-layout.ts';
import type { TextMark } from './piece.ts';

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
 * Draws a paper as PDF with selectable text in an embedded font that has ₱ and ñ. What stands where is decided by
 * `layOutPaper`; here it becomes ink.
 */
export async function drawPdf(paper: DrawnPaper): Promise<Buffer> {
  const { size, orientation } = paper.page;
  const pdf = new Pdf({
    size,
    layout: orientation,
    margin: 0,
    autoFirstPage: false,
    lang: 'en-PH',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: paper.title, Author: authorOf(paper), Creator: 'Talaan' },
  });
  pdf.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
  const written = buffer(pdf);
  const layout = layOutPaper(paper, {
    plain: measureWith(pdf, 'plain'),
    bold: measureWith(pdf, 'bold'),
    picture: (source) => pdf.openImage(source),
  });
  for (const page of layout.pages) {
    pdf.addPage();
    for (const piece of page) drawPiece(pdf, piece);
  }
  pdf.end();
  return written;
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

function drawPiece(pdf: PDFKit.PDFDocument, { y, marks }: PlacedPiece): void {
  for (const mark of marks) {
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
