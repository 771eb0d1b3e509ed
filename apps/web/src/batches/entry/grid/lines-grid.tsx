import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { writePastedTable } from './pasted-table.ts';
import { GridHead } from './grid-head.tsx';
import { faultSentences, LineDoubtRow, LineFaultRow, type Correction, type LineDoubt } from './line-doubt.tsx';
import { gridKeyAction } from './grid-keys.ts';
import type { Direction, GridCalls } from './grid-calls.ts';
import type { Choice, GridCell, GridColumn, GridLine, LineCells } from './grid-line.ts';
import type { GridChange } from './grid-lines.ts';
import { GridRow } from './grid-row.tsx';
import { useStableCalls } from '../../../ui/stable-calls.ts';
import { nearestCell, type Position } from '../../../ui/table/grid-focus.ts';
import styles from './lines-grid.module.css';

/** Moves the focus to a cell from outside: from the summary of faults. */
export interface GridControl<Field extends string = string> {
  /** Without a field, to the column where the grid is. */
  focusCell: (row: number, field?: Field) => void;
}

export interface LinesGridProps<Line extends GridLine<Field>, Field extends string> {
  /** Names the grid for assistive technology. */
  label: string;
  columns: readonly GridColumn<Field>[];
  /** Makes a column as wide as that, in px; null: as it is declared. */
  onResize: (field: Field, width: number | null) => void;
  lines: readonly Line[];
  /** How its cells are shown and taken. */
  cells: LineCells<Line, Field>;
  onChange: (change: GridChange<Field>) => void;
  /** A block of cells was pasted at a cell. */
  onPaste: (text: string, row: number, field: Field) => void;
  /** What is doubtful, by row: told below the line. */
  doubts?: ReadonlyMap<number, LineDoubt> | undefined;
  /** What mends faulty lines, by row. */
  corrections?: ReadonlyMap<number, Correction> | undefined;
  /** What follows for cells in which nothing is typed, by row and column. */
  implied?: ReadonlyMap<number, Readonly<Partial<Record<Field, string>>>> | undefined;
  control?: Ref<GridControl<Field>>;
}

/** What the cell in edit mode starts with: its own text, or what was just typed; a click opens its list as well. */
type Editing = { typed: string | null; open: boolean };

const OPEN_CELL: Editing = { typed: null, open: false };
const VIRTUAL_FROM = 200;
const ROWS_IN_SIGHT = 6;
const HEADER_ROW = 1;
/** By so many px a key makes a column wider. */
const WIDTH_STEP = 16;
const NO_DOUBTS: ReadonlyMap<number, LineDoubt> = new Map();
const NO_CORRECTIONS: ReadonlyMap<number, Correction> = new Map();

/**
 * Lines as an ARIA grid with two modes (ux §5). Navigate: arrows, Home, End, Ctrl+Home, Ctrl+End; Tab
 * leaves. Edit (type, Enter or F2): Enter and Tab go to the next cell, ↑↓ to the next row, Esc restores, then returns.
 */
export function LinesGrid<Line extends GridLine<Field>, Field extends string>(props: LinesGridProps<Line, Field>) {
  const { label, columns, onResize, lines, cells, doubts = NO_DOUBTS, corrections = NO_CORRECTIONS } = props;
  const { onChange, onPaste, implied, control } = props;
  /** By its field, so that it stays where it is when other columns are folded. */
  const [active, setActive] = useState<{ row: number; field: Field }>({ row: 0, field: columns[0]!.field });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const end = { row: lines.length - 1, column: columns.length - 1 };
  const lastTyped = columns.findLastIndex(({ computed }) => !computed);
  const { row, column } = nearestCell({ row: active.row, column: placeOf(active.field) }, end);
  const selected = anchor === null ? null : { from: Math.min(anchor, row), to: Math.max(anchor, row) };

  const isVirtual = lines.length > VIRTUAL_FROM;
  const height = rowHeight();
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isVirtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 12,
    // The cell with the focus is always there, wherever the grid is scrolled.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), row])].toSorted((one, two) => one - two),
  });

  /** Where a column stands; the first one for what is not shown. */
  function placeOf(field: Field): number {
    return Math.max(
      0,
      columns.findIndex((one) => one.field === field),
    );
  }

  function goTo(next: Position, start: Editing | null = null): void {
    const target = nearestCell(next, end);
    wantsFocus.current = true;
    setActive({ row: target.row, field: columns[target.column]!.field });
    setEditing(start);
    if (isVirtual) virtualizer.scrollToIndex(target.row, { align: 'auto' });
  }

  useLayoutEffect(() => {
    if (!wantsFocus.current || editing !== null) return;
    wantsFocus.current = false;
    const cell = scroll.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
    cell?.focus({ preventScroll: true });
    if (cell) keepInSight(scroll.current, cell);
    // `active` is a new position each time, also when it is where the grid stood before.
  }, [active, row, column, editing, lines]);

  useImperativeHandle(
    control,
    () => ({
      focusCell: (toRow, field) => goTo({ row: toRow, column: field === undefined ? column : placeOf(field) }),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columns, column, lines.length, isVirtual],
  );

  /** Takes what was typed into the cell in edit mode, and goes on. */
  function commit(text: string, picked: Choice | null | undefined, direction: Direction): void {
    const line = lines[row];
    const isEnd = row === lines.length - 1 && line !== undefined && cells.isBlank(line) && text.trim() === '';
    take(text, picked);
    if (direction === 'next' && column === lastTyped && isEnd) goTo({ row, column });
    else moveOn(direction);
  }

  function take(text: string, picked: Choice | null | undefined): void {
    const cell = activeCell();
    if (cell !== null) cells.take(cell, text, picked);
  }

  /** The active cell where something can be typed into it. */
  function activeCell(): GridCell<Line, Field> | null {
    const line = lines[row];
    const place = columns[column];
    return line === undefined || place === undefined || place.computed ? null : { row, line, column: place };
  }

  function moveOn(direction: Direction): void {
    if (direction === 'up' || direction === 'down') goTo({ row: row + (direction === 'up' ? -1 : 1), column });
    else if (direction === 'previous') {
      if (column > 0) edit({ row, column: column - 1 });
      else if (row > 0) edit({ row: row - 1, column: lastTyped });
      else goTo({ row, column });
    } else if (column < lastTyped) edit({ row, column: column + 1 });
    else {
      onChange({ type: 'carry', row: row + 1 });
      // The next line may come into being by this very commit.
      wantsFocus.current = true;
      setActive({ row: row + 1, field: columns[0]!.field });
      setEditing(OPEN_CELL);
    }
  }

  function edit(position: Position, start: Editing = OPEN_CELL): void {
    goTo(position, start);
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (editing !== null || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset['cell'] === undefined) return;
    const act = gridKeyAction(event, { row, column }, end, {
      leap,
      extendTo,
      selectAll: () => {
        setAnchor(0);
        goTo({ row: end.row, column });
      },
      selectNone: anchor === null ? null : () => setAnchor(null),
      openCell: (typed) => openCell(typed === undefined ? OPEN_CELL : { typed, open: false }),
      clearCell: () => {
        const cell = activeCell();
        if (cell !== null) cells.clear(cell);
      },
      copyAbove: () => onChange({ type: 'copyAbove', row, field: columns[column]!.field }),
      copyProseAbove: () => {
        const prose = columns.find(({ field }) => cells.styleOf(field) === 'prose');
        if (prose !== undefined) onChange({ type: 'copyAbove', row, field: prose.field });
      },
      duplicateLine: () => {
        onChange({ type: 'duplicate', row });
        if (!cells.isBlank(lines[row]!)) leap({ row: row + 1, column });
      },
      moveLine: (by) => {
        onChange({ type: 'move', row, by });
        const target = row + by;
        if (target >= 0 && target < end.row && row < end.row) goTo({ row: target, column });
      },
      widen: (by) => {
        const { field } = columns[column]!;
        const width = scroll.current?.querySelector<HTMLElement>(`[data-column="${field}"]`)?.offsetWidth ?? 0;
        onResize(field, width + by * WIDTH_STEP);
      },
      removeLines,
      correct: () => correct(correctionOf(row) === null ? firstCorrection() : row),
    });
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function leap(position: Position): void {
    setAnchor(null);
    goTo(position);
  }

  /** Puts a cell into edit mode; a line that begins here takes over what is carried from the one above. */
  function openCell(start: Editing, at: Position = { row, column }): void {
    setAnchor(null);
    if (at.column > lastTyped) return;
    if (at.column === 0 && cells.isBlank(lines[at.row]!)) onChange({ type: 'carry', row: at.row });
    edit(at, start);
  }

  function extendTo(to: number): void {
    if (anchor === null) setAnchor(row);
    goTo({ row: to, column });
  }

  function correctionOf(at: number): Correction | null {
    return corrections.get(at) ?? doubts.get(at)?.correction ?? null;
  }

  function firstCorrection(): number | undefined {
    return [...corrections.keys(), ...doubts.keys()].find((at) => correctionOf(at) !== null);
  }

  /** Takes what mends a faulty or doubtful line, and stays on it. */
  function correct(at: number | undefined, correction = at === undefined ? null : correctionOf(at)): void {
    if (at === undefined || correction === null) return;
    correction.apply();
    goTo({ row: at, column });
  }

  function removeLines(): void {
    const { from, to } = selected ?? { from: row, to: row };
    for (let at = to; at >= from; at -= 1) onChange({ type: 'remove', row: at });
    setAnchor(null);
    goTo({ row: Math.min(from, lines.length - 1), column });
  }

  function copy(event: ClipboardEvent): void {
    if (editing !== null || scroll.current?.contains(document.activeElement) !== true) return;
    const rows = selected === null ? null : lines.slice(selected.from, selected.to + 1);
    const text =
      rows === null
        ? cells.text(lines[row]!, columns[column]!.field)
        : writePastedTable([
            columns.map(({ header }) => header),
            ...rows
              .filter((line) => !cells.isBlank(line))
              .map((line) => columns.map(({ field }) => cells.text(line, field))),
          ]);
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain');
    const isBlock = /[\t\n]/.test(text.trimEnd());
    if (text.trim() === '' || (editing !== null && !isBlock)) return;
    event.preventDefault();
    setEditing(null);
    wantsFocus.current = true;
    onPaste(text, row, columns[column]!.field);
  }

  const calls = useStableCalls<GridCalls>({
    focusCell: (toRow, toColumn) => {
      setAnchor(null);
      setActive({ row: toRow, field: columns[toColumn]!.field });
      if (editing !== null && (toRow !== row || toColumn !== column)) setEditing(null);
    },
    editCell: (toRow, toColumn) => openCell({ typed: null, open: true }, { row: toRow, column: toColumn }),
    commit,
    commitAndLeave: (text) => {
      take(text, undefined);
      wantsFocus.current = false;
      setEditing(null);
    },
    leaveEditing: () => goTo({ row, column }),
    removeLine: (at) => {
      onChange({ type: 'remove', row: at });
      goTo({ row: Math.min(at, lines.length - 1), column });
    },
    selectLine: (at, extending) => {
      if (!extending || anchor === null) setAnchor(at);
      goTo({ row: at, column });
    },
  });

  const shown = isVirtual ? virtualizer.getVirtualItems().map(({ index }) => index) : lines.map((_, index) => index);
  const gaps = gapsOf(shown, lines.length);

  return (
    <div
      ref={scroll}
      className={classNames(styles.scroll, isVirtual && styles.long)}
      // However low the window, some lines stay in sight: a few with all that is told below them, of many the first.
      style={
        {
          '--rows': Math.min(lines.length, ROWS_IN_SIGHT),
          ...(lines.length <= ROWS_IN_SIGHT ? { flexShrink: 0 } : {}),
        } as CSSProperties
      }
      data-region
      onKeyDown={press}
      onCopy={copy}
      onPaste={paste}
      // The wrapper only listens to what its cells let through.
      role="presentation"
    >
      <table
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + HEADER_ROW}
        aria-colcount={columns.length + 2}
        aria-multiselectable="true"
      >
        <GridHead columns={columns} cells={cells} onResize={onResize} />
        <tbody>
          {shown.map((index) => {
            const line = lines[index];
            if (line === undefined) return null;
            const gap = gaps.get(index) ?? 0;
            const isActive = index === row;
            const sentences = faultSentences(line, index, columns);
            const doubt = doubts.get(index);
            return [
              gap > 0 ? <GapRow key={`gap ${index}`} height={gap * height} /> : null,
              <GridRow
                key={line.key}
                line={line}
                index={index}
                columns={columns}
                cells={cells}
                activeColumn={isActive ? column : -1}
                editing={isActive ? editing : null}
                isSelected={selected !== null && index >= selected.from && index <= selected.to}
                isLast={index === lines.length - 1}
                implied={implied?.get(index)}
                calls={calls}
              />,
              sentences.length === 0 ? null : (
                <LineFaultRow
                  key={`${line.key} fault`}
                  sentences={sentences}
                  columns={columns.length}
                  correction={corrections.get(index) ?? null}
                  onCorrect={() => correct(index)}
                />
              ),
              doubt === undefined ? null : (
                <LineDoubtRow
                  key={`${line.key} doubt`}
                  doubt={doubt}
                  columns={columns.length}
                  onCorrect={() => correct(index, doubt.correction)}
                />
              ),
            ];
          })}
          {isVirtual ? <GapRow height={(lines.length - 1 - (shown.at(-1) ?? 0)) * height} /> : null}
        </tbody>
      </table>
    </div>
  );
}

function GapRow({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={styles.gap} style={{ height }} />
    </tr>
  );
}

/** How many rows are left out before each shown row. */
function gapsOf(shown: readonly number[], count: number): Map<number, number> {
  const gaps = new Map<number, number>();
  let previous = -1;
  for (const index of shown) {
    if (index < count && index - previous > 1) gaps.set(index, index - previous - 1);
    previous = index;
  }
  return gaps;
}

/** Height of a row in px, as the density sets it; on a phone a line is a card, about so high. */
function rowHeight(): number {
  if (window.matchMedia('(max-width: 767px)').matches) return 208;
  return document.documentElement.dataset['density'] === 'comfortable' ? 36 : 30;
}

/** Scrolls so that a cell is neither under the header nor outside, with what is told below its line where both have room. */
function keepInSight(box: HTMLElement | null, cell: HTMLElement): void {
  const below = cell.closest('tr')?.nextElementSibling;
  if (below?.querySelector('[role=status]')) below.scrollIntoView({ block: 'nearest' });
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (box === null) return;
  const head = box.querySelector('thead')?.getBoundingClientRect();
  const own = cell.getBoundingClientRect();
  if (head !== undefined && own.top < head.bottom) box.scrollTop -= head.bottom - own.top;
}
