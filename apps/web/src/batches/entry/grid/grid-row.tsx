import { memo } from 'react';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconDelete } from '../../../ui/icons.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { GridCalls } from './grid-calls.ts';
import type { GridColumn, GridLine, LineCells } from './grid-line.ts';
import styles from './lines-grid.module.css';

export interface GridRowProps<Line extends GridLine<Field>, Field extends string> {
  line: Line;
  index: number;
  columns: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
  /** The column of the active cell; -1 when it is in another row. */
  activeColumn: number;
  editing: { typed: string | null; open: boolean } | null;
  isSelected: boolean;
  isLast: boolean;
  /** What follows for cells in which nothing is typed. */
  implied: Readonly<Partial<Record<Field, string>>> | undefined;
  calls: GridCalls;
}

/** One line of the grid. It is drawn again only when something of it changes. */
export const GridRow = memo(Row) as typeof Row;

function Row<Line extends GridLine<Field>, Field extends string>(props: GridRowProps<Line, Field>) {
  const { line, index, columns, cells, activeColumn, isSelected, isLast, calls } = props;
  const isNew = isLast && cells.isBlank(line);
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
      {columns.map((column, position) => (
        <GridCell key={column.field} {...props} column={column} position={position} isNew={isNew} />
      ))}
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
}

/** A cell of a line: what stands in it, or its editor while it is typed, with what is wrong with it. */
function GridCell<Line extends GridLine<Field>, Field extends string>({
  line,
  index,
  column,
  position,
  cells,
  activeColumn,
  editing,
  implied,
  calls,
  isNew,
}: GridRowProps<Line, Field> & { column: GridColumn<Field>; position: number; isNew: boolean }) {
  const { field } = column;
  const isActive = position === activeColumn;
  const fault = line.faults[field];
  return (
    <td
      data-cell={`${index}:${position}`}
      data-label={column.header}
      {...(isActive || (index === 0 && position === 0) ? { 'data-region-start': true } : {})}
      tabIndex={isActive && editing === null ? 0 : -1}
      aria-invalid={fault === undefined ? undefined : true}
      title={cells.title(line, field)}
      className={classNames(
        cells.styleOf(field) === 'figure' && styles.figure,
        column.computed && styles.computed,
        column.grows && styles.wide,
        isActive && styles.active,
        isActive && editing !== null && styles.editing,
        fault !== undefined && styles.wrong,
      )}
      onFocus={(event) => {
        if (event.target === event.currentTarget) calls.focusCell(index, position);
      }}
      onClick={(event) => {
        if (event.detail === 0 || (isActive && editing !== null)) return;
        // A choice that is not made yet is offered by the first click, what stands there is changed by the second.
        const isOpen = cells.source(field) !== null && cells.text(line, field) === '';
        if (isActive || isOpen) calls.editCell(index, position);
      }}
    >
      {isActive && editing !== null ? (
        <CellEditor
          key={`${line.key} ${field}`}
          line={line}
          row={index}
          column={column}
          cells={cells}
          typed={editing.typed}
          opensList={editing.open}
          calls={calls}
        />
      ) : line.unread[field] !== undefined ? (
        <span className="ellipsis">{line.unread[field]}</span>
      ) : (
        <cells.Content line={line} field={field} isNew={isNew} implied={implied?.[field] ?? ''} />
      )}
      {fault === undefined ? null : <span className="visually-hidden">{`, ${fault}`}</span>}
    </td>
  );
}
