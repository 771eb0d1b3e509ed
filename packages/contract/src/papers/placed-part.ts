import { CAP_HEIGHT, PAPER_FONT } from './font-widths.ts';
import type { PlacedMark } from './paper-blocks.ts';
import type { PaperPart } from './paper.ts';
import { textWidth, wrapText } from './wrap-text.ts';

/** Where a place lies, in mm from the top left corner of what the margins leave. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A text of one place, in the middle of its height; sizes in points. */
interface PlacedText extends Area {
  readonly place: 'text';
  /** What it is, as a refusal names it: 'Payee'. */
  readonly name: string;
  readonly text: string;
  readonly size: number;
  /** It shrinks so far before it goes on in further lines, of which there are at most so many: 1 where none is said. */
  readonly least?: number;
  readonly lines?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly bold?: boolean;
}

/** Digits of which each stands in the middle of its own box: a date, a TIN. */
interface PlacedDigits extends Area {
  readonly place: 'digits';
  readonly name: string;
  readonly digits: string;
  /** How many boxes share the width. */
  readonly boxes: number;
  readonly size: number;
  /** Whether the boxes are drawn; a form of the bank has them already. */
  readonly framed?: boolean;
}

/** What stands at millimetres. */
export type Place =
  | PlacedText
  | PlacedDigits
  /** `shaded` as the bars of a form are: in grey. */
  | (Area & { readonly place: 'box'; readonly weight?: number; readonly shaded?: true })
  | {
      readonly place: 'line';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly weight?: number;
    }
  /** A box with or without its tick. */
  | {
      readonly place: 'tick';
      readonly left: number;
      readonly top: number;
      readonly edge: number;
      readonly ticked: boolean;
    }
  /** The QR code of a text, with its quiet zone. */
  | { readonly place: 'qr'; readonly left: number; readonly top: number; readonly edge: number; readonly text: string };

/** A text that its place does not hold at its least size: it is never cut. */
export class TextDoesNotFit extends Error {
  /** The name of its place. */
  readonly field: string;

  constructor(field: string, text: string, room: string) {
    super(`${field} "${text}" does not fit: its place holds ${room}. Shorten it, or give it a larger place.`);
    this.name = 'TextDoesNotFit';
    this.field = field;
  }
}

/** All places moved and scaled together: to where a printer puts them, to another size of paper. */
interface Moved {
  /** In mm. */
  readonly left?: number;
  readonly top?: number;
  readonly scale?: number;
}

/**
 * Texts, boxes and codes at millimetres, on an area of so many: a cheque, a form. Drawing it throws `TextDoesNotFit` for a
 * text that is too long for its place.
 */
export function placed<Data>(given: {
  readonly width: number;
  readonly height: number;
  readonly places: (data: Data) => readonly Place[];
  readonly moved?: (data: Data) => Moved;
  readonly stamp?: (data: Data) => string | null;
}): PaperPart<Data> {
  const { width, height } = given;
  return (data) => {
    const by = { left: 0, top: 0, scale: 1, ...given.moved?.(data) };
    const marks = given.places(data).flatMap((place) => marksOf(place).map((mark) => movedMark(mark, by)));
    return { block: 'placed', width, height, marks, stamp: given.stamp?.(data) ?? null };
  };
}

/** Of a frame that says nothing else, as the forms of the BIR have them, in points. */
const WEIGHT = 0.5;
const POINTS_OF_MM = 72 / 25.4;
/** From one line of a place to the next, as a share of its size. */
const PITCH = 1.15;
/** The strokes of a tick, as shares of its box. */
const TICK = [
  [0.18, 0.55, 0.42, 0.8],
  [0.42, 0.8, 0.84, 0.2],
] as const;

function marksOf(place: Place): PlacedMark[] {
  switch (place.place) {
    case 'text':
      return place.text.trim() === '' ? [] : textMarks(place);
    case 'digits':
      return digitMarks(place);
    case 'box':
      return [boxMark(place)];
    case 'line':
      return [{ line: [...place.from, ...place.to], weight: place.weight ?? WEIGHT }];
    case 'tick': {
      const { left, top, edge } = place;
      const stroke = ([x, y, toX, toY]: (typeof TICK)[number]): PlacedMark => ({
        line: [left + x * edge, top + y * edge, left + toX * edge, top + toY * edge],
        weight: 2 * WEIGHT,
      });
      return [{ box: [left, top, edge, edge], weight: WEIGHT }, ...(place.ticked ? TICK.map(stroke) : [])];
    }
    case 'qr':
      return [{ qr: place.text, x: place.left, y: place.top, edge: place.edge }];
  }
}

function boxMark({ left, top, width, height, weight = WEIGHT, shaded }: Extract<Place, { place: 'box' }>): PlacedMark {
  return { box: [left, top, width, height], weight, ...(shaded ? { shaded } : {}) };
}

function textMarks(place: PlacedText): PlacedMark[] {
  const { left, top, width, height, align = 'left', bold = false } = place;
  const { size, lines } = fit(place);
  const em = size / POINTS_OF_MM;
  const first = top + (height - (lines.length - 1) * PITCH * em + CAP_HEIGHT * em) / 2;
  return lines.map((text, at) => {
    const wide = textWidth(text, PAPER_FONT[bold ? 'bold' : 'plain']) * em;
    const before = align === 'left' ? 0 : align === 'right' ? width - wide : (width - wide) / 2;
    return { text, x: left + before, y: first + at * PITCH * em, size, width: wide, bold };
  });
}

/** The size and the lines in which a text stands in its place: in one line down to the least size, at that in several. */
function fit({ name, text, width, size, least = size, lines = 1, bold = false }: PlacedText) {
  const font = PAPER_FONT[bold ? 'bold' : 'plain'];
  const words = text.trim().replaceAll(/\s+/g, ' ');
  const room = width * POINTS_OF_MM;
  const fitting = Math.min(size, Math.floor((room / textWidth(words, font)) * 10) / 10);
  if (fitting >= least) return { size: fitting, lines: [words] };
  const wrapped = wrapText(words, room / least, font);
  const isBroken = words.split(' ').some((word) => textWidth(word, font) * least > room);
  if (isBroken || wrapped.length > lines)
    throw new TextDoesNotFit(name, words, `${lines === 1 ? '1 line' : `${lines} lines`} of ${width} mm at ${least} pt`);
  return { size: least, lines: wrapped };
}

function digitMarks({
  name,
  digits,
  left,
  top,
  width,
  height,
  boxes,
  size,
  framed = false,
}: PlacedDigits): PlacedMark[] {
  if (digits.length > boxes) throw new TextDoesNotFit(name, digits, `${boxes} digits`);
  const cell = width / boxes;
  const frames = Array.from({ length: framed ? boxes : 0 }, (_, at): PlacedMark => ({
    box: [left + at * cell, top, cell, height],
    weight: WEIGHT,
  }));
  const texts = Array.from(digits).flatMap((text, at) =>
    marksOf({ place: 'text', name, text, left: left + at * cell, top, width: cell, height, size, align: 'center' }),
  );
  return [...frames, ...texts];
}

function movedMark(mark: PlacedMark, { left, top, scale }: Required<Moved>): PlacedMark {
  const across = (x: number) => left + x * scale;
  const down = (y: number) => top + y * scale;
  if ('text' in mark)
    return { ...mark, x: across(mark.x), y: down(mark.y), size: mark.size * scale, width: mark.width * scale };
  if ('qr' in mark) return { ...mark, x: across(mark.x), y: down(mark.y), edge: mark.edge * scale };
  const weight = mark.weight * scale;
  if ('box' in mark) {
    const [x, y, width, height] = mark.box;
    return { ...mark, box: [across(x), down(y), width * scale, height * scale], weight };
  }
  const [x, y, toX, toY] = mark.line;
  return { line: [across(x), down(y), across(toX), down(toY)], weight };
}
