import type { ComponentType } from 'react';

/** What stands as the reason of a cell while its text is looked up: it is marked, and told nowhere else. */
export const LOOKING_UP = 'Please wait ...';

/** A record that a cell names. `id` is the Record ID; where a code stands for the record, 0. */
export interface Choice {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** What every line of a grid has; its cells are the fields of its kind. */
export interface GridLine<Field extends string> {
  /** Stays with the line while it moves. */
  readonly key: number;
  /** Something was copied into it from the line above and nothing was typed yet. */
  readonly carried: boolean;
  /** What was typed or pasted and could not be read, as it stands. */
  readonly unread: Readonly<Partial<Record<Field, string>>>;
  /** Why a cell is wrong. */
  readonly faults: Readonly<Partial<Record<Field, string>>>;
  /** The formula behind an amount, for this session. */
  readonly formulas: Readonly<Partial<Record<Field, string>>>;
}

/** A column of a grid. */
export interface GridColumn<Field extends string> {
  readonly field: Field;
  readonly header: string;
  /** Width in px; where figures need more than it, they have it. */
  readonly width: number;
  /** Of a name: down to so much it gives way before the grid scrolls. */
  readonly least?: number;
  readonly required?: boolean;
  /** Takes the room that is left. */
  readonly grows?: boolean;
  /** Is folded away while it is empty. */
  readonly folds?: boolean;
  /** Follows from the others: it is shown and never typed. Such columns stand at the end. */
  readonly computed?: boolean;
}

/** Where a column of records finds them. */
export interface CellSource<Line> {
  /** All of them, when they are known here; null: they are searched on the server. */
  readonly known: ((line: Line) => readonly Choice[]) | null;
  /** At most 20 records by code or name; an empty text asks for the recent or first ones. */
  readonly search: (text: string, line: Line) => readonly Choice[] | Promise<readonly Choice[]>;
}

/** A cell, by its line and its column. */
export interface GridCell<Line, Field extends string> {
  readonly row: number;
  readonly line: Line;
  readonly column: GridColumn<Field>;
}

/** What a kind of lines is to its grid: how a cell reads, and what is typed into it means. */
export interface LineCells<Line, Field extends string> {
  /** Whether nothing of its own was entered: such a line is neither counted nor saved. */
  readonly isBlank: (line: Line) => boolean;
  /** Figures stand on the right, codes in figures of one width, and prose may be long. */
  readonly styleOf: (field: Field) => 'figure' | 'code' | 'prose';
  /** The text of a cell, as it is copied. */
  readonly text: (line: Line, field: Field) => string;
  /** What stands in the editor of a cell when it opens. */
  readonly editedText: (line: Line, field: Field) => string;
  /** The whole of what a cell shows cut or short. */
  readonly title: (line: Line, field: Field) => string | undefined;
  /** Where a column of records finds them; null for what is typed. */
  readonly source: (field: Field) => CellSource<Line> | null;
  /** Takes a typed text into a cell; `picked` is the row that was highlighted in an open picker. */
  readonly take: (cell: GridCell<Line, Field>, text: string, picked: Choice | null | undefined) => void;
  /** Empties a cell that holds something. */
  readonly clear: (cell: GridCell<Line, Field>) => void;
  readonly Content: ComponentType<CellContentProps<Line, Field>>;
}

export interface CellContentProps<Line, Field extends string> {
  line: Line;
  field: Field;
  /** The blank line at the end, where the next one begins. */
  isNew: boolean;
  /** What follows for the cell while nothing is typed in it; '' for nothing. */
  implied: string;
}
