import type { Readable } from 'node:stream';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import type {
  AnyReport,
  AnyRow,
  ReportForm,
  ReportFormat,
  ReportLayout,
} from '@talaan/contract/reports/kit/define-report';
import { columnsOn, notesOf, type ReportLine } from '@talaan/contract/reports/kit/lines/report-lines';
import { footLines, headingLines, labelColumnsOf, reportPaper } from '@talaan/contract/reports/kit/lines/report-paper';
import type { ReportHeader, ReportProof, ReportReply } from '@talaan/contract/reports/kit/report-reply';
import { streamPdf } from '../../platform/pdf/paper-pdf.ts';
import { writeCsv } from '../../platform/spreadsheet/csv-writer.ts';
import type { FreeRow, Sheet, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { writeXlsx } from '../../platform/spreadsheet/xlsx-writer.ts';

type Lines = AsyncIterable<ReportLine<AnyRow>>;

/** What a file of a report is made of: its lines as they come, the rest at hand. */
export interface FileParts {
  readonly layout: ReportLayout<AnyRow>;
  readonly form: ReportForm;
  readonly header: ReportHeader;
  readonly totals: Readonly<Record<string, string>>;
  readonly proof: readonly ReportProof[];
  readonly lines: Lines;
  /** All of a report that is not paged. */
  readonly whole?: ReportReply<AnyRow>;
}

/** What a file says of a report beside its parts. */
export type FiledReport = Pick<
  AnyReport,
  'title' | 'orientation' | 'totalLabel' | 'sumNames' | 'totalPercent' | 'totalNotes' | 'carried'
>;

/** A report as a file of a format, streamed: an error of its lines ends the stream with that error. */
export function writeReport(
  format: ReportFormat,
  report: FiledReport,
  { layout, form, header, totals, proof, lines, whole }: FileParts,
): Readable {
  if (format === 'pdf') {
    const inRuns = layout.columns.some(({ names }) => names);
    if (whole && inRuns) return streamPdf(drawPaper(reportPaper(report, layout), whole), []);
    const reply = { data: [], groups: [], header, totals, proof, next: null };
    return streamPdf(drawPaper(reportPaper(report, layout, { streamed: form }), reply), lines);
  }
  const sheet = reportSheet(report, { layout, header, totals, proof, lines });
  return format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet);
}

/** A report as workbook and CSV show it: the cells of its lines by their kinds. */
function reportSheet(
  report: FiledReport,
  { layout, header, totals, proof, lines }: Pick<FileParts, 'layout' | 'header' | 'totals' | 'proof' | 'lines'>,
): Sheet {
  const levels = layout.levels.length;
  const columns = columnsOn(layout, 'file');
  return {
    title: report.title,
    heading: headingLines(header),
    columns: columns.map(({ header: head, kind, width, band }) => ({
      header: head,
      kind: kind === 'code' ? 'text' : kind,
      width,
      ...(band ? { band } : {}),
    })),
    rows: sheetRows(lines),
    ...(levels > 0 ? { levels } : {}),
    labelColumns: labelColumnsOf(columns),
    below: [...notesOf(report, totals).map(noteRow), ...proof.map(proofRow)],
    orientation: layout.orientation ?? report.orientation,
    footing: footLines(header),
  };
}

/** What the total tells beside its columns. */
function noteRow({ label, value }: { readonly label: string; readonly value: string }): FreeRow {
  return {
    cells: [
      { kind: 'text', cell: label },
      { kind: 'amount', cell: value },
    ],
  };
}

/** A proof with its figures as figures. */
function proofRow({ name, left_label, left, right_label, right, difference }: ReportProof): FreeRow {
  const text = (cell: string) => ({ kind: 'text', cell }) as const;
  const figure = (cell: string) => ({ kind: 'amount', cell }) as const;
  return {
    cells: [
      text(name),
      text(left_label),
      figure(left),
      text(right_label),
      figure(right),
      text('difference'),
      figure(difference),
    ],
  };
}

async function* sheetRows(lines: Lines): AsyncGenerator<SheetRow> {
  for await (const { look, cells, level, kind } of lines) {
    if (look === 'blank') continue;
    const figures = kind === 'percent' ? { kind } : {};
    yield { look, cells, ...figures, ...(level > 0 ? { level } : {}) };
  }
}
