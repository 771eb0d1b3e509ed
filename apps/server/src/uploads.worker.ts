import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import * as z from 'zod';
import { wireWords } from '@talaan/contract/http/wire-words';
import { definitionsOf } from './batches/record/document-definition.ts';
import { DOCUMENTS } from './documents.ts';
import { inTransaction, openDatabase } from './platform/database/database.ts';
import { answerRequests } from './platform/worker-thread.ts';
import type { UploadJob, UploadThreadData } from './integration/uploads/upload-thread.ts';
import { uploadWork } from './integration/uploads/upload-work.ts';

/** Niceness: a third of the processor time of others that want it. */
const PRIORITY = 5;

// What a schema has no words for is told in these, as by the server.
z.config({ customError: wireWords });

// Whoever waits for a page goes first. Of a thread alone Linux takes a priority; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(PRIORITY);

/** One works, another one reserves numbers. */
const CONNECTIONS = 2;

const { urls } = workerData as UploadThreadData;
const database = openDatabase(urls, { poolSize: CONNECTIONS });
const work = uploadWork(
  { database, inTransaction: (actor, step) => inTransaction(database, actor, step) },
  definitionsOf(DOCUMENTS),
);

answerRequests<unknown>(
  ({ name, given }: UploadJob, tell) => {
    switch (name) {
      case 'check':
        return work.check(given, tell);
      case 'take':
        return work.take(given, tell);
      case 'accept':
        return work.accept(given);
      case 'undo':
        return work.undo(given);
    }
  },
  { close: () => database.destroy() },
);
