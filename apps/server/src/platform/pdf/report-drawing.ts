import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { Sheet, SheetRow } from '../spreadsheet/sheet.ts';
import { layOutReport, type PlacedCell, type PlacedRow, type ReportLayout } from './report-layout.ts';

/** A sheet without its rows: what travels to the drawing thread first. */
export type PaperHead = Omit<Sheet, 'rows'>;

const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

const BLACK = '#000000';
const GREY = '#444444';

/**
 * Draws a report on A4 as PDF with selectable text in an embedded font that has ₱ and ñ. The heading block stands on
 * page 1, column heads on every page, the grand total with the last row, and every page is numbered 'Page x of y'
 * (ux §8, spec 2 §9: margins 80/0/30/0 pt, 9 pt). Amounts print as 0,0.00, dates as MM-d-yyyy.
 */
export async function drawReport(head: PaperHead, rows: readonly SheetRow[]): Promise<Buffer> {
  const paper = new Pdf({
    size: 'A4',
    layout: head.orientation ?? 'portrait',
    margin: 0,
    autoFirstPage: false,
    lang: 'en-PH',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: [...(head.heading ?? [head.title])].join(' · '),
      Author: head.heading?.[0] ?? 'Talaan',
      Creator: 'Talaan',
    },
  });
  paper.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
  const written = buffer(paper);
  const layout = layOutReport(head, rows, { plain: measureWith(paper, 'plain'), bold: measureWith(paper, 'bold') });
  for (const [at, page] of layout.pages.entries()) {
    paper.addPage();
    if (at === 0) drawHeading(paper, layout);
    else drawLine(paper, layout.runningHead, { font: 'plain', size: 8, color: GREY, x: layout.left, y: 34 });
    drawRow(paper, layout, layout.head);
    drawRule(paper, layout, layout.head.y, 0.75);
    drawRule(paper, layout, layout.head.y + layout.head.height, 0.75);
    for (const row of page) drawRow(paper, layout, row);
    drawFoot(paper, layout, at + 1);
  }
  paper.end();
  return written;
}

/** Widths of characters are asked of the font once; digits and letters of these fonts stand at their own advance. */
function measureWith(paper: PDFKit.PDFDocument, font: 'plain' | 'bold'): (character: string) => number {
  const widths = new Map<string, number>();
  return (character) => {
    let width = widths.get(character);
    if (width === undefined) {
      width = paper.font(font).fontSize(1000).widthOfString(character) / 1000;
      widths.set(character, width);
    }
    return width;
  };
}

function drawHeading(paper: PDFKit.PDFDocument, layout: ReportLayout): void {
  for (const [at, line] of layout.heading.entries()) {
    drawLine(paper, line.text, {
      font: at < 2 ? 'bold' : 'plain',
      size: at === 0 ? 11 : 9,
      color: BLACK,
      x: layout.left,
      y: line.y,
    });
  }
}

function drawRow(paper: PDFKit.PDFDocument, layout: ReportLayout, row: PlacedRow): void {
  paper
    .font(row.bold ? 'bold' : 'plain')
    .fontSize(layout.fontSize)
    .fillColor(BLACK);
  for (const cell of row.cells) drawCell(paper, layout, row, cell);
  if (row.look === 'group') drawRule(paper, layout, row.y + row.height, 0.35);
  if (row.look !== 'total') return;
  drawRule(paper, layout, row.y, 0.75);
  drawRule(paper, layout, row.y + row.height - 1.6, 0.5);
  drawRule(paper, layout, row.y + row.height, 0.5);
}

function drawCell(paper: PDFKit.PDFDocument, layout: ReportLayout, row: PlacedRow, cell: PlacedCell): void {
  for (const [at, line] of cell.lines.entries()) {
    paper.text(line.text, line.x, row.y + layout.rowPadding + at * layout.lineHeight, { lineBreak: false });
  }
}

function drawFoot(paper: PDFKit.PDFDocument, layout: ReportLayout, page: number): void {
  const style = { font: 'plain', size: 8, color: GREY, y: layout.footY } as const;
  const numbered = `Page ${page} of ${layout.pages.length}`;
  drawLine(paper, layout.foot, { ...style, x: layout.left });
  paper.font('plain').fontSize(8);
  drawLine(paper, numbered, { ...style, x: layout.right - paper.widthOfString(numbered) });
}

function drawLine(
  paper: PDFKit.PDFDocument,
  text: string,
  style: { font: 'plain' | 'bold'; size: number; color: string; x: number; y: number },
): void {
  paper.font(style.font).fontSize(style.size).fillColor(style.color).text(text, style.x, style.y, { lineBreak: false });
}

function drawRule(paper: PDFKit.PDFDocument, layout: ReportLayout, y: number, width: number): void {
  paper.moveTo(layout.left, y).lineTo(layout.right, y).lineWidth(width).strokeColor(BLACK).stroke();
}
