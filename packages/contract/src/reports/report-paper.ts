import { heading, table } from '../papers/paper-parts.ts';
import type { Paper } from '../papers/paper.ts';
import { tableLines, type PaperLine, type Sums } from '../papers/paper-table.ts';
import type { ReportDefinition } from './define-report.ts';
import type { ReportHeader } from './report-reply.ts';

/** What the call of a report answers. */
export interface ReportData<Row> {
  readonly data: readonly Row[];
  readonly header: ReportHeader;
  /** The sums that the ledger gave. */
  readonly totals: Sums;
}

/** A report as a paper: header block once, column heads on every page, the grand total with the last row (ux §8). */
export function reportPaper<Row>(report: ReportDefinition<Row>): Paper<ReportData<Row>> {
  return {
    title: report.title,
    subject: ({ header }) => header.period,
    page: { size: 'A4', orientation: report.orientation, margins: 'report' },
    parts: [
      heading(({ header }) => [header.company_name, header.report_title, `${header.period} · ${header.basis}`]),
      table({
        ...report,
        caption: ({ header }) => `${header.report_title} ${header.period}`,
        rows: ({ data }) => data,
        totals: ({ data, totals }) => (data.length === 0 ? [] : [{ label: report.totalLabel, sums: totals }]),
      }),
    ],
    foot: ({ header }) => header.generated,
  };
}

/** Every line of a report from its first group to the grand total, as its files have them. */
export function reportLines<Row>(
  report: ReportDefinition<Row>,
  { data, totals }: Pick<ReportData<Row>, 'data' | 'totals'>,
): Iterable<PaperLine> {
  return tableLines(report, data, [{ label: report.totalLabel, sums: totals }]);
}
