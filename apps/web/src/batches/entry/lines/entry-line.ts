import { pesosByRate, type PesoAmounts } from '@talaan/core/ledger/journal-entry';
import { parseAmount } from '@talaan/core/money/money';
import type { Rate } from '@talaan/core/money/rate';
import type { ProposedPart } from '@talaan/core/documents/proposed-lines';
import type { LineInput } from '@talaan/contract/documents/batch-input.contract';
import type { LineView } from '@talaan/contract/documents/batch-view.contract';

/** A record that a cell names. `id` is the Record ID; of an account and a tax code, the code stands for it. */
export interface Choice {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

export type LookupColumn = 'account' | 'payee' | 'department' | 'branch' | 'section' | 'service' | 'atc';
/** Amounts in the entry's currency, and pesos where they are not those of the rate (decisions §4). */
export type AmountColumn = 'debit' | 'credit' | 'debit_php' | 'credit_php';
export type LineField = LookupColumn | AmountColumn | 'remarks';

/** One line as it is being typed. Amounts are decimal text of scale 2, '' for none. */
export interface EntryLine
  extends Readonly<Record<LookupColumn, Choice | null>>, Readonly<Record<AmountColumn, string>> {
  /** Stays with the line while it moves. */
  readonly key: number;
  readonly remarks: string;
  /** What its tax was computed from, as decimal text; '' for none. */
  readonly tax_base: string;
  /** What it stands for where the helper proposed it, so that a new proposal takes its place; null for any other line. */
  readonly part: ProposedPart | null;
  /** Its analysis was copied from the line above and nothing was typed yet. */
  readonly carried: boolean;
  /** What was typed or pasted and could not be read, as it stands. */
  readonly unread: Readonly<Partial<Record<LineField, string>>>;
  /** Why a cell is wrong. */
  readonly faults: Readonly<Partial<Record<LineField, string>>>;
  /** The formula behind an amount, for this session. */
  readonly formulas: Readonly<Partial<Record<AmountColumn, string>>>;
}

/** The columns of amounts as they are headed. */
export const AMOUNT_HEADERS: Readonly<Record<AmountColumn, string>> = {
  debit: 'Debit',
  credit: 'Credit',
  debit_php: 'PHP Debit',
  credit_php: 'PHP Credit',
};
export const AMOUNT_COLUMNS = Object.keys(AMOUNT_HEADERS) as readonly AmountColumn[];
const LOOKUP_COLUMNS: readonly LookupColumn[] = [
  'account',
  'payee',
  'department',
  'branch',
  'section',
  'service',
  'atc',
];

/** What the next line takes over from the one above it (ux §5). */
export const CARRIED_COLUMNS = ['department', 'branch', 'section', 'remarks'] as const;

export function emptyLine(key: number): EntryLine {
  return {
    key,
    account: null,
    payee: null,
    department: null,
    branch: null,
    section: null,
    service: null,
    atc: null,
    debit: '',
    credit: '',
    debit_php: '',
    credit_php: '',
    remarks: '',
    tax_base: '',
    part: null,
    carried: false,
    unread: {},
    faults: {},
    formulas: {},
  };
}

/** Whether nothing of its own was entered: such a line is neither counted nor saved. */
export function isBlankLine(line: EntryLine): boolean {
  if (line.account !== null || line.payee !== null || line.service !== null || line.atc !== null) return false;
  if (AMOUNT_COLUMNS.some((column) => line[column] !== '') || Object.keys(line.unread).length > 0) return false;
  return line.carried || CARRIED_COLUMNS.every((column) => line[column] === null || line[column] === '');
}

/** Whether a column names a record. */
export function isLookupColumn(field: LineField): field is LookupColumn {
  return (LOOKUP_COLUMNS as readonly string[]).includes(field);
}

/** Whether a column holds an amount. */
export function isAmountColumn(field: LineField): field is AmountColumn {
  return (AMOUNT_COLUMNS as readonly string[]).includes(field);
}

/** The text of a cell, as it is edited and copied: code, decimal text, remarks, or what could not be read. */
export function cellText(line: EntryLine, field: LineField): string {
  const unread = line.unread[field];
  if (unread !== undefined) return unread;
  if (isLookupColumn(field)) return line[field]?.code ?? '';
  return line[field];
}

/** What a line of a batch or of a template says, without its place. */
type StoredLine = Omit<LineView, 'header_key' | 'line_no' | 'document_number'>;

/** Stored lines, ready to be edited. `rate` is that of their document: pesos that it gives are not typed ones. */
export function linesOfDetail(details: readonly StoredLine[], rate: Rate): EntryLine[] {
  const byRate = pesosByRate(details.map(amountsOf), rate);
  return details.map((line, index) => ({
    ...emptyLine(index),
    account: { id: 0, code: line.account_code, name: line.acct_desc },
    payee: choiceOf(line.payee_id, line.payee_code, line.payee_desc),
    department: choiceOf(line.department_id, line.dept_code, line.dept_desc),
    branch: choiceOf(line.branch_id, line.brnc_code, line.brnc_name),
    section: choiceOf(line.section_id, line.section_code, line.section_name),
    service:
      line.billing_service_id === null
        ? null
        : { id: line.billing_service_id, code: line.billing_service_name ?? '', name: line.billing_service_name ?? '' },
    atc: line.atc_code === null ? null : { id: 0, code: line.atc_code, name: '' },
    debit: amountOrNone(line.debit_amount),
    credit: amountOrNone(line.credit_amount),
    ...ownPesosOf(line, byRate[index]!),
    tax_base: line.tax_base ?? '',
    part: line.part,
    remarks: line.remarks,
  }));
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export function lineInputOf(line: EntryLine): LineInput {
  return {
    header_key: 0,
    account_code: cellText(line, 'account'),
    payee_id: line.payee?.id ?? null,
    department_id: line.department?.id ?? null,
    branch_id: line.branch?.id ?? null,
    section_id: line.section?.id ?? null,
    billing_service_id: line.service?.id ?? null,
    atc_code: line.atc?.code ?? null,
    // Without its tax code an amount has no tax base.
    ...(line.atc === null || line.tax_base === '' ? {} : { tax_base: line.tax_base }),
    part: line.part,
    debit_amount: cellText(line, 'debit'),
    credit_amount: cellText(line, 'credit'),
    debit_php: cellText(line, 'debit_php'),
    credit_php: cellText(line, 'credit_php'),
    remarks: line.remarks,
  };
}

/** The column of the grid that shows a field of the wire; null for one that it does not show. */
export function columnOfField(field: string): LineField | null {
  return COLUMN_OF_FIELD[field] ?? null;
}

const COLUMN_OF_FIELD: Readonly<Record<string, LineField>> = {
  account_code: 'account',
  payee_id: 'payee',
  department_id: 'department',
  branch_id: 'branch',
  section_id: 'section',
  billing_service_id: 'service',
  atc_code: 'atc',
  debit_amount: 'debit',
  credit_amount: 'credit',
  debit_php: 'debit_php',
  credit_php: 'credit_php',
  remarks: 'remarks',
};

/** The record that a stored line or header names; null for none. */
export function choiceOf(id: number | null, code: string | null, name: string | null): Choice | null {
  return id === null ? null : { id, code: code ?? String(id), name: name ?? '' };
}

function amountOrNone(text: string): string {
  return text === '0.00' ? '' : text;
}

function amountsOf(line: StoredLine) {
  const minor = (text: string) => parseAmount(text) ?? 0n;
  return {
    debit_minor: minor(line.debit_amount),
    credit_minor: minor(line.credit_amount),
    debit_php_minor: minor(line.debit_php),
    credit_php_minor: minor(line.credit_php),
  };
}

/** The pesos of a difference line, and those that are not what the rate gives; all others follow from the amount. */
function ownPesosOf(line: StoredLine, byRate: PesoAmounts): Pick<EntryLine, 'debit_php' | 'credit_php'> {
  const { debit_minor, credit_minor, debit_php_minor, credit_php_minor } = amountsOf(line);
  const isOfRate =
    debit_minor + credit_minor > 0n &&
    debit_php_minor === byRate.debit_php_minor &&
    credit_php_minor === byRate.credit_php_minor;
  return {
    debit_php: isOfRate ? '' : amountOrNone(line.debit_php),
    credit_php: isOfRate ? '' : amountOrNone(line.credit_php),
  };
}
