import { memo, type ReactNode } from 'react';
import type { ReportColumn, ReportDefinition } from '@talaan/contract/reports/define-report';
import { cellOf, isFigureColumn } from '@talaan/contract/papers/paper-table';
import { classNames } from '../ui/class-names.ts';
import { IconChevronDown, IconChevronRight } from '../ui/icons.tsx';
import { KeyboardHint } from '../ui/keyboard/keyboard-hint.tsx';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { ReportCell } from './report-cell.tsx';
import type { ShownRow } from './report-rows.ts';
import styles from './report-table.module.css';

const SKELETON_ROWS = 8;

interface LineProps<Row> {
  line: ShownRow<Row>;
  index: number;
  report: ReportDefinition<Row>;
  /** The column that holds the tab stop; -1 when it is in another row. */
  activeColumn: number;
  isCurrent: boolean;
  openable: boolean;
  hint: string | undefined;
}

/** A row of the report, or the head of a group; drawn again only for its own changes. */
export const ReportLine = memo(LineOfAny) as typeof LineOfAny;

function LineOfAny<Row>({ line, index, report, activeColumn, isCurrent, openable, hint }: LineProps<Row>) {
  const isGroup = line.kind === 'group';
  const hintColumn = report.columns.findIndex((column) => column.grows);
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-level={isGroup || !report.group ? 1 : 2}
      aria-expanded={isGroup ? line.open : undefined}
      aria-selected={isCurrent || undefined}
      className={classNames(
        isGroup ? styles.group : styles.row,
        (isGroup || openable) && styles.openable,
        isCurrent && styles.current,
        !isGroup && report.group && styles.indented,
      )}
    >
      {report.columns.map((column, at) => (
        <td
          key={column.field}
          tabIndex={at === activeColumn ? 0 : -1}
          className={classNames(
            isFigureColumn(column) && styles.right,
            column.kind !== 'text' && 'figures',
            column.grows && styles.flexible,
          )}
          title={column.grows && line.kind === 'row' ? (cellOf(line.row, column.field) ?? '') : undefined}
        >
          {isGroup ? (
            <GroupCell line={line} report={report} column={column} at={at} />
          ) : (
            <ReportCell column={column} value={cellOf(line.row, column.field)} />
          )}
          {!isGroup && openable && hint !== undefined && at === hintColumn ? (
            <span className={styles.hint} aria-hidden="true">
              <KeyboardHint keys="Enter" /> {hint}
            </span>
          ) : null}
        </td>
      ))}
    </tr>
  );
}

function GroupCell<Row>({
  line,
  report,
  column,
  at,
}: {
  line: ShownRow<Row> & { kind: 'group' };
  report: ReportDefinition<Row>;
  column: ReportColumn<Row>;
  at: number;
}) {
  const { group, open } = line;
  if (at === 0) {
    return (
      <>
        {open ? <IconChevronDown /> : <IconChevronRight />}
        {group.code}
      </>
    );
  }
  if (at === 1) {
    const count = group.rows.length;
    return (
      <>
        {group.name}{' '}
        <span className={styles.count}>{`${count} ${count === 1 ? report.group?.one : report.group?.many}`}</span>
      </>
    );
  }
  return <ReportCell column={column} value={group.sums[column.field] ?? null} />;
}

/** The rows in sight between two gaps of the height of the others; the row with the focus stays, wherever it is. */
export function VirtualLines({
  items,
  total,
  columns,
  rowOf,
}: {
  items: readonly { index: number; start: number; end: number }[];
  total: number;
  columns: number;
  rowOf: (index: number) => ReactNode;
}) {
  const parts: ReactNode[] = [];
  let reached = 0;
  const gap = (height: number) =>
    height <= 0 ? null : (
      <tr key={`gap ${reached}`} aria-hidden="true">
        <td className={styles.gap} colSpan={columns} style={{ height }} />
      </tr>
    );
  for (const item of items) {
    parts.push(gap(item.start - reached), rowOf(item.index));
    reached = item.end;
  }
  parts.push(gap(total - reached));
  return <>{parts}</>;
}

/** What stands there while the first rows are on their way. */
export function SkeletonLines<Row>({ columns }: { columns: readonly ReportColumn<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, index) => (
    <tr key={index} aria-hidden="true">
      {columns.map((column) => (
        <td key={column.field} className={classNames(isFigureColumn(column) && styles.right)}>
          <Skeleton width={column.grows ? `${35 + ((index * 17) % 40)}%` : '70%'} />
        </td>
      ))}
    </tr>
  ));
}
