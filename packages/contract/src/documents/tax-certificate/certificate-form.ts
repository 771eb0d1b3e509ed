/**
 * BIR Form 2307, January 2018 (ENCS), on 8.5 × 13 in: its frames and words, and the places of what is filled in. Measures are points
 * from the top left corner of the sheet, as the form is made; `placesOf` turns them into the millimetres of a paper.
 */
import { PAPER_FONT } from '../../papers/font-widths.ts';
import type { Place } from '../../papers/placed-part.ts';
import { textWidth, wrapText } from '../../papers/wrap-text.ts';

const LEFT = 17;
const TOP = 14;
const WIDTH = 578;
const RIGHT = LEFT + WIDTH;

/** Left, top, width, height. */
type Rectangle = readonly [left: number, top: number, width: number, height: number];

/** Heights of the rows of the form from its top, in their order. */
const HEIGHTS = {
  republic: 40,
  title: 48,
  instruction: 9,
  period: 13,
  part1: 11,
  payeeTin: 24,
  payeeName: 31,
  payeeAddress: 31,
  foreignAddress: 22,
  part2: 11,
  payorTin: 24,
  payorName: 31,
  payorAddress: 31,
  part3: 11,
  heads: 31,
  income: 150,
  incomeTotal: 15,
  businessHead: 21,
  business: 150,
  businessTotal: 15,
  declaration: 40,
  payorSignature: 40,
  payorAgent: 22,
  conforme: 11,
  payeeSignature: 40,
  payeeAgent: 22,
  note: 11,
} as const;
export type FormRow = keyof typeof HEIGHTS;

/** Where a row stands. */
export function rowOf(row: FormRow): Rectangle {
  let top = TOP;
  for (const [name, height] of Object.entries(HEIGHTS)) {
    if (name === row) return [LEFT, top, WIDTH, height];
    top += height;
  }
  throw new Error(`The form has no row ${row}.`);
}

/** Below the frame. */
export const FOOT_TOP = TOP + Object.values(HEIGHTS).reduce((sum, height) => sum + height, 0);

/** Columns of Part III, as shares of the width. */
const COLUMNS = [0.275, 0.075, 0.125, 0.125, 0.125, 0.125, 0.15] as const;
/** Height of a row of Part III. */
const ROW_HEIGHT = 15;

/** A cell of Part III: the column from 0 in a row of the form, so many lines below its top. */
export function cellOf(row: FormRow, column: number, line = 0, height = ROW_HEIGHT): Rectangle {
  const [left, top] = rowOf(row);
  const before = COLUMNS.slice(0, column).reduce((sum, share) => sum + share, 0);
  return [left + before * WIDTH, top + line * ROW_HEIGHT, COLUMNS[column]! * WIDTH, height];
}

const MM = 25.4 / 72;
const areaOf = ([left, top, width, height]: Rectangle) => ({
  left: left * MM,
  top: top * MM,
  width: width * MM,
  height: height * MM,
});

type TextLook = Partial<Pick<Extract<Place, { place: 'text' }>, 'size' | 'least' | 'lines' | 'align' | 'bold'>>;

/** A text in the middle of a rectangle. */
export function text(name: string, words: string, place: Rectangle, look: TextLook = {}): Place {
  return { place: 'text', name, text: words, ...areaOf(place), size: 6, ...look };
}

/** Sizes that a long text is tried in, and the height of its lines as a share of them. */
const SIZES = [10, 9, 8, 7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5] as const;
const PITCH = 1.15;

/** A text in as many lines as its place holds, in the largest size up to one that lets all of it stand there. */
export function wrapped(name: string, words: string, place: Rectangle, largest: number): Place {
  const [, , width, height] = place;
  const linesAt = (size: number) => wrapText(words, width / size, PAPER_FONT.plain).length;
  // No word is broken: a long one is set smaller.
  const widest = Math.max(...words.split(' ').map((word) => textWidth(word, PAPER_FONT.plain)));
  const holds = (size: number) => widest * size <= width && linesAt(size) * size * PITCH <= height;
  const size = SIZES.find((one) => one <= largest && holds(one)) ?? SIZES.at(-1)!;
  return text(name, words, place, { size, lines: Math.floor(height / (size * PITCH)) });
}

/** Words of the form itself. */
const label = (words: string, place: Rectangle, look: TextLook = {}) => text('Form', words, place, look);
const frame = (rectangle: Rectangle): Place => ({ place: 'box', ...areaOf(rectangle) });
const shaded = (rectangle: Rectangle): Place => ({ place: 'box', shaded: true, ...areaOf(rectangle) });

/** Digits in framed boxes of so many points each. */
export function digits(name: string, value: string, [left, top]: readonly [number, number], boxes: number): Place {
  const area = areaOf([left, top, boxes * BOX.width, BOX.height]);
  return { place: 'digits', name, digits: value, boxes, size: 8, framed: true, ...area };
}
const BOX = { width: 13, height: 12 } as const;

/** The QR code of a text, with its quiet zone. */
export function qr(words: string, [left, top]: readonly [number, number], edge: number): Place {
  return { place: 'qr', left: left * MM, top: top * MM, edge: edge * MM, text: words };
}

/** A part of a rectangle: so far into it, and so large. */
export function within(
  [left, top, width, height]: Rectangle,
  {
    from = 0,
    down = 0,
    wide = width - from,
    high = height - down,
  }: Partial<Record<'from' | 'down' | 'wide' | 'high', number>>,
): Rectangle {
  return [left + from, top + down, wide, high];
}

/** A grey bar with its words. */
function bar(row: FormRow, words: string): Place[] {
  return [shaded(rowOf(row)), label(words, rowOf(row), { size: 7, bold: true, align: 'center' })];
}

/** An item of the form: its number and what is to be filled in, at the top of its place. */
function item(at: Rectangle, number: string, words: string): Place[] {
  return [
    label(number, within(at, { from: 3, wide: 14, high: 10 }), { size: 7, bold: true }),
    label(words, within(at, { from: 17, high: 10, wide: at[2] - 20 }), { size: 6 }),
  ];
}

/** How much of the rows of addresses is for the ZIP code. */
const ZIP_WIDTH = 64;
/** Where what is filled in of an item stands: below its words, and of an address before the ZIP code. */
export function answerOf(row: FormRow, zip: boolean = row === 'payeeAddress' || row === 'payorAddress'): Rectangle {
  return within(rowOf(row), { from: 17, down: 10, wide: WIDTH - 20 - (zip ? ZIP_WIDTH : 0), high: rowOf(row)[3] - 11 });
}
/** Where the boxes of a ZIP code begin. */
export function zipOf(row: 'payeeAddress' | 'payorAddress'): readonly [number, number] {
  return [RIGHT - 4 * BOX.width - 5, rowOf(row)[1] + 15];
}
/** Where the boxes of a TIN begin: 3, 3, 3 and 5 of them. */
export function tinOf(
  row: 'payeeTin' | 'payorTin',
): { readonly at: readonly [number, number]; readonly boxes: number }[] {
  const top = rowOf(row)[1] + 6;
  return [3, 3, 3, 5].map((boxes, place) => ({ at: [LEFT + 180 + place * (3 * BOX.width + 12), top], boxes }));
}
/** Where the boxes of a day begin: month, day and year. */
export function dayOf(which: 'from' | 'to'): { readonly at: readonly [number, number]; readonly boxes: number }[] {
  const left = LEFT + (which === 'from' ? 130 : 360);
  return [2, 2, 4].map((boxes, place) => ({
    at: [left + place * (2 * BOX.width + 4), rowOf('period')[1] + 0.5],
    boxes,
  }));
}

/** Where a person signs, and whose signature it is. */
const SIGNATURES = [
  ['payorSignature', 'payorAgent', 'Payor/Payor’s Authorized Representative/Tax Agent'],
  ['payeeSignature', 'payeeAgent', 'Payee/Payee’s Authorized Representative/Tax Agent'],
] as const;

/** Everything that stands on the form before it is filled in. */
export function formPlaces(): Place[] {
  return [
    ...headPlaces(),
    ...partyPlaces('payee', 'Part I – Payee Information'),
    ...partyPlaces('payor', 'Part II – Payor Information'),
    ...tablePlaces(),
    frame(rowOf('declaration')),
    label(DECLARATION, within(rowOf('declaration'), { from: 8, wide: WIDTH - 16 }), {
      size: 6.5,
      lines: 4,
      align: 'center',
    }),
    ...SIGNATURES.flatMap(([signature, agent, whose]) => signaturePlaces(signature, agent, whose)),
    ...bar('conforme', 'CONFORME:'),
    label('*NOTE: The BIR Data Privacy is in the BIR website (www.bir.gov.ph)', rowOf('note'), { size: 6 }),
  ];
}

const DECLARATION =
  'We declare under the penalties of perjury that this certificate has been made in good faith, verified by us, and to the best of our ' +
  'knowledge and belief, is true and correct, pursuant to the provisions of the National Internal Revenue Code, as amended, and the ' +
  'regulations issued under authority thereof. Further, we give our consent to the processing of our information as contemplated under ' +
  'the *Data Privacy Act of 2012 (R.A. No. 10173) for legitimate and lawful purposes.';

/** Bureau, number and title of the form, and its period. */
function headPlaces(): Place[] {
  const [republic, title, period] = [rowOf('republic'), rowOf('title'), rowOf('period')];
  const left = within(title, { wide: 86 });
  const right = within(title, { from: WIDTH - 78, wide: 78 });
  const middle = within(title, { from: 86, wide: WIDTH - 164 });
  const lines = ['Republic of the Philippines', 'Department of Finance', 'Bureau of Internal Revenue'];
  return [
    ...[republic, within(republic, { wide: 56 }), within(republic, { from: WIDTH - 75, wide: 75 })].map(frame),
    label('For BIR Use Only', within(republic, { from: 2, wide: 28, high: 40 }), { size: 6, lines: 3 }),
    label('BCS/ Item:', within(republic, { from: 30, wide: 25, high: 40 }), { size: 6, lines: 2 }),
    frame(within(republic, { from: 190, down: 3, wide: 34, high: 34 })),
    label('Seal', within(republic, { from: 190, down: 3, wide: 34, high: 34 }), { size: 5.5, align: 'center' }),
    ...lines.map((words, at) =>
      label(words, within(republic, { from: 230, down: 5 + at * 10, wide: 150, high: 10 }), { size: 7 }),
    ),
    ...[title, left, right].map(frame),
    label('BIR Form No.', within(left, { down: 2, high: 9 }), { size: 7, align: 'center' }),
    label('2307', within(left, { down: 11, high: 26 }), { size: 26, bold: true, align: 'center' }),
    label('January 2018 (ENCS)', within(left, { down: 38, high: 9 }), { size: 6, align: 'center' }),
    label('Certificate of Creditable Tax', within(middle, { down: 5, high: 19 }), {
      size: 15,
      bold: true,
      align: 'center',
    }),
    label('Withheld at Source', within(middle, { down: 24, high: 19 }), { size: 15, bold: true, align: 'center' }),
    frame(within(right, { from: 4, down: 4, wide: 70, high: 30 })),
    label('Barcode', within(right, { from: 4, down: 4, wide: 70, high: 30 }), { size: 5.5, align: 'center' }),
    label('2307 01/18ENCS', within(right, { down: 35, high: 11 }), { size: 7, align: 'center' }),
    frame(rowOf('instruction')),
    label(
      'Fill in all applicable spaces. Mark all appropriate boxes with an “X”.',
      within(rowOf('instruction'), { from: 3, wide: 500 }),
      { size: 6 },
    ),
    frame(period),
    label('1', within(period, { from: 3, wide: 14 }), { size: 7, bold: true }),
    label('For the Period', within(period, { from: 17, wide: 60 }), { size: 7 }),
    label('From', within(period, { from: 104, wide: 24 }), { size: 7 }),
    label('(MM/DD/YYYY)', within(period, { from: 246, wide: 60 }), { size: 6 }),
    label('To', within(period, { from: 342, wide: 16 }), { size: 7 }),
    label('(MM/DD/YYYY)', within(period, { from: 476, wide: 60 }), { size: 6 }),
  ];
}

/** The items of the payee, 2 to 5, or of the payor, 6 to 8. */
function partyPlaces(of: 'payee' | 'payor', title: string): Place[] {
  const isPayee = of === 'payee';
  const [tin, name, address] = [rowOf(`${of}Tin`), rowOf(`${of}Name`), rowOf(`${of}Address`)];
  const zip = within(address, { from: WIDTH - ZIP_WIDTH, wide: ZIP_WIDTH });
  const whose = isPayee ? 'Payee’s' : 'Payor’s';
  const [first, second, third] = isPayee ? ['2', '3', '4'] : ['6', '7', '8'];
  return [
    ...bar(isPayee ? 'part1' : 'part2', title),
    ...[tin, name, address, zip].map(frame),
    ...item(within(tin, { down: 7 }), first, 'Taxpayer Identification Number (TIN)'),
    ...item(
      name,
      second,
      `${whose} Name (Last Name, First Name, Middle Name for Individual OR Registered Name for Non-Individual)`,
    ),
    ...item(within(address, { wide: WIDTH - ZIP_WIDTH }), third, 'Registered Address'),
    ...item(zip, `${third}A`, 'ZIP Code'),
    ...(isPayee
      ? [frame(rowOf('foreignAddress')), ...item(rowOf('foreignAddress'), '5', 'Foreign Address, if applicable')]
      : []),
  ];
}

const HEADS = ['1st Month of the Quarter', '2nd Month of the Quarter', '3rd Month of the Quarter', 'Total'] as const;

/** Part III: heads, ten rows and a total for each of the two kinds of tax. */
function tablePlaces(): Place[] {
  const head = (column: number, down: number, high: number) => within(cellOf('heads', column, 0, 31), { down, high });
  const [first, , , last] = [2, 3, 4, 5].map((column) => head(column, 0, 10));
  const span: Rectangle = [first![0], first![1], last![0] + last![2] - first![0], 10];
  const centred = { size: 6, align: 'center', lines: 3 } as const;
  const cells = (row: FormRow, line: number, draw: typeof frame) =>
    COLUMNS.map((_, column) => draw(cellOf(row, column, line)));
  const rows = (row: FormRow) => Array.from({ length: 10 }, (_, line) => cells(row, line, frame)).flat();
  return [
    ...bar('part3', 'Part III – Details of Monthly Income Payments and Taxes Withheld'),
    ...[
      head(0, 0, 31),
      head(1, 0, 31),
      span,
      ...[2, 3, 4, 5].map((column) => head(column, 10, 21)),
      head(6, 0, 31),
    ].map(frame),
    label('Income Payments Subject to Expanded Withholding Tax', head(0, 0, 31), centred),
    label('ATC', head(1, 0, 31), centred),
    label('AMOUNT OF INCOME PAYMENTS', span, centred),
    ...HEADS.map((words, at) => label(words, head(2 + at, 10, 21), centred)),
    label('Tax Withheld for the Quarter', head(6, 0, 31), centred),
    ...rows('income'),
    ...cells('incomeTotal', 0, shaded),
    label('Total', within(cellOf('incomeTotal', 0), { from: 4 }), { size: 7, bold: true }),
    ...COLUMNS.map((_, column) => frame(cellOf('businessHead', column, 0, 21))),
    label(
      'Money Payments Subject to Withholding of Business Tax (Government & Private)',
      within(cellOf('businessHead', 0, 0, 21), { from: 3, wide: COLUMNS[0] * WIDTH - 6 }),
      { ...centred, align: 'left' },
    ),
    ...rows('business'),
    ...cells('businessTotal', 0, shaded),
    label('Total', within(cellOf('businessTotal', 0), { from: 4 }), { size: 7, bold: true }),
  ];
}

/** Where the name, title and TIN of who signs stand: above the line. */
export function signerOf(row: 'payorSignature'): Rectangle {
  return within(rowOf(row), { down: 4, high: 15, from: 8, wide: WIDTH - 16 });
}

function signaturePlaces(signature: FormRow, agent: FormRow, whose: string): Place[] {
  const [left, top] = rowOf(signature);
  const line = {
    place: 'line',
    from: [(left + 60) * MM, (top + 20) * MM],
    to: [(RIGHT - 60) * MM, (top + 20) * MM],
  } as const;
  const cells = [0.36, 0.32, 0.32].map((share, at, all) =>
    within(rowOf(agent), { from: all.slice(0, at).reduce((sum, one) => sum + one, 0) * WIDTH, wide: share * WIDTH }),
  );
  const words = [
    'Tax Agent Accreditation No./ Attorney’s Roll No. (if applicable)',
    'Date of Issue (MM/DD/YYYY)',
    'Date of Expiry (MM/DD/YYYY)',
  ];
  return [
    frame(rowOf(signature)),
    line,
    label(`Signature over Printed Name of ${whose}`, within(rowOf(signature), { down: 21, high: 9 }), {
      size: 6.5,
      align: 'center',
    }),
    label('(Indicate Title/Designation and TIN)', within(rowOf(signature), { down: 30, high: 9 }), {
      size: 6,
      align: 'center',
    }),
    ...cells.map(frame),
    ...cells.map((cell, at) => label(words[at]!, within(cell, { from: 3, wide: 70 }), { size: 5.5, lines: 3 })),
  ];
}
