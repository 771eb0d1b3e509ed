import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { differenceOf } from '@talaan/core/ledger/balance';
import type { Choice } from '../grid/grid-line.ts';
import * as grid from '../grid/grid-lines.ts';
import {
  AMOUNT_COLUMNS,
  CARRIED_COLUMNS,
  emptyLine,
  isAmountColumn,
  isBlankLine,
  isLookupColumn,
  isTextColumn,
  type AmountColumn,
  type EntryLine,
  type LineField,
  type LookupColumn,
} from './entry-line.ts';

/** The lines of account of an entry while they are typed. */
export type EntryLines = grid.GridLines<EntryLine>;

/** What a cell is given; a record may bring others of its line with it. */
export type CellValue = grid.CellValue<Partial<Record<LookupColumn, Choice | null>>>;

export type CellFault = grid.CellFault<LineField>;

export type LinesChange =
  | grid.LinesChange<EntryLine, LineField, CellValue>
  /** What the tax of a line was computed from, as decimal text. */
  | { readonly type: 'base'; readonly row: number; readonly tax_base: string }
  | { readonly type: 'balance'; readonly row: number }
  /** Lines that the helper proposes: they take the place of what it proposed before, else they follow the last line. */
  | { readonly type: 'propose'; readonly lines: readonly Partial<EntryLine>[] };

const LINES = grid.linesOf<LineField, EntryLine, CellValue>({
  empty: emptyLine,
  isBlank: isBlankLine,
  withCell,
  valueOf: (line, field) =>
    isLookupColumn(field)
      ? { kind: 'choice', choice: line[field] }
      : isTextColumn(field)
        ? { kind: 'text', text: line[field] }
        : { kind: 'amount', amount: line[field] },
  carried: CARRIED_COLUMNS,
  unlike: { part: null },
});

/** The lines of a stored entry, or none. */
export const startLines = LINES.start;

/** The lines that count, in order, each with its place in the grid. */
export const filledLines = LINES.filled;

/** The lines with these faults in place of those of a former attempt. */
export const markLines = LINES.mark;

/** The lines after a change. A change that cannot be made leaves them as they are. */
export function changeLines(state: EntryLines, change: LinesChange): EntryLines {
  switch (change.type) {
    case 'base':
      return LINES.replace(state, change.row, (line) => ({ ...line, tax_base: change.tax_base }));
    case 'balance':
      return LINES.replace(state, change.row, (line) => balancing(line, state.lines));
    case 'propose':
      return propose(state, change.lines);
    default:
      return LINES.change(state, change);
  }
}

function withCell(line: EntryLine, field: LineField, value: CellValue): EntryLine {
  const cleared = isAmountColumn(field) ? withoutAmounts(line, field) : grid.forget(line, [field]);
  const base = { ...cleared, carried: false };
  if (value.kind === 'unread') return grid.unreadCell(base, field, value, isLookupColumn(field) ? null : '');
  if (value.kind === 'choice' && isLookupColumn(field)) {
    const also = value.also ?? {};
    return { ...grid.forget(base, Object.keys(also) as LineField[]), ...also, [field]: value.choice };
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
  return { ...grid.forget(line, others), ...bare, [kept]: kept === except ? '' : line[kept], formulas: {} };
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
  return LINES.withBlankEnd({ lines: others.toSpliced(place, 0, ...lines), removed: null, nextKey });
}
