import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { UploadColumn, UploadRow, UploadView, Verdict } from '@talaan/contract/uploads/upload.contract';
import { VERDICTS } from '@talaan/contract/uploads/upload.contract';
import { classNames } from '../../ui/class-names.ts';
import { IconArrowRight } from '../../ui/icons.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { cellAfterKey, useGridFocus } from '../../ui/table/grid-focus.ts';
import { Tooltip } from '../../ui/buttons/tooltip.tsx';
import { placedColumns } from './placed-columns.ts';
import { ROWS_AT_A_TIME, type UploadCalls } from './upload-calls.ts';
import { verdictWord } from './upload-words.ts';
import styles from './upload-grid.module.css';

export interface UploadGridProps {
  definition: AnyResource;
  calls: UploadCalls;
  upload: UploadView;
  /** Changes when the rows were checked anew. */
  version: number;
}

const COLUMN_WIDTH = 160;
const WHY_WIDTH = 420;

/**
 * The rows of a checked upload, loaded as they come into sight: what each would do, the old value beside the new one, and
 * each error in its cell. Arrows move from cell to cell; the line below says what is wrong with the cell or the row.
 */
export function UploadGrid({ definition, calls, upload, version }: UploadGridProps) {
  const counts = upload.counts!;
  const [verdict, setVerdict] = useState<Verdict | null>(counts.refused > 0 ? 'refused' : null);
  const shown = verdict !== null && counts[verdict] === 0 ? null : verdict;
  const total = shown === null ? upload.rows : counts[shown];
  const options = [
    { value: 'all', label: `All ${upload.rows.toLocaleString('en')}` },
    ...VERDICTS.filter((one) => counts[one] > 0).map((one) => ({
      value: one,
      label: `${one === 'refused' && upload.action !== 'undo' ? 'With errors' : verdictWord(one, upload.action).label} ${counts[one].toLocaleString('en')}`,
    })),
  ];
  return (
    <div className={styles.grid}>
      <SegmentedControl
        label="Rows"
        options={options}
        value={shown ?? 'all'}
        onChange={(value) => setVerdict(value === 'all' ? null : (value as Verdict))}
      />
      <Rows
        key={`${version} ${shown}`}
        definition={definition}
        calls={calls}
        upload={upload}
        version={version}
        verdict={shown}
        total={total}
      />
    </div>
  );
}

type RowsProps = UploadGridProps & { verdict: Verdict | null; total: number };

function Rows(props: RowsProps) {
  const { definition, upload, total } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const { virtualizer, items, rowAt, isPending, failed } = useUploadRows(props, scroll);
  const tellsWhy = upload.counts!.refused > 0;
  const columnCount = upload.columns.length + ownColumns(tellsWhy);

  const end = { row: total - 1, column: columnCount - 1 };
  const { active, setActive, moveTo } = useGridFocus(scroll, end);

  function press(event: KeyboardEvent): void {
    const to = event.altKey || event.metaKey ? null : cellAfterKey(event, active, end);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    virtualizer.scrollToIndex(moveTo(to).row, { align: 'auto' });
  }

  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <div ref={scroll} className={styles.scroll}>
        {/* The keys are handled once, for all cells; one cell of the grid holds the tab stop. */}
        <table
          role="grid"
          aria-label="Rows"
          aria-rowcount={total + 1}
          aria-busy={isPending}
          className={styles.table}
          style={{ minWidth: 80 + 128 + (tellsWhy ? WHY_WIDTH : 0) + upload.columns.length * COLUMN_WIDTH }}
          onKeyDown={press}
        >
          <GridHead definition={definition} upload={upload} tellsWhy={tellsWhy} />
          <tbody>
            {above > 0 ? <Gap columns={columnCount} height={above} /> : null}
            {items.map(({ index }) => (
              <Row
                key={index}
                index={index}
                row={rowAt(index)}
                upload={upload}
                tellsWhy={tellsWhy}
                activeColumn={index === active.row ? active.column : -1}
                onFocus={(column) => {
                  if (index !== active.row || column !== active.column) setActive({ row: index, column });
                }}
              />
            ))}
            {below > 0 ? <Gap columns={columnCount} height={below} /> : null}
          </tbody>
        </table>
      </div>
      <p className={styles.explanation} role="status">
        {failed === undefined ? (
          explain(rowAt(active.row), active.column - ownColumns(tellsWhy), upload)
        ) : (
          <>
            Couldn't load these rows.{' '}
            <button type="button" className={styles.retry} onClick={() => void failed.refetch()}>
              Retry
            </button>
          </>
        )}
      </p>
    </>
  );
}

/** The rows in sight, and each that was loaded: a page of them is asked for when its first one comes into sight. */
function useUploadRows(
  { calls, upload, version, verdict, total }: RowsProps,
  scroll: RefObject<HTMLDivElement | null>,
) {
  // Nothing that it returns goes to a memoized part: the gaps and indexes are read while drawing.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight(),
  });
  const items = virtualizer.getVirtualItems();
  const pages = [...new Set([0, ...items.map(({ index }) => Math.floor(index / ROWS_AT_A_TIME))])];
  const loaded = useQueries({ queries: pages.map((page) => calls.rows(upload.id, version, verdict, page)) });
  const rowAt = (index: number): UploadRow | undefined => {
    const at = pages.indexOf(Math.floor(index / ROWS_AT_A_TIME));
    const page = loaded[at];
    return page?.isPlaceholderData ? undefined : page?.data?.data[index % ROWS_AT_A_TIME];
  };
  const failed = loaded.find((page) => page.isError);
  return { virtualizer, items, rowAt, isPending: loaded.some((page) => page.isPending), failed };
}

function GridHead({ definition, upload, tellsWhy }: Pick<RowsProps, 'definition' | 'upload'> & { tellsWhy: boolean }) {
  const columns = placedColumns(upload);
  return (
    <>
      <colgroup>
        <col style={{ width: 80 }} />
        <col style={{ width: 128 }} />
        {tellsWhy ? <col style={{ width: WHY_WIDTH }} /> : null}
        {columns.map(({ id }) => (
          <col key={id} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">Row</th>
          <th scope="col">Will be</th>
          {tellsWhy ? <th scope="col">Why not</th> : null}
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={isUnused(column, upload) ? styles.unused : undefined}
              title={isUnused(column, upload) ? 'Not imported' : undefined}
            >
              {column.field === null ? column.heading : (definition.fields[column.field]?.label ?? column.heading)}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

/** Columns before those of the file: number of the row, what it would do, and why not where rows are refused. */
function ownColumns(tellsWhy: boolean): number {
  return tellsWhy ? 3 : 2;
}

/** Whether a column of a file fills no field. */
function isUnused({ field }: UploadColumn, upload: UploadView): boolean {
  return field === null && upload.file_name !== null;
}

/** What is wrong with the cell, else with its row; or what the cell changes. */
function explain(row: UploadRow | undefined, column: number, upload: UploadView): string {
  if (row === undefined) return ' ';
  const own = row.faults.filter((fault) => fault.column === column);
  const faults = own.length > 0 ? own : row.faults;
  const name = `Row ${row.row.toLocaleString('en')}`;
  if (faults.length > 0) return `${name}: ${faults.map(({ message }) => message).join(' ')}`;
  const before = row.before[column];
  if (before === undefined) return `${name}: ${verdictWord(row.verdict ?? 'unchanged', upload.action).label}`;
  const heading = upload.columns[column]?.heading ?? '';
  return `${name}: ${heading} was ${before === '' ? 'empty' : before}, becomes ${row.cells[column] || 'empty'}.`;
}

interface RowProps {
  index: number;
  /** Undefined while it is on its way. */
  row: UploadRow | undefined;
  upload: UploadView;
  /** A column says why rows are refused. */
  tellsWhy: boolean;
  /** The column that holds the tab stop; -1 when it is in another row. */
  activeColumn: number;
  onFocus: (column: number) => void;
}

function Row({ index, row, upload, tellsWhy, activeColumn, onFocus }: RowProps) {
  const own = ownColumns(tellsWhy);
  const cell = (column: number, className: string | undefined, invalid: boolean, content: ReactNode) => (
    <td
      key={column}
      tabIndex={column === activeColumn ? 0 : -1}
      className={className}
      aria-invalid={invalid || undefined}
      onFocus={() => onFocus(column)}
    >
      {content}
    </td>
  );
  if (row === undefined) {
    return (
      <tr data-row={index} aria-rowindex={index + 2}>
        {Array.from({ length: upload.columns.length + own }, (_, column) =>
          cell(column, undefined, false, <Skeleton width="60%" />),
        )}
      </tr>
    );
  }
  const words = verdictWord(row.verdict ?? 'unchanged', upload.action);
  const why = row.faults.map(({ message }) => message).join(' ');
  return (
    <tr data-row={index} aria-rowindex={index + 2}>
      {cell(0, 'figures', false, row.row.toLocaleString('en'))}
      {cell(1, undefined, false, <StatusChip hue={words.hue} label={words.label} />)}
      {tellsWhy ? cell(2, styles.why, false, <Cell text={why} before={undefined} message="" />) : null}
      {upload.columns.map((column, at) => {
        const messages = row.faults.filter((fault) => fault.column === at).map(({ message }) => message);
        const isBad = messages.length > 0;
        return cell(
          at + own,
          classNames(isBad && styles.bad, isUnused(column, upload) && styles.unused),
          isBad,
          <Cell text={row.cells[at] ?? ''} before={row.before[at]} message={messages.join(' ')} />,
        );
      })}
    </tr>
  );
}

function Cell({ text, before, message }: { text: string; before: string | undefined; message: string }) {
  const shown = text === '' ? <span className="muted">empty</span> : text;
  if (message !== '') {
    return (
      <Tooltip text={message}>
        <span className={styles.text}>
          {shown}
          <span className="visually-hidden">{` ${message}`}</span>
        </span>
      </Tooltip>
    );
  }
  if (before === undefined) {
    return (
      <span className={styles.text} title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className={styles.change} title={`${before} → ${text}`}>
      <del className="muted">{before === '' ? 'empty' : before}</del>
      <IconArrowRight size={12} />
      <ins>{shown}</ins>
    </span>
  );
}

function Gap({ columns, height }: { columns: number; height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** Height of a row in pixels, by the density that the user chose. */
function rowHeight(): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--size-row'), 10) || 32;
}
