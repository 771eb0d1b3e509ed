import { useMemo, useState } from 'react';
import { changePreferences, usePreferences, type GridLook } from '../../../page/preferences.ts';
import { useUser } from '../../../session/session.ts';
import type { GridColumn, GridLine, LineCells } from './grid-line.ts';

/** The columns of a grid as they are shown: which of them, and how wide. */
export interface GridColumns<Field extends string> {
  readonly shown: readonly GridColumn<Field>[];
  /** How many are, or could be, folded away because nothing stands in them. */
  readonly empty: number;
  readonly unfolded: boolean;
  /** Shows the empty ones, or folds them away again. */
  readonly toggle: () => void;
  /** Makes a column as wide as that, in px; null: as wide as it was. */
  readonly resize: (field: Field, width: number | null) => void;
}

const AS_DECLARED: GridLook = { widths: {}, unfolded: false };
/** Room for a few letters and the grip. */
export const LEAST_WIDTH = 48;

/**
 * Which columns of a grid are shown, and how wide, as the user left them for a type of document. A column that says
 * nothing in any line is folded away where it may be; one that once said something stays, so that nothing moves under
 * the cursor.
 */
export function useGridColumns<Line extends GridLine<Field>, Field extends string>(
  type: string,
  columns: readonly GridColumn<Field>[],
  lines: readonly Line[],
  cells: Pick<LineCells<Line, Field>, 'text'>,
): GridColumns<Field> {
  const place = `${useUser().user_id}/${type}`;
  const { grids } = usePreferences();
  const look = grids[place] ?? AS_DECLARED;
  const [said, setSaid] = useState<ReadonlySet<Field>>(new Set());

  const folding = columns.filter(({ field, folds }) => folds && !said.has(field));
  const saying = folding.filter(({ field }) =>
    lines.some((line) => cells.text(line, field) !== '' || line.faults[field] !== undefined),
  );
  if (saying.length > 0) setSaid(new Set([...said, ...saying.map(({ field }) => field)]));
  const empty = folding.filter((column) => !saying.includes(column)).map(({ field }) => field);
  const folded = look.unfolded ? '' : empty.join(' ');
  // The same array while nothing changes, so that a key in a cell draws its own row anew and no other.
  const shown = useMemo(() => {
    const hidden = folded.split(' ');
    return columns
      .filter(({ field }) => !hidden.includes(field))
      .map((column) => {
        const width = look.widths[column.field];
        return width === undefined ? column : { ...column, width, least: width, grows: false };
      });
  }, [columns, folded, look.widths]);

  const keep = (change: Partial<GridLook>): void =>
    changePreferences({ grids: { ...grids, [place]: { ...look, ...change } } });
  return {
    shown,
    empty: empty.length,
    unfolded: look.unfolded,
    toggle: () => keep({ unfolded: !look.unfolded }),
    resize: (field, width) => {
      const { [field]: _before, ...others } = look.widths as Record<string, number>;
      keep({ widths: width === null ? others : { ...others, [field]: Math.max(LEAST_WIDTH, Math.round(width)) } });
    },
  };
}
