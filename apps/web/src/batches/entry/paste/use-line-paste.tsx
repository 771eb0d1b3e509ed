import { useState, type ReactNode } from 'react';
import { resolvePayees } from '@talaan/contract/documents/batch.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { showError, withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { emptyLine, type Choice, type EntryLine, type LineField } from '../lines/entry-line.ts';
import type { LinesChange } from '../lines/entry-lines.ts';
import type { LineColumn } from '../lines/line-columns.ts';
import type { LineSources } from '../lines/line-sources.ts';
import { findByText, pastedLines, payeeCodesOf, placePasted } from '../lines/pasted-lines.ts';
import { readPastedTable } from '../lines/pasted-table.ts';
import { PastePreviewDialog, PasteTextDialog } from './paste-dialog.tsx';

/** From so many rows on, what was understood is shown first (ux §5). */
const PREVIEW_ABOVE = 20;
const MOST_ROWS = 5000;

export interface LinePaste {
  /** Takes a block of cells at a cell of the grid. */
  paste: (text: string, row: number, field: LineField) => void;
  /** Asks for the block in a dialog, and adds its lines at the end. */
  ask: () => void;
  dialog: ReactNode;
}

/** Pasting a spreadsheet into the lines: headings recognised, codes resolved, a preview of many rows. */
export function useLinePaste({
  columns,
  sources,
  endRow,
  onChange,
}: {
  columns: readonly LineColumn[];
  sources: LineSources;
  /** The blank row at the end. */
  endRow: number;
  onChange: (change: LinesChange) => void;
}): LinePaste {
  const [asking, setAsking] = useState(false);
  const [preview, setPreview] = useState<{ row: number; lines: readonly Partial<EntryLine>[] } | null>(null);

  async function take(text: string, row: number, field: LineField): Promise<void> {
    const placed = placePasted(
      readPastedTable(text),
      columns.map((column) => column.field),
      field,
    );
    if (placed.rows.length === 0) return;
    if (placed.rows.length > MOST_ROWS) {
      showError(`An entry has up to ${MOST_ROWS.toLocaleString('en')} lines; ${placed.rows.length} were pasted.`);
      return;
    }
    const codes = payeeCodesOf(placed);
    let payees: readonly Choice[] = [];
    if (codes.length > 0) {
      try {
        payees = (await withPleaseWait(callServer(resolvePayees, { body: { codes: codes.map(firstWord) } }))).data;
      } catch (failure) {
        reportFailure(failure);
        return;
      }
    }
    const blank = emptyLine(0);
    const lines = pastedLines(placed, (column, cell) =>
      findByText(column === 'payee' ? payees : (sources[column].known?.(blank) ?? []), cell),
    );
    if (lines.length > PREVIEW_ABOVE) setPreview({ row, lines });
    else onChange({ type: 'paste', row, lines });
  }

  const dialog =
    preview !== null ? (
      <PastePreviewDialog
        columns={columns}
        lines={preview.lines}
        onClose={() => setPreview(null)}
        onInsert={() => {
          onChange({ type: 'paste', ...preview });
          setPreview(null);
        }}
      />
    ) : asking ? (
      <PasteTextDialog
        onClose={() => setAsking(false)}
        onText={(text) => {
          setAsking(false);
          void take(text, endRow, columns[0]!.field);
        }}
      />
    ) : null;

  return { paste: (text, row, field) => void take(text, row, field), ask: () => setAsking(true), dialog };
}

/** 'P0001 HULMA REALTY' is asked for by its code. */
function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0]!.slice(0, 40);
}
