/** What stands on a cheque, in the order of a layout; signatures are places that stay empty. */
export const CHEQUE_FIELDS = {
  document_no: 'Document No.',
  date: 'Date',
  payee: 'Payee',
  figures: 'Figures',
  words: 'Words',
  signature_1: 'Signature 1',
  signature_2: 'Signature 2',
} as const;
export type ChequeFieldName = keyof typeof CHEQUE_FIELDS;

/** Without these a cheque is none. */
const REQUIRED: readonly ChequeFieldName[] = ['date', 'payee', 'figures', 'words'];
const SIGNATURES: ReadonlySet<string> = new Set<ChequeFieldName>(['signature_1', 'signature_2']);

/** The code line that machines read: nothing is printed so near to the lower edge, in mm. */
export const CODE_LINE = 16;
/** The least room of the date, in mm: eight digits of 4 mm, as high. */
export const DATE_ROOM = { width: 32, height: 4 } as const;
/** Stocks that there are, in mm. */
export const CHEQUE_SIZES = { width: [100, 300], height: [50, 150] } as const;
/** Sizes of type, in points. */
export const CHEQUE_TYPE = { min: 6, max: 14, least: 9 } as const;
/** A printer that is off by more is to be set right, and not the layout moved. */
export const MOST_OFFSET = 5;

/** Where a field stands on the stock, in mm from its upper left corner. */
export interface ChequeField {
  readonly field: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ChequeLayout {
  readonly width: number;
  readonly height: number;
  readonly fields: readonly ChequeField[];
}

/** The stock of Philippine banks, 8 × 3 in, with the places that a new layout starts from: left, top, width, height. */
export const STANDARD_CHEQUE = {
  width: 203.2,
  height: 76.2,
  fields: {
    document_no: [150, 6, 24, 5],
    date: [150, 14, 44, 6],
    payee: [38, 27, 106, 6],
    figures: [158, 27, 36, 6],
    words: [27, 37, 160, 6],
    signature_1: [118, 56, 36, 10],
    signature_2: [158, 56, 36, 10],
  },
} as const satisfies {
  width: number;
  height: number;
  fields: Record<ChequeFieldName, readonly [number, number, number, number]>;
};

/** What is wrong with a field of a layout; `at` is its place in the list, null where it is missing. */
export interface LayoutFault {
  readonly at: number | null;
  readonly message: string;
}

/**
 * What keeps a layout from being printed: a field that is missing, lies outside the stock, on another one or on the code
 * line, or a date whose digits have no room. The database holds the same.
 */
export function layoutFaults({ width, height, fields }: ChequeLayout): LayoutFault[] {
  const missing = REQUIRED.filter((name) => fields.every(({ field }) => field !== name));
  return [
    ...missing.map((name) => ({ at: null, message: `${CHEQUE_FIELDS[name]} needs a place on the cheque.` })),
    ...fields.flatMap((field, at) => {
      const message = faultOf(field, fields.slice(0, at), { width, height });
      return message === null ? [] : [{ at, message }];
    }),
  ];
}

function faultOf(
  place: ChequeField,
  others: readonly ChequeField[],
  stock: { readonly width: number; readonly height: number },
): string | null {
  const { field, left, top, width, height } = place;
  const name = labelOf(field);
  if (width <= 0 || height <= 0) return `${name} needs a width and a height.`;
  if (left + width > stock.width + TOLERANCE || top + height > stock.height + TOLERANCE)
    return `${name} lies outside the stock of ${stock.width} × ${stock.height} mm.`;
  if (!SIGNATURES.has(field) && top + height > stock.height - CODE_LINE + TOLERANCE)
    return `${name} lies in the lowest ${CODE_LINE} mm, where the bank reads its code line.`;
  if (field === 'date' && (width < DATE_ROOM.width || height < DATE_ROOM.height))
    return `${name} needs ${DATE_ROOM.width} × ${DATE_ROOM.height} mm: eight digits.`;
  const below = others.find((other) => overlaps(place, other));
  return below === undefined ? null : `${name} lies on ${labelOf(below.field)}.`;
}

/** Millimetres have two decimals; sums of them may be off by less than half of the last one. */
const TOLERANCE = 0.004;

function overlaps(one: ChequeField, other: ChequeField): boolean {
  const isApart = (from: number, size: number, otherFrom: number, otherSize: number) =>
    from + size <= otherFrom + TOLERANCE || otherFrom + otherSize <= from + TOLERANCE;
  return (
    !isApart(one.left, one.width, other.left, other.width) && !isApart(one.top, one.height, other.top, other.height)
  );
}

function labelOf(field: string): string {
  return CHEQUE_FIELDS[field as ChequeFieldName] ?? field;
}
