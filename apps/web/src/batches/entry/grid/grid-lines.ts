import type { Choice, GridLine } from './grid-line.ts';

/** The lines of a grid while they are typed; the last one is always blank, the place where the next one begins. */
export interface GridLines<Line> {
  readonly lines: readonly Line[];
  /** The line deleted last and where it stood, until another change: for Undo. */
  readonly removed: { readonly line: Line; readonly row: number } | null;
  readonly nextKey: number;
}

/** What a cell is given. `unread` keeps a text that means nothing, with the reason. */
export type CellValue<Also = object> =
  | { readonly kind: 'choice'; readonly choice: Choice | null; readonly also?: Also }
  | { readonly kind: 'amount'; readonly amount: string; readonly formula?: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unread'; readonly text: string; readonly message: string };

export interface CellFault<Field extends string = string> {
  readonly row: number;
  readonly field: Field;
  readonly message: string;
}

/** What the grid itself does with its lines. */
export type GridChange<Field extends string> =
  | { readonly type: 'carry'; readonly row: number }
  | { readonly type: 'copyAbove'; readonly row: number; readonly field: Field }
  | { readonly type: 'duplicate'; readonly row: number }
  | { readonly type: 'remove'; readonly row: number }
  | { readonly type: 'move'; readonly row: number; readonly by: -1 | 1 };

/** Every change that lines of any kind know. */
export type LinesChange<Line, Field extends string, Value = CellValue> =
  | GridChange<Field>
  /** `own`: what the line begins with where nothing is carried to it. */
  | { readonly type: 'carry'; readonly row: number; readonly own: Partial<Line> }
  | { readonly type: 'load'; readonly lines: readonly Line[] }
  | { readonly type: 'set'; readonly row: number; readonly field: Field; readonly value: Value }
  /** Settles a text that was being looked up, wherever its line is by now. */
  | {
      readonly type: 'settle';
      readonly key: number;
      readonly field: Field;
      readonly text: string;
      readonly value: Value;
    }
  | { readonly type: 'undo' }
  | { readonly type: 'paste'; readonly row: number; readonly lines: readonly Partial<Line>[] }
  | { readonly type: 'faults'; readonly faults: readonly CellFault<Field>[] };

/** How a line begins, and which one counts as blank. */
interface BlankLines<Line> {
  readonly empty: (key: number) => Line;
  readonly isBlank: (line: Line) => boolean;
}

/** What a kind of lines says of itself. */
export interface LineRules<Line, Field extends string, Value> extends BlankLines<Line> {
  /** The line with a cell changed, and what follows from it; the line itself where the value is none of the field. */
  readonly withCell: (line: Line, field: Field, value: Value) => Line;
  /** What a cell holds, as it is given to another; null for what is never typed. */
  readonly valueOf: (line: Line, field: Field) => Value | null;
  /** What the next line takes over from the one above it. */
  readonly carried: readonly (keyof Line)[];
  /** What of a line its duplicate has anew. */
  readonly unlike?: Partial<Line>;
}

/** Answers the changes of the lines of one kind. A change that cannot be made leaves them as they are. */
export function linesOf<Field extends string, Line extends GridLine<Field>, Value>(
  rules: LineRules<Line, Field, Value>,
) {
  type State = GridLines<Line>;
  return {
    /** The lines of a stored entry, or none. */
    start: (lines: readonly Line[]): State => start(rules, lines),
    change: (state: State, made: LinesChange<Line, Field, Value>): State => change(rules, state, made),
    /** The lines that count, in order, each with its place in the grid. */
    filled: ({ lines }: State): { line: Line; row: number }[] =>
      lines.flatMap((line, row) => (rules.isBlank(line) ? [] : [{ line, row }])),
    /** Replaces the faults of a former attempt; what could not be read stays marked. */
    mark: (state: State, faults: readonly CellFault[]): State => mark<Field, Line>(state, faults),
    withBlankEnd: (state: State): State => withBlankEnd(rules, state),
    replace: (state: State, row: number, by: (line: Line) => Line): State => replace(rules, state, row, by),
  };
}

function start<Line extends { readonly key: number }>(
  rules: BlankLines<Line>,
  lines: readonly Line[],
): GridLines<Line> {
  return withBlankEnd(rules, {
    lines: lines.map((line, key) => ({ ...line, key })),
    removed: null,
    nextKey: lines.length,
  });
}

function change<Field extends string, Line extends GridLine<Field>, Value>(
  rules: LineRules<Line, Field, Value>,
  state: GridLines<Line>,
  made: LinesChange<Line, Field, Value>,
): GridLines<Line> {
  const set = (row: number, field: Field, value: Value): GridLines<Line> =>
    replace(rules, state, row, (line) => rules.withCell(line, field, value));
  switch (made.type) {
    case 'load':
      return start(rules, made.lines);
    case 'set':
      return set(made.row, made.field, made.value);
    case 'settle': {
      const row = state.lines.findIndex(({ key }) => key === made.key);
      return state.lines[row]?.unread[made.field] === made.text ? set(row, made.field, made.value) : state;
    }
    case 'carry':
      return carry(rules, state, made.row, 'own' in made ? made.own : {});
    case 'copyAbove': {
      const above = state.lines[made.row - 1];
      if (above === undefined || above.unread[made.field] !== undefined) return state;
      const value = rules.valueOf(above, made.field);
      return value === null ? state : set(made.row, made.field, value);
    }
    case 'duplicate':
      return duplicate(rules, state, made.row);
    case 'remove':
      return remove(rules, state, made.row);
    case 'undo':
      return undo(state);
    case 'move':
      return move(state, made.row, made.by);
    case 'paste':
      return paste<Field, Line>(rules, state, made.row, made.lines);
    case 'faults':
      return mark<Field, Line>(state, made.faults);
  }
}

function withBlankEnd<Line>({ empty, isBlank }: BlankLines<Line>, state: GridLines<Line>): GridLines<Line> {
  const last = state.lines.at(-1);
  if (last !== undefined && isBlank(last)) return state;
  return { ...state, lines: [...state.lines, empty(state.nextKey)], nextKey: state.nextKey + 1 };
}

function replace<Line>(
  rules: BlankLines<Line>,
  state: GridLines<Line>,
  row: number,
  by: (line: Line) => Line,
): GridLines<Line> {
  const line = state.lines[row];
  if (line === undefined) return state;
  const changed = by(line);
  if (changed === line) return state;
  return withBlankEnd(rules, { ...state, removed: null, lines: state.lines.with(row, changed) });
}

function carry<Line extends object>(
  { isBlank, carried }: BlankLines<Line> & { readonly carried: readonly (keyof Line)[] },
  state: GridLines<Line>,
  row: number,
  own: Partial<Line>,
): GridLines<Line> {
  const above = state.lines[row - 1];
  const line = state.lines[row];
  if (line === undefined || !isBlank(line) || (above !== undefined && isBlank(above))) return state;
  const taken = { ...own };
  for (const column of carried) taken[column] = above?.[column] || own[column] || line[column];
  return { ...state, lines: state.lines.with(row, { ...line, ...taken, carried: true }) };
}

function duplicate<Line>(
  { isBlank, unlike }: BlankLines<Line> & { readonly unlike?: Partial<Line> },
  state: GridLines<Line>,
  row: number,
): GridLines<Line> {
  const line = state.lines[row];
  if (line === undefined || isBlank(line)) return state;
  const lines = state.lines.toSpliced(row + 1, 0, { ...line, ...unlike, key: state.nextKey });
  return { ...state, lines, removed: null, nextKey: state.nextKey + 1 };
}

function remove<Line>(rules: BlankLines<Line>, state: GridLines<Line>, row: number): GridLines<Line> {
  const line = state.lines[row];
  if (line === undefined || (rules.isBlank(line) && row === state.lines.length - 1)) return state;
  return withBlankEnd(rules, { ...state, lines: state.lines.toSpliced(row, 1), removed: { line, row } });
}

function undo<Line>(state: GridLines<Line>): GridLines<Line> {
  if (state.removed === null) return state;
  const { line, row } = state.removed;
  return { ...state, lines: state.lines.toSpliced(row, 0, line), removed: null };
}

function move<Line>(state: GridLines<Line>, row: number, by: -1 | 1): GridLines<Line> {
  const line = state.lines[row];
  const other = state.lines[row + by];
  // The blank end stays at the end.
  const last = state.lines.length - 1;
  if (line === undefined || other === undefined || row === last || row + by === last) return state;
  return { ...state, removed: null, lines: state.lines.with(row, other).with(row + by, line) };
}

/** Pasted cells overwrite from the row on and add lines below; columns that were not pasted stay. */
function paste<Field extends string, Line extends GridLine<Field>>(
  rules: BlankLines<Line>,
  state: GridLines<Line>,
  row: number,
  pasted: readonly Partial<Line>[],
): GridLines<Line> {
  const lines = [...state.lines];
  let nextKey = state.nextKey;
  for (const [index, cells] of pasted.entries()) {
    const place = row + index;
    const line = lines[place] ?? rules.empty(nextKey++);
    const named = [...Object.keys(cells), ...Object.keys(cells.unread ?? {})] as Field[];
    const base = forget(line, named);
    lines[place] = {
      ...base,
      ...cells,
      carried: false,
      formulas: {},
      unread: { ...base.unread, ...cells.unread },
      faults: { ...base.faults, ...cells.faults },
    };
  }
  return withBlankEnd(rules, { ...state, lines, removed: null, nextKey });
}

function mark<Field extends string, Line extends GridLine<Field>>(
  state: GridLines<Line>,
  faults: readonly CellFault[],
): GridLines<Line> {
  const lines = state.lines.map((line, row) => {
    const found = faults.filter((fault) => fault.row === row);
    const kept = Object.entries(line.faults).filter(([field]) => field in line.unread);
    if (found.length === 0 && kept.length === Object.keys(line.faults).length) return line;
    return {
      ...line,
      faults: Object.fromEntries([...kept, ...found.map(({ field, message }) => [field, message])]),
    };
  });
  return { ...state, lines };
}

/** Every cell that is wrong, in the order of the grid. */
export function faultsOf<Field extends string>(lines: readonly GridLine<Field>[]): CellFault<Field>[] {
  return lines.flatMap((line, row) =>
    Object.entries<string | undefined>(line.faults).map(([field, message]) => ({
      row,
      field: field as Field,
      message: message ?? '',
    })),
  );
}

/** Takes away what was unreadable and wrong about some columns. */
export function forget<Field extends string, Line extends GridLine<Field>>(line: Line, fields: readonly Field[]): Line {
  if (fields.every((field) => !(field in line.unread) && !(field in line.faults))) return line;
  return { ...line, unread: without(line.unread, fields), faults: without(line.faults, fields) };
}

/** A line whose cell holds a text that means nothing, with the reason; its value is the `empty` one. */
export function unreadCell<Field extends string, Line extends GridLine<Field>>(
  line: Line,
  field: Field,
  { text, message }: { text: string; message: string },
  empty: null | '',
): Line {
  return {
    ...line,
    [field]: empty,
    unread: { ...line.unread, [field]: text },
    faults: { ...line.faults, [field]: message },
  };
}

function without<Field extends string>(
  record: Readonly<Partial<Record<Field, string>>>,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field as Field))) as Partial<
    Record<Field, string>
  >;
}
