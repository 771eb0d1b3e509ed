import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { changeLines } from '../lines/entry-lines.ts';
import { bankFault } from './bank-line-fault.ts';
import type { EntryForm } from './entry-form.ts';
import type { LinesFault } from './line-corrections.ts';

/**
 * What is missing on the lines of an entry that is to be submitted: the line of its bank, a second line, or what makes both
 * sides equal.
 */
export function linesFault(
  { header, lines }: EntryForm,
  filled: readonly { readonly line: EntryLine; readonly row: number }[],
  isBalanced: boolean,
  choices: EntryChoices,
): LinesFault | null {
  const blank = lines.lines.length - 1;
  const ofBank = bankFault(header, filled, blank, choices);
  if (ofBank !== null) return ofBank;
  if (filled.length < 2) return { row: blank, field: 'account', message: 'An entry needs 2 to 5,000 lines.' };
  if (isBalanced) return null;
  const { row, line } = filled.find((one) => one.line.debit === '' && one.line.credit === '') ?? filled.at(-1)!;
  const balancing = changeLines(lines, { type: 'balance', row }).lines[row]!;
  const field = (balancing === line ? line : balancing).debit === '' ? 'credit' : 'debit';
  return { row, field, message: 'Debit and credit must be equal.' };
}
