import { memo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { classNames } from '../class-names.ts';
import { BodyCell } from './data-table-cells.tsx';
import type { Column } from './table-props.ts';
import { isPhone } from './use-fitting-columns.ts';
import type { StickyCell } from './use-sticky-cells.ts';
import styles from './data-table.module.css';

/** What happens to a row, told with its place in the list. */
export interface RowCalls {
  activate: (index: number) => void;
  toggle: (index: number) => void;
  press: (event: KeyboardEvent<HTMLTableRowElement>, index: number) => void;
  click: (event: MouseEvent<HTMLTableRowElement>, index: number) => void;
}

export interface DataRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** The one row that Tab reaches. */
  active: boolean;
  openable: boolean;
  /** Names the checkbox before the columns; undefined where rows are not selected. */
  checkLabel: string | undefined;
  selected: boolean;
  /** Open in a dialog or panel. */
  current: boolean;
  flash: boolean;
  leaving: boolean;
  actions: ((row: Row) => ReactNode) | undefined;
  stickyCell: (position: number) => StickyCell;
  calls: RowCalls;
}

function PlainRow<Row>(props: DataRowProps<Row>) {
  const { row, index, columns, checkLabel, stickyCell, calls } = props;
  const firstData = checkLabel === undefined ? 0 : 1;
  // The actions show while the row is hovered or has the focus: before it was either, they are not drawn. A phone has no hover.
  const [wasNear, setWasNear] = useState(isPhone);
  return (
    <tr
      data-row={index}
      data-uncovered={props.current || props.flash || undefined}
      tabIndex={props.active ? 0 : -1}
      className={classNames(
        styles.row,
        props.openable && styles.openable,
        (props.selected || props.current) && styles.selected,
        props.flash && styles.flash,
        props.leaving && styles.leaving,
      )}
      // React misses a pointer that enters from an element that was taken away; over and move tell it.
      onMouseOver={() => setWasNear(true)}
      onMouseMove={() => setWasNear(true)}
      onFocus={(event) => {
        setWasNear(true);
        if (event.target === event.currentTarget) calls.activate(index);
      }}
      onKeyDown={(event) => calls.press(event, index)}
      onClick={(event) => calls.click(event, index)}
    >
      {checkLabel === undefined ? null : (
        <td className={classNames(styles.check, stickyCell(0).className)} style={stickyCell(0).style}>
          <Checkbox
            label={checkLabel}
            labelHidden
            tabIndex={-1}
            checked={props.selected}
            onChange={() => calls.toggle(index)}
          />
        </td>
      )}
      {columns.map((column, position) => (
        <BodyCell
          key={column.id}
          column={column}
          row={row}
          heading={position === 0}
          {...stickyCell(position + firstData)}
        />
      ))}
      {props.actions === undefined ? null : (
        <td className={styles.actions}>{wasNear ? <div>{props.actions(row)}</div> : null}</td>
      )}
    </tr>
  );
}

/** One record of a table. It is drawn again only for its own changes, so that each key is answered at once in a long list. */
export const DataRow = memo(PlainRow) as typeof PlainRow;
