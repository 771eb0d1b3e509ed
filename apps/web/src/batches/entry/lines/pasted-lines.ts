import type { Choice } from '../grid/grid-line.ts';
import { lettersOf, readPastedAmount, type PastedCells } from '../grid/pasted-table.ts';
import {
  isAmountColumn,
  isTextColumn,
  labelOf,
  LINE_COLUMNS,
  type EntryLine,
  type LineField,
  type LookupColumn,
} from './entry-line.ts';

/** Finds the record that a pasted text names: its code, its name, or the code followed by the name. */
export type ResolveText = (column: LookupColumn, text: string) => Choice | null;

/** Headings as exports and people write them, letters only: the names of each column, and what else is in use. */
export const HEADINGS: Readonly<Record<string, LineField>> = {
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
export function pastedLines({ columns, rows }: PastedCells<LineField>, resolve: ResolveText): Partial<EntryLine>[] {
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
export function payeeCodesOf({ columns, rows }: PastedCells<LineField>): string[] {
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
