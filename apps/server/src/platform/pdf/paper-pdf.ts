import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { PaperLine } from '@talaan/contract/papers/paper-table';
import type { EmbeddedRecord, PaperInFile, PdfFile } from './paper-drawing.ts';
import { WorkerThread } from '../worker-thread.ts';
import type { DrawingRequest, DrawingStep } from './paper-drawing.worker.ts';

/** Few enough that a voucher that is asked for meanwhile gets its turn in the thread, and enough that the thread seldom waits for them. */
const LINES_PER_PART = 250;
const PAPERS_PER_PART = 4;

/**
 * A paper as PDF (see `PaperDrawing`), drawn in one thread of its own, so that other requests are answered meanwhile; with
 * a record it is PDF/A-3.
 */
export function writePdf(paper: DrawnPaper, record?: EmbeddedRecord): Promise<Buffer> {
  return buffer(streamPapers({ title: paper.title, carries: record !== undefined }, [{ paper, record }]));
}

/**
 * The same of a paper whose table gets its lines as they come, of any number: the stream takes them no faster than its reader
 * takes the pages, and memory does not grow with them. It ends with the error of their source, or when the drawing fails.
 */
export function streamPdf(paper: DrawnPaper, lines: Iterable<PaperLine> | AsyncIterable<PaperLine>): Readable {
  return bytesOf({ title: paper.title }, paperSteps(paper, lines));
}

/** Many papers as one file, in their order, each on pages of its own: streamed as the lines of one are. */
export function streamPapers(file: PdfFile, papers: Iterable<PaperInFile> | AsyncIterable<PaperInFile>): Readable {
  return bytesOf(file, paperParts(papers));
}

async function* paperParts(papers: Iterable<PaperInFile> | AsyncIterable<PaperInFile>): AsyncGenerator<DrawingStep> {
  for await (const part of inParts(papers, PAPERS_PER_PART)) yield { papers: part };
}

async function* paperSteps(
  paper: DrawnPaper,
  lines: Iterable<PaperLine> | AsyncIterable<PaperLine>,
): AsyncGenerator<DrawingStep> {
  yield { papers: [{ paper }] };
  for await (const part of inParts(lines, LINES_PER_PART)) yield { lines: part };
}

function bytesOf(file: PdfFile, steps: Iterable<DrawingStep> | AsyncIterable<DrawingStep>): Readable {
  return Readable.from(drawnBytes(file, steps), { objectMode: false });
}

async function* drawnBytes(file: PdfFile, steps: Iterable<DrawingStep> | AsyncIterable<DrawingStep>) {
  const drawing = openDrawing();
  try {
    let drawn = drawing.ask({ file });
    drawn.catch(() => {});
    // The next step is read while this one is drawn; a thread that dies meanwhile must not count as an unhandled rejection.
    for await (const step of steps) {
      yield* some(await drawn);
      drawn = drawing.ask(step);
      drawn.catch(() => {});
    }
    yield* some(await drawn);
    yield* some(await drawing.ask({ end: true }));
  } finally {
    drawing.forget();
  }
}

function* some(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

async function* inParts<Item>(items: Iterable<Item> | AsyncIterable<Item>, most: number): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < most) continue;
    yield part;
    part = [];
  }
  yield part;
}

interface Drawing {
  /** One step at a time. */
  ask(step: DrawingStep): Promise<Uint8Array>;
  forget(): void;
}

/** What papers are drawn from is garbage at once: with more room for it the thread clears it away a quarter as often. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };
const thread = new WorkerThread<DrawingRequest, Uint8Array>('platform/pdf/paper-drawing.worker', { resourceLimits });
let drawings = 0;

function openDrawing(): Drawing {
  const job = (drawings += 1);
  return {
    ask: (step) => thread.ask({ job, ...step }),
    forget: () => void thread.ask({ job, forget: true }).catch(() => {}),
  };
}
