import { evaluateAmountFormula } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { isAmountColumn, isLookupColumn, type Choice, type EntryLine, type LineField } from './entry-line.ts';
import type { CellValue } from './entry-lines.ts';
import type { LineColumn } from './line-columns.ts';
import type { LineSources } from './line-sources.ts';
import { AMOUNT_RULE, findByText, notFoundText } from './pasted-lines.ts';

/** What a typed text means in a cell. `balance`: fill the balancing amount; `look_up`: ask the server which record it is. */
export type CellReading =
  | CellValue
  | { readonly kind: 'balance' }
  | { readonly kind: 'look_up'; readonly text: string };

/** Shown in a cell while its text is looked up. */
export const LOOKING_UP = 'Please wait ...';

/** Reads what was typed into a cell; `picked` is the row that was highlighted in an open picker. */
export function readCell(
  { field, header }: LineColumn,
  line: EntryLine,
  text: string,
  sources: LineSources,
  picked?: Choice | null,
): CellReading {
  const typed = text.trim();
  if (field === 'remarks') return { kind: 'text', text: typed };
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
  if (typed.startsWith('=')) {
    const result = evaluateAmountFormula(typed);
    if (!result.ok) return { kind: 'unread', text: typed, message: result.message };
    return { kind: 'amount', amount: shownAmount(result.minor), formula: typed };
  }
  const minor = parseAmount(typed);
  if (minor === null) return { kind: 'unread', text: typed, message: `${header} ${AMOUNT_RULE}` };
  return { kind: 'amount', amount: shownAmount(minor) };
}

/** Nothing stands for zero, so that a line has one amount. */
function shownAmount(minor: bigint): string {
  return minor === 0n ? '' : amountText(minor);
}

/** Only characters that a cell can take: digits, comma and dot in amounts, after "=" also the signs of a formula. */
export function keepCellCharacters(field: LineField, text: string): string {
  if (!isAmountColumn(field)) return text;
  const formula = text.trimStart().startsWith('=');
  return formula ? text.replace(/[^\d.,+\-*/()%= ]/g, '') : text.replace(/[^\d.,]/g, '');
}

/** What stands in the editor of a cell when it opens: the formula behind an amount, else the cell's text. */
export function editedText(line: EntryLine, field: LineField): string {
  const unread = line.unread[field];
  if (unread !== undefined) return unread;
  if (isLookupColumn(field)) return line[field]?.code ?? '';
  if (isAmountColumn(field)) return line.formulas[field] ?? line[field];
  return line.remarks;
}
