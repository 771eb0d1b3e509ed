import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { foundByWords } from '@talaan/core/text/word-rank';
import { classNames } from '../../../ui/class-names.ts';
import type { CellContentProps, CellSource, Choice, GridCell, LineCells } from '../grid/grid-line.ts';
import {
  valueIn,
  type ChoicesOf,
  type Columns,
  type FieldOf,
  type LineOf,
  type LinesChangeOf,
  type TypedColumn,
} from './typed-columns.ts';
import type { TypedLines } from './typed-lines.ts';
import styles from '../lines/entry-cells.module.css';

/** So many choices a picker lists (ux §4). */
const LISTED = 20;

/** The lines of a document as the grid shows and takes them. */
export function typedCells<Declared extends Columns>(
  typed: TypedLines<Declared>,
  choices: ChoicesOf,
  onChange: (change: LinesChangeOf<Declared>) => void,
): LineCells<LineOf<Declared>, FieldOf<Declared>> {
  type Line = LineOf<Declared>;
  type Field = FieldOf<Declared>;
  const { columnOf, text } = typed;
  const editedText = (line: Line, field: Field) => line.unread[field] ?? line.formulas[field] ?? text(line, field);
  const take = (
    { row, line, column: { field } }: GridCell<Line, Field>,
    given: string,
    picked?: Choice | null,
  ): void => {
    const isSame = !picked && given.trim() === (line.formulas[field] ?? text(line, field));
    if (columnOf(field).kind === 'computed' || isSame) return;
    onChange({ type: 'set', row, field, value: typed.read(field, given, choices, picked) });
  };
  // One object for each column, because an open picker asks anew when it gets another.
  const sources = Object.fromEntries(
    Object.entries(choices).map(([field, records = []]) => [field, sourceOf<Line>(records)]),
  );
  const Content = ({ line, field, isNew, implied }: CellContentProps<Line, Field>) => (
    <CellContent column={columnOf(field)} value={valueIn(line, field)} isNew={isNew} implied={implied} />
  );
  return {
    isBlank: typed.isBlank,
    styleOf: (field) => STYLES[columnOf(field).kind],
    text,
    editedText,
    title: (line, field) => {
      const value = valueIn(line, field);
      if (typeof value === 'string') return line.formulas[field] ?? (value || undefined);
      return value === null ? undefined : [...new Set([value.code, value.name])].filter(Boolean).join(' ');
    },
    source: (field) => sources[field] ?? null,
    take,
    clear: (cell) => take(cell, ''),
    Content,
  };
}

const STYLES = {
  prose: 'prose',
  word: 'code',
  choice: 'code',
  figure: 'figure',
  amount: 'figure',
  computed: 'figure',
} as const;

function sourceOf<Line>(records: readonly Choice[]): CellSource<Line> {
  return {
    known: () => records,
    search: (text) =>
      foundByWords(records, text.trim().toLowerCase(), ({ code, name }) => [code, name]).slice(0, LISTED),
  };
}

function CellContent({
  column: { kind, invites },
  value,
  isNew,
  implied,
}: {
  column: TypedColumn;
  value: Choice | string | null;
  isNew: boolean;
  implied: string;
}) {
  if (kind === 'computed')
    return <span className={classNames('figures', implied === '0.00' && 'muted')}>{implied}</span>;
  if (isNew && invites !== undefined) return <span className="muted">{invites}</span>;
  if (value === null) return <span className="muted">{implied}</span>;
  if (typeof value !== 'string') return <ChosenRecord choice={value} />;
  if (kind !== 'amount') return <span className={classNames('ellipsis', kind === 'figure' && 'figures')}>{value}</span>;
  const minor = parseAmount(value);
  return minor === null ? null : <span className="figures">{formatAmount(minor)}</span>;
}

/** A record by code and name; one that is known by its name alone, by that. */
function ChosenRecord({ choice: { code, name } }: { choice: Choice }) {
  if (name === '' || name === code) return <span className="ellipsis">{code}</span>;
  return (
    <span className={styles.account}>
      <span className={classNames(styles.code, 'figures')}>{code}</span>
      <span className="ellipsis">{name}</span>
    </span>
  );
}
