import { heading } from '../../../papers/paper-parts.ts';
import type { PaperBlock } from '../../../papers/paper-blocks.ts';
import type { Paper } from '../../../papers/paper.ts';
import { cellText } from '../../../papers/cell-text.ts';
import type { CellKind, PaperLine, Sums } from '../../../papers/paper-table.ts';
import { MESSAGES } from '../../../errors/messages.ts';
import {
  sumsByField,
  type ReportColumn,
  type ReportDefinition,
  type ReportForm,
  type ReportLayout,
} from '../define-report.ts';
import { columnsOn, notesOf, paperFormOf, paperRuns, reportLines } from './report-lines.ts';
import type { ReportHeader, ReportProof, ReportReply } from '../report-reply.ts';

/**
 * A report as a paper: header block, column heads on every page, the total with the last row, then its proofs (ux §8). The lines of
 * one that is streamed come later: which form they have is told, and its columns get the width that it declares, and that of its
 * totals.
 */
export function reportPaper<Row>(
  report: Pick<
    ReportDefinition<Row>,
    'title' | 'orientation' | 'totalLabel' | 'sumNames' | 'totalPercent' | 'totalNotes' | 'carried'
  >,
  layout: ReportLayout<Row>,
  { streamed }: { readonly streamed?: ReportForm } = {},
): Paper<Turn<Row>> {
  const { carried = [] } = report;
  const tableOf = (reply: ReportReply<Row>, run: ReportLayout<Row>, form: ReportForm): PaperBlock => {
    const columns = columnsOn(run, form);
    return {
      block: 'table',
      caption: `${reply.header.report_title} ${reply.header.period}`,
      columns: columns.map(({ field, header, kind, grows = false, width, band, result }) => ({
        header,
        kind,
        grows,
        ...(band ? { band } : {}),
        ...(result ? { result } : {}),
        width,
        ...(carried.includes(field) ? { carried: 'sum' as const } : {}),
      })),
      labelColumns: labelColumnsOf(columns),
      lines: streamed || isEmptyReply(reply) ? [] : reportLines(report, run, form, { ...reply, ended: true }),
      ...(reply.totals ? { totals: [totalLine(columns, report.totalLabel, sumsByField(report, reply.totals))] } : {}),
      empty: MESSAGES.noDataFound,
    };
  };
  // Columns that name the row stand in each run of the others, and each run on pages of its own.
  const inRuns = layout.columns.some(({ names }) => names);
  return {
    title: report.title,
    subject: ({ header }) => header.period,
    page: { size: 'A4', orientation: layout.orientation ?? report.orientation, margins: 'report' },
    parts: [
      heading(({ header }) => headingLines(header), inRuns),
      (turn) => tableOf(turn, turn.run ?? layout, turn.form ?? streamed ?? paperFormOf(turn.groups)),
      (turn) => (turn.isLast !== false && (streamed || !isEmptyReply(turn)) ? below(report, turn) : null),
    ],
    ...(inRuns ? { inTurn: (reply: Turn<Row>) => turnsOf(reply, layout), numberedThrough: true } : {}),
    foot: ({ header }) => footLines(header).toReversed().join(' · '),
  };
}

/** A report with the run of its columns that stands on some pages. */
type Turn<Row> = ReportReply<Row> & {
  readonly run?: ReportLayout<Row>;
  readonly form?: ReportForm;
  readonly isLast?: boolean;
};

function turnsOf<Row>(reply: ReportReply<Row>, layout: ReportLayout<Row>): Turn<Row>[] {
  const form = paperFormOf(reply.groups);
  const runs = isEmptyReply(reply) ? paperRuns(layout, form).slice(0, 1) : paperRuns(layout, form);
  return runs.map((run, at) => ({ ...reply, run, form, isLast: at === runs.length - 1 }));
}

function totalLine<Row>(columns: readonly ReportColumn<Row>[], label: string, totals: Sums): PaperLine {
  return { look: 'total', cells: columns.map(({ field }, at) => (at === 0 ? label : (totals[field] ?? null))) };
}

/** Over how many columns the labels of headings, fixed lines and totals may run: those before the first amount. */
export function labelColumnsOf(columns: readonly { readonly kind: CellKind; readonly total?: true }[]): number {
  return Math.max(
    1,
    columns.findIndex(({ kind, total }) => kind === 'amount' || total),
  );
}

/** Whether a report has nothing to show. */
export function isEmptyReply({ data, groups }: Pick<ReportReply<unknown>, 'data' | 'groups'>): boolean {
  return data.length === 0 && groups.length === 0;
}

/** What stands above the columns in every form: company, title, period with basis and filter, where the company is registered. */
export function headingLines({
  company_name,
  registered,
  report_title,
  period,
  basis,
  filters,
}: Pick<ReportHeader, 'company_name' | 'registered' | 'report_title' | 'period' | 'basis' | 'filters'>): string[] {
  const what = [period, basis, ...filters].join(' · ');
  return [company_name, report_title, what, ...(registered === '' ? [] : [registered])];
}

/** What stands below a report in every form: the software that made it and its permit, then who made it and when. */
export function footLines({ permit, generated }: Pick<ReportHeader, 'permit' | 'generated'>): string[] {
  return [permit, generated];
}

/** A proof in one line: 'Ending = Trial Balance: this report 8.00, trial balance 8.00, difference 0.00'. */
export function proofText({ left_label, left, right_label, right, difference }: ReportProof): string {
  const figure = (text: string) => cellText('amount', text);
  return `${left_label} ${figure(left)}, ${right_label} ${figure(right)}, difference ${figure(difference)}`;
}

/** What stands below the table: what the total tells beside its columns, and the proofs. */
function below<Row>(
  report: Pick<ReportDefinition<Row>, 'totalNotes'>,
  { totals, proof }: Pick<ReportReply<Row>, 'totals' | 'proof'>,
): PaperBlock | null {
  const facts = [
    ...notesOf(report, totals ?? {}).map(({ label, value }) => ({
      label,
      value: cellText('amount', value),
      wide: true,
    })),
    ...proof.map((one) => ({ label: one.name, value: proofText(one), wide: true })),
  ];
  return facts.length === 0 ? null : { block: 'facts', facts, inRow: 1, boxed: false };
}
