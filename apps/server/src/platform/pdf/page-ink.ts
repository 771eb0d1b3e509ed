import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Shape, TextMark } from '@talaan/contract/papers/layout/piece';

const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};
type FontName = keyof typeof FONTS;

/** A font whose tables the library has read: once in the life of the thread, and not anew for each file. */
type OpenFont = Parameters<PDFKit.PDFDocument['registerFont']>[1];
const openFonts: Partial<Record<FontName, OpenFont>> = {};

function openFont(name: FontName): OpenFont {
  // It takes one that is read as it takes a file; its types do not tell.
  return (openFonts[name] ??= new Pdf().font(FONTS[name])._font.font as unknown as OpenFont);
}

/** Colours as a page has them: shares of red, green and blue. */
const BLACK = '0 0 0';
const GREY = '0.349 0.349 0.349';
/** Of a shaded box, as the sheet has it. */
const SHADE = '0.851 0.851 0.851';
/** Reads well on white, and dark where there is no colour. */
const RED = '0.702 0.149 0.118';
/** A bar of a code, which is written as one rectangle. */
const BAR = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;
/** In place of a character that the font does not have: a file to keep has no empty glyphs. */
const REPLACEMENT = 0xfffd;

/** A font of a file: how its characters are written, each of which the library is asked for once. */
interface Face {
  readonly font: PDFKit.PDFDocument['_font'];
  readonly written: Map<string, string>;
}

/**
 * Writes what marks are as the words of the page that is open (ISO 32000, 8 and 9). What a page says is known to the last point, and
 * thousands of texts are on few pages: the library, which finds out how wide each is and brackets it with a state of its own, takes
 * several times as long. Fonts and pictures are the library's.
 */
export class PageInk {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #faces: Readonly<Record<FontName, Face>>;
  /** In which texts are written; null before the first one of a page. */
  #color: string | null = null;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    const faceOf = (name: FontName): Face => {
      const font = pdf.registerFont(name, openFont(name)).font(name)._font;
      setExactly(font);
      return { font, written: new Map() };
    };
    this.#faces = { plain: faceOf('plain'), bold: faceOf('bold') };
  }

  /** Content begins of which nobody knows in what colour it goes on. */
  begin(): void {
    this.#color = null;
  }

  /** One text on one line, by the top of that. */
  text({ text, x, y, size, bold, red, grey }: TextMark, top: number): void {
    const { font, written } = this.#faces[bold ? 'bold' : 'plain'];
    this.#pdf.page.fonts[font.id] ??= font.ref();
    const color = red ? RED : grey ? GREY : BLACK;
    if (color !== this.#color) this.#pdf.addContent(`${color} rg`);
    this.#color = color;
    let glyphs = '';
    for (const character of text) {
      let glyph = written.get(character);
      if (glyph === undefined) written.set(character, (glyph = font.encode(character)[0].join('')));
      glyphs += glyph;
    }
    // The page counts from its top, which would set letters upside down.
    const baseline = top + y + (font.ascender / 1000) * size;
    this.#pdf.addContent(
      `BT\n1 0 0 -1 ${point(x)} ${point(baseline)} Tm\n/${font.id} ${point(size)} Tf\n<${glyphs}> Tj\nET`,
    );
  }

  shape(mark: Shape, top: number): void {
    this.#color = null;
    const draw = (words: string) => this.#pdf.addContent(words);
    if ('rule' in mark) {
      const [from, to] = mark.rule;
      draw(stroke([from, top + mark.y, to, top + mark.y], mark.weight));
    } else if ('line' in mark) {
      const [x, from, toX, to] = mark.line;
      draw(stroke([x, top + from, toX, top + to], mark.weight));
    } else if ('frame' in mark) {
      const [x, y, width, height] = mark.frame;
      const box = `${point(x)} ${point(top + y)} ${point(width)} ${point(height)} re\n${point(mark.weight)} w\n${BLACK} RG`;
      draw(mark.shaded ? `${box}\n${SHADE} rg\nB` : `${box}\nS`);
    } else if ('path' in mark) {
      const { x, y, scale, path } = mark;
      const place = `${scale} 0 0 ${scale} ${point(x)} ${point(top + y)} cm`;
      draw(`q\n${place}\n${BLACK} rg\n${path.replaceAll(BAR, '$1 $2 $3 1 re ')}f\nQ`);
    } else {
      this.#pdf.image(mark.picture, mark.x, top + mark.y, { width: mark.width, height: mark.height });
    }
  }
}

const stroke = ([x, y, toX, toY]: readonly [number, number, number, number], weight: number): string =>
  `${point(x)} ${point(y)} m\n${point(toX)} ${point(toY)} l\n${point(weight)} w\n${BLACK} RG\nS`;

/** Points to a ten-thousandth. */
const point = (points: number): number => Math.round(points * 10_000) / 10_000;

/** Every character at its own advance, without kerning and ligatures: a text is as wide as its layout reckons it. */
function setExactly(font: PDFKit.PDFDocument['_font']): void {
  const known = new Map<string, readonly [PDFKit.PdfGlyph, PDFKit.PdfPosition]>();
  const glyphOf = (character: string) => {
    const own = character.codePointAt(0)!;
    const codePoint = font.font.glyphForCodePoint(own).id === 0 ? REPLACEMENT : own;
    const { id, advanceWidth } = font.font.glyphForCodePoint(codePoint);
    const width = advanceWidth * font.scale;
    // The font keeps its glyphs, some of which it first met as a part of another one, without what they stand for.
    return [
      { id, advanceWidth, codePoints: [codePoint] },
      { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width },
    ] as const;
  };
  font.layout = (text) => {
    const glyphs: PDFKit.PdfGlyph[] = [];
    const positions: PDFKit.PdfPosition[] = [];
    let advanceWidth = 0;
    for (const character of text) {
      let set = known.get(character);
      if (!set) known.set(character, (set = glyphOf(character)));
      glyphs.push(set[0]);
      positions.push(set[1]);
      advanceWidth += set[1].xAdvance;
    }
    return { glyphs, positions, advanceWidth };
  };
}
