import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { authorize } from '../../access/authorize.ts';
import { findCallerOf } from '../../access/session/caller-of-user.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import type { Replica } from '../../platform/database/replica.ts';
import { problemOfDatabaseError } from '../../platform/http/constraint-errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import { FileLeft, type FileSource } from './filed-report.ts';
import {
  endFile,
  failFile,
  keepPart,
  leaveFile,
  takeFile,
  tellProgress,
  type FileInWork,
} from './report-file.store.ts';

const PART_BYTES = 1024 * 1024;
/** A file that is larger is of no use to anybody, and fills the database. */
const MOST_BYTES = 512 * PART_BYTES;
/** How often a maker says how far it is. */
const BEAT_MS = 2000;

export interface FileWork {
  readonly database: Database;
  readonly replica?: Replica | null;
  readonly sources: readonly FileSource[];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The server stops: what is being made is left to the next one. */
  readonly stopping: AbortSignal;
}

/** Makes the files that wait, one after the other, until none is left. Several servers may, each makes others. */
export async function makeFiles(work: FileWork): Promise<void> {
  while (!work.stopping.aborted) {
    const file = await asSystem(work, takeFile);
    if (!file) return;
    await makeFile(work, file);
  }
}

/** Under the rights that its owner has now. What is cut off with its server or its database is begun anew (`takeFile`). */
async function makeFile(work: FileWork, file: FileInWork): Promise<void> {
  try {
    await writeParts(work, file);
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOfDatabaseError(error);
    if (error instanceof FileLeft || problem?.code === 'database_unavailable') {
      await asSystem(work, (transaction) => leaveFile(transaction, file));
      return;
    }
    const refusal = problem?.message ?? null;
    const isMine = await asSystem(work, (transaction) => failFile(transaction, file, refusal ?? NOT_MADE));
    if (isMine && refusal === null) work.log.error({ err: error, file: file.id }, 'file of a report not made');
  }
}

const NOT_MADE = 'It could not be made. Ask for it again; if it fails once more, tell the administrator.';

async function writeParts(work: FileWork, file: FileInWork): Promise<void> {
  const source = work.sources.find(({ name }) => name === file.report);
  if (!source) throw new Problem(404, 'no_such_report', `There is no report ${file.report} any more.`);
  const user = await findCallerOf(work.database, file.user_id);
  if (!user) throw new Problem(403, 'not_admitted', 'Whoever asked for it may not sign in any more.');
  const { filter, format } = file;
  for (const rule of source.accessOf(filter)) authorize(user, rule);
  const opened = await source.open({ database: work.database, replica: work.replica ?? null, user, filter, format });
  let rows = 0;
  const content = opened.content((done) => (rows = done));
  content.on('error', () => {});
  const watch = watchFile(work, file, () => rows);
  try {
    const size = await keepContent(work, file, content, watch.gone);
    const { name, confidential } = opened;
    const made = { name, size, rows, confidential };
    const owner = opened.issue ? { ...SYSTEM_ACTOR, user_id: file.user_id } : SYSTEM_ACTOR;
    await inTransaction(work.database, owner, async (transaction) => {
      if (await endFile(transaction, file, made)) await opened.issue?.(transaction);
    });
  } finally {
    await watch.stop();
    content.destroy();
  }
}

/** Says again and again how far a file is. `gone` rejects when nobody wants it from this maker any more. */
function watchFile(work: FileWork, file: FileInWork, rows: () => number) {
  let leave: (error: Error) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => (leave = reject));
  gone.catch(() => {});
  const tell = () =>
    asSystem(work, (transaction) => tellProgress(transaction, file, rows())).then(
      (isMine) => isMine || leave(new FileLeft()),
      leave,
    );
  let telling = tell();
  const beat = setInterval(() => void (telling = tell()), BEAT_MS);
  const stop = () => leave(new FileLeft());
  work.stopping.addEventListener('abort', stop);
  return {
    gone,
    /** Nothing is told after it: a file that is left stays so. */
    stop: async () => {
      clearInterval(beat);
      work.stopping.removeEventListener('abort', stop);
      await telling;
    },
  };
}

/** Stores what is made piece by piece; answers how many bytes it is. */
async function keepContent(work: FileWork, file: FileInWork, content: Readable, gone: Promise<never>): Promise<number> {
  let held: Buffer[] = [];
  let length = 0;
  let size = 0;
  let no = 0;
  const keep = async (bytes: Buffer) => {
    await asSystem(work, (transaction) => keepPart(transaction, file, no, bytes));
    no += 1;
    size += bytes.length;
    if (size > MOST_BYTES) throw new Problem(413, 'too_large', 'It is larger than 512 MB. Ask for less at once.');
  };
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  // What is waited for, such as a long sort, need not come before the file is left.
  for (;;) {
    const next = await Promise.race([chunks.next(), gone]);
    if (next.done) break;
    held.push(Buffer.from(next.value));
    length += held.at(-1)!.length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(held);
      await keep(all.subarray(0, PART_BYTES));
      held = [all.subarray(PART_BYTES)];
      length = held[0]!.length;
    }
  }
  if (length > 0) await keep(Buffer.concat(held));
  return size;
}

const asSystem = <Result>({ database }: Pick<FileWork, 'database'>, act: (transaction: Database) => Promise<Result>) =>
  inTransaction(database, SYSTEM_ACTOR, act);
