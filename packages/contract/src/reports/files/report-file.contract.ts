import * as z from 'zod';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { REPORT_FORMATS } from '../kit/define-report.ts';

/** A report of more rows is made in the background, and lands in the tray. */
export const ROWS_AT_ONCE = 20_000;

/** How long a file that was made is kept. */
export const FILE_KEPT_HOURS = 24;

/** How many files a person may have that are not yet made. */
export const FILES_AT_ONCE = 5;

const FILE_STATES = ['waiting', 'working', 'ready', 'failed'] as const;

export const reportFile = z.object({
  id: z.string(),
  /** Name of the report, or of the papers, as its files begin. */
  report: z.string(),
  title: z.string(),
  /** What it is of: 'MAY 01, 2025 TO MAY 31, 2025'. */
  subject: z.string(),
  format: z.enum(REPORT_FORMATS),
  state: z.enum(FILE_STATES),
  rows_done: z.int(),
  /** How many there will be; null where nobody knows before they are read. */
  rows_expected: z.int().nullable(),
  /** Of a file that is ready. */
  name: z.string().nullable(),
  /** Bytes, of a file that is ready. */
  size: z.int().nullable(),
  /** Why there is none, of one that failed. */
  reason: z.string().nullable(),
  /** Instants, ISO 8601 in UTC. */
  asked_at: z.string(),
  expires_at: z.string().nullable(),
});
export type ReportFile = z.infer<typeof reportFile>;

const tag = 'Reports';
const session = { kind: 'session' } as const;
const params = z.object({ id: z.uuid('id must be the id of a file.') });

export const listReportFiles = defineRoute({
  method: 'GET',
  path: '/report-files',
  summary: 'The files that the caller asked for in the background, the newest first',
  tag,
  access: session,
  response: z.object({ data: z.array(reportFile) }),
});

/**
 * Answers 202 with the file that will be made; or 200 with null where the report has no more than `ROWS_AT_ONCE` rows, and its own
 * call sends them at once. The report's rule of access is held now, when the file is begun, and when it is taken out.
 */
export const startReportFile = defineRoute({
  method: 'POST',
  path: '/report-files',
  summary: 'Have a file of a report of many rows made in the background',
  tag,
  access: session,
  body: z.strictObject({
    report: z.string().max(60),
    format: z.enum(REPORT_FORMATS, 'format must be xlsx, csv or pdf.'),
    /** As in the address of the report. */
    filter: z.record(z.string().max(60), z.string().max(2000)),
  }),
  response: recordOf(reportFile.nullable()),
  may_be_later: true,
});

export const removeReportFile = defineRoute({
  method: 'DELETE',
  path: '/report-files/{id}',
  summary: 'Cancel a file that is being made, or take a made one out of the tray',
  tag,
  access: session,
  params,
  response: recordOf(z.null()),
});

export const downloadReportFile = defineRoute({
  method: 'GET',
  path: '/report-files/{id}/file',
  summary: 'A file that was made in the background',
  tag,
  access: session,
  params,
  file: 'application/octet-stream',
  long: true,
});
