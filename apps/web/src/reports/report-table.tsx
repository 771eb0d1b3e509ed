import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { ReportColumn, ReportDefinition } from '@talaan/contract/reports/define-report';
import { cellOf, groupRows, isFigureColumn, labelColumns, type Sums } from '@talaan/contract/papers/paper-table';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { classNames } from '../ui/class-names.ts';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { cellAfterKey, useGridFocus, type Position } from '../ui/table/grid-focus.ts';
import { ReportCell } from './report-cell.tsx';
import { ReportLine, SkeletonLines, VirtualLines } from './report-line.tsx';
import { shownRows, type ShownRow } from './report-rows.ts';
import styles from './report-table.module.css';

export interface ReportTableProps<Row> {
  report: ReportDefinition<Row>;
  /** Names the table for assistive technology. */
  caption: string;
  /** Undefined while the first rows are on their way. */
  rows: readonly Row[] | undefined;
  totals: Sums | undefined;
  rowKey: (row: Row) => string;
  /** Older rows stay in sight, dimmed, while new ones are on their way. */
  refetching?: boolean;
  /** Enter or click on a row: the drill-down. */
  onOpen?: (row: Row) => void;
  /** What opening a row shows, as a hint in the row: 'opens the postings, May 2025'. */
  openHint?: string;
  /** The row that is open in the panel. */
  currentKey?: string | undefined;
}

/** Rows beyond which only those in sight are in the document. */
const VIRTUAL_FROM = 200;
/** Least width of a column that grows. */
const GROWING_MIN = '200px';

/**
 * The table of every report: groups that fold, head, first column and grand total that stay in sight, figures that stand
 * on one line through all groups. Arrows move from cell to cell, Enter opens a row or folds a group (ux §7).
 */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { report, caption, rows, totals, rowKey, onOpen } = props;
  const columns = report.columns;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const scroll = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);

  const groups = useMemo(() => (rows === undefined ? [] : groupRows(report, rows)), [report, rows]);
  const lines = useMemo(() => shownRows(groups, collapsed, rowKey), [groups, collapsed, rowKey]);
  const widths = useMemo(() => columnWidths(report, rows ?? [], totals), [report, rows, totals]);
  const end = { row: lines.length - 1, column: columns.length - 1 };
  const { active, setActive, moveTo } = useGridFocus(table, end);
  const activeRow = active.row;

  const isVirtual = lines.length > VIRTUAL_FROM;
  // Nothing that it returns goes to a memoized part: the gaps and indexes are read while drawing.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight(),
    overscan: 10,
    scrollPaddingStart: 2 * rowHeight(),
    scrollPaddingEnd: 2 * rowHeight(),
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeRow])].toSorted((one, other) => one - other),
  });

  const { currentKey } = props;
  useEffect(() => {
    // What is drilled stays in sight when the drill-down takes its place below.
    if (currentKey !== undefined)
      table.current?.querySelector('tbody [aria-selected]')?.scrollIntoView({ block: 'nearest' });
  }, [currentKey]);

  function goTo(to: Position): void {
    const { row } = moveTo(to);
    if (isVirtual) virtualizer.scrollToIndex(row, { align: 'auto' });
  }

  function fold(code: string): void {
    const next = new Set(collapsed);
    if (!next.delete(code)) next.add(code);
    setCollapsed(next);
  }

  function activate(line: ShownRow<Row>): void {
    if (line.kind === 'group') fold(line.group.code);
    else onOpen?.(line.row);
  }

  const hasFocus = (): boolean => table.current?.contains(document.activeElement) ?? false;
  useShortcut('j', 'Next row', () => goTo({ ...active, row: activeRow + (hasFocus() ? 1 : 0) }), {
    enabled: lines.length > 0,
  });
  useShortcut('k', 'Previous row', () => goTo({ ...active, row: activeRow - (hasFocus() ? 1 : 0) }), {
    enabled: lines.length > 0,
  });

  function press(event: KeyboardEvent<HTMLTableElement>): void {
    const cell = (event.target as HTMLElement).closest('td, th');
    const line = lines[activeRow];
    if (
      !(cell instanceof HTMLTableCellElement) ||
      cell.closest('tbody') === null ||
      line === undefined ||
      event.altKey ||
      event.metaKey
    )
      return;
    const act = actionOf(event, line);
    if (act === null) return;
    event.preventDefault();
    act();
  }

  /** Enter and space open or fold; sideways keys fold in the first column; the others lead to another cell. */
  function actionOf(event: KeyboardEvent, line: ShownRow<Row>): (() => void) | null {
    if (!event.ctrlKey && (event.key === 'Enter' || event.key === ' ')) return () => activate(line);
    const folds =
      line.kind === 'group' && active.column === 0 && event.key === (line.open ? 'ArrowLeft' : 'ArrowRight');
    if (folds && !event.ctrlKey) return () => fold(line.group.code);
    const to = cellAfterKey(event, active, end);
    return to && (() => goTo(to));
  }

  function click(event: MouseEvent<HTMLTableElement>): void {
    const found = placeOf(event.target);
    const line = found && lines[found.row];
    if (!line || document.getSelection()?.isCollapsed === false) return;
    setActive(found);
    activate(line);
  }

  /** The head of the column under the pointer stands out with the row: a crosshair, without drawing the rows anew. */
  function point(event: PointerEvent<HTMLTableElement>): void {
    const column = event.type === 'pointerleave' ? -1 : (placeOf(event.target)?.column ?? -1);
    for (const [at, head] of [...(table.current?.tHead?.rows[0]?.cells ?? [])].entries())
      head.toggleAttribute('data-pointed', at === column);
  }

  const rowOf = (index: number): ReactNode => {
    const line = lines[index];
    return line === undefined ? null : (
      <ReportLine
        key={line.key}
        line={line}
        index={index}
        report={report}
        activeColumn={index === activeRow ? active.column : -1}
        isCurrent={line.kind === 'row' && line.key === currentKey}
        openable={onOpen !== undefined}
        hint={props.openHint}
      />
    );
  };
  const labelled = labelColumns(columns);

  return (
    <div ref={scroll} className={styles.scroll} data-scroll-restoration-id="report">
      {/* The keys and the pointer are handled once, for all cells; each cell of the grid can hold the focus. */}
      <table
        ref={table}
        role="treegrid"
        aria-label={caption}
        aria-busy={rows === undefined || props.refetching === true}
        aria-rowcount={rows === undefined ? -1 : lines.length + 2}
        className={styles.table}
        style={{ minWidth: leastWidth(widths) }}
        onKeyDown={press}
        onClick={click}
        onFocus={(event) => {
          const found = placeOf(event.target);
          if (found && (found.row !== activeRow || found.column !== active.column)) setActive(found);
        }}
        onPointerOver={point}
        onPointerLeave={point}
      >
        <colgroup>
          {columns.map((column, at) => (
            <col key={column.field} style={widths[at] === undefined ? undefined : { width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, at) => (
              <th
                key={column.field}
                scope="col"
                className={classNames(isFigureColumn(column) && styles.right, at === active.column && styles.here)}
                style={{ minWidth: widths[at] ?? 200 }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={props.refetching ? styles.dimmed : undefined}>
          {rows === undefined ? <SkeletonLines columns={columns} /> : null}
          {isVirtual ? (
            <VirtualLines
              items={virtualizer.getVirtualItems()}
              total={virtualizer.getTotalSize()}
              columns={columns.length}
              rowOf={rowOf}
            />
          ) : (
            lines.map((_line, index) => rowOf(index))
          )}
        </tbody>
        {totals === undefined || rows === undefined || rows.length === 0 ? null : (
          <tfoot>
            <tr aria-rowindex={lines.length + 2}>
              <th scope="row" colSpan={labelled}>
                {report.totalLabel}
              </th>
              {columns.slice(labelled).map((column) => (
                <td key={column.field} className={classNames(isFigureColumn(column) && styles.right, 'figures')}>
                  <ReportCell column={column} value={totals[column.field] ?? null} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Row and column of the cell of the body that something lies in. */
function placeOf(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest('td, th') : null;
  const row = cell?.closest('tr')?.dataset['row'];
  return cell instanceof HTMLTableCellElement && row !== undefined
    ? { row: Number(row), column: cell.cellIndex }
    : null;
}

/** The widths of a report's columns, by CSS; undefined for one that grows. What is drilled below it stands in the same ones. */
export function columnWidths<Row>(
  { columns }: ReportDefinition<Row>,
  rows: readonly Row[],
  totals: Sums | undefined,
): (string | undefined)[] {
  return columns.map((column) => columnWidth(column, rows, totals));
}

/** The least width of a table with such columns. */
export function leastWidth(widths: readonly (string | undefined)[]): string {
  return `calc(${widths.map((width) => width ?? GROWING_MIN).join(' + ')})`;
}

/** Wide enough for the column's longest figure or head, so that nothing is cut; undefined for a column that grows. */
function columnWidth<Row>(
  column: ReportColumn<Row>,
  rows: readonly Row[],
  totals: Sums | undefined,
): string | undefined {
  if (column.grows) return undefined;
  const written = (value: string) => (column.kind === 'amount' ? formatAmount(requireSum(value)) : value).length;
  let longest = written(totals?.[column.field] ?? '0');
  for (const row of rows) longest = Math.max(longest, written(cellOf(row, column.field) ?? '0'));
  return `max(${column.width * 7 + 22}px, calc(${longest + 1}ch + 24px))`;
}

/** Height of a row of the chosen density, in px. */
function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--size-row')) || 32;
}
