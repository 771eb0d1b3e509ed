import { useEffect, useState, type RefObject } from 'react';
import type { EntryLine, LineField } from '../lines/entry-line.ts';
import type { GridControl } from '../grid/lines-grid.tsx';
import type { EditedEntry } from './use-entry-form.ts';

/** Answers a call that puts the helper's lines in, and the focus where an account is still to be chosen. */
export function useProposedLines(
  { form, changeLines }: EditedEntry,
  grid: RefObject<GridControl<LineField> | null>,
): (proposed: readonly Partial<EntryLine>[]) => void {
  const { lines } = form.lines;
  const [inserted, setInserted] = useState(0);
  useEffect(() => {
    if (inserted === 0) return;
    const open = lines.findIndex(({ part, account }) => part !== null && account === null);
    grid.current?.focusCell(open < 0 ? lines.findIndex(({ part }) => part !== null) : open, 'account');
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [inserted]);

  return (proposed) => {
    changeLines({ type: 'propose', lines: proposed });
    setInserted((before) => before + 1);
  };
}
