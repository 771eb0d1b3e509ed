import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { isFigureColumn, type CellKind, type Sums } from '@talaan/contract/papers/paper-table';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconUnfold } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { Amount, ReportCell } from './report-cell.tsx';
import { STRIP_WIDTH, type ShownColumn } from './shown-columns.ts';
import { labelSpan } from './table-line.tsx';
import type { TableView } from './table-view.ts';
import styles from './report-table.module.css';

const SKELETON_ROWS = 8;

/** The heads of the columns, under those of their bands; a strip unfolds by its head. */
export function TableHead({ view, active }: { view: TableView; active: number }) {
  const { shown, bands, widths } = view;
  return (
    <>
      <colgroup>
        {shown.map(({ key, at, column }) => (
          <col
            key={key}
            style={column === null ? { width: STRIP_WIDTH } : column.grows ? undefined : { width: widths[at] }}
          />
        ))}
      </colgroup>
      <thead className={bands.length > 0 ? styles.banded : undefined}>
        {bands.length === 0 ? null : <BandHeads view={view} />}
        <tr aria-rowindex={1}>
          {shown.map(({ key, column, folded }, at) =>
            column === null ? (
              <th key={key} scope="col" className={styles.strip} title={folded.map(({ header }) => header).join(', ')}>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`Show ${folded.map(({ header }) => header).join(', ')}`}
                  onClick={() => view.foldColumn(at, false)}
                >
                  <IconUnfold size={14} />
                </button>
              </th>
            ) : (
              <th
                key={key}
                scope="col"
                className={classNames(
                  isFigureColumn(column) && styles.right,
                  at === active && styles.here,
                  at === 1 && column.names && styles.named,
                )}
              >
                {column.header}
              </th>
            ),
          )}
        </tr>
      </thead>
    </>
  );
}

/** The heads that run over the columns of a band, each of which folds it. */
function BandHeads({ view }: { view: TableView }) {
  const { bands } = view;
  return (
    <tr className={styles.bands}>
      {bands.map(({ key, band, span, folded }, at) =>
        band === undefined ? (
          <td key={key} colSpan={span} />
        ) : (
          <th key={key} scope="colgroup" colSpan={span}>
            <button
              type="button"
              tabIndex={-1}
              aria-expanded={folded === 0}
              onClick={() => view.foldColumn(firstOf(bands, at), folded === 0)}
            >
              {band}
              {folded === 0 ? null : (
                <>
                  {` ${folded} `}
                  <IconUnfold size={14} />
                </>
              )}
            </button>
          </th>
        ),
      )}
    </tr>
  );
}

const firstOf = (bands: TableView['bands'], at: number): number =>
  bands.slice(0, at).reduce((sum, { span }) => sum + span, 0);

/** A line of totals: its label, what it tells beside its columns, its sums by field. */
export interface FootLine {
  readonly label: string;
  readonly notes?: readonly { readonly label: string; readonly value: string }[];
  readonly sums: Sums;
  /** The kind of its figures, whatever that of their columns is. */
  readonly kind?: CellKind;
}

const TOTAL = { look: 'total' } as const;

/** The totals, which stay in sight. */
export function TableFoot({
  foot,
  view: { shown, columns },
  scrolled,
  from,
}: {
  foot: readonly FootLine[];
  view: TableView;
  scrolled: boolean;
  from: number;
}) {
  return (
    <tfoot>
      {foot.map(({ label, notes = [], sums, kind }, index) => {
        const cells = columns.map(({ field }, at) => (at === 0 ? label : (sums[field] ?? null)));
        const span = labelSpan({ look: 'total', cells }, shown, scrolled);
        return (
          <tr key={label} aria-rowindex={from + 2 + index}>
            {shown.map(({ key, at, column }, place) => {
              if (place === 0) {
                return (
                  <th key={key} scope="row" colSpan={span > 1 ? span : undefined} className={styles.label}>
                    <span className={styles.footLabel}>
                      {label}
                      {notes.map((note) => (
                        <span key={note.label} className={classNames(styles.note, 'figures')}>
                          <span className="ellipsis" title={note.label}>
                            {` ${note.label} `}
                          </span>
                          <b>
                            <Amount value={note.value} />
                          </b>
                        </span>
                      ))}
                    </span>
                  </th>
                );
              }
              if (place < span) return null;
              return (
                <td
                  key={key}
                  className={classNames(
                    column === null && styles.strip,
                    column !== null && isFigureColumn(column) && styles.right,
                    'figures',
                  )}
                >
                  {column === null ? null : (
                    <ReportCell column={kind ? { kind } : column} value={cells[at] ?? null} line={TOTAL} />
                  )}
                </td>
              );
            })}
          </tr>
        );
      })}
    </tfoot>
  );
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
export function SkeletonLines({ shown }: { shown: readonly ShownColumn[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_row, index) => (
    <tr key={index} aria-hidden="true">
      {shown.map(({ key, column }) => (
        <td key={key} className={classNames(column !== null && isFigureColumn(column) && styles.right)}>
          {column === null ? null : <Skeleton width={column.grows ? `${35 + ((index * 17) % 40)}%` : '70%'} />}
        </td>
      ))}
    </tr>
  ));
}

/** The rows that follow those of a table. */
export interface Further {
  readonly awaited: boolean;
  /** They are read as soon as their place comes near; else they are asked for. */
  readonly asksItself: boolean;
  /** Why the last of them did not come. */
  readonly failure: string | undefined;
  readonly read: () => void;
}

/** Where further rows follow: they are read as soon as this comes near, beyond very many by a button. */
export function FurtherRows({
  further,
  scroll,
  columns,
}: {
  further: Further;
  scroll: RefObject<HTMLElement | null>;
  columns: number;
}) {
  const mark = useRef<HTMLTableRowElement>(null);
  const { read, failure } = further;
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const stands = failure !== undefined || !further.asksItself;
  useEffect(() => {
    if (stands) return;
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && latest.current(), {
      root: scroll.current,
      rootMargin: '600px',
    });
    observer.observe(mark.current!);
    return () => observer.disconnect();
    // Where a page did not fill the room, the next one is asked for at once: the mark has not moved out of it.
  });
  return (
    <tr ref={mark} aria-hidden={stands ? undefined : true}>
      <td className={styles.further} colSpan={columns}>
        {failure === undefined && stands ? (
          <Button size="sm" variant="ghost" onClick={read}>
            Read further rows
          </Button>
        ) : stands ? (
          <span role="alert">
            {`Couldn't load further rows. ${failure} `}
            <Button size="sm" variant="ghost" onClick={read}>
              Retry
            </Button>
          </span>
        ) : (
          'Further rows follow…'
        )}
      </td>
    </tr>
  );
}
