import { countExpected, type ExpectedCopy } from '../documents/print/issued-paper.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { PaperInFile } from '../platform/pdf/paper-drawing.ts';
import { streamPapers } from '../platform/pdf/paper-pdf.ts';
import { exportFileName } from '../platform/spreadsheet/sheet.ts';
import { FileLeft, type FileSource, type OpenedFile } from '../reports/files/filed-report.ts';
import { openSnapshot } from '../reports/kit/read-snapshot.ts';
import type { PaperToCome } from './document-papers.ts';

/** The papers of a file: what they are called together, and its steps, each of which answers what the next subjects are printed on. */
export interface PapersOfFile {
  readonly title: string;
  readonly confidential: readonly string[];
  /** Whether some of them carry their data. */
  readonly carries: boolean;
  readonly steps: Iterable<() => Promise<readonly (readonly PaperToCome[])[]>>;
}

/** So many subjects are read at once. */
const AT_ONCE = 10;

/** Groups of neighbours that are read together: up to `AT_ONCE`, of one kind. */
export function neighbours<Item>(items: readonly Item[], kindOf: (item: Item) => string = () => ''): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.length < AT_ONCE && kindOf(last[0]!) === kindOf(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** What steps answer, in their order: the next one is taken while what the one before answered is worked on. */
async function* ahead<Answer>(steps: Iterable<() => Promise<Answer>>): AsyncGenerator<Answer> {
  let taken: Promise<Answer> | null = null;
  for (const step of steps) {
    const answered: Awaited<Answer> | null = taken && (await taken);
    taken = step();
    // It may fail before it is waited for, or when nobody waits any more.
    taken.catch(() => {});
    if (answered !== null) yield answered;
  }
  if (taken) yield taken;
}

/**
 * A file of many papers, read in one snapshot. Its copies are counted in the transaction by which it is ready: one that is cancelled,
 * or cut off with its server, counts none. Where a copy of one of them was counted meanwhile, the file is begun anew, for its papers say
 * which copy they are.
 */
export async function openPaperFile(
  database: Database,
  name: string,
  read: (snapshot: Database) => Promise<PapersOfFile>,
): ReturnType<FileSource['open']> {
  const snapshot = await openSnapshot(database);
  const expected: ExpectedCopy[] = [];
  let papers: PapersOfFile;
  try {
    papers = await read(snapshot.db);
  } catch (error) {
    await snapshot.close();
    throw error;
  }
  async function* sheets(tell: (done: number) => void): AsyncGenerator<PaperInFile> {
    let done = 0;
    for await (const subjects of ahead(papers.steps)) {
      for (const sheetsOf of subjects) {
        for (const { copies, ...paper } of sheetsOf) {
          expected.push(...copies);
          yield paper;
        }
        tell((done += 1));
      }
    }
  }
  return {
    name: exportFileName(name, Date.now(), 'pdf'),
    confidential: papers.confidential,
    content: (tell) =>
      streamPapers({ title: papers.title, carries: papers.carries }, sheets(tell)).once(
        'close',
        () => void snapshot.close(),
      ),
    async issue(transaction) {
      if (!(await countExpected(transaction, expected))) throw new FileLeft();
    },
  } satisfies OpenedFile;
}
