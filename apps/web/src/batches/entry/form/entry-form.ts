import { parseAmount, formatAmount, sumMinor } from '@talaan/core/money/money';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, RATE_ONE } from '@talaan/core/money/rate';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { DOCUMENT_TYPES, RECEIPT_KINDS, RECEIPT_LABELS } from '@talaan/core/documents/document-type';
import type { InputVatKind } from '@talaan/core/documents/proposed-lines';
import { createBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import { fieldsOf } from '@talaan/contract/documents/declared-field';
import { ENTRY_TYPES, type EntryType } from '@talaan/contract/documents/document-kinds';
import { DOCUMENT_FIELDS } from '@talaan/contract/documents/entry-fields';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';
import {
  payeeFacts,
  type DeclaredDocument,
  type DocumentForm,
  type DocumentLines,
  type SentParts,
} from '../document/document-form.ts';
import {
  documentDay,
  flag,
  LAST_FIELDS,
  MONEY,
  ownBank,
  ownField,
  payee,
  text,
  word,
  type HeaderOf,
  type HeadField,
} from '../document/head-field.ts';
import { heldLines } from '../document/held-lines.ts';
import {
  cellText,
  columnOfField,
  emptyLine,
  LINE_COLUMNS,
  lineInputOf,
  linesOfDetail,
  type EntryLine,
  type LineField,
} from '../lines/entry-line.ts';
import {
  changeLines,
  filledLines,
  markLines,
  startLines,
  type EntryLines,
  type LinesChange,
} from '../lines/entry-lines.ts';
import { followSeries, LONGEST_CHEQUE_NUMBER, seriesFault, type EntrySeries } from './entry-series.ts';
import { isOfBatch, firstOpenDocument, openChequesOf } from './opened-entry.ts';

/** An amount of the helper, with its VAT. */
export interface HelperPart {
  /** Decimal text, '' for none. */
  readonly amount: string;
  readonly vat_kind: InputVatKind;
  /** Tax code, '' for none; null while it is that of the header. */
  readonly atc_code: string | null;
}

export const EMPTY_PART: HelperPart = { amount: '', vat_kind: 'services', atc_code: null };

/** A field that not every type must have: what is missing is told by the type. */
const perType = <Value>({ required: _required, ...field }: HeadField<Value>): HeadField<Value> => field;

/** A record by its Record ID; null for none. */
const record = (label: string): HeadField<number | null> => ({
  ...ownField<number | null>(null, label),
  reads: ({ of }, wire) => (of[wire] ?? null) as number | null,
  sends: (value) => value,
});

/** A code or a number; '' for none, which the wire calls null. */
const code = (label: string): HeadField<string> => ({
  ...text(label, 20),
  sends: (value) => (value === '' ? null : value),
});

/** The head of an entry that begins as one of a type, in the order of the page. What its type does not have is not sent. */
const headOf = (type: EntryType) => ({
  document_type: ownField(type, 'Type', ({ batch }) => batch.document_type as EntryType),
  /** Of a series the first one. */
  document_date: perType(documentDay('Document Date')),
  payee: perType(payee('Payee')),
  ...MONEY,
  /** Number of the purchase order that it takes from. */
  trx_purchase_order: code('Purchase Order'),
  bank_id: ownBank('Bank'),
  cheque_number: { ...text('Cheque No.', LONGEST_CHEQUE_NUMBER), uncopied: true as const },
  payee_bank_id: record("Payee's Bank Account"),
  vat: word<number | null>('VAT', VAT_TYPES, null),
  atc_code: code('ATC'),
  is_or_ar: word('Receipt', RECEIPT_LABELS, RECEIPT_KINDS.OFFICIAL as number),
  adjusting: flag('Adjusting', false),
  ...LAST_FIELDS,
  /** The regular transaction that it is made of. */
  regular_trx: record('Regular template'),
  /** The cheques of a new post-dated series; null where it is none. */
  series: { ...ownField<EntrySeries | null>(null, 'Number of Cheques'), wire: 'number_of_cheques' },
  /** The amounts from which the helper proposes lines; they go no further than the draft. */
  tax_parts: ownField<readonly HelperPart[]>([EMPTY_PART]),
});

export type EntryHeader = HeaderOf<ReturnType<typeof headOf>>;
export type EntryForm = DocumentForm<EntryHeader, EntryLines>;
export type EntryDocument = DeclaredDocument<EntryHeader, EntryLines, LinesChange>;

/** What is wrong with a head by what its type has, beyond its date and its rate; what is missing counts once a save is asked. */
function headFaults(header: EntryHeader, isAsked: boolean): Record<string, string | false> {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const wrongCheque = figuresProblem(header.cheque_number, 'paper', LONGEST_CHEQUE_NUMBER);
  return {
    document_date: isAsked && header.document_date === '' && 'Date is required.',
    payee_id: isAsked && has.payee && header.payee === null && `${has.receipt ? 'Payor' : 'Payee'} is required.`,
    bank_id: isAsked && has.bank_required && header.bank_id === null && 'Bank is required.',
    cheque_number: has.cheque && wrongCheque !== null && `Cheque No. ${wrongCheque}`,
    number_of_cheques: header.series !== null && (seriesFault(header.series) ?? false),
  };
}

/** The lines of account of an entry. */
const LINES: DocumentLines<EntryHeader, EntryLines, LinesChange> = {
  ...heldLines<LineField, EntryLine>({ empty: emptyLine, start: startLines, filled: filledLines, mark: markLines }),
  columns: LINE_COLUMNS.map(({ field, label }) => ({ field, header: label })),
  reads: ({ details, dollar_rate }, document) =>
    startLines(
      linesOfDetail(
        details.filter(({ header_key }) => header_key === (document?.header_key ?? 0)),
        parseRate(dollar_rate) ?? RATE_ONE,
      ),
    ),
  copied: atRate,
  accounts: ({ lines }) => lines,
  sends: (lines, { currency_id }) =>
    filledLines(currency_id === CURRENCY_PESO ? atRate(lines) : lines).map(({ line }) => lineInputOf(line)),
  change: changeLines,
  undo: { type: 'undo' },
  // They are complete once it is submitted.
  check: () => [],
  placed: (lines, place, wire) => {
    const [row, field] = [filledLines(lines)[place]?.row, columnOfField(wire)];
    return row === undefined || field === null ? null : { row, field, message: '' };
  },
  tells: (lines, other) => {
    const [own, others] = [lines, other].map((of) => filledLines(of).map(({ line }) => line)) as [
      EntryLine[],
      EntryLine[],
    ];
    return [
      ...(['debit', 'credit'] as const).map(
        (side) => [side === 'debit' ? 'Debit' : 'Credit', formatAmount(totalOf(own, side))] as const,
      ),
      ...own.map((line, at) => [`Line ${at + 1}`, differingOf(line, others[at])] as const),
    ];
  },
};

const totalOf = (lines: readonly EntryLine[], side: 'debit' | 'credit'): bigint =>
  sumMinor(lines.map((line) => parseAmount(line[side]) ?? 0n));

/** What a line says otherwise than another one, or all that it says where there is none: 'debit 100.00, branch none'. */
function differingOf(line: EntryLine, other: EntryLine | undefined): string {
  return LINE_COLUMNS.flatMap(({ field }) => {
    const said = cellText(line, field);
    if (said === (other === undefined ? '' : cellText(other, field))) return [];
    return [`${field.replaceAll('_', ' ')} ${said || 'none'}`];
  }).join(', ');
}

/** Lines that follow the rate: pesos of their own are those of one payable on one day, and none of a peso entry. */
function atRate(state: EntryLines): EntryLines {
  const lines = state.lines.map((line) =>
    line.debit === '' && line.credit === '' ? line : { ...line, debit_php: '', credit_php: '' },
  );
  return { ...state, lines };
}

const entryDocument = (type: EntryType): EntryDocument => ({
  kind: { types: [type], own: { number: 'batch_number', date: 'document_date', lines: 'details' } },
  head: headOf(type),
  lines: LINES,
  calls: { create: createBatch, update: updateBatch },
  shown: (batch) => firstOpenDocument(batch) ?? batch.headers.find(isOfBatch),
  faults: headFaults,
  sends: ({ series }) =>
    series === null
      ? {}
      : {
          is_pdc: 1,
          number_of_cheques: series.cheques.length,
          document_date: series.cheques.map(({ date }) => date).join(','),
          cheque_number: series.cheques.some(({ number }) => number !== '')
            ? series.cheques.map(({ number }) => number).join(',')
            : '',
        },
  body: entryBody,
  headsIn: 'headers',
  // The cheques of a series count on from the first, and a template is of one type.
  follow: ({ header: before }, { header, ...form }) => ({
    ...form,
    header: {
      ...header,
      ...(header.document_type === before.document_type ? {} : { regular_trx: null }),
      series: DOCUMENT_TYPES[header.document_type].header.cheque ? followSeries(before, header) : null,
    },
  }),
  // VAT type, tax code and bank account follow the payee; they stay editable (ux §5).
  facts: payeeFacts(({ vat, atc_code, banks: [account, other] }) => ({
    vat,
    atc_code: atc_code ?? '',
    payee_bank_id: account !== undefined && other === undefined ? account.id : null,
  })),
});

/** An entry of lines of account, by the type that a new one begins as: journals, disbursements and cash receipts (spec 2 §2). */
export const ENTRY = Object.fromEntries(ENTRY_TYPES.map((type) => [type, entryDocument(type)])) as Readonly<
  Record<EntryType, EntryDocument>
>;

/** The part of a document that its type must have for a field of the wire, where it is not of every type. */
const PART_OF = new Map(
  fieldsOf(DOCUMENT_FIELDS).flatMap(([, { given, part_of }]) => Object.keys(given).map((wire) => [wire, part_of])),
);

/** One document with its lines; the first cheque of a stored series is sent alone, with how many it still has. */
function entryBody(
  { document_type }: EntryHeader,
  { head, lines, batchNumber, stored }: SentParts,
): Record<string, unknown> {
  const has = DOCUMENT_TYPES[document_type].header;
  const own = Object.entries(head).filter(([wire]) => {
    const part = PART_OF.get(wire);
    return part === undefined || has[part];
  });
  const open = openChequesOf(stored);
  const header = { header_key: 0, batch_number: batchNumber, ...Object.fromEntries(own) };
  return {
    document_type,
    headers: [open === null ? header : { ...header, is_pdc: 1, number_of_cheques: open }],
    details: lines,
  };
}
