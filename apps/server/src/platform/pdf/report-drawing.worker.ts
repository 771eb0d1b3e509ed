import { parentPort } from 'node:worker_threads';
import type { SheetRow } from '../spreadsheet/sheet.ts';
import { drawReport, type PaperHead } from './report-drawing.ts';

/** What the main thread sends: the head of a report, its rows in parts, then that they are all there. */
export type DrawingRequest =
  | { job: number; head: PaperHead }
  | { job: number; rows: SheetRow[] }
  | { job: number; complete: boolean };

/** What it gets back for a complete report; for an incomplete one nothing. */
export type DrawingReply = { job: number; pdf: Uint8Array } | { job: number; failure: string };

const port = parentPort;
if (!port) throw new Error('Reports are drawn in a thread of their own.');
const waiting = new Map<number, { head: PaperHead; rows: SheetRow[] }>();

port.on('message', (request: DrawingRequest) => {
  if ('head' in request) {
    waiting.set(request.job, { head: request.head, rows: [] });
    return;
  }
  const report = waiting.get(request.job);
  if (!report) return;
  if ('rows' in request) {
    for (const row of request.rows) report.rows.push(row);
    return;
  }
  waiting.delete(request.job);
  if (request.complete) void answer(request.job, report.head, report.rows);
});

async function answer(job: number, head: PaperHead, rows: readonly SheetRow[]): Promise<void> {
  try {
    const pdf = new Uint8Array(await drawReport(head, rows));
    reply({ job, pdf }, [pdf.buffer]);
  } catch (error) {
    reply({ job, failure: (error as Error).message });
  }
}

function reply(message: DrawingReply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}
