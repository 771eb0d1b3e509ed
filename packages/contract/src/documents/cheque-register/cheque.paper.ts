import { CHEQUE_FIELDS, CHEQUE_TYPE, type ChequeFieldName } from '@talaan/core/documents/cheque/cheque-layout';
import { amountInWords } from '@talaan/core/money/amount-in-words';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { placed, type Place } from '../../papers/placed-part.ts';
import type { Paper } from '../../papers/paper.ts';
import type { PrintedCheque, PrintedCheques } from './cheque-print.contract.ts';

type Layout = PrintedCheques['layout'];
type LayoutField = Layout['fields'][number];

const ALIGN = { L: 'left', C: 'center', R: 'right' } as const;
/** Lines that a text may take at its least size. */
const TWO_LINES: ReadonlySet<string> = new Set<ChequeFieldName>(['payee', 'words']);
/** Across the upper left corner, as crossed cheques have them, in mm. */
const CROSSING: readonly Place[] = [
  { place: 'line', from: [2, 16], to: [16, 2], weight: 1 },
  { place: 'line', from: [6, 20], to: [20, 6], weight: 1 },
  {
    place: 'text',
    name: 'Crossing',
    text: "FOR PAYEE'S ACCOUNT ONLY",
    left: 22,
    top: 3,
    width: 60,
    height: 5,
    size: 8,
    bold: true,
  },
];

/**
 * Cheques on the stock of their account, one a page: the values alone, at the places of the layout, moved by what the printer
 * misses. What may not be printed is a specimen and says so. Drawing it throws `TextDoesNotFit`.
 */
export function chequePaper({ width_mm, height_mm }: Pick<Layout, 'width_mm' | 'height_mm'>): Paper<PrintedCheques> {
  const [width, height] = [Number(width_mm), Number(height_mm)];
  return {
    title: 'Cheque',
    subject: ({ cheques }) =>
      cheques.map(({ cheque_number, document_number }) => cheque_number ?? document_number).join(', '),
    page: { size: { width, height }, margins: 'none' },
    inTurn: (printed) => printed.cheques.map((cheque) => ({ ...printed, cheques: [cheque] })),
    parts: [
      placed({
        width,
        height,
        places: ({ cheques: [cheque], layout, crossed }) => [
          ...(crossed ? CROSSING : []),
          ...layout.fields.flatMap((field) => placeOf(field, cheque!)),
        ],
        moved: ({ layout: { x_mm, y_mm } }) => ({ left: Number(x_mm), top: Number(y_mm) }),
        stamp: ({ cheques: [cheque] }) => (cheque!.specimen === null ? null : 'SPECIMEN'),
      }),
    ],
    foot: () => '',
  };
}

function placeOf(field: LayoutField, cheque: PrintedCheque): Place[] {
  const area = {
    left: Number(field.left_mm),
    top: Number(field.top_mm),
    width: Number(field.field_width),
    height: Number(field.field_height),
  };
  const text = textOf(field.field, cheque);
  if (text === null) return [];
  const name = CHEQUE_FIELDS[field.field as ChequeFieldName];
  if (field.field === 'date')
    return [{ place: 'digits', name, digits: text, boxes: text.length, size: field.size_pt, ...area }];
  return [
    {
      place: 'text',
      name,
      text,
      size: field.size_pt,
      least: Math.min(field.size_pt, CHEQUE_TYPE.least),
      lines: TWO_LINES.has(field.field) ? 2 : 1,
      align: ALIGN[field.align],
      ...area,
    },
  ];
}

/** What a field says; null for a place to sign on. */
function textOf(field: string, cheque: PrintedCheque): string | null {
  switch (field) {
    case 'document_no':
      return cheque.document_number;
    case 'date':
      return faceDate(cheque.cheque_date);
    case 'payee':
      return cheque.payee;
    case 'figures':
      return formatAmount(requireAmount(cheque.amount));
    case 'words':
      return amountInWords(requireAmount(cheque.amount), cheque.currency_word);
    default:
      return null;
  }
}

/** The eight digits of the boxes on a cheque: month, day, year. In: yyyy-mm-dd. */
function faceDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}${day}${year}`;
}

/** Where the crosses of the test sheet lie, in mm. */
export const CROSSES = [
  [10, 10],
  [190, 10],
  [10, 66],
] as const;
const ARM = 4;

/**
 * The test sheet of a stock: crosses to measure from, on a sheet that holds all of them, or the frames of its fields to hold
 * against a leaf, moved in mm by what the printer misses.
 */
export function testSheet(
  layout: Pick<Layout, 'width_mm' | 'height_mm' | 'fields'>,
  shows: 'crosses' | 'frames',
  moved: { readonly left: number; readonly top: number },
): Paper<null> {
  const isMeasure = shows === 'crosses';
  const reach = (side: 0 | 1) => (isMeasure ? Math.max(...CROSSES.map((cross) => cross[side])) + ARM : 0);
  const [width, height] = [Math.max(Number(layout.width_mm), reach(0)), Math.max(Number(layout.height_mm), reach(1))];
  const places = isMeasure ? CROSSES.flatMap(crossAt) : layout.fields.map(frameOf);
  return {
    title: shows === 'crosses' ? 'Test sheet' : 'Test cheque',
    subject: () => '',
    page: { size: { width, height }, margins: 'none' },
    parts: [placed({ width, height, places: () => places, ...(isMeasure ? {} : { moved: () => moved }) })],
    foot: () => '',
  };
}

function crossAt([x, y]: (typeof CROSSES)[number]): Place[] {
  return [
    { place: 'line', from: [x - ARM, y], to: [x + ARM, y] },
    { place: 'line', from: [x, y - ARM], to: [x, y + ARM] },
  ];
}

function frameOf({ left_mm, top_mm, field_width, field_height }: LayoutField): Place {
  return {
    place: 'box',
    left: Number(left_mm),
    top: Number(top_mm),
    width: Number(field_width),
    height: Number(field_height),
  };
}
