import type { PaperLine } from '@talaan/contract/papers/paper-table';
import { answerRequests } from '../worker-thread.ts';
import { PaperDrawing, type PaperInFile, type PdfFile } from './paper-drawing.ts';

/** What the main thread sends: a file, its papers, lines of the table of one in parts, then that all is there; each is answered. */
export type DrawingStep =
  | { readonly file: PdfFile }
  | { readonly papers: readonly PaperInFile[] }
  | { readonly lines: readonly PaperLine[] }
  | { readonly end: true };
/** Or that nobody waits for it any more. */
export type DrawingRequest = { readonly job: number } & (DrawingStep | { readonly forget: true });

const drawings = new Map<number, PaperDrawing>();

// The bytes that were written since the last answer. A copy of its own is given away; what the library answers may be a part of a
// larger block.
answerRequests(async (request: DrawingRequest) => new Uint8Array(await draw(request)), {
  moved: (bytes) => [bytes.buffer],
});

function draw({ job, ...step }: DrawingRequest): Uint8Array | Promise<Uint8Array> {
  if ('file' in step) {
    drawings.set(job, new PaperDrawing(step.file));
    return new Uint8Array();
  }
  if ('forget' in step) {
    drawings.delete(job);
    return new Uint8Array();
  }
  const drawing = drawings.get(job);
  if (!drawing) throw new Error('This file was not begun.');
  if ('papers' in step) return Buffer.concat(step.papers.map((paper) => drawing.open(paper)));
  return 'lines' in step ? drawing.put(step.lines) : drawing.end();
}
