import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyReport, AnyRow, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { columnsOn, notesOf, reportLines, totalOf } from '@talaan/contract/reports/kit/lines/report-lines';
import { isEmptyReply } from '@talaan/contract/reports/kit/lines/report-paper';
import type { ReportName } from '@talaan/contract/reports/kit/report-index';
import { reportNamed, REPORTS } from '@talaan/contract/reports/report-list';
import type { ReportHeader } from '@talaan/contract/reports/kit/report-reply';
import { PageHeader } from '../page/page-header.tsx';
import { useMenuScreens } from '../page/screen.ts';
import { Button } from '../ui/buttons/button.tsx';
import { TabPanel, Tabs } from '../ui/menus/tabs.tsx';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { FigurePanel } from './figure/figure-panel.tsx';
import { FilterBar, daysSaid } from './filters/filter-bar.tsx';
import { plainFilter, readFilter, type Filter } from './filters/filter.ts';
import { ProofBlock } from './proof-block.tsx';
import { ReportActions } from './report-actions.tsx';
import styles from './report-page.module.css';
import { useReport, type ReportSoFar } from './report-query.ts';
import { useReportState } from './report-state.ts';
import { LevelPicker } from './table/level-picker.tsx';
import { figureOf, isSameFigure, sharedFilter, useOpenings, type CellOpening, type Figure } from './table/openings.ts';
import { ReportTable } from './table/report-table.tsx';
import type { AnyLine } from './table/shown-lines.ts';
import type { FootLine } from './table/table-parts.tsx';
import { useTableView, type GroupFolds, type TableView } from './table/table-view.ts';
import { useViewFolds } from './view-folds.ts';
import { ViewPicker } from './views/view-picker.tsx';

const NO_FILTER = {};
const EMPTY: ReportLayout<AnyRow> = { columns: [], levels: [], basis: '' };

/** The screen of a report, from its description. */
export function reportScreen(name: ReportName): ComponentType {
  const report = reportNamed(name);
  return function ReportScreen() {
    return <ReportPage report={report} />;
  };
}

/** What one report does beside the others gets the filter in force, the rows so far, and the way to read them again. */
export interface BuiltReport {
  readonly filter: Filter | null;
  readonly soFar: ReportSoFar | undefined;
  readonly again: () => void;
}

/** What stands beside the figures also gets the row in focus. */
export interface BesideRow extends BuiltReport {
  readonly row: AnyRow | undefined;
}

interface ReportPageProps {
  report: AnyReport;
  /** Buttons of its own beside those of every report, and what it says above the figures. */
  Actions?: ComponentType<BuiltReport>;
  Notice?: ComponentType<BuiltReport>;
  /** Beside the figures, in the second column, and below them, in the second row. */
  Beside?: ComponentType<BesideRow>;
}

/** The page of every report: filter bar, header block, table, proofs, and the postings behind a figure (ux §7, §13). */
export function ReportPage({ report, Actions, Notice, Beside }: ReportPageProps) {
  const state = useReportState(report);
  const { filter, draft, faults, figure, setDraft, generate, openFigure } = state;
  const built = useReport(report, filter);
  const { soFar, failure, isBuilding, isStopped } = built;
  const isEmpty = soFar !== undefined && isEmptyReply(soFar);
  const folds = useViewFolds(report, state.view, (soFar?.asked ?? filter)?.given ?? NO_FILTER);

  function build(): void {
    const before = JSON.stringify(filter?.given);
    const next = generate();
    if (next !== null && JSON.stringify(next.given) === before) built.again();
  }

  return (
    <div className={styles.page}>
      <ProgressLine active={isBuilding} />
      <PageHeader
        title={report.title}
        actions={
          <>
            <ReportActions report={report} filter={filter} blocked={exportBlock(filter, failure, soFar, isEmpty)} />
            {Actions === undefined ? null : <Actions filter={filter} soFar={soFar} again={built.again} />}
          </>
        }
      />
      <ReportTabs report={report} filter={filter} />
      <InTab report={report}>
        <FilterBar
          report={report}
          draft={draft}
          faults={faults}
          onChange={setDraft}
          onGenerate={build}
          narrowedTo={soFar?.header.filters ?? []}
          levels={<LevelPicker layout={soFar?.layout ?? EMPTY} folds={folds} />}
          views={
            <ViewPicker
              report={report}
              view={state.view}
              filter={plainFilter(report, draft)}
              folded={folds.folded}
              isFaulty={readFilter(report, draft).filter === null}
              days={daysSaid(draft)}
              onChoose={(chosen) => {
                folds.begin(chosen);
                state.chooseView(chosen);
              }}
              onName={(named) => {
                folds.keepFor(named);
                state.nameView(named);
              }}
            />
          }
        />
        <span className="visually-hidden" role="status">
          {isBuilding ? MESSAGES.pleaseWait : ''}
        </span>
        {failure === undefined ? null : (
          <div className={styles.failure} role="alert">
            {`Couldn't load this report. ${failure}`}
            <Button size="sm" variant="ghost" onClick={built.again}>
              Retry
            </Button>
          </div>
        )}
        {isStopped ? <p className={styles.failure}>It was stopped. Generate builds it again.</p> : null}
        {soFar === undefined ? null : <HeaderBlock header={soFar.header} />}
        {Notice === undefined ? null : <Notice filter={filter} soFar={soFar} again={built.again} />}
        {isEmpty ? (
          <>
            <p className={styles.empty}>{MESSAGES.noDataFound}</p>
            <p className={styles.foot}>{soFar.header.generated}</p>
          </>
        ) : filter === null || isStopped || (failure !== undefined && soFar === undefined) ? null : (
          <BesideFigures Beside={Beside} filter={filter} soFar={soFar} again={built.again}>
            {(onRow) => (
              <Figures
                report={report}
                filter={filter}
                soFar={soFar}
                folds={folds}
                isEarlier={built.isEarlier}
                further={built.further}
                figure={figure}
                onFigure={openFigure}
                onRow={onRow}
              />
            )}
          </BesideFigures>
        )}
      </InTab>
      <LongWork title={report.title} active={isBuilding} onCancel={built.stop} />
    </div>
  );
}

/** The figures, and what one report has beside them. */
function BesideFigures({
  Beside,
  children,
  ...built
}: BuiltReport & {
  Beside: ComponentType<BesideRow> | undefined;
  children: (onRow: ((row: AnyRow | undefined) => void) | undefined) => ReactNode;
}) {
  const [row, setRow] = useState<AnyRow>();
  if (Beside === undefined) return children(undefined);
  return (
    <div className={styles.sided}>
      <div className={styles.list}>{children(setRow)}</div>
      <Beside {...built} row={row} />
    </div>
  );
}

function exportBlock(
  filter: Filter | null,
  failure: string | undefined,
  soFar: ReportSoFar | undefined,
  isEmpty: boolean,
): string | undefined {
  if (failure !== undefined) return 'The report did not load.';
  if (filter === null || soFar === undefined) return 'Generate the report first.';
  return isEmpty ? 'There is nothing to export.' : undefined;
}

/** The reports that share a screen, each under its own address; they are asked the same. Nothing where a report stands alone. */
function ReportTabs({ report, filter }: { report: AnyReport; filter: Filter | null }) {
  const navigate = useNavigate();
  const screens = useMenuScreens();
  if (report.tab === undefined) return null;
  const familyOf = ({ family, under, screen }: AnyReport) => family ?? under ?? screen;
  const tabs = REPORTS.filter((other) => {
    const isHere = screens.some(({ path }) => path === (other.under ?? other.screen));
    return other.tab !== undefined && familyOf(other) === familyOf(report) && isHere;
  });
  return (
    <div className={styles.tabs}>
      <Tabs
        label={report.title}
        tabs={tabs.map(({ screen, tab }) => ({ id: screen, label: tab! }))}
        active={report.screen}
        onChange={(to) => {
          const other = tabs.find(({ screen }) => screen === to);
          void navigate({ to, search: other === undefined ? NO_FILTER : sharedFilter(other, report, filter) });
        }}
      />
    </div>
  );
}

/** What a report shows, as the panel of its tab where it has one. */
function InTab({ report, children }: { report: AnyReport; children: ReactNode }) {
  if (report.tab === undefined) return children;
  return (
    <TabPanel id={report.screen} active className={styles.panel ?? ''}>
      {children}
    </TabPanel>
  );
}

/** Table, proofs, and the postings behind a figure of it. */
function Figures({
  report,
  filter,
  soFar,
  folds,
  isEarlier,
  further,
  figure,
  onFigure,
  onRow,
}: {
  report: AnyReport;
  filter: Filter;
  soFar: ReportSoFar | undefined;
  folds: GroupFolds;
  isEarlier: boolean;
  further: ReturnType<typeof useReport>['further'];
  figure: Figure | null;
  onFigure: (figure: Figure | null, options?: { readonly replace?: boolean }) => void;
  onRow: ((row: AnyRow | undefined) => void) | undefined;
}) {
  const navigate = useNavigate();
  const layout = soFar?.layout ?? EMPTY;
  const columns = useMemo(() => columnsOn(layout, 'screen'), [layout]);
  const lines = useMemo(
    (): readonly AnyLine[] =>
      soFar === undefined ? [] : reportLines(report, layout, 'screen', { ...soFar, totals: null }),
    [report, layout, soFar],
  );
  const asked = soFar?.asked ?? filter;
  const kept = [report.name, 'view', asked.given];
  const foot = useMemo(() => (soFar?.totals ? footOf(report, soFar.totals) : []), [report, soFar]);
  const view = useTableView(columns, lines, foot[0]?.sums ?? null, kept, folds, headingsOver(layout));
  const openingOf = useOpenings(report, layout, asked);
  const place = figure === null ? null : placeOf(report, layout, view, figure);

  function open(opening: CellOpening): void {
    if ('figure' in opening) onFigure(opening.figure, { replace: figure !== null });
    else void navigate(opening.address);
  }

  return (
    <>
      <ReportTable
        view={view}
        levels={layout.levels}
        rowKey={report.key}
        name={kept}
        caption={soFar === undefined ? report.title : `${report.title} ${soFar.header.period}`}
        waiting={soFar === undefined}
        refetching={isEarlier}
        foot={foot}
        openingOf={openingOf}
        onOpen={open}
        open={place}
        further={further}
        growing={soFar?.ended === false}
        rowKeys={figure === null}
        onRow={onRow}
      />
      {soFar === undefined ? null : (
        <ProofBlock report={report} soFar={soFar} count={countOf(soFar)} isBeside={onRow !== undefined} />
      )}
      {figure === null || soFar === undefined ? null : (
        <FigurePanel
          report={report}
          filter={filter}
          figure={figure}
          title={titleOf(layout, view, figure, place)}
          row={place === null ? undefined : view.lines[place.line]?.row}
          above={view}
          previous={neighbour(report, layout, view, place, -1)}
          next={neighbour(report, layout, view, place, 1)}
          onFigure={(other) => onFigure(other, { replace: true })}
          onOpen={open}
          onClose={() => onFigure(null)}
        />
      )}
    </>
  );
}

/** Below how many headings the rows stand. */
const headingsOver = ({ levels }: ReportLayout<AnyRow>): number => levels.filter(({ bare }) => !bare).length;

/** '13 rows', or of a report whose rows come in pages how many there are so far. */
function countOf({ data, ended }: ReportSoFar): string {
  const count = `${data.length.toLocaleString('en')} ${data.length === 1 ? 'row' : 'rows'}`;
  return ended ? count : `${count} so far, more follow`;
}

function footOf(report: AnyReport, totals: Readonly<Record<string, string>>): FootLine[] {
  const { label, sums, percent } = totalOf(report, totals);
  const parts = percent ? [{ ...percent, kind: 'percent' as const }] : [];
  return [{ label, notes: notesOf(report, totals), sums }, ...parts];
}

interface Place {
  readonly line: number;
  readonly field: string;
}

/** Where a figure stands among the lines in sight; null where it does not. */
function placeOf(report: AnyReport, layout: ReportLayout<AnyRow>, view: TableView, figure: Figure): Place | null {
  const at = view.columns.findIndex(({ field }) => field === figure.column);
  const column = view.columns[at];
  if (column === undefined) return null;
  const line = view.lines.findIndex(
    (one) => one.cells[at] !== null && isSameFigure(figureOf(report, layout, one, column), figure),
  );
  return line === -1 ? null : { line, field: column.field };
}

/** The next figure of the column of one, downwards or upwards. */
function neighbour(
  report: AnyReport,
  layout: ReportLayout<AnyRow>,
  { lines, columns }: TableView,
  place: Place | null,
  step: 1 | -1,
): Figure | null {
  if (place === null) return null;
  const at = columns.findIndex(({ field }) => field === place.field);
  for (let index = place.line + step; index >= 0 && index < lines.length; index += step) {
    const line = lines[index]!;
    const figure = line.cells[at] === null ? null : figureOf(report, layout, line, columns[at]!);
    if (figure) return figure;
  }
  return null;
}

/** What a figure is of: '105020 · Movement for the month, PHP Credit'. */
function titleOf(
  layout: ReportLayout<AnyRow>,
  { lines, columns }: TableView,
  figure: Figure,
  place: Place | null,
): string {
  const column = columns.find(({ field }) => field === figure.column);
  const header = column?.header ?? figure.column;
  const codes = Object.values(figure.codes).filter(Boolean).join(' ');
  const line = place === null ? undefined : lines[place.line];
  if (line?.fixed !== undefined) {
    const fixed = layout.levels[line.group!.codes.length - 1]?.fixed?.[line.fixed];
    return `${codes} · ${fixed?.label ?? ''}, ${header}`;
  }
  const naming = columns.find(({ grows }) => grows)?.field;
  const name = naming === undefined ? null : line?.row?.[naming];
  return `${[codes, name].filter(Boolean).join(' ')} · ${header}`;
}

function HeaderBlock({ header }: { header: ReportHeader }) {
  const { company_name, report_title, period, basis, filters } = header;
  return (
    <p className={styles.head}>
      <b>{company_name}</b>
      <span>{report_title}</span>
      <span className="text-2 figures">{period}</span>
      <span className="muted">{[basis, ...filters].join(' · ')}</span>
    </p>
  );
}

const LONG_WORK_MS = 3000;

/** After three seconds: what is being built, and the way out. */
function LongWork({ title, active, onCancel }: { title: string; active: boolean; onCancel: () => void }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!active) {
      setVisible(false);
      return;
    }
    const timer = setTimeout(() => setVisible(true), LONG_WORK_MS);
    return () => clearTimeout(timer);
  }, [active]);
  if (!visible) return null;
  return (
    <div className={styles.longWork} role="status">
      <span>{`Building ${title}…`}</span>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
