import { inflateSync } from 'node:zlib';

/** A text that was drawn at once: its page from 0, the width of that page, and where it begins, in points from the top left corner. */
export interface PdfPiece {
  readonly page: number;
  readonly width: number;
  readonly x: number;
  /** Whole points, so that what stands on one line has one height. */
  readonly y: number;
  /** The same to a hundredth of a point and less: where its baseline is. */
  readonly baseline: number;
  readonly text: string;
}

/**
 * The text of each page of a PDF that pdfkit wrote, as a reader extracts it: pieces by their place, one line for one
 * height, two spaces between pieces. Text whose font does not say what its glyphs mean comes out as U+FFFD.
 */
export function readPdfText(pdf: Buffer): string[] {
  return readPages(pdf).map((pieces) => {
    const lines = new Map<number, string[]>();
    for (const { y, text } of pieces) lines.set(y, [...(lines.get(y) ?? []), text]);
    return [...lines.values()].map((line) => line.join('  ')).join('\n');
  });
}

/** Every piece of text of such a PDF, page by page from top to bottom, a line from left to right. */
export function readPdfPieces(pdf: Buffer): PdfPiece[] {
  return readPages(pdf).flat();
}

/** The tag tree of such a PDF, an element a line, set in as deep as it stands in others: `  TH Code`; texts of one part by two spaces. */
export function readPdfTags(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const texts = new Map<string, Map<string, string>>();
  const textsOn = (page: string) => {
    const known = texts.get(page) ?? markedTexts(objects, page);
    texts.set(page, known);
    return known;
  };
  const linesOf = (element: string, depth: number): string[] => {
    const { dictionary } = objects.get(element)!;
    const kids = /\/K \[([^\]]*)\]/.exec(dictionary)![1]!;
    const own = references(dictionary, 'Pg')[0];
    const elsewhere = [...kids.matchAll(/\/Pg (\d+) 0 R\n\/MCID (\d+)/g)].map(([, page, id]) => [page!, id!] as const);
    const plain = kids.replaceAll(/<<[^]*?>>/g, '');
    const inside = [...plain.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => linesOf(kid!, depth + 1));
    const here = [...plain.replaceAll(/\d+ 0 R/g, '').matchAll(/\d+/g)].map(([id]) => [own!, id] as const);
    const text = [...here, ...elsewhere].flatMap(([page, id]) => textsOn(page).get(id) ?? []).join('  ');
    const tag = /\/S \/(\w+)/.exec(dictionary)![1]!;
    return [`${'  '.repeat(depth)}${tag}${text === '' ? '' : ` ${text}`}`, ...inside];
  };
  const root = [...objects.entries()].find(([, { dictionary }]) => /\/S \/Document/.test(dictionary))![0];
  return linesOf(root, 0);
}

/** The texts of a page by the number of their marked content. */
function markedTexts(objects: Map<string, PdfObject>, page: string): Map<string, string> {
  const { dictionary } = objects.get(page)!;
  const fonts = readFonts(objects, objects.get(references(dictionary, 'Resources')[0]!)!.dictionary);
  const content = objects.get(references(dictionary, 'Contents')[0]!)!.stream;
  return new Map(
    [...content.matchAll(/\/MCID (\d+)\n>> BDC\n([^]*?)\nEMC/g)].map(([, id, marked]) => [
      id!,
      piecesOf(marked!, fonts, { page: 0, width: 0 }, 0)
        .map(({ text }) => text)
        .join('  '),
    ]),
  );
}

function readPages(pdf: Buffer): PdfPiece[][] {
  return pagesOf(pdf).map(({ content, dictionary, objects }, at) => {
    const resources = objects.get(references(dictionary, 'Resources')[0]!)!;
    const fonts = readFonts(objects, resources.dictionary);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary)!.map(Number);
    return piecesOf(content, fonts, { page: at, width: width! }, height!);
  });
}

function pagesOf(pdf: Buffer): { content: string; dictionary: string; objects: Map<string, PdfObject> }[] {
  const objects = readObjects(pdf);
  const pageTree = [...objects.values()].find((object) => /\/Type \/Pages/.test(object.dictionary))!;
  return references(pageTree.dictionary, 'Kids').map((page) => {
    const { dictionary } = objects.get(page)!;
    const content = references(dictionary, 'Contents').map((part) => objects.get(part)!.stream);
    return { content: content.join('\n'), dictionary, objects };
  });
}

/** A frame that was drawn: its page from 0, left, top, width and height, in points from the top left corner; `shaded` where it is filled. */
export interface PdfFrame {
  readonly page: number;
  readonly box: readonly [number, number, number, number];
  readonly shaded: boolean;
}

/** Every frame of such a PDF, whose pages are turned so that heights count from the top. */
export function readPdfFrames(pdf: Buffer): PdfFrame[] {
  return pagesOf(pdf).flatMap(({ content }, page) =>
    [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re\n((?:.*\n)*?)(S|B|f)$/gm)].map((match) => ({
      page,
      box: match.slice(1, 5).map(Number) as [number, number, number, number],
      shaded: match[6] !== 'S',
    })),
  );
}

/** The QR codes of such a PDF: where each stands with its quiet zone of four modules, in points from the top left corner. */
export function readPdfCodes(pdf: Buffer): { readonly modules: number; readonly box: PdfFrame['box'] }[] {
  return pagesOf(pdf).flatMap(({ content }) =>
    [...content.matchAll(/^1 0 0 1 (\S+) (\S+) cm\n(\S+) 0 0 \3 0 0 cm\n(?:.*\n){2}((?:\d+ \d+ \d+ 1 re\s)+)/gm)].map(
      ([, left, top, module, bars]) => {
        const ends = [...bars!.matchAll(/(\d+) \d+ (\d+) 1 re/g)].map(([, x, width]) => Number(x) + Number(width));
        const modules = Math.max(...ends) + 4;
        const edge = modules * Number(module);
        return { modules, box: [Number(left), Number(top), edge, edge] };
      },
    ),
  );
}

interface PdfObject {
  dictionary: string;
  /** Unpacked, one character a byte. */
  stream: string;
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)) {
    const [dictionary, packed] = match[2]!.split(/\nstream\n/, 2);
    const bytes = packed === undefined ? null : Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1');
    const isPacked = dictionary!.includes('/FlateDecode');
    objects.set(match[1]!, {
      dictionary: dictionary!,
      stream: bytes ? (isPacked ? inflateSync(bytes) : bytes).toString('latin1') : '',
    });
  }
  return objects;
}

function references(dictionary: string, key: string): string[] {
  const value = new RegExp(`/${key} (\\[[^\\]]*\\]|\\d+ 0 R)`).exec(dictionary)?.[1] ?? '';
  return [...value.matchAll(/(\d+) 0 R/g)].map((reference) => reference[1]!);
}

/** What the glyph numbers of each font mean, by the name of the font in the page. */
function readFonts(objects: Map<string, PdfObject>, resources: string): Map<string, Map<string, string>> {
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name, font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const meaning = new Map<string, string>();
    const map = references(objects.get(font!)!.dictionary, 'ToUnicode').map((object) => objects.get(object)!.stream);
    for (const [, first, list] of map.join('').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
      for (const [at, target] of [...list!.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
        const glyph = (Number.parseInt(first!, 16) + at).toString(16).padStart(4, '0');
        meaning.set(glyph, Buffer.from(target[1]!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
      }
    }
    fonts.set(name!, meaning);
  }
  return fonts;
}

function piecesOf(
  content: string,
  fonts: Map<string, Map<string, string>>,
  of: Pick<PdfPiece, 'page' | 'width'>,
  height: number,
): PdfPiece[] {
  const pieces: PdfPiece[] = [];
  for (const [, block] of content.matchAll(/\bBT\n([^]*?)\nET\b/g)) {
    const [, x, y] = /([\d.]+) ([\d.]+) Tm/.exec(block!)!;
    const meaning = fonts.get(/\/(F\d+) /.exec(block!)![1]!)!;
    const glyphs = [...block!.matchAll(/<([0-9a-f]+)>/g)].flatMap((run) => run[1]!.match(/.{4}/g)!);
    const text = glyphs.map((glyph) => meaning.get(glyph) ?? '\uFFFD').join('');
    const baseline = height - Number(y);
    pieces.push({ ...of, x: Number(x), y: Math.round(baseline), baseline, text });
  }
  return pieces.toSorted((one, other) => one.y - other.y || one.x - other.x);
}
