import { Link } from '@tanstack/react-router';
import { memo, type CSSProperties, type ReactNode } from 'react';
import type { ReportLevel, AnyRow } from '@talaan/contract/reports/kit/define-report';
import { isBold, isFigureColumn } from '@talaan/contract/papers/paper-table';
import { classNames } from '../../ui/class-names.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { ReportCell } from './report-cell.tsx';
import { isSum, type CellOpening, type OpeningOf } from './openings.ts';
import type { ShownColumn } from './shown-columns.ts';
import type { AnyLine } from './shown-lines.ts';
import styles from './report-table.module.css';

export interface TableLineProps {
  line: AnyLine;
  index: number;
  shown: readonly ShownColumn[];
  levels: readonly ReportLevel<AnyRow>[];
  /** Over how many columns its label runs; 1 for a row. */
  span: number;
  /** Of a heading: whether its group is folded, and whether more of its rows may follow. */
  folded: boolean;
  growing: boolean;
  /** The column that holds the tab stop; -1 when it is in another line. */
  activeColumn: number;
  /** The field whose figure is open below. */
  openField: string | null;
  openingOf: OpeningOf;
}

/** A line of the table: a row, the head of a group, a fixed line, a sum. Drawn again only for its own changes. */
export const TableLine = memo(DrawnLine);

function DrawnLine(props: TableLineProps) {
  const { line, index, shown, span, activeColumn, openField, openingOf } = props;
  const { look, group, row, cells } = line;
  const heads = look === 'group';
  const active = shown[activeColumn];
  const hint = row === undefined ? null : hintOf(openingOf, line, shown, active);
  const hintAt = shown.findIndex(({ column }) => column?.grows);
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-level={heads ? group!.codes.length : (group?.codes.length ?? 0) + 1}
      aria-expanded={heads ? !props.folded : undefined}
      className={classNames(
        heads ? styles.group : row === undefined ? styles.fixed : styles.row,
        !heads && isBold(line) && styles.strong,
      )}
      style={line.level === 0 ? undefined : ({ '--level': line.level } as CSSProperties)}
    >
      {shown.map(({ key, at, column }, place) => {
        if (place > 0 && place < span) return null;
        const opening = place === 0 && row === undefined ? null : openingAt(openingOf, line, shown[place]!);
        const isLabel = place === 0 && row === undefined;
        return (
          <td
            key={key}
            data-column={place}
            colSpan={place === 0 && span > 1 ? span : undefined}
            tabIndex={place === activeColumn || (place === 0 && activeColumn > 0 && activeColumn < span) ? 0 : -1}
            aria-selected={column !== null && column.field === openField ? true : undefined}
            className={classNames(
              column === null && styles.strip,
              place === 1 && column?.names && styles.named,
              !isLabel && column !== null && isFigureColumn(column) && styles.right,
              (isLabel || (column !== null && column.kind !== 'text')) && 'figures',
              column?.grows && !isLabel && styles.flexible,
              isLabel && styles.label,
              opening !== null && styles.opens,
              column !== null && column.field === openField && styles.open,
            )}
            title={column?.grows && !isLabel ? (cells[at] ?? '') : undefined}
          >
            {isLabel ? (
              <LabelOf {...props} />
            ) : column === null ? null : (
              <CellContent opening={opening}>
                <ReportCell column={column} value={cells[at] ?? null} line={line} />
              </CellContent>
            )}
            {hint !== null && place === hintAt ? (
              <span className={styles.hint} aria-hidden="true">
                <KeyboardHint keys="Enter" /> {hint}
              </span>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

function CellContent({ opening, children }: { opening: CellOpening | null; children: ReactNode }) {
  if (opening === null || !('address' in opening)) return <>{children}</>;
  return (
    <Link to={opening.address.to} search={opening.address.search} tabIndex={-1}>
      {children}
    </Link>
  );
}

/** The label of what is no row; of a heading with its code, unless the name tells all, its name, and how many rows it has. */
function LabelOf({ line, levels, folded, growing }: TableLineProps) {
  const { look, group, cells } = line;
  if (look !== 'group') return <>{cells[0]}</>;
  const level = levels[group!.codes.length - 1]!;
  const { count, note, name } = group!;
  const members = `${count.toLocaleString('en')} ${count === 1 ? level.one : level.many}${growing ? ' so far' : ''}`;
  return (
    <>
      {folded ? <IconChevronRight /> : <IconChevronDown />}
      {level.byName ? null : `${group!.codes.at(-1)} `}
      <span className={styles.name}>{name}</span>{' '}
      <span className={styles.count}>
        {[note, `${members}${folded && count > 0 ? ' folded' : ''}`].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** What Enter opens from a row, in words. */
function hintOf(
  openingOf: OpeningOf,
  line: AnyLine,
  shown: readonly ShownColumn[],
  active: ShownColumn | undefined,
): string | null {
  const opening = (active && openingAt(openingOf, line, active)) ?? rowOpening(openingOf, line, shown);
  if (opening === null) return null;
  if ('figure' in opening) return isSum(active?.column?.opens) ? 'shows what it is the sum of' : 'opens the postings';
  return HINTS[opening.what];
}

/** What a cell leads to; an empty one leads nowhere. */
export function openingAt(openingOf: OpeningOf, line: AnyLine, { at, column }: ShownColumn): CellOpening | null {
  return column === null || line.cells[at] === null ? null : openingOf(line, column);
}

/** What a row leads to where its cell does not say: its document, or else the first thing that one of its cells opens. */
export function rowOpening(openingOf: OpeningOf, line: AnyLine, shown: readonly ShownColumn[]): CellOpening | null {
  const openings = shown.flatMap((place) => openingAt(openingOf, line, place) ?? []);
  return openings.find((opening) => 'address' in opening && opening.what === 'document') ?? openings[0] ?? null;
}

/**
 * Over how many columns the label of a line runs: those that it leaves empty, up to the first figure where it has some; those that
 * stay where the table is scrolled sideways.
 */
export function labelSpan(
  { look, cells }: Pick<AnyLine, 'look' | 'cells'>,
  shown: readonly ShownColumn[],
  scrolled = false,
): number {
  if (look === 'plain') return 1;
  if (scrolled) return Math.max(1, shown.filter(({ column }) => column?.names).length);
  const filled = shown.findIndex(({ at, column }, place) => place > 0 && column !== null && cells[at] !== null);
  if (filled === -1) return shown.length;
  const figure = shown.findIndex(({ column }, place) => place > 0 && column?.kind === 'amount');
  return Math.max(1, Math.min(filled, figure === -1 ? filled : figure));
}

const HINTS = { document: 'opens the document', report: 'opens the other report', screen: 'opens the list' } as const;
