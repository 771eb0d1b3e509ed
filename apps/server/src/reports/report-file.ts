import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReportCellKind, ReportDefinition, ReportFormat, ReportRow } from '@talaan/contract/reports/define-report';
import type { ReportLine } from '@talaan/contract/reports/report-lines';
import type { ReportHeader } from '@talaan/contract/reports/report-reply';
import type { Principal } from '../platform/http/principal.ts';
import type { RouteServices } from '../platform/http/register-route.ts';
import { noteTakenOut } from '../platform/http/taken-out.ts';
import { writePdf } from '../platform/pdf/report-document.ts';
import { writeCsv } from '../platform/spreadsheet/csv-writer.ts';
import { exportFileName, FILE_TYPES, type CellKind, type Sheet, type SheetRow } from '../platform/spreadsheet/sheet.ts';
import { writeXlsx } from '../platform/spreadsheet/xlsx-writer.ts';

/**
 * Sends a report as a file named `{report}_{unix seconds}` (spec 2 §9); workbook and CSV are streamed as their lines come.
 * The audit trail keeps who took it out, and of which period.
 */
export async function sendReportFile<Row extends ReportRow>(
  services: Pick<RouteServices, 'inTransaction'>,
  call: { readonly user: Principal; readonly request: FastifyRequest; readonly reply: FastifyReply },
  format: ReportFormat,
  report: ReportDefinition<Row>,
  header: ReportHeader,
  lines: Iterable<ReportLine> | AsyncIterable<ReportLine>,
): Promise<undefined> {
  const { period, basis } = header;
  const facts = { format, period, basis };
  await noteTakenOut(services, call, { action: 'export', table: 'posting', of: header.report_title, facts });
  const { reply } = call;
  const sheet = reportSheet(report, header, lines);
  const name = exportFileName(report.name, Date.parse(header.generated_at), format);
  reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');
  const file = format === 'pdf' ? await writePdf(sheet) : format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet);
  await reply.type(FILE_TYPES[format]).send(file);
  return undefined;
}

/** The one layout of a report as a sheet, from which workbook, CSV and PDF are written. */
export function reportSheet<Row extends ReportRow>(
  report: ReportDefinition<Row>,
  header: ReportHeader,
  lines: Iterable<ReportLine> | AsyncIterable<ReportLine>,
): Sheet {
  const level = report.group ? { level: 1 } : {};
  return {
    title: report.title,
    heading: [header.company_name, header.report_title, `${header.period} · ${header.basis}`],
    columns: report.columns.map((column) => ({
      header: column.header,
      kind: CELL_KINDS[column.kind],
      width: column.width,
      grows: column.grows ?? false,
    })),
    rows: sheetRows(lines, level),
    ...(report.group ? { levels: 1 } : {}),
    orientation: report.orientation,
    footing: [header.generated],
  };
}

const CELL_KINDS: Record<ReportCellKind, CellKind> = {
  code: 'text',
  text: 'text',
  integer: 'integer',
  amount: 'amount',
  rate: 'rate',
  date: 'date',
  instant: 'instant',
};

async function* sheetRows(
  lines: Iterable<ReportLine> | AsyncIterable<ReportLine>,
  level: { level?: number },
): AsyncGenerator<SheetRow> {
  for await (const line of lines) {
    yield line.look === 'plain' ? { cells: line.cells, ...level } : { look: line.look, cells: line.cells };
  }
}
