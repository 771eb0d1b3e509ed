import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { cellOf, type Sums } from '@talaan/contract/papers/paper-table';
import { onItsSide, type AnyReport, type AnyRow, type ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { POSTING_COLUMNS } from '@talaan/contract/reports/kit/posting-row';
import type { PostingsReply } from '@talaan/contract/reports/kit/report-routes';
import { columnsOn } from '@talaan/contract/reports/kit/lines/report-lines';
import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { IconChevronLeft, IconClose } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { callsOf, type Filter } from '../filters/filter.ts';
import { ExplainedFigure } from './explained-figure.tsx';
import { isSum, useOpenings, type CellOpening, type Figure } from '../table/openings.ts';
import { ReportTable } from '../table/report-table.tsx';
import type { AnyColumn } from '../table/shown-columns.ts';
import type { AnyLine } from '../table/shown-lines.ts';
import type { FootLine } from '../table/table-parts.tsx';
import { useTableView, type TableView } from '../table/table-view.ts';
import styles from './figure-panel.module.css';

/** Postings stand in these columns, in no groups. */
const LAYOUT = {
  columns: POSTING_COLUMNS as unknown as readonly AnyColumn[],
  levels: [],
  basis: '',
} satisfies ReportLayout<AnyRow>;
const COLUMNS = columnsOn(LAYOUT, 'screen');
const KEY = ['entry_id', 'line_no'];

export interface FigurePanelProps {
  report: AnyReport;
  filter: Filter;
  figure: Figure;
  /** What the figure is of: '105020 · Movement for the month, PHP Credit'. */
  title: string;
  /** The row that the figure stands in, where it is in sight. */
  row: AnyRow | undefined;
  /** The table that the figure stands in. */
  above: TableView;
  /** The figures before and after it in its column. */
  previous: Figure | null;
  next: Figure | null;
  onFigure: (figure: Figure) => void;
  onOpen: (opening: CellOpening) => void;
  onClose: () => void;
}

/**
 * The postings behind a figure, below it: they add up to it. Where the report stands in the columns of postings, in its columns and
 * widths; on a phone a page with a way back (ux §13).
 */
export function FigurePanel(props: FigurePanelProps) {
  const { report, filter, figure, title, previous, next, onFigure, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const column = props.above.columns.find(({ field }) => field === figure.column);
  const sum = isSum(column?.opens) ? column.opens : null;
  const postings = usePostings(report, filter, figure, sum === null);
  const { data, error } = postings;
  useEffect(() => heading.current?.focus(), [figure]);
  useShortcut('Escape', 'Back to the figure', onClose);
  useShortcut('j', 'Next figure', () => next && onFigure(next), { enabled: next !== null });
  useShortcut('k', 'Previous figure', () => previous && onFigure(previous), { enabled: previous !== null });
  return (
    <aside className={styles.panel} aria-label={title}>
      <ProgressLine active={postings.isFetching} />
      <div className={styles.head}>
        <IconButton
          className={styles.back ?? ''}
          label="Back to the figures"
          icon={<IconChevronLeft />}
          onClick={onClose}
        />
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className="text-2 figures" role="status">
          {sum === null ? (data === undefined ? MESSAGES.pleaseWait : countText(data.pages[0]!)) : null}
        </span>
        <div className={styles.actions}>
          <Button
            size="sm"
            variant="ghost"
            keys="k"
            disabledReason={previous === null ? 'This is the first figure of its column.' : undefined}
            onClick={() => onFigure(previous!)}
          >
            Previous
          </Button>
          <Button
            size="sm"
            variant="ghost"
            keys="j"
            disabledReason={next === null ? 'This is the last figure of its column.' : undefined}
            onClick={() => onFigure(next!)}
          >
            Next
          </Button>
          <IconButton className={styles.close ?? ''} size="sm" label="Close" icon={<IconClose />} onClick={onClose} />
        </div>
      </div>
      {error !== null && data === undefined ? (
        <div className={styles.note} role="alert">
          {`Couldn't load the postings. ${failureMessage(error)}`}
          <Button size="sm" variant="ghost" onClick={() => void postings.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {sum === null || column === undefined || props.row === undefined ? null : (
        <ExplainedFigure sum={sum} figure={column} row={props.row} columns={props.above.columns} />
      )}
      {data === undefined ? null : <Postings {...props} postings={postings} pages={data.pages} />}
    </aside>
  );
}

function usePostings(report: AnyReport, filter: Filter, figure: Figure, enabled: boolean) {
  return useInfiniteQuery({
    enabled,
    queryKey: [report.name, 'postings', filter.given, figure],
    queryFn: async ({ pageParam, signal }) => {
      const said = { ...filter.given, ...figure.codes, column: figure.column, after: pageParam ?? '' };
      const query = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
      const route = callsOf(report, filter).postings;
      return await callServer(route, { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

/** '4 postings, 5,180,400.00'. */
function countText({ totals }: PostingsReply): string {
  const { postings, ...sums } = totals!;
  const count = `${postings.toLocaleString('en')} ${postings === 1 ? 'posting' : 'postings'}`;
  return `${count}, ${formatAmount(abs(endingOf(sums)))}`;
}

const abs = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** What the postings come to with what there was before; pesos, debit positive. */
function endingOf({ beginning, php_da, php_ca }: { beginning: string | null; php_da: string; php_ca: string }): bigint {
  return requireSum(beginning ?? '0') + requireSum(php_da) - requireSum(php_ca);
}

function Postings({
  report,
  filter,
  figure,
  title,
  above,
  onOpen,
  postings,
  pages,
}: FigurePanelProps & { postings: ReturnType<typeof usePostings>; pages: readonly PostingsReply[] }) {
  const { totals } = pages[0]!;
  const isAlike = COLUMNS.every(({ field }) => above.columns.some((column) => column.field === field));
  const columns = isAlike ? above.columns : COLUMNS;
  const lines = useMemo(() => linesOf(columns, totals!.beginning, pages), [columns, totals, pages]);
  const own = useTableView(columns, lines, totals as unknown as Sums, [report.name, 'postings']);
  const view = isAlike ? { ...above, lines: own.lines, setRoom: own.setRoom } : own;
  const openingOf = useOpenings(report, LAYOUT, filter);
  const { hasNextPage, isFetching, fetchNextPage, isFetchNextPageError, error } = postings;
  return (
    <ReportTable
      key={JSON.stringify(figure)}
      view={view}
      levels={LAYOUT.levels}
      rowKey={KEY}
      name={[report.name, 'postings', filter.given, figure]}
      caption={`Postings of ${title}`}
      waiting={false}
      foot={footOf(totals!)}
      openingOf={openingOf}
      onOpen={onOpen}
      further={{
        awaited: hasNextPage,
        asksItself: true,
        failure: isFetchNextPageError ? failureMessage(error) : undefined,
        read: () => void (isFetching ? undefined : fetchNextPage()),
      }}
      rowKeys={false}
      takesFocus
    />
  );
}

function linesOf(columns: readonly AnyColumn[], beginning: string | null, pages: readonly PostingsReply[]): AnyLine[] {
  const rows = pages.flatMap(({ data }) => data as unknown as readonly AnyRow[]);
  const lines = rows.map((row): AnyLine => {
    const cells = columns.map(({ field }) => (row[field] === undefined ? null : cellOf(row, field as never)));
    return { look: 'plain', cells, level: 0, group: null, row };
  });
  if (beginning === null) return lines;
  const shown = onItsSide(beginning, 'php_da', 'php_ca') as Record<string, string>;
  const cells = columns.map(({ field }, at) => (at === 0 ? 'Beginning' : (shown[field] ?? null)));
  return [{ look: 'fixed', cells, level: 0, group: null }, ...lines];
}

/** What the postings come to; of a balance the movement, and its end, which is the figure. */
function footOf({ postings, beginning, php_da, php_ca }: NonNullable<PostingsReply['totals']>): FootLine[] {
  const count = `${postings.toLocaleString('en')} ${postings === 1 ? 'posting' : 'postings'}`;
  if (beginning === null) return [{ label: `${count}, the figure above`, sums: { php_da, php_ca } }];
  const ending = onItsSide(amountText(endingOf({ beginning, php_da, php_ca })), 'php_da', 'php_ca');
  return [
    { label: `Movement, ${count}`, sums: { php_da, php_ca } },
    { label: 'Ending, the figure above', sums: ending as Sums },
  ];
}
