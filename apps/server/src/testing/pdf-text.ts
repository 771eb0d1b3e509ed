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
  /** Whether it stands at an angle: a stamp. */
  readonly isTurned: boolean;
}

/** What was drawn with a pen: left, top, width and height, in points from the top left corner of its page, which counts from 0. */
export interface PdfStroke {
  readonly page: number;
  readonly box: readonly [number, number, number, number];
}

/** A QR code, as many modules wide. */
interface PdfCode extends PdfStroke {
  readonly modules: number;
}

/** A frame: its box, and whether it is filled. */
export interface PdfFrame extends PdfStroke {
  readonly shaded: boolean;
}

/**
 * The text of each page of a PDF that pdfkit or Chromium wrote, as a reader extracts it: pieces by their place, one line for one
 * height, two spaces between pieces. Text whose font does not say what its glyphs mean comes out as U+FFFD.
 */
export function readPdfText(pdf: Buffer): string[] {
  return readPages(pdf).map(({ pieces }) => {
    const lines = new Map<number, string[]>();
    for (const { y, text } of pieces) lines.set(y, [...(lines.get(y) ?? []), text]);
    return [...lines.values()].map((line) => line.join('  ')).join('\n');
  });
}

/** Every piece of text of such a PDF, page by page from top to bottom, a line from left to right. */
export function readPdfPieces(pdf: Buffer): PdfPiece[] {
  return readPages(pdf).flatMap(({ pieces }) => pieces);
}

/** Every frame of such a PDF; what is a part of a larger figure is none. */
export function readPdfFrames(pdf: Buffer): PdfFrame[] {
  return readPages(pdf).flatMap(({ frames }) => frames);
}

/** The QR codes of such a PDF: where each stands with its quiet zone of four modules, in points from the top left corner. */
export function readPdfCodes(pdf: Buffer): PdfCode[] {
  return readPages(pdf).flatMap(({ codes }) => codes);
}

/** Every line and every frame of such a PDF that a pen drew. */
export function readPdfStrokes(pdf: Buffer): PdfStroke[] {
  return readPages(pdf).flatMap(({ strokes }) => strokes);
}

/** Where the lines and frames of such a PDF begin on the left and end on the right, in mm. */
export function readPdfEdges(pdf: Buffer): { readonly left: number; readonly right: number } {
  const strokes = readPdfStrokes(pdf).map(({ box }) => box);
  const [left, right] = [
    Math.min(...strokes.map(([x]) => x)),
    Math.max(...strokes.map(([x, , width]) => x + width)),
  ].map((points) => (points / 72) * 25.4) as [number, number];
  return { left, right };
}

/** The tag tree of such a PDF, an element a line, set in as deep as it stands in others: `  TH Code`; texts of one part by two spaces. */
export function readPdfTags(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const texts = new Map(readPages(pdf, objects).map(({ reference, pieces }) => [reference, pieces]));
  const linesOf = (element: string, depth: number): string[] => {
    const { dictionary } = objects.get(element)!;
    const kids = /\/K \[([^\]]*)\]/.exec(dictionary)![1]!;
    const own = references(dictionary, 'Pg')[0];
    const elsewhere = [...kids.matchAll(/\/Pg (\d+) 0 R\n\/MCID (\d+)/g)].map(([, page, mark]) => [page!, mark!]);
    const plain = kids.replaceAll(/<<[^]*?>>/g, '');
    const inside = [...plain.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => linesOf(kid!, depth + 1));
    const here = [...plain.replaceAll(/\d+ 0 R/g, '').matchAll(/\d+/g)].map(([mark]) => [own!, mark]);
    const words = [...here, ...elsewhere].flatMap(([page, mark]) =>
      texts.get(page!)!.flatMap((piece) => (piece.mark === mark ? [piece.text] : [])),
    );
    const tag = /\/S \/(\w+)/.exec(dictionary)![1]!;
    return [`${'  '.repeat(depth)}${[tag, words.join('  ')].join(' ').trimEnd()}`, ...inside];
  };
  const root = [...objects.entries()].find(([, { dictionary }]) => /\/S \/Document/.test(dictionary))![0];
  return linesOf(root, 0);
}

interface PdfPage {
  /** The number of its object. */
  readonly reference: string;
  readonly pieces: readonly MarkedPiece[];
  readonly frames: readonly PdfFrame[];
  readonly strokes: readonly PdfStroke[];
  readonly codes: readonly PdfCode[];
}
interface MarkedPiece extends PdfPiece {
  /** The number of the marked content in which it stands. */
  readonly mark: string | null;
}

function readPages(pdf: Buffer, objects = readObjects(pdf)): PdfPage[] {
  const pageTree = [...objects.values()].find((object) => /\/Type \/Pages/.test(object.dictionary))!;
  return references(pageTree.dictionary, 'Kids').map((reference, page) => {
    const { dictionary } = objects.get(reference)!;
    const content = references(dictionary, 'Contents').map((part) => objects.get(part)!.stream);
    const resources = /\/Resources \d/.test(dictionary) ? references(dictionary, 'Resources')[0]! : reference;
    const fonts = readFonts(objects, objects.get(resources)!.dictionary);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary)!.map(Number) as [
      number,
      number,
      number,
    ];
    return { reference, ...readContent(content.join('\n'), fonts, { page, width, height }) };
  });
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
    const [dictionary, packed] = match[2]!.split(/\sstream\n/, 2);
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

type Fonts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What the glyph numbers of each font mean, by the name of the font in the page. */
function readFonts(objects: Map<string, PdfObject>, resources: string): Fonts {
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name, font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const meaning = new Map<string, string>();
    const [stream = ''] = references(objects.get(font!)!.dictionary, 'ToUnicode').map(
      (one) => objects.get(one)!.stream,
    );
    const map = stream.toLowerCase();
    const mean = (first: string, at: number, text: string) =>
      meaning.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), text);
    for (const [, first, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
      for (const [at, target] of [...list!.matchAll(/<([0-9a-f ]+)>/g)].entries())
        mean(first!, at, inUtf16(target[1]!));
    for (const [, first, last, target] of map
      .replaceAll(/\[[^\]]*\]/g, '')
      .matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> <([0-9a-f]{4})>/g))
      for (let at = 0; at <= Number.parseInt(last!, 16) - Number.parseInt(first!, 16); at += 1)
        mean(first!, at, String.fromCharCode(Number.parseInt(target!, 16) + at));
    for (const [, list] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g))
      for (const [, first, target] of list!.matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>/g))
        mean(first!, 0, inUtf16(target!));
    fonts.set(name!, meaning);
  }
  return fonts;
}

const inUtf16 = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

type Matrix = readonly [number, number, number, number, number, number];
type Box = PdfStroke['box'];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

/** Goes through what draws a page, and keeps in mind where that is being turned and moved to (ISO 32000, 8.4 and 9.4). */
function readContent(content: string, fonts: Fonts, sheet: Sheet) {
  const at: Drawing = { matrix: [1, 0, 0, 1, 0, 0], saved: [] };
  const words = textOperators(sheet, at, fonts);
  const lines = pathOperators(sheet, at);
  const run: Record<string, (operands: readonly string[]) => void> = {
    q: () => at.saved.push(at.matrix),
    Q: () => (at.matrix = at.saved.pop() ?? at.matrix),
    cm: (operands) => (at.matrix = times(numbers<Matrix>(operands, 6), at.matrix)),
    ...words.operators,
    ...lines.operators,
  };
  let operands: string[] = [];
  for (const token of content.split(/\s+/)) {
    if (!/^[A-Za-z]+\*?$/.test(token)) operands.push(token);
    else {
      run[token]?.(operands);
      operands = [];
    }
  }
  const pieces = words.pieces.toSorted((one, other) => one.y - other.y || one.x - other.x);
  return { pieces, frames: lines.frames, strokes: lines.strokes, codes: lines.codes };
}

type Sheet = Readonly<Record<'page' | 'width' | 'height', number>>;

/** Where what is drawn is being turned and moved to. */
interface Drawing {
  matrix: Matrix;
  readonly saved: Matrix[];
}

/** The last operands as numbers. */
const numbers = <Of extends readonly number[]>(operands: readonly string[], count: Of['length']) =>
  operands.slice(-count).map(Number) as unknown as Of;

/** What is written, each text with the marked content in which it stands. */
function textOperators({ page, width, height }: Sheet, at: Drawing, fonts: Fonts) {
  const pieces: MarkedPiece[] = [];
  let mark: string | null = null;
  let font = '';
  let text = '';
  let begin: Matrix | null = null;
  const write = (operands: readonly string[]) => (text += textOf(operands, fonts.get(font)));
  const operators: Record<string, (operands: readonly string[]) => void> = {
    BDC: (operands) => (mark = operands[operands.indexOf('/MCID') + 1] ?? null),
    BMC: () => (mark = null),
    EMC: () => (mark = null),
    BT: () => {
      text = '';
      begin = null;
    },
    Tf: (operands) => (font = operands.at(-2)!.slice(1)),
    Tm: (operands) => (begin ??= times(numbers<Matrix>(operands, 6), at.matrix)),
    Tj: write,
    TJ: write,
    ET: () => {
      if (!begin) return;
      const [, slope, , , x, y] = begin;
      const baseline = height - y;
      const isTurned = Math.abs(slope) > 1e-6;
      pieces.push({ page, width, x, y: Math.round(baseline), baseline, text, mark, isTurned });
    },
  };
  return { pieces, operators };
}

/** What is drawn with a pen or filled: lines, frames and codes. */
function pathOperators({ page, height }: Sheet, at: Drawing) {
  const frames: PdfFrame[] = [];
  const strokes: PdfStroke[] = [];
  const codes: PdfCode[] = [];
  let figure: { box: Box; isFrame: boolean }[] = [];
  let pen: readonly [number, number] | null = null;
  const placed = ([x, y]: readonly [number, number]) => {
    const [, , , , left, bottom] = times([1, 0, 0, 1, x, y], at.matrix);
    return [left, height - bottom] as const;
  };
  const drop = () => {
    figure = [];
    pen = null;
  };
  const paint = (isDrawn: boolean, isFilled: boolean) => {
    const [first, ...others] = figure;
    if (first?.isFrame && others.length === 0) frames.push({ page, box: first.box, shaded: isFilled });
    if (first?.isFrame && others.length > 0 && isFilled) codes.push({ page, ...codeOf(figure.map(({ box }) => box)) });
    if (isDrawn) strokes.push(...figure.map(({ box }) => ({ page, box })));
    drop();
  };
  const operators: Record<string, (operands: readonly string[]) => void> = {
    m: (operands) => (pen = placed(numbers<[number, number]>(operands, 2))),
    l: (operands) => {
      const to = placed(numbers<[number, number]>(operands, 2));
      if (pen) figure.push({ box: boxOf(pen, to), isFrame: false });
      pen = to;
    },
    re: (operands) => {
      const [x, y, wide, high] = numbers<[number, number, number, number]>(operands, 4);
      figure.push({ box: boxOf(placed([x, y]), placed([x + wide, y + high])), isFrame: true });
    },
    S: () => paint(true, false),
    B: () => paint(true, true),
    f: () => paint(false, true),
    n: drop,
  };
  return { frames, strokes, codes, operators };
}

const boxOf = (from: readonly [number, number], to: readonly [number, number]): Box => [
  Math.min(from[0], to[0]),
  Math.min(from[1], to[1]),
  Math.abs(to[0] - from[0]),
  Math.abs(to[1] - from[1]),
];

/** Four modules at each edge of its bars stay white. */
function codeOf(bars: readonly Box[]): Omit<PdfCode, 'page'> {
  const module = bars[0]![3];
  const [left, top] = [Math.min(...bars.map(([x]) => x)), Math.min(...bars.map(([, y]) => y))];
  const width = Math.max(...bars.map(([x, , wide]) => x + wide)) - left + 8 * module;
  return { modules: Math.round(width / module), box: [left - 4 * module, top - 4 * module, width, width] };
}

function textOf(operands: readonly string[], meaning: ReadonlyMap<string, string> | undefined): string {
  const glyphs = [
    ...operands
      .join(' ')
      .toLowerCase()
      .matchAll(/<([0-9a-f]+)>/g),
  ].flatMap(([, run]) => run!.match(/.{4}/g)!);
  return glyphs.map((glyph) => meaning?.get(glyph) ?? '\uFFFD').join('');
}
