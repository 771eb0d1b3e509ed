import { useState, type ReactNode } from 'react';
import { reportFailure } from '../../../api/report-failure.ts';
import { showError } from '../../../ui/feedback/feedback.ts';
import type { GridColumn, GridLine, LineCells } from './grid-line.ts';
import { PastePreviewDialog, PasteTextDialog } from './paste-dialog.tsx';
import { placePasted, readPastedTable, type PastedCells } from './pasted-table.ts';

/** From so many rows on, what was understood is shown first (ux §5). */
const PREVIEW_ABOVE = 20;

export interface LinesPaste<Field extends string> {
  /** Takes a block of cells at a cell of the grid. */
  paste: (text: string, row: number, field: Field) => void;
  /** Asks for the block in a dialog, and adds its lines at the end. */
  ask: () => void;
  dialog: ReactNode;
}

/** The lines that a block is pasted into. */
interface PasteTarget<Line extends GridLine<Field>, Field extends string> {
  columns: readonly GridColumn<Field>[];
  /** Those in sight, along which a block without headings is laid. */
  shown: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
  /** Names of columns as exports and people write them, letters only. */
  headings: Readonly<Record<string, Field>>;
  /** A line of which nothing is typed. */
  empty: Line;
  /** Sentence about too many rows, by their count; undefined for one that is not too high. */
  most: (rows: number) => string | undefined;
  /** The blank row at the end. */
  endRow: number;
  /** The rows as changes of lines. A text that means nothing stays in its cell, with the reason. */
  read: (placed: PastedCells<Field>) => Promise<readonly Partial<Line>[]> | readonly Partial<Line>[];
  /** What many rows come to, in the preview. */
  sumsOf: (lines: readonly Partial<Line>[]) => string;
  onPaste: (change: { type: 'paste'; row: number; lines: readonly Partial<Line>[] }) => void;
}

/** Pasting a spreadsheet into lines: headings recognised, cells read, a preview of many rows. */
export function useLinesPaste<Line extends GridLine<Field>, Field extends string>({
  columns,
  shown,
  cells,
  headings,
  empty,
  most,
  endRow,
  read,
  sumsOf,
  onPaste,
}: PasteTarget<Line, Field>): LinesPaste<Field> {
  const [asking, setAsking] = useState(false);
  const [preview, setPreview] = useState<{ row: number; lines: readonly Partial<Line>[] } | null>(null);

  async function take(text: string, row: number, field: Field): Promise<void> {
    const typed = shown.filter(({ computed }) => !computed).map((column) => column.field);
    const placed = placePasted(readPastedTable(text), typed, field, headings);
    if (placed.rows.length === 0) return;
    const tooMany = most(placed.rows.length);
    if (tooMany !== undefined) {
      showError(tooMany);
      return;
    }
    try {
      const lines = await read(placed);
      if (lines.length > PREVIEW_ABOVE) setPreview({ row, lines });
      else onPaste({ type: 'paste', row, lines });
    } catch (failure) {
      reportFailure(failure);
    }
  }

  const dialog =
    preview !== null ? (
      <PastePreviewDialog
        columns={columns}
        cells={cells}
        lines={preview.lines.map((line) => ({ ...empty, ...line }))}
        sums={sumsOf(preview.lines)}
        onClose={() => setPreview(null)}
        onInsert={() => {
          onPaste({ type: 'paste', ...preview });
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
