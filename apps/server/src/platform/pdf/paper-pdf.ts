import { Worker } from 'node:worker_threads';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import type { DrawingReply, DrawingRequest } from './paper-drawing.worker.ts';

const LINES_PER_MESSAGE = 500;

/**
 * A paper as PDF (see `drawPdf`), drawn in one thread of its own, so that other requests are answered meanwhile. Further
 * lines of its table are handed over as they come. Rejects with the error of their source, or when the drawing fails.
 */
export async function writePdf(
  paper: DrawnPaper,
  lines: Iterable<PaperLine> | AsyncIterable<PaperLine> = [],
): Promise<Buffer> {
  const thread = (drawingThread ??= startDrawingThread());
  const job = (thread.jobs += 1);
  const drawn = new Promise<Buffer>((resolve, reject) => thread.waiting.set(job, { resolve, reject }));
  thread.worker.ref();
  // The rows are awaited below; a thread that dies meanwhile must not count as an unhandled rejection.
  drawn.catch(() => {});
  const send = (request: DrawingRequest) => thread.worker.postMessage(request, []);
  send({ job, paper });
  let complete = false;
  try {
    let part: PaperLine[] = [];
    for await (const line of lines) {
      part.push(line);
      if (part.length < LINES_PER_MESSAGE) continue;
      send({ job, lines: part });
      part = [];
    }
    send({ job, lines: part });
    complete = true;
  } finally {
    if (!complete) thread.waiting.delete(job);
    send({ job, complete });
  }
  return drawn;
}

interface DrawingThread {
  worker: Worker;
  jobs: number;
  waiting: Map<number, { resolve(pdf: Buffer): void; reject(error: Error): void }>;
}

let drawingThread: DrawingThread | null = null;

/** The thread stays for the next paper and does not keep the process alive. */
function startDrawingThread(): DrawingThread {
  const thread: DrawingThread = { worker: openWorker(), jobs: 0, waiting: new Map() };
  const fail = (error: Error) => {
    if (drawingThread === thread) drawingThread = null;
    for (const job of thread.waiting.values()) job.reject(error);
    thread.waiting.clear();
  };
  thread.worker.on('message', (reply: DrawingReply) => {
    const job = thread.waiting.get(reply.job);
    thread.waiting.delete(reply.job);
    if (thread.waiting.size === 0) thread.worker.unref();
    if ('pdf' in reply) job?.resolve(Buffer.from(reply.pdf.buffer, reply.pdf.byteOffset, reply.pdf.byteLength));
    else job?.reject(new Error(reply.failure));
  });
  thread.worker.once('error', fail);
  thread.worker.once('exit', () => fail(new Error('The thread that draws papers has ended.')));
  return thread;
}

/** The bundle holds the thread as a program of its own; from the source tree it is loaded by the development tools. */
function openWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./platform/pdf/paper-drawing.worker.js', import.meta.url));
  }
  const source = new URL('./paper-drawing.worker.ts', import.meta.url).href;
  return new Worker(`import('tsx/esm/api').then((tsx) => tsx.tsImport('${source}', '${import.meta.url}'))`, {
    eval: true,
  });
}
