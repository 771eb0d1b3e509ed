import type { Database, DatabaseUrls } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { isOutOfMemory, WorkerThread } from '../../platform/worker-thread.ts';
import type { UploadWork } from './upload-work.ts';
import { linesOfBatches, linesOfFile, linesToUndo } from './uploads.store.ts';

/** What is asked of the thread: a part of the work by its name, with what that takes. */
export type UploadJob = {
  readonly [Name in keyof UploadWork]: { readonly name: Name; readonly given: Parameters<UploadWork[Name]>[0] };
}[keyof UploadWork];

/** What the thread is started with. */
export interface UploadThreadData {
  readonly urls: DatabaseUrls;
}

/** Without work it ends, and its memory is free. */
const IDLE_MS = 60_000;

/**
 * Memory of the thread (in MB): its own, and for each line that it holds at once. It holds about two thirds of that; with more,
 * garbage would lie as long as there is room for it.
 */
const OWN_MB = 40;
const LINE_MB = 0.0022;
const YOUNG_MB = 12;
/** What lines with long texts or many faults get. */
const MOST_MB = 512;

/**
 * The work on files in a thread of its own (`uploads.worker.ts`): others are answered while rows are read, checked, posted and undone,
 * and garbage does not pile up. One job at a time, in the order in which they came: what two hold would add up. A job for which the
 * memory of its lines is too small begins anew with the most that there is; one that takes more is refused (413). What the thread had
 * begun, the database rolls back.
 */
export class UploadThread implements UploadWork {
  readonly #urls: DatabaseUrls;
  readonly #database: Database;
  readonly #most_mb: number;
  #thread: WorkerThread<UploadJob, unknown> | null = null;
  #room_mb = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ appUrl, jobsUrl }: DatabaseUrls, database: Database, most_mb = MOST_MB) {
    this.#urls = { appUrl, jobsUrl };
    this.#database = database;
    this.#most_mb = most_mb;
  }

  check: UploadWork['check'] = async (given, tell) =>
    this.#ask({ name: 'check', given }, await linesOfFile(this.#database, given), tell);

  take: UploadWork['take'] = async (given, tell) =>
    this.#ask({ name: 'take', given }, await linesOfFile(this.#database, given), tell);

  accept: UploadWork['accept'] = async (given) =>
    this.#ask({ name: 'accept', given }, await linesOfBatches(this.#database, given.named));

  undo: UploadWork['undo'] = async (given) =>
    this.#ask({ name: 'undo', given }, await linesToUndo(this.#database, given.upload_id));

  /** Ends the thread once it has answered. */
  async stop(): Promise<void> {
    await this.#thread?.end();
  }

  #ask<Name extends keyof UploadWork>(
    job: UploadJob & { readonly name: Name },
    lines: number,
    tell?: (done: number) => void,
  ): Promise<Awaited<ReturnType<UploadWork[Name]>>> {
    const answer = this.#last.then(async () => {
      const rooms = [Math.min(OWN_MB + lines * LINE_MB, this.#most_mb), this.#most_mb];
      for (const room_mb of new Set(rooms)) {
        try {
          return await (await this.#threadOf(room_mb)).ask(job, tell);
        } catch (error) {
          if (!isOutOfMemory(error)) throw error;
        }
      }
      throw tooMuchMemory();
    });
    this.#last = answer.catch(() => {});
    return answer as Promise<Awaited<ReturnType<UploadWork[Name]>>>;
  }

  async #threadOf(room_mb: number): Promise<WorkerThread<UploadJob, unknown>> {
    // One that ended, for want of work, begins anew with no more than is needed.
    if (this.#thread?.isRunning && room_mb <= this.#room_mb) return this.#thread;
    await this.#thread?.end();
    const workerData: UploadThreadData = { urls: this.#urls };
    const resourceLimits = { maxOldGenerationSizeMb: room_mb, maxYoungGenerationSizeMb: YOUNG_MB };
    this.#room_mb = room_mb;
    return (this.#thread = new WorkerThread('uploads.worker', { workerData, resourceLimits, idle_ms: IDLE_MS }));
  }
}

const tooMuchMemory = () =>
  new Problem(
    413,
    'too_much_memory',
    'This file takes more memory than there is for one. Nothing of it was stored: send it in parts, with shorter texts.',
  );
