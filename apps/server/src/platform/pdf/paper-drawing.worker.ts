import { parentPort } from 'node:worker_threads';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import { PaperDrawing, type PaperInFile, type PdfFile } from './paper-drawing.ts';

/** What the main thread sends: a file, its papers, lines of the table of one in parts, then that all is there; each is answered. */
export type DrawingStep =
  | { readonly file: PdfFile }
  | { readonly papers: readonly PaperInFile[] }
  | { readonly lines: readonly PaperLine[] }
  | { readonly end: true };
/** Or that nobody waits for it any more. */
export type DrawingRequest = { readonly job: number } & (DrawingStep | { readonly forget: true });

/** The bytes that were written since the last answer, or why there are no more. */
export type DrawingReply = { readonly job: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string });

const port = parentPort;
if (!port) throw new Error('Papers are drawn in a thread of their own.');
const drawings = new Map<number, PaperDrawing>();

port.on('message', (request: DrawingRequest) => {
  const { job } = request;
  if ('forget' in request) {
    drawings.delete(job);
    return;
  }
  void answer(request);
});

async function answer(request: { readonly job: number } & DrawingStep): Promise<void> {
  const { job } = request;
  try {
    // A copy of its own is given away; what the library answers may be a part of a larger block.
    const bytes = new Uint8Array(await draw(job, request));
    port!.postMessage({ job, bytes } satisfies DrawingReply, [bytes.buffer]);
  } catch (error) {
    port!.postMessage({ job, failure: (error as Error).message } satisfies DrawingReply, []);
  }
}

function draw(job: number, step: DrawingStep): Uint8Array | Promise<Uint8Array> {
  if ('file' in step) {
    drawings.set(job, new PaperDrawing(step.file));
    return new Uint8Array();
  }
  const drawing = drawings.get(job);
  if (!drawing) throw new Error('This file was not begun.');
  if ('papers' in step) return Buffer.concat(step.papers.map((paper) => drawing.open(paper)));
  return 'lines' in step ? drawing.put(step.lines) : drawing.end();
}
