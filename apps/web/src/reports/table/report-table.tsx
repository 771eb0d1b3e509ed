import type { QueryKey } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { AnyRow, ReportLevel } from '@talaan/contract/reports/kit/define-report';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { useGridFocus, type Position } from '../../ui/table/grid-focus.ts';
import { useLeftPlace } from './left-place.ts';
import type { CellOpening, OpeningOf } from './openings.ts';
import { lineKey, type AnyLine } from './shown-lines.ts';
import { STRIP_WIDTH } from './shown-columns.ts';
import {
  useFirstRow,
  useKeptInSight,
  useOpenedCell,
  usePlaceAfterFolding,
  useRoom,
  type OpenCell,
} from './table-focus.ts';
import { keyAction, startOfBand } from './table-keys.ts';
import { labelSpan, openingAt, rowOpening, TableLine } from './table-line.tsx';
import {
  FurtherRows,
  SkeletonLines,
  TableFoot,
  TableHead,
  VirtualLines,
  type FootLine,
  type Further,
} from './table-parts.tsx';
import type { TableView } from './table-view.ts';
import styles from './report-table.module.css';

export interface ReportTableProps {
  view: TableView;
  levels: readonly ReportLevel<AnyRow>[];
  /** Fields that name a row. */
  rowKey: readonly string[];
  /** Names the table among all: the cell from which one left it is kept under it. */
  name: QueryKey;
  /** Names the table for assistive technology. */
  caption: string;
  /** The first rows are on their way. */
  waiting: boolean;
  /** Older rows stay in sight, dimmed, while new ones are on their way. */
  refetching?: boolean;
  foot: readonly FootLine[];
  openingOf: OpeningOf;
  /** Enter or click on what opens something. */
  onOpen: (opening: CellOpening) => void;
  /** Whether the figure of a cell is open below, and its line is kept in sight. */
  open?: OpenCell | null;
  further?: Further | undefined;
  /** The rows of groups that are still open may be more. */
  growing?: boolean;
  /** J and K go from row to row. */
  rowKeys?: boolean;
  /** Told the row in focus; of a sum the one above it. */
  onRow?: ((row: AnyRow | undefined) => void) | undefined;
  /** The first row takes the focus as soon as it is here. */
  takesFocus?: boolean;
}

/** Rows beyond which only those in sight are in the document. */
const VIRTUAL_FROM = 200;

/**
 * The table of every report: groups and columns that fold, head, first column and totals that stay in sight, figures that stand on
 * one line through all groups. Arrows move from cell to cell, ← and → in the first column fold, Enter opens (ux §7, §13).
 */
export function ReportTable(props: ReportTableProps) {
  const { view, levels, caption, openingOf, open = null, growing = false } = props;
  const { lines, shown } = view;
  const scroll = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const end = { row: lines.length - 1, column: shown.length - 1 };
  const { active, setActive, moveTo } = useGridFocus(table, end, cellIn);
  const activeRow = active.row;
  // Sideways what names the rows stays, so a label runs over others only where nothing is scrolled away.
  const spanOf = (line: AnyLine): number => labelSpan(line, shown, scrolled);

  const isVirtual = lines.length > VIRTUAL_FROM;
  // Nothing that it returns goes to a memoized part: the gaps and indexes are read while drawing.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight(),
    overscan: 10,
    scrollPaddingStart: 3 * rowHeight(),
    scrollPaddingEnd: 2 * rowHeight(),
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeRow, ...(open ? [open.line] : [])])].toSorted(
        (one, other) => one - other,
      ),
  });

  useRoom(scroll, view.setRoom);
  useKeptInSight(scroll, open, isVirtual ? (row) => virtualizer.scrollToIndex(row, { align: 'auto' }) : null);

  useOpenedCell(open, shown, setActive, goTo);
  const goAfterFolding = usePlaceAfterFolding(shown, goTo);
  const place = useLeftPlace(props.name, { lines, shown, rowKey: props.rowKey }, goTo);
  useFirstRow(props.takesFocus === true, lines, place.isBack, moveTo);

  const { onRow } = props;
  const current = onRow === undefined ? undefined : lines.slice(0, activeRow + 1).findLast(({ row }) => row)?.row;
  useEffect(() => onRow?.(current), [onRow, current]);

  function goTo(to: Position): void {
    const { row } = moveTo(to);
    if (isVirtual) virtualizer.scrollToIndex(row, { align: 'auto' });
  }

  const hasFocus = (): boolean => table.current?.contains(document.activeElement) ?? false;
  const walks = props.rowKeys !== false && lines.length > 0;
  useShortcut('j', 'Next row', () => goTo({ ...active, row: activeRow + (hasFocus() ? 1 : 0) }), { enabled: walks });
  useShortcut('k', 'Previous row', () => goTo({ ...active, row: activeRow - (hasFocus() ? 1 : 0) }), {
    enabled: walks,
  });

  function press(event: KeyboardEvent<HTMLTableElement>): void {
    const line = lines[activeRow];
    const inBody = (event.target as HTMLElement).closest('td, th')?.closest('tbody') ?? null;
    if (inBody === null || line === undefined || event.altKey || event.metaKey) return;
    const at = { view, active, end, span: spanOf(line) };
    const act = keyAction(event, line, at, { goTo, activate: () => activate(line, active.column), foldColumn });
    if (act === null) return;
    event.preventDefault();
    act();
  }

  /** A band that folds leaves its last column in the place of its first. */
  function foldColumn(column: number, away: boolean): void {
    const isBand = away && shown[column]?.band !== undefined;
    const to = { row: activeRow, column: isBand ? startOfBand(shown, column) : column };
    if (view.foldColumn(column, away)) goAfterFolding(to);
  }

  function activate(line: AnyLine, column: number): void {
    const at = shown[column]!;
    if (line.look === 'group' && column < spanOf(line)) view.fold(line, !view.isFolded(line));
    else if (at.column === null) foldColumn(column, false);
    else {
      const opening =
        openingAt(openingOf, line, at) ?? (line.row === undefined ? null : rowOpening(openingOf, line, shown));
      if (opening && 'address' in opening) place.leave({ row: lines.indexOf(line), column });
      if (opening) props.onOpen(opening);
    }
  }

  function click(event: MouseEvent<HTMLTableElement>): void {
    const found = placeOf(event.target);
    const line = found && lines[found.row];
    // A link goes where it says by itself, in a tab of its own where that is asked for.
    const isLink = (event.target as HTMLElement).closest('a') !== null;
    if (found && line && isLink) place.leave(found);
    if (!line || isLink || document.getSelection()?.isCollapsed === false) return;
    setActive(found);
    activate(line, found.column);
  }

  /** The head of the column under the pointer stands out with the row: a crosshair, without drawing the rows anew. */
  function point(event: PointerEvent<HTMLTableElement>): void {
    const column = event.type === 'pointerleave' ? -1 : (placeOf(event.target)?.column ?? -1);
    const heads = table.current?.tHead?.rows;
    for (const [at, head] of [...(heads?.[heads.length - 1]?.cells ?? [])].entries())
      head.toggleAttribute('data-pointed', at === column);
  }

  const rowOf = (index: number): ReactNode => {
    const line = lines[index];
    return line === undefined ? null : (
      <TableLine
        key={lineKey(line, props.rowKey)}
        line={line}
        index={index}
        shown={shown}
        levels={levels}
        span={spanOf(line)}
        folded={line.look === 'group' && view.isFolded(line)}
        growing={growing && line.look === 'group' && isLastOfLevel(lines, index)}
        activeColumn={index === activeRow ? active.column : -1}
        openField={open?.line === index ? open.field : null}
        openingOf={openingOf}
      />
    );
  };
  const width = useMemo(() => leastWidth(view), [view]);

  return (
    <div
      ref={scroll}
      className={styles.scroll}
      data-scroll-restoration-id={`report ${caption}`}
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft > 0)}
    >
      {/* The keys and the pointer are handled once, for all cells; each cell of the grid can hold the focus. */}
      <table
        ref={table}
        role="treegrid"
        aria-label={caption}
        aria-busy={props.waiting || props.refetching === true}
        aria-rowcount={props.waiting || props.further?.awaited ? -1 : lines.length + 1 + props.foot.length}
        className={styles.table}
        style={
          {
            minWidth: width,
            '--first-column': `${view.widths[0] ?? 0}px`,
            '--cell-padding': `${view.padding}px`,
            '--indent': `${view.indent}px`,
          } as CSSProperties
        }
        onKeyDown={press}
        onClick={click}
        onFocus={(event) => {
          const found = placeOf(event.target);
          if (!found || (found.row === activeRow && found.column === active.column)) return;
          // A label is one cell: the column that one came from stays.
          const span = spanOf(lines[found.row]!);
          setActive({
            row: found.row,
            column: found.column === 0 && active.column < span ? active.column : found.column,
          });
        }}
        onPointerOver={point}
        onPointerLeave={point}
      >
        <TableHead view={view} active={active.column} />
        <tbody className={props.refetching ? styles.dimmed : undefined}>
          {props.waiting ? <SkeletonLines shown={shown} /> : null}
          {isVirtual ? (
            <VirtualLines
              items={virtualizer.getVirtualItems()}
              total={virtualizer.getTotalSize()}
              columns={shown.length}
              rowOf={rowOf}
            />
          ) : (
            lines.map((_line, index) => rowOf(index))
          )}
          {props.further?.awaited && !props.waiting ? (
            <FurtherRows further={props.further} scroll={scroll} columns={shown.length} />
          ) : null}
        </tbody>
        {props.waiting || props.foot.length === 0 ? null : (
          <TableFoot foot={props.foot} view={view} scrolled={scrolled} from={lines.length} />
        )}
      </table>
    </div>
  );
}

/** The cell of a line that covers a column. */
function cellIn(row: HTMLElement, column: number): Element | undefined {
  return [...row.children].findLast((cell) => Number((cell as HTMLElement).dataset['column']) <= column);
}

/** Row and column of the cell of the body that something lies in. */
function placeOf(target: EventTarget): Position | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('tr')?.dataset['row'];
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset['column']) } : null;
}

/** Whether no other group of the level of a heading follows: its rows may still come. */
function isLastOfLevel(lines: readonly AnyLine[], index: number): boolean {
  const length = lines[index]!.group!.codes.length;
  for (let at = index + 1; at < lines.length; at += 1) {
    const { look, group } = lines[at]!;
    if (look === 'group' && group!.codes.length <= length) return false;
  }
  return true;
}

/** The least width of a table, in px. */
function leastWidth({ shown, widths }: TableView): number {
  return shown.reduce((sum, { at, column }) => sum + (column === null ? STRIP_WIDTH : widths[at]!), 0);
}

/** Height of a row of the chosen density, in px. */
function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--size-row')) || 32;
}
