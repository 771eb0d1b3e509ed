import { sql } from 'kysely';
import { countExpected, keepExpected, type KeptCopy } from '../documents/print/issued-paper.store.ts';
import { BY_KEY, type Database } from '../platform/database/database.ts';
import type { PaperInFile } from '../platform/pdf/paper-drawing.ts';
import { streamPapers } from '../platform/pdf/paper-pdf.ts';
import { exportFileName } from '../platform/spreadsheet/sheet.ts';
import { FileLeft, type FileSource, type OpenedFile } from '../reports/files/filed-report.ts';
import { openSnapshot } from '../reports/kit/snapshots/read-snapshot.ts';
import type { PaperToCome } from './document-papers.ts';

/** The papers of a file: what they are called together, and its steps, each of which answers what the next subjects are printed on. */
export interface PapersOfFile {
  readonly title: string;
  readonly confidential: readonly string[];
  /** Whether some of them carry their data. */
  readonly carries: boolean;
  readonly steps: Iterable<() => Promise<readonly (readonly PaperToCome[])[]>>;
}

/** So many subjects are read at once; of the first ones fewer, so that drawing begins. */
const AT_ONCE = 12;
const AT_FIRST = 5;

/** Groups of neighbours that are read together: up to `AT_ONCE`, of one kind. */
export function neighbours<Item>(items: readonly Item[], kindOf: (item: Item) => string = () => ''): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const most = groups.length > 1 ? AT_ONCE : AT_FIRST;
    if (last && last.length < most && kindOf(last[0]!) === kindOf(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/**
 * A file of many papers, read in one snapshot. What they say is kept while they are drawn; its copies are counted in the transaction by
 * which it is ready: one that is cancelled, or cut off with its server, counts none. Where a copy of one of them was counted meanwhile,
 * the file is begun anew, for its papers say which copy they are.
 */
export async function openPaperFile(
  database: Database,
  name: string,
  read: (snapshot: Database) => Promise<PapersOfFile>,
): ReturnType<FileSource['open']> {
  const snapshot = await openSnapshot(database);
  const kept: KeptCopy[] = [];
  let papers: PapersOfFile;
  try {
    // Papers are read by their numbers, the same few statements for each group: planned once.
    await sql.raw(BY_KEY).execute(snapshot.db);
    papers = await read(snapshot.db);
  } catch (error) {
    await snapshot.close();
    throw error;
  }
  async function* sheets(tell: (done: number) => void): AsyncGenerator<PaperInFile> {
    let done = 0;
    // One is read while the one before is drawn, and no more: whoever else calls meanwhile finds a processor.
    for (const step of papers.steps) {
      const subjects = await step();
      const copies = subjects.flat().flatMap((paper) => paper.copies);
      // While they are drawn. Nobody may wait for it any more when it fails.
      const keeping = keepExpected(database, copies);
      keeping.catch(() => {});
      for (const sheetsOf of subjects) {
        for (const { paper, record } of sheetsOf) yield { paper, record };
        tell((done += 1));
      }
      kept.push(...(await keeping));
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
      if (!(await countExpected(transaction, kept))) throw new FileLeft();
    },
  } satisfies OpenedFile;
}
