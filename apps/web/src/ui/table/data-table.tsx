import { useRef, type CSSProperties, type MouseEvent } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../buttons/button.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { classNames } from '../class-names.ts';
import { DataRow, type RowCalls } from './data-row.tsx';
import { HeaderCell, NoteRow, SkeletonRows, TotalRows } from './data-table-cells.tsx';
import { IconInbox } from '../icons.tsx';
import { useStableCalls } from '../stable-calls.ts';
import { OrderMenu } from './order-menu.tsx';
import type { ColumnPriority, DataTableProps } from './table-props.ts';
import { useActiveRow } from './use-active-row.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useStickyCells } from './use-sticky-cells.ts';
import styles from './data-table.module.css';

/**
 * A list of records: real table markup, header and first columns that stay, rows of 32 px with hairlines.
 * Arrows, J and K move; Space and X select, with Shift a range, Ctrl+A all; Enter opens (ux §3).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowId, status, selection, onOpen, stickyColumns = 2 } = props;
  const table = useRef<HTMLTableElement>(null);
  const { columns, widths, reserves, total } = useFittingColumns(table, props.columns, {
    checks: selection !== undefined,
    actions: props.rowActions !== undefined,
    rows,
  });
  const firstData = selection === undefined ? 0 : 1;
  const stickyCell = useStickyCells(widths, stickyColumns + firstData, firstData);
  const { active, activate, toggle, press } = useActiveRow(props, table);

  function click(event: MouseEvent<HTMLTableRowElement>, index: number): void {
    if ((event.target as HTMLElement).closest('a, button, input, label, select') !== null) return;
    activate(index);
    if (document.getSelection()?.isCollapsed === false) return;
    onOpen?.(rows[index]!);
  }

  const calls = useStableCalls<RowCalls>({ activate, toggle, press, click });

  const columnCount = columns.length + firstData + (props.rowActions === undefined ? 0 : 1);
  const check = stickyCell(0);
  const isCards = (props.cards ?? true) && columns.some(hasCard);

  return (
    <div
      className={styles.scroll}
      data-scroll-restoration-id="table"
      onScroll={(event) => event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0)}
    >
      {isCards ? <OrderMenu columns={props.columns} sort={props.sort} onSort={props.onSort} /> : null}
      <span className="visually-hidden" role="status">
        {status === 'loading' || status === 'refetching' ? MESSAGES.pleaseWait : ''}
      </span>
      <table
        ref={table}
        className={classNames(styles.table, isCards && styles.cards, reserves && styles[`reserves-${reserves}`])}
        style={{ '--total': `${total}px` } as Record<string, string>}
        aria-busy={status === 'loading' || status === 'refetching'}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection === undefined ? null : <CheckAll selection={selection} ids={rows.map(rowId)} {...check} />}
            {columns.map((column, index) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                width={widths[index + firstData]}
                {...stickyCell(index + firstData)}
              />
            ))}
            {props.rowActions === undefined ? null : <td className={styles.actions} />}
          </tr>
        </thead>
        <tbody className={status === 'refetching' ? styles.dimmed : undefined}>
          {status === 'failed' ? (
            <NoteRow columns={columnCount} alone={rows.length === 0}>
              Couldn't load this list.
              <Button size="sm" variant="ghost" onClick={props.onRetry}>
                Retry
              </Button>
            </NoteRow>
          ) : null}
          {status === 'loading' ? <SkeletonRows columns={columns} selection={selection !== undefined} /> : null}
          {status !== 'loading' && status !== 'failed' && rows.length === 0 ? (
            <EmptyNote columns={columnCount} empty={props.empty} noMatch={props.noMatch} />
          ) : null}
          {status === 'loading'
            ? null
            : rows.map((row, index) => {
                const id = rowId(row);
                const selected = selection?.selected.has(id) ?? false;
                return (
                  <DataRow
                    key={id}
                    row={row}
                    index={index}
                    columns={columns}
                    active={index === active}
                    openable={onOpen !== undefined}
                    checkLabel={selection?.label(row)}
                    selected={selected}
                    current={props.currentId === id}
                    flash={props.flashId === id}
                    leaving={props.leavingId === id}
                    actions={props.rowActions}
                    stickyCell={stickyCell}
                    calls={calls}
                  />
                );
              })}
        </tbody>
        {props.totals === undefined || props.totals.length === 0 || rows.length === 0 ? null : (
          <TotalRows
            totals={props.totals}
            columns={columns}
            firstData={firstData}
            actions={props.rowActions !== undefined}
          />
        )}
      </table>
    </div>
  );
}

interface CheckAllProps {
  selection: Pick<NonNullable<DataTableProps<never>['selection']>, 'selected' | 'onChange'>;
  /** Of the rows of this page. */
  ids: readonly string[];
  className: string | undefined;
  style: CSSProperties | undefined;
}

/** Selects all rows of the page, or none of them. */
function CheckAll({ selection: { selected, onChange }, ids, className, style }: CheckAllProps) {
  const isEvery = ids.every((id) => selected.has(id));
  return (
    <th scope="col" className={classNames(styles.check, className)} style={style}>
      <Checkbox
        label="Select all rows of this page"
        labelHidden
        checked={ids.length > 0 && isEvery}
        indeterminate={!isEvery && ids.some((id) => selected.has(id))}
        onChange={(event) => onChange(withRows(selected, ids, event.target.checked))}
      />
    </th>
  );
}

/** That there is nothing yet, with the way to begin; or that nothing matches, with the ways to see more. */
function EmptyNote({
  columns,
  empty,
  noMatch,
}: { columns: number } & Pick<DataTableProps<never>, 'empty' | 'noMatch'>) {
  return (
    <NoteRow columns={columns} alone>
      {noMatch === undefined ? (
        <>
          <IconInbox size={24} />
          {empty.title}
          {empty.action}
        </>
      ) : (
        <>
          {noMatch.text}
          {noMatch.elsewhere === undefined ? null : (
            <Button size="sm" keys="alt+m" onClick={() => noMatch.onElsewhere?.()}>
              {noMatch.elsewhere}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={noMatch.onClear}>
            Clear filters
          </Button>
        </>
      )}
    </NoteRow>
  );
}

/** A record that has a title is a card on a phone. */
const hasCard = ({ priority }: { priority?: ColumnPriority }): boolean => priority === 'title';

function withRows(selected: ReadonlySet<string>, ids: readonly string[], chosen: boolean): Set<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (chosen) next.add(id);
    else next.delete(id);
  }
  return next;
}
