import { LOOKING_UP, type Choice, type GridCell } from '../grid/grid-line.ts';
import { cellText, type EntryLine, type LineField } from './entry-line.ts';
import type { CellValue, LinesChange } from './entry-lines.ts';
import { rememberChoice, type LineSources } from './line-sources.ts';
import { findByText, notFoundText } from './pasted-lines.ts';
import { readCell } from './read-cell.ts';

/** A cell of the grid, with what its texts mean and whom a change is told. */
interface EntryCell extends GridCell<EntryLine, LineField> {
  sources: LineSources;
  onChange: (change: LinesChange) => void;
}

/** Takes a typed text into a cell; `picked` is the row that was highlighted in an open picker. */
export function takeCell(cell: EntryCell, text: string, picked: Choice | null | undefined): void {
  const { row, line, column, sources, onChange } = cell;
  const { field } = column;
  const reading = readCell(column, line, text, sources, picked);
  if (reading.kind === 'balance') onChange({ type: 'balance', row });
  else if (reading.kind === 'look_up') lookUp(cell, reading.text);
  else if (!isSameCell(line, field, reading)) onChange({ type: 'set', row, field, value: reading });
  if (reading.kind === 'choice' && reading.choice !== null && field in sources)
    rememberChoice(field as keyof LineSources, reading.choice);
}

/** Empties a cell that holds something. */
export function clearCell({ row, line, column, sources, onChange }: EntryCell): void {
  const { field } = column;
  if (cellText(line, field) === '') return;
  const reading = readCell(column, line, '', sources);
  if (reading.kind !== 'balance' && reading.kind !== 'look_up') onChange({ type: 'set', row, field, value: reading });
}

/** A payee typed faster than it was found: the cell keeps the text and takes the record when the answer comes. */
function lookUp({ row, line, column: { field }, sources, onChange }: EntryCell, text: string): void {
  if (text === cellText(line, field) && line.faults[field] === undefined) return;
  const lookup = field as keyof LineSources;
  onChange({ type: 'set', row, field, value: { kind: 'unread', text, message: LOOKING_UP } });
  const settle = (choice: Choice | null, message: string): void => {
    onChange({
      type: 'settle',
      key: line.key,
      field,
      text,
      value: choice === null ? { kind: 'unread', text, message } : { kind: 'choice', choice },
    });
  };
  Promise.resolve(sources[lookup].search(text, line)).then(
    (found) => settle(findByText(found, text) ?? (found.length === 1 ? found[0]! : null), notFoundText(lookup, text)),
    () => settle(null, `${text} could not be looked up. Enter it again.`),
  );
}

/** Whether a commit would change nothing, so that leaving a cell does not count as an edit. */
function isSameCell(line: EntryLine, field: LineField, value: CellValue): boolean {
  if (value.kind === 'unread') return line.unread[field] === value.text;
  if (line.unread[field] !== undefined) return false;
  if (value.kind === 'choice') return value.choice?.code === (line[field] as Choice | null)?.code;
  if (value.kind === 'amount') return value.amount === line[field] && value.formula === line.formulas[field as 'debit'];
  return value.text === line[field];
}
