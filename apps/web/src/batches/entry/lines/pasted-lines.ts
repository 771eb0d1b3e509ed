import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText } from '@talaan/core/money/money';
import {
  isAmountColumn,
  isTextColumn,
  labelOf,
  LINE_COLUMNS,
  type Choice,
  type EntryLine,
  type LineField,
  type LookupColumn,
} from './entry-line.ts';

/** Finds the record that a pasted text names: its code, its name, or the code followed by the name. */
export type ResolveText = (column: LookupColumn, text: string) => Choice | null;

/** Pasted rows as cells of the grid: which column each comes from, and the rows without the heading. */
export interface PastedColumns {
  readonly columns: readonly (LineField | null)[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Places pasted cells in columns. A first row of column names is recognised (two names at least) and read by name;
 * otherwise the cells go to the visible columns from `start` on.
 */
export function placePasted(
  table: readonly (readonly string[])[],
  visible: readonly LineField[],
  start: LineField,
): PastedColumns {
  const [first = [], ...rest] = table;
  const named = first.map((name) => HEADINGS[lettersOf(name)] ?? null);
  if (named.filter((column) => column !== null).length >= 2) {
    return {
      columns: named.map((column) => (column !== null && visible.includes(column) ? column : null)),
      rows: rest,
    };
  }
  return { columns: visible.slice(visible.indexOf(start)), rows: table };
}

/** Letters of a heading. */
function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]/g, '');
}

/** Headings as exports and people write them, letters only: the names of each column, and what else is in use. */
const HEADINGS: Readonly<Record<string, LineField>> = {
  ...Object.fromEntries(
    LINE_COLUMNS.flatMap(({ field, name, label, declared }) =>
      [field, name, label, ...Object.keys(declared.given)].map((heading) => [lettersOf(heading), field]),
    ),
  ),
  acctcode: 'account',
  accountno: 'account',
  chartofaccounts: 'account',
  analysis: 'payee',
  payeecode: 'payee',
  departmentcode: 'department',
  deptcode: 'department',
  dept: 'department',
  branchcode: 'branch',
  brnccode: 'branch',
  sectioncode: 'section',
  service: 'billing_service',
  dr: 'debit',
  cr: 'credit',
  rmks: 'remarks',
  particulars: 'remarks',
};

/** The pasted rows as changes of lines. A text that names nothing stays in its cell, with the reason. */
export function pastedLines({ columns, rows }: PastedColumns, resolve: ResolveText): Partial<EntryLine>[] {
  return rows.map((cells) => {
    const line: Record<string, unknown> = {};
    const unread: Partial<Record<LineField, string>> = {};
    const faults: Partial<Record<LineField, string>> = {};
    for (const [index, column] of columns.entries()) {
      const text = cells[index];
      if (column === null || text === undefined) continue;
      if (isTextColumn(column)) {
        line[column] = text;
        continue;
      }
      const read = isAmountColumn(column) ? readPastedAmount(text) : readPastedCode(column, text, resolve);
      line[column] = read.value;
      if (read.fault === undefined) continue;
      unread[column] = text;
      faults[column] = isAmountColumn(column) ? `${labelOf(column)} ${read.fault}` : read.fault;
    }
    return { ...line, unread, faults };
  });
}

/** The codes of payees that pasted rows name, each once: they are looked up on the server. */
export function payeeCodesOf({ columns, rows }: PastedColumns): string[] {
  const place = columns.indexOf('payee');
  if (place === -1) return [];
  return [...new Set(rows.map((cells) => cells[place] ?? '').filter((text) => text !== ''))];
}

/** Finds a record among known ones as `ResolveText` describes. */
export function findByText(choices: readonly Choice[], text: string): Choice | null {
  const wanted = text.trim().toLowerCase();
  const [firstWord = ''] = wanted.split(/[\s·-]+(?=\D)/);
  return (
    choices.find(({ code }) => code.toLowerCase() === wanted) ??
    choices.find(({ name }) => name.toLowerCase() === wanted) ??
    choices.find(({ code, name }) => code.toLowerCase() === firstWord && wanted.endsWith(name.toLowerCase())) ??
    null
  );
}

/** Why a text names no record, in the words of the upload (spec 2 §5). */
export function notFoundText(column: LookupColumn, text: string): string {
  return `Non-existent ${SUBJECTS[column] ?? labelOf(column).toLowerCase()}: ${text}`;
}

/** What the upload calls them. */
const SUBJECTS: Readonly<Partial<Record<LookupColumn, string>>> = {
  account: 'account code',
  payee: 'payee id',
  department: 'department id',
  branch: 'branch id',
  billing_service: 'billing service',
  atc: 'ATC code',
};

function readPastedCode(
  column: LookupColumn,
  text: string,
  resolve: ResolveText,
): { value: Choice | null; fault?: string } {
  if (text === '') return { value: null };
  const value = resolve(column, text);
  return value === null ? { value, fault: notFoundText(column, text) } : { value };
}

/**
 * Amounts of a spreadsheet may carry a currency sign or stand as '-' for none. A spreadsheet gives results: what would be a
 * sum is something else, such as a date of the next column.
 */
function readPastedAmount(text: string): { value: string; fault?: string } {
  const bare = text.replace(/^(?:₱|PHP|Php|P|\$|USD)\s*/, '').trim();
  if (bare === '' || bare === '-') return { value: '' };
  const read = readTypedAmount(bare);
  if (!read.ok || read.isSum) return { value: '', fault: read.ok ? NO_AMOUNT : read.message };
  return { value: read.minor === 0n ? '' : amountText(read.minor) };
}
