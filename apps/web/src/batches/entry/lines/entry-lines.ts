import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { differenceOf } from '@talaan/core/ledger/balance';
import {
  AMOUNT_COLUMNS,
  CARRIED_COLUMNS,
  emptyLine,
  isAmountColumn,
  isBlankLine,
  isLookupColumn,
  isTextColumn,
  type AmountColumn,
  type Choice,
  type EntryLine,
  type LineField,
  type LookupColumn,
} from './entry-line.ts';

/** The lines of an entry while it is typed; the last one is always blank, the place where the next one begins. */
export interface EntryLines {
  readonly lines: readonly EntryLine[];
  /** The line deleted last and where it stood, until another change: for Undo. */
  readonly removed: { readonly line: EntryLine; readonly row: number } | null;
  readonly nextKey: number;
}

/** What a cell is given. `unread` keeps a text that means nothing, with the reason. */
export type CellValue =
  | {
      readonly kind: 'choice';
      readonly choice: Choice | null;
      readonly also?: Partial<Record<LookupColumn, Choice | null>>;
    }
  | { readonly kind: 'amount'; readonly amount: string; readonly formula?: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unread'; readonly text: string; readonly message: string };

export interface CellFault {
  readonly row: number;
  readonly field: LineField;
  readonly message: string;
}

export type LinesChange =
  | { readonly type: 'load'; readonly lines: readonly EntryLine[] }
  | { readonly type: 'set'; readonly row: number; readonly field: LineField; readonly value: CellValue }
  /** Settles a text that was being looked up, wherever its line is by now. */
  | {
      readonly type: 'settle';
      readonly key: number;
      readonly field: LineField;
      readonly text: string;
      readonly value: CellValue;
    }
  /** What the tax of a line was computed from, as decimal text. */
  | { readonly type: 'base'; readonly row: number; readonly tax_base: string }
  | { readonly type: 'carry'; readonly row: number }
  | { readonly type: 'copyAbove'; readonly row: number; readonly field: LineField }
  | { readonly type: 'duplicate'; readonly row: number }
  | { readonly type: 'remove'; readonly row: number }
  | { readonly type: 'undo' }
  | { readonly type: 'move'; readonly row: number; readonly by: -1 | 1 }
  | { readonly type: 'balance'; readonly row: number }
  | { readonly type: 'paste'; readonly row: number; readonly lines: readonly Partial<EntryLine>[] }
  /** Lines that the helper proposes: they take the place of what it proposed before, else they follow the last line. */
  | { readonly type: 'propose'; readonly lines: readonly Partial<EntryLine>[] }
  | { readonly type: 'faults'; readonly faults: readonly CellFault[] };

/** The lines of a stored entry, or none. */
export function startLines(lines: readonly EntryLine[]): EntryLines {
  return withBlankEnd({
    lines: lines.map((line, key) => ({ ...line, key })),
    removed: null,
    nextKey: lines.length,
  });
}

/** The lines after a change. A change that cannot be made leaves them as they are. */
export function changeLines(state: EntryLines, change: LinesChange): EntryLines {
  switch (change.type) {
    case 'load':
      return startLines(change.lines);
    case 'set':
      return replaceLine(state, change.row, (line) => withCell(line, change.field, change.value));
    case 'settle': {
      const row = state.lines.findIndex(({ key }) => key === change.key);
      if (state.lines[row]?.unread[change.field] !== change.text) return state;
      return replaceLine(state, row, (line) => withCell(line, change.field, change.value));
    }
    case 'base':
      return replaceLine(state, change.row, (line) => ({ ...line, tax_base: change.tax_base }));
    case 'carry':
      return carry(state, change.row);
    case 'copyAbove':
      return copyAbove(state, change.row, change.field);
    case 'duplicate':
      return duplicate(state, change.row);
    case 'remove':
      return remove(state, change.row);
    case 'undo':
      return undo(state);
    case 'move':
      return move(state, change.row, change.by);
    case 'balance':
      return replaceLine(state, change.row, (line) => balancing(line, state.lines));
    case 'paste':
      return paste(state, change.row, change.lines);
    case 'propose':
      return propose(state, change.lines);
    case 'faults':
      return mark(state, change.faults);
  }
}

/** The lines that count, in order, each with its place in the grid. */
export function filledLines({ lines }: EntryLines): { line: EntryLine; row: number }[] {
  return lines.flatMap((line, row) => (isBlankLine(line) ? [] : [{ line, row }]));
}

/** Every cell that is wrong, in the order of the grid. */
export function faultsOf({ lines }: EntryLines): CellFault[] {
  return lines.flatMap((line, row) =>
    Object.entries(line.faults).map(([field, message]) => ({ row, field: field as LineField, message })),
  );
}

function withBlankEnd(state: EntryLines): EntryLines {
  const last = state.lines.at(-1);
  if (last !== undefined && isBlankLine(last)) return state;
  return { ...state, lines: [...state.lines, emptyLine(state.nextKey)], nextKey: state.nextKey + 1 };
}

function replaceLine(state: EntryLines, row: number, change: (line: EntryLine) => EntryLine): EntryLines {
  const line = state.lines[row];
  if (line === undefined) return state;
  const changed = change(line);
  if (changed === line) return state;
  return withBlankEnd({ ...state, removed: null, lines: state.lines.with(row, changed) });
}

function withCell(line: EntryLine, field: LineField, value: CellValue): EntryLine {
  const cleared = isAmountColumn(field) ? withoutAmounts(line, field) : forget(line, [field]);
  const base = { ...cleared, carried: false };
  if (value.kind === 'unread') {
    return {
      ...withoutValue(base, field),
      unread: { ...base.unread, [field]: value.text },
      faults: { ...base.faults, [field]: value.message },
    };
  }
  if (value.kind === 'choice' && isLookupColumn(field)) {
    const also = value.also ?? {};
    return { ...forget(base, Object.keys(also) as LineField[]), ...also, [field]: value.choice };
  }
  if (value.kind === 'amount' && isAmountColumn(field)) {
    const formulas = value.formula === undefined ? base.formulas : { ...base.formulas, [field]: value.formula };
    return { ...base, [field]: value.amount, formulas };
  }
  if (value.kind === 'text' && isTextColumn(field)) return { ...base, [field]: value.text };
  return line;
}

/**
 * A line has one amount: what is typed takes the place of the other side. Pesos belong to the amount on their side, and
 * make a difference line where there is none.
 */
function withoutAmounts(line: EntryLine, except: AmountColumn): EntryLine {
  const kept = except === 'debit_php' ? 'debit' : except === 'credit_php' ? 'credit' : except;
  const others = AMOUNT_COLUMNS.filter((column) => column !== kept || column === except);
  const bare = Object.fromEntries(AMOUNT_COLUMNS.map((column) => [column, ''])) as Pick<EntryLine, AmountColumn>;
  return { ...forget(line, others), ...bare, [kept]: kept === except ? '' : line[kept], formulas: {} };
}

/** Takes away what was unreadable and wrong about some columns. */
function forget(line: EntryLine, fields: readonly LineField[]): EntryLine {
  if (fields.every((field) => !(field in line.unread) && !(field in line.faults))) return line;
  return { ...line, unread: without(line.unread, fields), faults: without(line.faults, fields) };
}

function without<Value>(
  record: Readonly<Partial<Record<LineField, Value>>>,
  fields: readonly LineField[],
): Partial<Record<LineField, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field as LineField)));
}

function withoutValue(line: EntryLine, field: LineField): EntryLine {
  return { ...line, [field]: isLookupColumn(field) ? null : '' };
}

function carry(state: EntryLines, row: number): EntryLines {
  const above = state.lines[row - 1];
  const line = state.lines[row];
  if (above === undefined || line === undefined || !isBlankLine(line) || isBlankLine(above)) return state;
  const taken = Object.fromEntries(CARRIED_COLUMNS.map((column) => [column, above[column]]));
  return { ...state, lines: state.lines.with(row, { ...line, ...taken, carried: true }) };
}

function copyAbove(state: EntryLines, row: number, field: LineField): EntryLines {
  const above = state.lines[row - 1];
  if (above === undefined || above.unread[field] !== undefined) return state;
  return replaceLine(state, row, (line) =>
    withCell(
      line,
      field,
      isLookupColumn(field)
        ? { kind: 'choice', choice: above[field] }
        : isTextColumn(field)
          ? { kind: 'text', text: above[field] }
          : { kind: 'amount', amount: above[field] },
    ),
  );
}

function duplicate(state: EntryLines, row: number): EntryLines {
  const line = state.lines[row];
  if (line === undefined || isBlankLine(line)) return state;
  const lines = state.lines.toSpliced(row + 1, 0, { ...line, key: state.nextKey, part: null });
  return { ...state, lines, removed: null, nextKey: state.nextKey + 1 };
}

function remove(state: EntryLines, row: number): EntryLines {
  const line = state.lines[row];
  if (line === undefined || (isBlankLine(line) && row === state.lines.length - 1)) return state;
  return withBlankEnd({ ...state, lines: state.lines.toSpliced(row, 1), removed: { line, row } });
}

function undo(state: EntryLines): EntryLines {
  if (state.removed === null) return state;
  const { line, row } = state.removed;
  return { ...state, lines: state.lines.toSpliced(row, 0, line), removed: null };
}

function move(state: EntryLines, row: number, by: -1 | 1): EntryLines {
  const line = state.lines[row];
  const other = state.lines[row + by];
  // The blank end stays at the end.
  const last = state.lines.length - 1;
  if (line === undefined || other === undefined || row === last || row + by === last) return state;
  return { ...state, removed: null, lines: state.lines.with(row, other).with(row + by, line) };
}

/** The line with the amount that makes both sides of the others equal, on the side that is short. */
function balancing(line: EntryLine, lines: readonly EntryLine[]): EntryLine {
  const others = lines.filter((one) => one !== line);
  const difference = differenceOf({
    debit_minor: sumMinor(others.map((one) => parseAmount(one.debit) ?? 0n)),
    credit_minor: sumMinor(others.map((one) => parseAmount(one.credit) ?? 0n)),
  });
  if (difference === 0n) return line;
  return difference > 0n
    ? withCell(line, 'credit', { kind: 'amount', amount: amountText(difference) })
    : withCell(line, 'debit', { kind: 'amount', amount: amountText(-difference) });
}

/** Pasted cells overwrite from the row on and add lines below; columns that were not pasted stay. */
function paste(state: EntryLines, row: number, pasted: readonly Partial<EntryLine>[]): EntryLines {
  const lines = [...state.lines];
  let nextKey = state.nextKey;
  for (const [index, cells] of pasted.entries()) {
    const place = row + index;
    const line = lines[place] ?? emptyLine(nextKey++);
    const named = [...Object.keys(cells), ...Object.keys(cells.unread ?? {})] as LineField[];
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
  return withBlankEnd({ ...state, lines, removed: null, nextKey });
}

/**
 * Puts proposed lines where the former proposal began, in its place; what was typed on a line of the same part stays, of
 * several in their order.
 */
function propose(state: EntryLines, proposed: readonly Partial<EntryLine>[]): EntryLines {
  const before = state.lines.filter(({ part }) => part !== null);
  const others = state.lines.filter((line) => line.part === null && !isBlankLine(line));
  const first = state.lines.findIndex(({ part }) => part !== null);
  const place = first < 0 ? others.length : state.lines.slice(0, first).filter((line) => !isBlankLine(line)).length;
  let nextKey = state.nextKey;
  const lines = proposed.map((cells): EntryLine => {
    const at = before.findIndex(({ part }) => part === cells.part);
    const former = at < 0 ? undefined : before.splice(at, 1)[0];
    if (former === undefined) return { ...emptyLine(nextKey++), ...cells };
    return {
      ...former,
      ...cells,
      account: cells.account ?? former.account,
      payee: former.payee ?? cells.payee ?? null,
      branch: former.branch ?? cells.branch ?? null,
      department: former.department ?? cells.department ?? null,
      unread: {},
      faults: {},
      formulas: {},
    };
  });
  return withBlankEnd({ lines: others.toSpliced(place, 0, ...lines), removed: null, nextKey });
}

/** Replaces the faults of a former attempt; what could not be read stays marked. */
function mark(state: EntryLines, faults: readonly CellFault[]): EntryLines {
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
