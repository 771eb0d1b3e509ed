import type { DrawnPage } from '../draw-paper.ts';
import { factRows, leadingLabels } from './fact-rows.ts';
import { ASCENT } from '../font-widths.ts';
import {
  fineLines,
  businessNameLine,
  tinLine,
  type Fact,
  type FactsBlock,
  type FineBlock,
  type HeadingBlock,
  type LetterheadBlock,
  type PaperBlock,
  type ParagraphsBlock,
  type PlacedBlock,
  type PlacedMark,
  type SignaturesBlock,
  type SumsBlock,
} from '../paper-blocks.ts';
import { qrCode, type Verification } from '../qr-code.ts';
import { textWidth } from '../wrap-text.ts';
import { MM, type Fonts, type Mark, type Meaning, type Piece, type Space, type TextMark } from './piece.ts';
import { layOutTable } from './table-layout.ts';
import { linesIn, type TextLine } from './text-lines.ts';

/** What a layout measures: characters of its two fonts, and pictures. */
export interface Measures extends Fonts {
  picture(source: string): { readonly width: number; readonly height: number };
}

/** The page of a paper and what its margins leave. */
export interface Room extends Space {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  /** Where the running head stands. */
  readonly running: number;
  /** Height of a logo. */
  readonly logo: number;
  /** Edge of the code of the paper. */
  readonly code: number;
}

export const SMALL = 8;
const BODY = 9;
const PITCH = 1.39;

/** Between a table and what stands below it without room of its own. */
const BELOW_TABLE: Piece = { height: 10, marks: [], joins: 'next' };

/** A block of a paper as pieces, from top to bottom. */
export function piecesOf(block: PaperBlock, page: DrawnPage, space: Room, measures: Measures): Piece[] {
  const above = page.blocks[page.blocks.indexOf(block) - 1];
  const isClose = above?.block === 'table' && (block.block === 'table' || block.block === 'facts');
  const pieces = [...(isClose ? [BELOW_TABLE] : []), ...ownPieces(block, page, space, measures)];
  const [first, ...others] = pieces;
  if (first === undefined || !standsBeforeSignatures(block, page)) return pieces;
  return [{ ...first, joins: first.joins === 'next' ? 'both' : 'previous' }, ...others];
}

/** Whether it stands between the totals of a table and who signs for them, who stay together. */
function standsBeforeSignatures(block: PaperBlock, { blocks }: DrawnPage): boolean {
  if (block.block !== 'facts' && block.block !== 'paragraphs') return false;
  const at = blocks.indexOf(block);
  const isMilestone = (one: PaperBlock) => one.block === 'table' || one.block === 'signatures';
  return blocks.slice(0, at).some(isMilestone) && blocks.slice(at).find(isMilestone)?.block === 'signatures';
}

function ownPieces(block: PaperBlock, page: DrawnPage, space: Room, measures: Measures): Piece[] {
  switch (block.block) {
    case 'heading':
      return [headingPiece(block, space, measures)];
    case 'letterhead':
      return [letterheadPiece(block, space, measures)];
    case 'facts':
      return (block.boxed ? boxedPieces : factPieces)(block, leadingLabels(block, page.blocks), space, measures);
    case 'table':
      return layOutTable(block, space, measures);
    case 'sums':
      return [sumsPiece(block, space, measures)];
    case 'signatures':
      return [signaturesPiece(block, space, measures)];
    case 'fine':
      return finePieces(block, space, measures);
    case 'paragraphs':
      return paragraphPieces(block, space, measures);
    case 'placed':
      return [placedPiece(block, space)];
  }
}

type Style = Pick<TextMark, 'bold' | 'grey' | 'of'>;

export const write = (line: TextLine | string, x: number, y: number, size: number, style: Style = {}): TextMark => ({
  ...(typeof line === 'string' ? { text: line } : line),
  x,
  y,
  size,
  ...style,
});

export const endingAt = (right: number, words: string, size: number, fonts: Fonts, bold = false): number =>
  right - textWidth(words, bold ? fonts.bold : fonts.plain) * size;

/** What paper it is. */
const title = (): { of: Meaning } => ({ of: { is: 'heading', level: 1 } });
const paragraph = (): { of: Meaning } => ({ of: { is: 'paragraph' } });

/** Many lines stand closer and are set smaller, so that they keep clear of the edge of the paper. */
const HEADING = { pitch: 14, below: 8, edge: 14, closest: 11.5 };

/** A report's heading stands in its top margin, above the table. */
export function headingPiece({ lines }: HeadingBlock, space: Room, fonts: Fonts): Piece {
  const set = lines.flatMap((line, at) => {
    const [size, bold] = [at === 0 ? 11 : BODY, at < 2];
    const own = at === 1 ? title() : {};
    const words = linesIn(line, (space.right - space.left) / size, bold ? fonts.bold : fonts.plain);
    return words.map((text) => ({ text, size, style: { bold, ...own } }));
  });
  const pitch = Math.min(HEADING.pitch, (space.top - HEADING.below - HEADING.edge) / set.length);
  const scale = Math.min(1, pitch / HEADING.closest);
  const marks = set.map(({ text, size, style }, at) =>
    write(text, space.left, (at - set.length) * pitch - HEADING.below, size * scale, style),
  );
  return { height: 0, marks, joins: 'next' };
}

/** Sizes of what stands at the edge of a page, which is in the way of nothing else. */
const EDGE_SIZES = [SMALL, 7, 6, 5, 4];

/** A text at the edge of a page: it goes on in further lines, and is set smaller where there is no room for these. */
export function edgeLines(text: string, room: { width: number; height: number }, fonts: Fonts): TextMark[] {
  for (const size of EDGE_SIZES) {
    const lines = linesIn(text, room.width / size, fonts.plain);
    if (lines.length * size * PITCH <= room.height || size === EDGE_SIZES.at(-1))
      return lines.map((line, at) => write(line, 0, at * size * PITCH, size, { grey: true }));
  }
  return [];
}

const LOGO_WIDTH = 170;
const KIND_SHARE = 0.65;
const KIND_PITCH = 17;

function letterheadPiece(block: LetterheadBlock, space: Room, measures: Measures): Piece {
  const { company, kind, number, reprint } = block;
  const marks: Mark[] = [];
  // What paper it is may be longer than half of a narrow page; the company wraps beside it, and so does a very long one.
  const whole = space.right - space.left;
  const kinds = linesIn(kind, (whole * KIND_SHARE) / 13, measures.bold);
  const kindFrom = Math.min(...kinds.map(({ text }) => endingAt(space.right, text, 13, measures, true)));
  const half = Math.min(whole / 2, kindFrom - space.left - 8);
  let left = 0;
  if (company.logo !== null) {
    const picture = measures.picture(company.logo);
    const scale = Math.min(1, LOGO_WIDTH / picture.width, space.logo / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    marks.push({ picture: company.logo, x: space.left, y: 0, width, height });
    left = height + 4;
  }
  const put = (words: string, size: number, style: { bold?: boolean } = {}) => {
    const of = paragraph();
    for (const line of linesIn(words, half / size, style.bold ? measures.bold : measures.plain)) {
      marks.push(write(line, space.left, left, size, { ...style, ...of }));
      left += size * PITCH;
    }
  };
  put(company.name, 11, { bold: true });
  const businessName = businessNameLine(company);
  if (businessName !== null) put(businessName, BODY);
  if (company.address !== '') put(company.address, BODY);
  const tin = tinLine(company);
  if (tin !== null) put(tin, BODY);
  const style = { bold: true, ...title() };
  for (const [at, line] of kinds.entries())
    marks.push(write(line, endingAt(space.right, line.text, 13, measures, true), at * KIND_PITCH, 13, style));
  let right = kinds.length * KIND_PITCH;
  for (const line of [number, ...(reprint === undefined ? [] : [reprint])]) {
    marks.push(write(line, endingAt(space.right, line, BODY, measures), right, BODY));
    right += BODY * PITCH;
  }
  const height = Math.max(left, right) + 6;
  marks.push({ rule: [space.left, space.right], y: height, weight: 0.75 });
  return { height: height + 9, marks, joins: 'next' };
}

const FACT_GAP = 9;

/** A term and its definition, in a list. */
function itemOf(list: Meaning): { term: { of: Meaning }; definition: { of: Meaning } } {
  const within: Meaning = { is: 'item', within: list };
  return { term: { of: { is: 'term', within } }, definition: { of: { is: 'definition', within } } };
}

/** Facts in their rows, a wide one alone in as many lines as it needs; each value over a rule. */
function factPieces(block: FactsBlock, leading: readonly string[], space: Space, fonts: Fonts): Piece[] {
  const { inRow } = block;
  const rows = factRows(block);
  const labelWidths = Array.from({ length: inRow }, (_, at) => {
    const labels = at === 0 ? leading : rows.map((row) => row[at]?.label ?? '');
    return Math.max(0, ...labels.map((label) => textWidth(label, fonts.plain))) * BODY + FACT_GAP;
  });
  const labels = labelWidths.reduce((sum, width) => sum + width, 0);
  const valueWidth = (space.right - space.left - labels - (inRow - 1) * FACT_GAP) / inRow;
  const within: Meaning = { is: 'list' };
  const pieces = rows.flatMap((row): Piece[] => {
    const [first] = row;
    if (first!.wide) return wideFactPieces(first!, within, labelWidths[0]!, space, fonts);
    const marks: Mark[] = [];
    const rules: [number, number][] = [];
    let count = 1;
    let x = space.left;
    for (const [column, fact] of row.entries()) {
      const from = x + labelWidths[column]!;
      const grey = fact.muted ?? false;
      const font = grey ? fonts.plain : fonts.bold;
      // A figure is never broken: a long one is set smaller.
      const size = fact.figure ? Math.min(BODY, valueWidth / textWidth(fact.value, font)) : BODY;
      const lines = fact.figure ? [fact.value] : linesIn(fact.value, valueWidth / BODY, font);
      const { term, definition } = itemOf(within);
      marks.push(write(fact.label, x, 0, BODY, { grey, ...term }));
      for (const [at, line] of lines.entries()) {
        const begin = fact.figure ? endingAt(from + valueWidth, fact.value, size, fonts, !grey) : from;
        marks.push(write(line, begin, at * BODY * PITCH + BODY - size, size, { bold: !grey, grey, ...definition }));
      }
      count = Math.max(count, lines.length);
      rules.push([from, from + valueWidth]);
      x = from + valueWidth + FACT_GAP;
    }
    const height = count * BODY * PITCH + 1;
    marks.push(...rules.map((rule): Mark => ({ rule, y: height, weight: 0.5 })));
    return [{ height: height + 4, marks, joins: 'next' }];
  });
  return [...pieces, { height: 5, marks: [], joins: 'next' }];
}

const FRAME = { side: 6, above: 5, below: 9 };

/** Facts in a frame: it stands with the first of them, which stays with the others. */
function boxedPieces(block: FactsBlock, leading: readonly string[], { left, right }: Space, fonts: Fonts): Piece[] {
  const inside = factPieces(block, leading, { left: left + FRAME.side, right: right - FRAME.side }, fonts);
  const height = inside.reduce((sum, piece) => sum + piece.height, FRAME.above);
  const frame: Mark = { frame: [left, 0, right - left, height], weight: 0.75 };
  return [
    { height: FRAME.above, marks: [frame], joins: 'next' },
    ...inside,
    { height: FRAME.below, marks: [], joins: 'next' },
  ];
}

/** A piece for each line, so that remarks of a whole page go on on the next one. */
function wideFactPieces(
  { label, value }: Fact,
  list: Meaning,
  labelWidth: number,
  { left, right }: Space,
  fonts: Fonts,
): Piece[] {
  const from = left + labelWidth;
  const lines = linesIn(value, (right - from) / BODY, fonts.plain);
  const { term, definition } = itemOf(list);
  return lines.map((line, at): Piece => {
    const marks: Mark[] = at === 0 ? [write(label, left, 0, BODY, term)] : [];
    marks.push(write(line, from, 0, BODY, definition));
    const isLast = at === lines.length - 1;
    const height = BODY * PITCH + (isLast ? 1 : 0);
    if (isLast) marks.push({ rule: [from, right], y: height, weight: 0.5 });
    return { height: height + (isLast ? 4 : 0), marks, ...(at === 0 || isLast ? { joins: 'next' } : {}) };
  });
}

/** Two fifths of the page, or as wide as they need to be; amounts end where those of a table do. */
const SUMS = { width: 0.4, inset: 4, gap: 10, above: 5, below: 9 };

function sumsPiece({ sums }: SumsBlock, { left, right }: Space, fonts: Fonts): Piece {
  const widths = sums.map(({ label, amount, total }) => {
    const font = total ? fonts.bold : fonts.plain;
    return (textWidth(label, font) + textWidth(amount, font)) * BODY + SUMS.gap + 2 * SUMS.inset;
  });
  const from = Math.max(left, Math.min(right - (right - left) * SUMS.width, right - Math.max(...widths)));
  const marks: Mark[] = [];
  const within: Meaning = { is: 'list' };
  let y = SUMS.above;
  for (const { label, amount, total: bold = false, muted: grey = false } of sums) {
    const { term, definition } = itemOf(within);
    const end = endingAt(right - SUMS.inset, amount, BODY, fonts, bold);
    const labels = linesIn(label, (end - SUMS.gap - from - SUMS.inset) / BODY, bold ? fonts.bold : fonts.plain);
    for (const [at, words] of labels.entries())
      marks.push(write(words, from + SUMS.inset, y + 1 + at * BODY * PITCH, BODY, { bold, grey, ...term }));
    const last = y + (labels.length - 1) * BODY * PITCH;
    marks.push(write(amount, end, last + 1, BODY, { bold, grey, ...definition }));
    const below = last + BODY * PITCH + 1;
    const rules = bold ? [y - 1, below - 1.6, below] : [];
    for (const at of rules) marks.push({ rule: [from, right], y: at, weight: 0.5 });
    y = below + 1;
  }
  return { height: y + SUMS.below, marks, joins: 'previous' };
}

const PARAGRAPH_GAP = 6;
const BOX_PADDING = 6;
const BOX_GAP = 12;

function signaturesPiece({ boxes, besideCode }: SignaturesBlock, space: Room, fonts: Fonts): Piece {
  const width = (space.right - space.left - (besideCode ? space.code + CODE_GAP : 0)) / boxes.length;
  const room = (width - 2 * BOX_PADDING) / BODY;
  const byHands = boxes.map(({ byHand }) =>
    byHand === undefined ? [] : linesIn(byHand, (width - 2 * BOX_PADDING) / SMALL, fonts.plain),
  );
  /** The lines to write on stand at one height. */
  const underLine = Math.max(...byHands.map(({ length }) => length)) * SMALL * PITCH;
  const placed = boxes.map(({ label, signers }, at) => {
    const x = space.left + at * width + BOX_PADDING;
    const within: Meaning = { is: 'group', name: label };
    const marks = [write(label, x, BOX_GAP + BOX_PADDING, BODY, { of: { is: 'paragraph', within } })];
    let y = BOX_GAP + BOX_PADDING + BODY * PITCH + 8;
    for (const { name, date } of signers) {
      const lines = linesIn(name, room, fonts.bold);
      const of: Meaning = { is: 'paragraph', within };
      for (const [line, words] of lines.entries())
        marks.push(write(words, x, y + line * BODY * PITCH, BODY, { bold: true, of }));
      y += lines.length * BODY * PITCH;
      if (date === '') continue;
      // Beside the end of the name, or below it: a date is never broken.
      const after = textWidth(`${lines.at(-1)!.text} `, fonts.bold);
      const isBeside = after + textWidth(date, fonts.plain) <= room;
      marks.push(write(date, isBeside ? x + after * BODY : x, isBeside ? y - BODY * PITCH : y, BODY, { of }));
      if (!isBeside) y += BODY * PITCH;
    }
    const byHand = byHands[at]!;
    return { x, within, marks, byHand, end: byHand.length > 0 ? y + underLine : y };
  });
  const height = Math.max(57, ...placed.map(({ end }) => end - BOX_GAP + BOX_PADDING));
  const marks = placed.flatMap(({ x, within, marks: own, byHand }): Mark[] => {
    const frame: Mark = { frame: [x - BOX_PADDING, BOX_GAP, width, height], weight: 0.75 };
    if (byHand.length === 0) return [frame, ...own];
    const y = BOX_GAP + height - BOX_PADDING - underLine;
    const rule: Mark = { rule: [x, x + width - 2 * BOX_PADDING], y, weight: 0.5 };
    const of: Meaning = { is: 'paragraph', within };
    const below = byHand.map((line, at) => write(line, x, y + 2 + at * SMALL * PITCH, SMALL, { of }));
    return [frame, ...own, rule, ...below];
  });
  return { height: BOX_GAP + height, marks, joins: 'previous' };
}

/** A piece for each line; neither the first nor the last of a paragraph stands alone on a page. */
function paragraphPieces({ paragraphs }: ParagraphsBlock, { left, right }: Space, fonts: Fonts): Piece[] {
  return paragraphs.flatMap((text) => {
    const lines = linesIn(text, (right - left) / BODY, fonts.plain);
    const last = lines.length - 1;
    const of = paragraph();
    return lines.map((line, at): Piece => {
      const joins = at === last ? (last > 0 ? 'previous' : undefined) : at === 0 ? 'next' : undefined;
      return {
        height: BODY * PITCH + (at === last ? PARAGRAPH_GAP : 0),
        marks: [write(line, left, 0, BODY, of)],
        ...(joins ? { joins } : {}),
      };
    });
  });
}

/** An area of millimetres: its texts stand by their baselines. */
function placedPiece({ height, marks }: PlacedBlock, { left }: Space): Piece {
  const across = (x: number) => left + x * MM;
  const inPoints = (mark: PlacedMark): Mark => {
    if ('text' in mark) {
      const { text, size, bold } = mark;
      return { text, x: across(mark.x), y: mark.y * MM - ASCENT * size, size, bold };
    }
    if ('qr' in mark) {
      const { path, modules } = qrCode(mark.qr);
      return { path, x: across(mark.x), y: mark.y * MM, scale: (mark.edge / modules) * MM };
    }
    const { weight } = mark;
    if ('box' in mark) {
      const [x, y, width, high] = mark.box;
      return { frame: [across(x), y * MM, width * MM, high * MM], weight, ...(mark.shaded ? { shaded: true } : {}) };
    }
    const [x, y, toX, toY] = mark.line;
    return { line: [across(x), y * MM, across(toX), toY * MM], weight };
  };
  return { height: height * MM, marks: marks.map(inPoints) };
}

/** A piece for each line, so that long texts go on on the next page; the last ones stand beside the code of the paper. */
function finePieces(block: FineBlock, room: Room, fonts: Fonts): Piece[] {
  const { left, right, code } = room;
  const { verification } = block;
  const width = right - left - (verification ? code + CODE_GAP : 0);
  const lines = fineLines(block).flatMap((text) => {
    const of = paragraph();
    return linesIn(text, width / SMALL, fonts.plain).map((line) => ({ ...line, ...of }));
  });
  const beside = verification ? lines.splice(-Math.floor(code / (SMALL * PITCH))) : [];
  const pieces = lines.map((line): Piece => ({ height: SMALL * PITCH, marks: [write(line, left, 0, SMALL)] }));
  if (verification) pieces.push(verifiedPiece(verification, beside, room));
  const [first, ...rest] = pieces;
  return first ? [{ height: BOX_GAP / 2, marks: [], joins: 'previous' }, { ...first, joins: 'previous' }, ...rest] : [];
}

const CODE_GAP = 12;

/** The code at the right, with its lines at the foot of it; one that rises takes no more room than its lines. */
function verifiedPiece(
  { address, rises }: Verification,
  lines: readonly TextLine[],
  { left, right, code }: Room,
): Piece {
  const text = lines.length * SMALL * PITCH;
  const height = rises ? text : code;
  const marks = lines.map((line, at): Mark => write(line, left, height - text + at * SMALL * PITCH, SMALL));
  const { path, modules } = qrCode(address);
  return { height, marks: [...marks, { path, x: right - code, y: height - code, scale: code / modules }] };
}
