import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { parseRate, rateText, RATE_ONE } from '@talaan/core/money/rate';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES, RECEIPT_KINDS } from '@talaan/core/documents/document-type';
import type { InputVatKind } from '@talaan/core/documents/proposed-lines';
import type { BatchInput, HeaderInput } from '@talaan/contract/documents/batch-input.contract';
import type { BatchDetail, DocumentView } from '@talaan/contract/documents/batch-view.contract';
import type { EntryType } from '@talaan/contract/documents/document-kinds';
import { fieldsOf } from '@talaan/contract/documents/declared-field';
import { DOCUMENT_FIELDS } from '@talaan/contract/documents/entry-fields';
import type { Choice } from '../grid/grid-line.ts';
import { emptyLine, lineInputOf, linesOfDetail, type EntryLine } from '../lines/entry-line.ts';
import { changeLines, filledLines, startLines, type EntryLines, type LinesChange } from '../lines/entry-lines.ts';
import { followSeries, type EntrySeries } from './entry-series.ts';

/** The head of an entry while it is typed. What its type does not have stays empty and is not sent. */
export interface EntryHeader {
  readonly document_type: EntryType;
  /** `YYYY-MM-DD`, '' or the text as it stands while it is no date; of a series the first one. */
  readonly document_date: string;
  readonly currency_id: number;
  /** Pesos for one unit of the currency, as text. */
  readonly dollar_rate: string;
  /** The rate was typed: it no longer follows the rate file. */
  readonly own_rate: boolean;
  readonly adjusting: boolean;
  readonly is_confidential: boolean;
  readonly remarks: string;
  readonly payee: Choice | null;
  /** Record ID of the own bank account; null for none. */
  readonly bank_id: number | null;
  /** Record ID of the payee's bank account; null for none. */
  readonly payee_bank_id: number | null;
  readonly cheque_number: string;
  /** Code of the VAT type; null for none. */
  readonly vat: number | null;
  /** Tax code; '' for none. */
  readonly atc_code: string;
  readonly is_or_ar: number;
  /** Number of the purchase order that it takes from; '' for none. */
  readonly trx_purchase_order: string;
  /** Record ID of the regular transaction that it is made of; null for none. */
  readonly regular_trx: number | null;
  /** The cheques of a new post-dated series; null where it is none. */
  readonly series: EntrySeries | null;
  /** The amounts from which the helper proposes lines; they go no further than the draft. */
  readonly tax_parts: readonly HelperPart[];
}

/** An amount of the helper, with its VAT. */
export interface HelperPart {
  /** Decimal text, '' for none. */
  readonly amount: string;
  readonly vat_kind: InputVatKind;
  /** Tax code, '' for none; null while it is that of the header. */
  readonly atc_code: string | null;
}

/** The fields of a document by their first name on the wire, which is theirs in the form too; the payee is a record there. */
const DECLARED = fieldsOf(DOCUMENT_FIELDS).map(([, { given, kind, part_of }]) => ({
  wire: Object.keys(given)[0]!,
  kind,
  part_of,
}));

export const EMPTY_PART: HelperPart = { amount: '', vat_kind: 'services', atc_code: null };

export interface EntryForm {
  readonly header: EntryHeader;
  readonly lines: EntryLines;
  /** Something was changed by the person. */
  readonly touched: boolean;
}

export type EntryChange =
  | { readonly type: 'header'; readonly change: Partial<EntryHeader> }
  /** What follows from a payee whose facts have arrived; left alone when another one was chosen meanwhile. */
  | { readonly type: 'payee_facts'; readonly payee_id: number; readonly change: Partial<EntryHeader> }
  | { readonly type: 'lines'; readonly change: LinesChange }
  | { readonly type: 'replace'; readonly form: EntryForm }
  | { readonly type: 'settled' };

/** A new entry of a type, dated today. */
export function newEntry(type: EntryType, today: CalendarDate): EntryForm {
  return {
    header: {
      document_type: type,
      document_date: today,
      currency_id: CURRENCY_PESO,
      dollar_rate: '1.00',
      own_rate: false,
      adjusting: false,
      is_confidential: false,
      remarks: '',
      payee: null,
      bank_id: null,
      payee_bank_id: null,
      cheque_number: '',
      vat: null,
      atc_code: '',
      is_or_ar: RECEIPT_KINDS.OFFICIAL,
      trx_purchase_order: '',
      regular_trx: null,
      series: null,
      tax_parts: [EMPTY_PART],
    },
    lines: startLines([]),
    touched: false,
  };
}

/** A stored entry, ready to be edited: its first open document, which of a series is the next cheque (spec 2 §2). */
export function entryOfDetail(batch: BatchDetail): EntryForm {
  return entryOfDocument(batch, firstOpenDocument(batch));
}

/** A new entry that says what a stored one does; its date, its rate and the numbers of its papers are its own. */
export function entryOfCopy(batch: BatchDetail, today: CalendarDate): EntryForm {
  const { header, lines } = entryOfDocument(batch, batch.headers.find(isOfBatch));
  return {
    header: { ...header, document_date: today, cheque_number: '', own_rate: false },
    lines: atRate(lines),
    touched: true,
  };
}

/** Lines that follow the rate: pesos of their own are those of one payable on one day, and none of a peso entry. */
function atRate(state: EntryLines): EntryLines {
  const lines = state.lines.map((line) =>
    line.debit === '' && line.credit === '' ? line : { ...line, debit_php: '', credit_php: '' },
  );
  return { ...state, lines };
}

function entryOfDocument(batch: BatchDetail, document: DocumentView | undefined): EntryForm {
  const rate = parseRate(batch.dollar_rate);
  const fresh = newEntry(batch.document_type as EntryType, batch.document_date as CalendarDate).header;
  const shown: Readonly<Record<string, unknown>> = document ?? { remarks: batch.remarks };
  const declared = DECLARED.flatMap(({ wire }) =>
    wire in fresh ? [[wire, shown[wire] ?? fresh[wire as keyof EntryHeader]]] : [],
  );
  return {
    header: {
      ...fresh,
      ...Object.fromEntries(declared),
      currency_id: batch.currency_id,
      dollar_rate: rate === null ? batch.dollar_rate : rateText(rate),
      own_rate: true,
      adjusting: batch.adjusting === 1,
      is_confidential: batch.is_confidential === 1,
      payee: payeeOf(document),
      regular_trx: batch.regular_trx,
    },
    lines: startLines(linesOfDetail(linesOf(batch, document?.header_key ?? 0), rate ?? RATE_ONE)),
    touched: false,
  };
}

function linesOf({ details }: BatchDetail, headerKey: number): BatchDetail['details'] {
  return details.filter((line) => line.header_key === headerKey);
}

/** The document that an edit shows: the first open one. */
export function firstOpenDocument({ headers }: BatchDetail): DocumentView | undefined {
  return headers.find((document) => isOfBatch(document) && document.voided_at === null);
}

/** The summary record of a series stands before its documents. */
function isOfBatch({ header_key }: DocumentView): boolean {
  return header_key >= 0;
}

function payeeOf(document: DocumentView | undefined): Choice | null {
  if (document === undefined || document.payee_id === null) return null;
  return { id: document.payee_id, code: document.payee_code ?? '', name: document.payee_desc ?? '' };
}

export function changeEntry(form: EntryForm, action: EntryChange): EntryForm {
  switch (action.type) {
    case 'header':
      return { ...form, touched: true, header: changeHeader(form.header, action.change) };
    case 'payee_facts':
      return form.header.payee?.id === action.payee_id
        ? { ...form, header: changeHeader(form.header, action.change) }
        : form;
    case 'lines': {
      const lines = changeLines(form.lines, action.change);
      if (lines === form.lines) return form;
      return { ...form, lines, touched: form.touched || action.change.type !== 'faults' };
    }
    case 'replace':
      return action.form;
    case 'settled':
      return { ...form, touched: false };
  }
}

/** A change of the head with what follows: the cheques of a series count on from the first, a template is of one type. */
function changeHeader(header: EntryHeader, change: Partial<EntryHeader>): EntryHeader {
  const changed = { ...header, ...change };
  const { cheque } = DOCUMENT_TYPES[changed.document_type].header;
  if (changed.document_type !== header.document_type) changed.regular_trx = null;
  return { ...changed, series: cheque ? followSeries(header, changed) : null };
}

/**
 * The entry as the wire takes it; lines in the order of `filledLines`. `openCheques` is how many cheques a stored series
 * still has: its first one is sent alone, with that count; null for every other entry.
 */
export function entryInputOf(form: EntryForm, batchNumber: string, openCheques: number | null): BatchInput {
  const { header } = form;
  const lines = header.currency_id === CURRENCY_PESO ? atRate(form.lines) : form.lines;
  return {
    document_type: header.document_type,
    headers: [
      {
        header_key: 0,
        batch_number: batchNumber,
        document_date: header.document_date,
        currency_id: header.currency_id,
        dollar_rate: header.dollar_rate,
        is_confidential: header.is_confidential ? 1 : 0,
        adjusting: header.adjusting ? 1 : 0,
        regular_trx: header.regular_trx,
        ...declaredOf(header),
        ...(openCheques === null ? {} : { is_pdc: 1, number_of_cheques: openCheques }),
      },
    ],
    details: filledLines(lines).map(({ line }) => lineInputOf(line)),
  };
}

/** The declared fields that a document of the entry's type has, as they stand in the form; a series has one of each. */
function declaredOf(header: EntryHeader): Partial<HeaderInput> {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const typed: Readonly<Record<string, unknown>> = { ...header, payee_id: header.payee?.id ?? null };
  const { series } = header;
  return {
    ...Object.fromEntries(
      DECLARED.filter(({ wire, part_of }) => wire in typed && (part_of === undefined || has[part_of])).map(
        ({ wire, kind }) => [wire, kind === 'text' || kind === 'date' || typed[wire] !== '' ? typed[wire] : null],
      ),
    ),
    ...(series === null
      ? {}
      : {
          is_pdc: 1,
          number_of_cheques: series.cheques.length,
          document_date: series.cheques.map(({ date }) => date).join(','),
          cheque_number: series.cheques.some(({ number }) => number !== '')
            ? series.cheques.map(({ number }) => number).join(',')
            : '',
        }),
  };
}

/** What a draft on the server keeps of an entry. */
interface EntryDraft {
  readonly header: EntryHeader;
  readonly lines: readonly EntryLine[];
  /** The version of the stored batch that is being edited; undefined for a new entry. */
  readonly row_version?: number;
}

export function draftOf({ header, lines }: EntryForm, rowVersion: number | undefined): Record<string, unknown> {
  const kept = filledLines(lines).map(({ line }) => ({ ...line, formulas: {} }));
  return { header, lines: kept, ...(rowVersion === undefined ? {} : { row_version: rowVersion }) };
}

/** The entry that a draft keeps. A draft of an older page shape gives what it still can. */
export function entryOfDraft(body: Readonly<Record<string, unknown>>, type: EntryType, today: CalendarDate): EntryForm {
  const draft = body as Partial<EntryDraft>;
  const fresh = newEntry(type, today);
  const lines = Array.isArray(draft.lines) ? draft.lines : [];
  return {
    header: { ...fresh.header, ...draft.header },
    lines: startLines(lines.map((line, key) => ({ ...emptyLine(key), ...line }))),
    touched: true,
  };
}
