import { parentPort } from 'node:worker_threads';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import { drawPdf } from './paper-drawing.ts';

/** What the main thread sends: a paper, the further lines of its table in parts, then that they are all there. */
export type DrawingRequest =
  | { job: number; paper: DrawnPaper }
  | { job: number; lines: PaperLine[] }
  | { job: number; complete: boolean };

/** What it gets back for a complete paper; for an incomplete one nothing. */
export type DrawingReply = { job: number; pdf: Uint8Array } | { job: number; failure: string };

const port = parentPort;
if (!port) throw new Error('Papers are drawn in a thread of their own.');
const waiting = new Map<number, { paper: DrawnPaper; lines: PaperLine[] }>();

port.on('message', (request: DrawingRequest) => {
  if ('paper' in request) {
    waiting.set(request.job, { paper: request.paper, lines: [] });
    return;
  }
  const job = waiting.get(request.job);
  if (!job) return;
  if ('lines' in request) {
    for (const line of request.lines) job.lines.push(line);
    return;
  }
  waiting.delete(request.job);
  if (request.complete) void answer(request.job, job.lines.length === 0 ? job.paper : withLines(job.paper, job.lines));
});

/** The paper with these lines at the end of its table. */
function withLines(paper: DrawnPaper, lines: readonly PaperLine[]): DrawnPaper {
  const pages = paper.pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) =>
      block.block === 'table' ? { ...block, lines: [...block.lines, ...lines] } : block,
    ),
  }));
  return { ...paper, pages };
}

async function answer(job: number, paper: DrawnPaper): Promise<void> {
  try {
    const pdf = new Uint8Array(await drawPdf(paper));
    reply({ job, pdf }, [pdf.buffer]);
  } catch (error) {
    reply({ job, failure: (error as Error).message });
  }
}

function reply(message: DrawingReply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}
