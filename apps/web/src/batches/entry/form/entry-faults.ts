import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import { changeLines } from '../lines/entry-lines.ts';
import { figuresProblem } from '../../../ui/fields/figures-field.tsx';
import { bankFault } from './bank-line-fault.ts';
import { dateFault, rateFault } from '../fields/date-and-rate.ts';
import type { EntryForm, EntryHeader } from './entry-form.ts';
import { LONGEST_CHEQUE_NUMBER, seriesFault } from './entry-series.ts';
import type { LinesFault } from './line-corrections.ts';

/** What was last asked of an entry: so much of it must be complete. */
export type Asked = 'nothing' | 'save' | 'submit';

/** What the page knows to be wrong with the head, by field of the wire; what is missing counts once a save is asked. */
export function headerFaults(header: EntryHeader, choices: EntryChoices, asked: Asked): Record<string, string> {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const wrongCheque = figuresProblem(header.cheque_number, 'paper', LONGEST_CHEQUE_NUMBER);
  const missing =
    asked === 'nothing'
      ? {}
      : {
          document_date: header.document_date === '' && 'Date is required.',
          payee_id: has.payee && header.payee === null && `${has.receipt ? 'Payor' : 'Payee'} is required.`,
          bank_id: has.bank_required && header.bank_id === null && 'Bank is required.',
          dollar_rate: isForeign && header.dollar_rate === '' && 'Rate is required.',
        };
  const wrong = {
    document_date: dateFault(header.document_type, header.document_date, choices),
    dollar_rate: rateFault(header),
    cheque_number: has.cheque && wrongCheque !== null && `Cheque No. ${wrongCheque}`,
    number_of_cheques: header.series !== null && seriesFault(header.series),
  };
  return Object.fromEntries([...Object.entries(missing), ...Object.entries(wrong)].filter(([, told]) => told));
}

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
