import { resolvePayees } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { formatAmount, parseAmount, sumMinor } from '@talaan/core/money/money';
import { callServer } from '../../../api/client.ts';
import { withPleaseWait } from '../../../ui/feedback/feedback.ts';
import type { Choice, LineCells } from '../grid/grid-line.ts';
import type { PastedCells } from '../grid/pasted-table.ts';
import { useLinesPaste, type LinesPaste } from '../grid/use-lines-paste.tsx';
import { emptyLine, type EntryLine, type LineField } from './entry-line.ts';
import type { LinesChange } from './entry-lines.ts';
import type { LineColumn } from './line-columns.ts';
import type { LineSources } from './line-sources.ts';
import { findByText, HEADINGS, pastedLines, payeeCodesOf } from './pasted-lines.ts';

const MOST_ROWS = 5000;

/** Pasting a spreadsheet into lines of account: codes are resolved, those of payees by the server. */
export function useEntryPaste({
  columns,
  shown,
  cells,
  sources,
  endRow,
  onChange,
}: {
  columns: readonly LineColumn[];
  /** Those in sight. */
  shown: readonly LineColumn[];
  cells: LineCells<EntryLine, LineField>;
  sources: LineSources;
  /** The blank row at the end. */
  endRow: number;
  onChange: (change: LinesChange) => void;
}): LinesPaste<LineField> {
  return useLinesPaste({
    columns,
    shown,
    cells,
    headings: HEADINGS,
    empty: BLANK,
    most: (rows) =>
      rows > MOST_ROWS ? `An entry has up to ${MOST_ROWS.toLocaleString('en')} lines; ${rows} were pasted.` : undefined,
    endRow,
    read: (placed) => readPasted(placed, sources),
    sumsOf: (lines) => {
      const sumOf = (side: 'debit' | 'credit') =>
        formatAmount(sumMinor(lines.map((line) => parseAmount(line[side] ?? '') ?? 0n)));
      return `Debit ${sumOf('debit')} · Credit ${sumOf('credit')}`;
    },
    onPaste: onChange,
  });
}

const BLANK = emptyLine(0);

async function readPasted(
  placed: PastedCells<LineField>,
  sources: LineSources,
): Promise<readonly Partial<EntryLine>[]> {
  const codes = payeeCodesOf(placed);
  const payees: readonly Choice[] =
    codes.length === 0
      ? []
      : (await withPleaseWait(callServer(resolvePayees, { body: { codes: codes.map(firstWord) } }))).data;
  return pastedLines(placed, (column, cell) =>
    // A number of an invoice is itself what the server looks up.
    column === 'invoice'
      ? { id: 0, code: cell.trim().toUpperCase(), name: '' }
      : findByText(column === 'payee' ? payees : (sources[column].known?.(BLANK) ?? []), cell),
  );
}

/** 'P0001 HULMA REALTY' is asked for by its code. */
function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0]!.slice(0, 40);
}
