import { memo } from 'react';
import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconDelete } from '../../../ui/icons.tsx';
import { CellEditor } from './cell-editor.tsx';
import {
  cellText,
  isAmountColumn,
  isBlankLine,
  isLookupColumn,
  isTextColumn,
  type EntryLine,
  type LineField,
} from './entry-line.ts';
import type { LineColumn } from './line-columns.ts';
import type { GridCalls } from './grid-calls.ts';
import type { LineSources } from './line-sources.ts';
import styles from './lines-grid.module.css';

export interface GridRowProps {
  line: EntryLine;
  index: number;
  columns: readonly LineColumn[];
  sources: LineSources;
  /** The column of the active cell; -1 when it is in another row. */
  activeColumn: number;
  editing: { typed: string | null; open: boolean } | null;
  isSelected: boolean;
  isLast: boolean;
  /** Peso value of the amounts, '' where the entry is in pesos or the line has its own. */
  debitPesos: string;
  creditPesos: string;
  calls: GridCalls;
}

/** One line of the grid. It is drawn again only when something of it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, index, columns, sources, activeColumn, editing, isSelected, isLast, calls } = props;
  const isNew = isLast && isBlankLine(line);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classNames(activeColumn >= 0 && styles.current, isSelected && styles.selected, isNew && styles.new)}
    >
      <th scope="row" className={styles.number}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Select line ${index + 1}`}
          onClick={(event) => calls.selectLine(index, event.shiftKey)}
        >
          {index + 1}
        </button>
      </th>
      {columns.map((column, position) => {
        const { field } = column;
        const isActive = position === activeColumn;
        const fault = line.faults[field];
        return (
          <td
            key={field}
            data-cell={`${index}:${position}`}
            {...(isActive || (index === 0 && position === 0) ? { 'data-region-start': true } : {})}
            tabIndex={isActive && editing === null ? 0 : -1}
            aria-invalid={fault === undefined ? undefined : true}
            title={fault ?? titleOf(line, field)}
            className={classNames(
              isAmountColumn(field) && styles.figure,
              isActive && styles.active,
              isActive && editing !== null && styles.editing,
              fault !== undefined && styles.wrong,
            )}
            onFocus={(event) => {
              if (event.target === event.currentTarget) calls.focusCell(index, position);
            }}
            onClick={(event) => {
              if (isActive && editing === null && event.detail > 0) calls.editCell(index, position);
            }}
          >
            {isActive && editing !== null ? (
              <CellEditor
                key={`${line.key} ${field}`}
                line={line}
                row={index}
                column={column}
                source={isLookupColumn(field) ? sources[field] : null}
                typed={editing.typed}
                calls={calls}
              />
            ) : (
              <CellContent line={line} field={field} isNew={isNew} pesos={pesosFor(props, field)} />
            )}
            {fault === undefined ? null : <span className="visually-hidden">{`, ${fault}`}</span>}
          </td>
        );
      })}
      <td className={styles.end}>
        {isNew ? null : (
          <IconButton
            size="sm"
            tabIndex={-1}
            label={`Delete line ${index + 1}`}
            icon={<IconDelete size={14} />}
            side="left"
            onClick={() => calls.removeLine(index)}
          />
        )}
      </td>
    </tr>
  );
});

function CellContent({
  line,
  field,
  isNew,
  pesos,
}: {
  line: EntryLine;
  field: LineField;
  isNew: boolean;
  pesos: string;
}) {
  const unread = line.unread[field];
  if (unread !== undefined) return <span className={styles.text}>{unread}</span>;
  if (isAmountColumn(field)) {
    const minor = parseAmount(line[field]);
    if (minor !== null) return <span className="figures">{formatAmount(minor)}</span>;
    if (pesos !== '') return <span className="figures muted">{pesos}</span>;
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
  if (field === 'payee') return <span className={styles.text}>{line.payee?.name ?? ''}</span>;
  return <span className={classNames(styles.text, !isTextColumn(field) && 'figures')}>{cellText(line, field)}</span>;
}

/** The whole of what a cell shows cut or short. */
function titleOf(line: EntryLine, field: LineField): string | undefined {
  if (isAmountColumn(field)) return line.formulas[field];
  if (isTextColumn(field)) return line[field] || undefined;
  const choice = line[field];
  if (choice === null) return undefined;
  return choice.name === '' ? choice.code : `${choice.code} ${choice.name}`;
}

function pesosFor({ debitPesos, creditPesos }: GridRowProps, field: LineField): string {
  if (field === 'debit_php') return debitPesos;
  return field === 'credit_php' ? creditPesos : '';
}
