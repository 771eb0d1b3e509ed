import { readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText } from '@talaan/core/money/money';
import type { Choice } from '../grid/grid-line.ts';
import { isAmountColumn, isLookupColumn, isTextColumn, type EntryLine, type LineField } from './entry-line.ts';
import type { CellValue } from './entry-lines.ts';
import type { LineColumn } from './line-columns.ts';
import type { LineSources } from './line-sources.ts';
import { findByText, notFoundText } from './pasted-lines.ts';

/** What a typed text means in a cell. `balance`: fill the balancing amount; `look_up`: ask the server which record it is. */
export type CellReading =
  | CellValue
  | { readonly kind: 'balance' }
  | { readonly kind: 'look_up'; readonly text: string };

/** Reads what was typed into a cell; `picked` is the row that was highlighted in an open picker. */
export function readCell(
  { field, header }: LineColumn,
  line: EntryLine,
  text: string,
  sources: LineSources,
  picked?: Choice | null,
): CellReading {
  const typed = text.trim();
  if (isTextColumn(field)) return { kind: 'text', text: typed };
  if (isAmountColumn(field)) return readAmount(field, header, typed);
  const choose = (choice: Choice | null): CellValue => ({
    kind: 'choice',
    choice,
    also: sources[field].implies?.(choice, line) ?? {},
  });
  if (picked !== undefined && picked !== null) return choose(picked);
  if (typed === '') return choose(null);
  const known = sources[field].known;
  if (known === null) return { kind: 'look_up', text: typed };
  const found = findByText(known(line), typed);
  return found === null ? { kind: 'unread', text: typed, message: notFoundText(field, typed) } : choose(found);
}

function readAmount(field: LineField, header: string, typed: string): CellReading {
  if (typed === '=' && (field === 'debit' || field === 'credit')) return { kind: 'balance' };
  if (typed === '') return { kind: 'amount', amount: '' };
  const read = readTypedAmount(typed);
  if (!read.ok) return { kind: 'unread', text: typed, message: `${header} ${read.message}` };
  return { kind: 'amount', amount: shownAmount(read.minor), ...(read.isSum ? { formula: typed } : {}) };
}

/** Nothing stands for zero, so that a line has one amount. */
function shownAmount(minor: bigint): string {
  return minor === 0n ? '' : amountText(minor);
}

/** What stands in the editor of a cell when it opens: the formula behind an amount, else the cell's text. */
export function editedText(line: EntryLine, field: LineField): string {
  const unread = line.unread[field];
  if (unread !== undefined) return unread;
  if (isLookupColumn(field)) return line[field]?.code ?? '';
  if (isAmountColumn(field)) return line.formulas[field] ?? line[field];
  return line[field];
}
