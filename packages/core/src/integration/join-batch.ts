import { amountText, formatAmount, parseAmount, sumMinor } from '../money/money.ts';
import type { FaultRule } from './fault-rules.ts';
import type { UploadedRow } from './read-cells.ts';
import type { UploadHalf } from './upload-columns.ts';

/** What one file holds of a batch. */
export interface BatchPart {
  readonly half: UploadHalf;
  readonly rows: readonly UploadedRow[];
}

/** A row of one of the parts; `part` counts them from 0 in the order given. */
export interface PlacedRow {
  readonly part: number;
  readonly row: number;
}

/** What is wrong with a batch of a file; `column` names none where the batch or a document as a whole is at fault. */
export interface JoinFault {
  readonly place: PlacedRow;
  readonly column: string | null;
  readonly value: string;
  readonly rule: FaultRule;
  readonly message: string;
}

/** A batch in the form in which other systems send one, and where in the files each of its parts stands. */
export interface JoinedBatch {
  readonly body: JoinedBody;
  readonly documents: readonly PlacedRow[];
  /** By document, its lines. */
  readonly lines: readonly (readonly PlacedRow[])[];
  readonly faults: readonly JoinFault[];
}

export interface JoinedBody {
  readonly batch_no: string;
  readonly department: string;
  readonly document_type: string;
  readonly currency: string;
  readonly dollar_rate: string | null;
  readonly is_confidential: 0 | 1;
  readonly control: {
    readonly documents: number;
    readonly lines: number;
    readonly debit: string;
    readonly credit: string;
  };
  readonly documents: readonly JoinedDocument[];
}

/** What is said of a document, by the names that another system sends it under, and its lines. */
interface JoinedDocument {
  readonly [said: string]: string | readonly Readonly<Record<string, string>>[];
  readonly document_no: string;
  readonly lines: readonly Readonly<Record<string, string>>[];
}

/** What a batch is where its files do not say. */
export interface JoinDefaults {
  readonly batch_no: string;
  readonly department: string;
}

/** Lines that the header of a batch announces; null where it does not say. */
export function announcedLines(parts: readonly BatchPart[]): number | null {
  const heads = parts.filter(({ half }) => half === 'header').flatMap(({ rows }) => rows);
  if (heads.length === 0 || heads.some(({ values }) => !values['lines'])) return null;
  return heads.reduce((count, { values }) => count + Number(values['lines']), 0);
}

/** Whether a batch is there whole: a file with heads and lines, or a header with as many lines as it announces, else with any. */
export function isComplete(parts: readonly BatchPart[]): boolean {
  if (parts.some(({ half }) => half === 'whole')) return true;
  const lines = parts.filter(({ half }) => half === 'detail').reduce((count, { rows }) => count + rows.length, 0);
  const wanted = announcedLines(parts);
  return parts.some(({ half }) => half === 'header') && lines > 0 && (wanted === null || lines >= wanted);
}

/** What a document says of itself, by the names that another system sends it under. */
const SAID_OF_DOCUMENT = [
  'document_date',
  'bank_code',
  'bank_account',
  'payee_account_number',
  'vat',
  'cheque_number',
  'is_or_ar',
] as const;

const SAID_OF_LINE = [
  'account_code',
  'branch',
  'department',
  'section',
  'service',
  'atc_code',
  'billing_invoice_no',
  'remarks',
  'debit_amount',
  'credit_amount',
  'debit_php',
  'credit_php',
  'tax_base',
] as const;

/** What is said once of a batch, by the column that says it. */
const SAID_OF_BATCH = ['document_type', 'currency', 'dollar_rate', 'is_confidential'] as const;

interface Head {
  readonly document_no: string;
  readonly values: Record<string, string>;
  readonly place: PlacedRow;
}

/**
 * Makes a received batch of the parts of its files (decisions §7): documents in the order of their heads, lines in that of their
 * rows. Tells what does not fit between them: a document twice, a line without its document, a document without lines, other
 * totals than the header says, and what is said of the batch in two ways.
 */
export function joinBatch(parts: readonly BatchPart[], defaults: JoinDefaults): JoinedBatch {
  const faults: JoinFault[] = [];
  const heads = headsOf(parts, faults);
  const lines = linesOf(parts, heads, faults, defaults.batch_no);
  const [first] = heads.values();
  const said = (name: string) => first?.values[name] ?? '';
  for (const head of heads.values()) faults.push(...differences(first!, head, defaults.batch_no));
  const documents = [...heads.values()].map((head) => ({ head, lines: lines.get(head.document_no) ?? [] }));
  for (const { head, lines: own } of documents) faults.push(...announcedFaults(head, own, defaults.batch_no));
  const every = documents.flatMap((document) => document.lines);
  return {
    body: {
      batch_no: defaults.batch_no,
      department: said('batch_department') || defaults.department,
      document_type: said('document_type') || 'JE',
      currency: said('currency') || 'PHP',
      dollar_rate: said('dollar_rate') || null,
      is_confidential: said('is_confidential') === '1' ? 1 : 0,
      control: {
        documents: documents.length,
        lines: every.length,
        debit: amountText(sumOf(every, 'debit_amount')),
        credit: amountText(sumOf(every, 'credit_amount')),
      },
      documents: documents.map(({ head, lines: own }) => ({
        ...sentOf(head.values, SAID_OF_DOCUMENT),
        document_no: head.document_no,
        payee_code: head.values['document_payee'] ?? '',
        atc_code: head.values['document_atc'] ?? '',
        remarks: head.values['document_remarks'] ?? '',
        lines: own.map(({ values }) => ({
          ...sentOf(values, SAID_OF_LINE),
          payee_code: values['payee'] ?? '',
        })),
      })),
    },
    documents: documents.map(({ head }) => head.place),
    lines: documents.map(({ lines: own }) => own.map(({ place }) => place)),
    faults,
  };
}

const sentOf = (values: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));

interface Line extends UploadedRow {
  readonly place: PlacedRow;
}

const sumOf = (lines: readonly UploadedRow[], side: string) =>
  sumMinor(lines.map(({ values }) => parseAmount(values[side] ?? '') ?? 0n));

/** A payroll has one document, and its lines need no number of one. */
const ONLY_DOCUMENT = '1';

/** Names of the head in a file that has columns of the same name for its lines, beside those in a file of heads alone. */
const HEAD_NAMES: Readonly<Record<string, readonly [whole: string, header: string]>> = {
  batch_department: ['head_department', 'department'],
  document_payee: ['head_payee', 'payee'],
  document_atc: ['head_atc', 'atc_code'],
  document_remarks: ['head_remarks', 'remarks'],
};

function headValues(half: UploadHalf, values: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(HEAD_NAMES).map(([name, [whole, header]]) => [
    name,
    values[half === 'whole' ? whole : header] ?? '',
  ]);
  const own = [...SAID_OF_DOCUMENT, ...SAID_OF_BATCH, 'lines', 'debit_total', 'employees'].map((name) => [
    name,
    values[name] ?? '',
  ]);
  const head = Object.fromEntries([...own, ...named]) as Record<string, string>;
  const { period_from: from, period_to: to } = values;
  if (from && to) head['document_remarks'] ||= `Payroll of ${from} to ${to}`;
  return head;
}

function headsOf(parts: readonly BatchPart[], faults: JoinFault[]): Map<string, Head> {
  const heads = new Map<string, Head>();
  for (const [part, { half, rows }] of parts.entries()) {
    if (half === 'detail') continue;
    for (const { row, values } of rows) {
      const document_no = values['document_no'] || ONLY_DOCUMENT;
      const place = { part, row };
      const said = headValues(half, values);
      const known = heads.get(document_no);
      if (known === undefined) heads.set(document_no, { document_no, values: said, place });
      else if (half === 'header') {
        const message = `document ${document_no} is in the batch twice.`;
        faults.push({ place, column: 'document_no', value: document_no, rule: 'twice', message });
      } else faults.push(...repeatedHead(known, said, place));
    }
  }
  return heads;
}

/** Below the first row of an entry what is said of its head is empty or the same; what the first left out is taken from below. */
function repeatedHead(known: Head, said: Readonly<Record<string, string>>, place: PlacedRow): JoinFault[] {
  const faults: JoinFault[] = [];
  for (const [name, value] of Object.entries(said)) {
    const before = known.values[name];
    if (value === '' || value === before) continue;
    if (before === '') {
      known.values[name] = value;
      continue;
    }
    const message = `Entry ${known.document_no} says ${before} in row ${known.place.row}.`;
    faults.push({ place, column: HEAD_NAMES[name]?.[0] ?? name, value, rule: 'other_head', message });
  }
  return faults;
}

function linesOf(
  parts: readonly BatchPart[],
  heads: ReadonlyMap<string, Head>,
  faults: JoinFault[],
  batch_no: string,
): Map<string, Line[]> {
  const lines = new Map<string, Line[]>();
  for (const [part, { half, rows }] of parts.entries()) {
    if (half === 'header') continue;
    for (const { row, values } of rows) {
      const document_no = values['document_no'] || ONLY_DOCUMENT;
      const place = { part, row };
      if (heads.has(document_no)) {
        const own = lines.get(document_no);
        if (own) own.push({ row, values, place });
        else lines.set(document_no, [{ row, values, place }]);
        continue;
      }
      const message = `Batch ${batch_no} has no document ${document_no} in its header.`;
      faults.push({ place, column: 'document_no', value: document_no, rule: 'unknown_document', message });
    }
  }
  return lines;
}

/** A batch has one type, currency, rate and department. */
function differences(first: Head, { values, place }: Head, batch_no: string): JoinFault[] {
  return [...SAID_OF_BATCH, 'batch_department'].flatMap((name) => {
    const [one, other] = [first.values[name] ?? '', values[name] ?? ''];
    if (one.toUpperCase() === other.toUpperCase()) return [];
    const message = `Batch ${batch_no} has ${one || 'none'} in row ${first.place.row}; a batch has one.`;
    return [{ place, column: name === 'batch_department' ? 'department' : name, value: other, rule: 'one', message }];
  });
}

function announcedFaults({ document_no, values, place }: Head, lines: readonly Line[], batch_no: string): JoinFault[] {
  const named = `Batch ${batch_no}, document ${document_no}`;
  const fault = (column: string | null, value: string, rule: FaultRule, message: string): JoinFault => ({
    place,
    column,
    value,
    rule,
    message,
  });
  if (lines.length === 0) return [fault(null, '', 'no_lines', `${named} has no lines.`)];
  const faults: JoinFault[] = [];
  const { lines: wanted = '', debit_total = '', employees = '' } = values;
  if (wanted !== '' && Number(wanted) !== lines.length) {
    faults.push(
      fault('lines', wanted, 'control', `${named}: the header says ${wanted} lines, there are ${lines.length}.`),
    );
  }
  const [debit, credit] = [sumOf(lines, 'debit_amount'), sumOf(lines, 'credit_amount')];
  if (debit !== credit) {
    const message = `${named}: debit ${formatAmount(debit)}, credit ${formatAmount(credit)}.`;
    faults.push(fault(null, '', 'unbalanced', message));
  }
  if (debit_total !== '' && parseAmount(debit_total) !== debit) {
    const said = formatAmount(parseAmount(debit_total) ?? 0n);
    const message = `${named}: the header says ${said}, the lines add up to ${formatAmount(debit)}.`;
    faults.push(fault('debit_total', debit_total, 'control', message));
  }
  const paid = new Set(lines.flatMap((line) => line.values['payee'] || [])).size;
  if (employees !== '' && Number(employees) !== paid) {
    const message = `${named}: the header says ${employees} employees, the lines name ${paid}.`;
    faults.push(fault('employees', employees, 'control', message));
  }
  return faults;
}
