import { formatAmount } from '@talaan/core/money/money';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { showAmount, showDate } from '../../record/batch-texts.ts';
import type { Difference } from '../frame/edited-document.ts';
import type { EntryBalance } from '../lines/entry-balance.ts';
import { cellText, isBlankLine, LINE_COLUMNS, type EntryLine, type LineField } from '../lines/entry-line.ts';
import { filledLines } from '../lines/entry-lines.ts';
import { entryOfDetail, firstOpenDocument, type EntryForm } from './entry-form.ts';

/** Where what was typed differs from what is stored, in the order of the page. */
export function entryDifferences(form: EntryForm, balance: EntryBalance, stored: BatchDetail): Difference[] {
  const { header } = form;
  const document = firstOpenDocument(stored);
  const facts: Difference[] = [
    {
      what: 'Document Date',
      mine: showDate(header.document_date),
      theirs: showDate(document?.document_date ?? stored.document_date),
    },
    { what: 'Payee', mine: header.payee?.name ?? '', theirs: document?.payee_desc ?? '' },
    { what: 'Cheque No.', mine: header.cheque_number, theirs: document?.cheque_number ?? '' },
    { what: 'Remarks', mine: header.remarks, theirs: document?.remarks ?? stored.remarks },
    { what: 'Debit', mine: formatAmount(balance.totals.debit_minor), theirs: showAmount(stored.total_debit) },
    { what: 'Credit', mine: formatAmount(balance.totals.credit_minor), theirs: showAmount(stored.total_credit) },
  ];
  const mine = filledLines(form.lines).map(({ line }) => line);
  const theirs = entryOfDetail(stored).lines.lines.filter((line) => !isBlankLine(line));
  const lines = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index): Difference | null => {
    const fields = LINE_COLUMNS.filter(({ field }) => textAt(mine[index], field) !== textAt(theirs[index], field));
    if (fields.length === 0) return null;
    const tell = (line: EntryLine | undefined): string =>
      line === undefined
        ? 'no such line'
        : fields.map(({ field }) => `${field.replaceAll('_', ' ')} ${textAt(line, field) || 'none'}`).join(', ');
    return { what: `Line ${index + 1}`, mine: tell(mine[index]), theirs: tell(theirs[index]) };
  });
  return [...facts.filter((fact) => fact.mine !== fact.theirs), ...lines.filter((line) => line !== null)];
}

function textAt(line: EntryLine | undefined, field: LineField): string {
  return line === undefined ? '' : cellText(line, field);
}
