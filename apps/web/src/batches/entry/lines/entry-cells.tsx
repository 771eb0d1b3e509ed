import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { classNames } from '../../../ui/class-names.ts';
import type { CellContentProps, LineCells } from '../grid/grid-line.ts';
import {
  cellText,
  isAmountColumn,
  isBlankLine,
  isLookupColumn,
  isTextColumn,
  type EntryLine,
  type LineField,
} from './entry-line.ts';
import type { LinesChange } from './entry-lines.ts';
import type { LineSources } from './line-sources.ts';
import { editedText } from './read-cell.ts';
import { clearCell, takeCell } from './take-cell.ts';
import styles from './entry-cells.module.css';

/** Lines of account as the grid of an entry shows and takes them. */
export function entryCells(
  sources: LineSources,
  onChange: (change: LinesChange) => void,
): LineCells<EntryLine, LineField> {
  return {
    isBlank: isBlankLine,
    styleOf: (field) => (isAmountColumn(field) ? 'figure' : isTextColumn(field) ? 'prose' : 'code'),
    text: cellText,
    editedText,
    title: titleOf,
    source: (field) => (isLookupColumn(field) ? sources[field] : null),
    take: (cell, text, picked) => takeCell({ ...cell, sources, onChange }, text, picked),
    clear: (cell) => clearCell({ ...cell, sources, onChange }),
    Content: CellContent,
  };
}

function CellContent({ line, field, isNew, implied }: CellContentProps<EntryLine, LineField>) {
  if (isAmountColumn(field)) {
    const minor = parseAmount(line[field]);
    if (minor !== null) return <span className="figures">{formatAmount(minor)}</span>;
    if (implied !== '') return <span className="figures muted">{implied}</span>;
    return isNew ? null : <span className="figures muted">0.00</span>;
  }
  if (field === 'account') {
    if (isNew && line.account === null) return <span className="muted">Account code or name</span>;
    return line.account === null ? null : (
      <span className={styles.account}>
        <span className={classNames(styles.code, 'figures')}>{line.account.code}</span>
        <span className="ellipsis">{line.account.name}</span>
      </span>
    );
  }
  if (field === 'payee') return <span className="ellipsis">{line.payee?.name ?? ''}</span>;
  return <span className={classNames('ellipsis', !isTextColumn(field) && 'figures')}>{cellText(line, field)}</span>;
}

/** The whole of what a cell shows cut or short. */
function titleOf(line: EntryLine, field: LineField): string | undefined {
  if (isAmountColumn(field)) return line.formulas[field];
  if (isTextColumn(field)) return line[field] || undefined;
  const choice = line[field];
  if (choice === null) return undefined;
  return choice.name === '' ? choice.code : `${choice.code} ${choice.name}`;
}
