import type { FastifyReply, FastifyRequest } from 'fastify';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import type { ReportDefinition, ReportFormat } from '@talaan/contract/reports/define-report';
import { reportPaper } from '@talaan/contract/reports/report-paper';
import type { ReportHeader } from '@talaan/contract/reports/report-reply';
import type { Principal } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { noteTakenOut } from '../platform/http/taken-out.ts';
import { sendMadeFile } from '../platform/files/send-made-file.ts';
import { streamPdf } from '../platform/pdf/paper-pdf.ts';
import { writeCsv } from '../platform/spreadsheet/csv-writer.ts';
import { exportFileName, FILE_TYPES, type Sheet, type SheetRow } from '../platform/spreadsheet/sheet.ts';
import { writeXlsx } from '../platform/spreadsheet/xlsx-writer.ts';

/**
 * Sends a report as a file named `{report}_{unix seconds}` (spec 2 §9), its lines read as they come and streamed.
 * The audit trail keeps who took it out, and of which period.
 */
export async function sendReportFile<Row>(
  services: Pick<RouteServices, 'inTransaction'>,
  call: { readonly user: Principal; readonly request: FastifyRequest; readonly reply: FastifyReply },
  format: ReportFormat,
  report: ReportDefinition<Row>,
  header: ReportHeader,
  lines: Lines,
): Promise<undefined> {
  const { period, basis } = header;
  const facts = { format, period, basis };
  await noteTakenOut(services, call, { action: 'export', table: 'posting', of: header.report_title, facts });
  const { reply } = call;
  const name = exportFileName(report.name, Date.parse(header.generated_at), format);
  const content = writeFile(format, report, header, lines);
  return sendMadeFile(reply, { name, media_type: FILE_TYPES[format], content });
}

type Lines = Iterable<PaperLine> | AsyncIterable<PaperLine>;

function writeFile<Row>(format: ReportFormat, report: ReportDefinition<Row>, header: ReportHeader, lines: Lines) {
  if (format === 'pdf') return streamPdf(drawPaper(reportPaper(report), { data: [], header, totals: {} }), lines);
  const sheet = reportSheet(report, header, lines);
  return format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet);
}

/** A report as workbook and CSV show it: the cells of its lines by their kinds. */
function reportSheet<Row>(report: ReportDefinition<Row>, header: ReportHeader, lines: Lines): Sheet {
  const level = report.group ? { level: 1 } : {};
  return {
    title: report.title,
    heading: [header.company_name, header.report_title, `${header.period} · ${header.basis}`],
    columns: report.columns.map((column) => ({
      header: column.header,
      kind: column.kind === 'code' ? 'text' : column.kind,
      width: column.width,
    })),
    rows: sheetRows(lines, level),
    ...(report.group ? { levels: 1 } : {}),
    orientation: report.orientation,
    footing: [header.generated],
  };
}

async function* sheetRows(lines: Lines, level: { level?: number }): AsyncGenerator<SheetRow> {
  for await (const { look, cells } of lines) {
    yield look === 'group' || look === 'total' ? { look, cells } : { cells, ...level };
  }
}
