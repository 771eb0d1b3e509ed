import {
  FAULTS_TOLD,
  type FileFault,
  type UploadCheck,
  type UploadedBatch,
} from '@talaan/contract/integration/uploaded-batches.contract';
import { FAULT_TITLES } from '@talaan/core/integration/fault-rules';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { acceptBatches, type Acceptance } from './accept-batches.ts';
import { checkFile, type CheckedFile } from './check-file.ts';
import { refusedFile, sayFaults } from './refused-file.ts';
import { takeFile, type Taking } from './take-file.ts';
import { undoUploaded, type Undoing } from './undo-file.ts';
import type { WaitingFile } from './uploads.store.ts';
import { keepFaults, toldFaults } from './waiting-rows.ts';

/** What a check says of a file. */
export interface SaidOfFile {
  readonly message: string;
  readonly batches: UploadedBatch[];
  readonly check: Omit<UploadCheck, 'posting' | 'columns' | 'mapping'>;
}

/**
 * The work on files that grows with their rows. What it takes and answers is plain data, so that a thread of its own can do it
 * (`upload-thread.ts`); `tell` takes the number of rows that are done.
 */
export interface UploadWork {
  /** Reads and checks a file whose rows wait, and keeps its faults with them. */
  check(file: Taking, tell: (done: number) => void): Promise<SaidOfFile>;
  /** Takes a file; throws every fault (422), which are kept with its rows. */
  take(file: Taking, tell: (done: number) => void): Promise<UploadedBatch[]>;
  /** Posts batches of files in the name of who accepts them. */
  accept(acceptance: Acceptance): Promise<(UploadedBatch & { source: string })[]>;
  /** Undoes a file with all that was made of it. */
  undo(undoing: Undoing): Promise<{ readonly batches: number; readonly reversed_on: string[] }>;
}

/** The same where it is called. */
export function uploadWork(
  services: Pick<RouteServices, 'database' | 'inTransaction'>,
  definitions: DocumentDefinitions,
): UploadWork {
  const { database } = services;
  return {
    async check(file, tell) {
      const { upload } = file;
      const checked = await checkFile({ ...file, database, definitions }, upload, tell);
      const faults = toldFaults(upload, checked.faults);
      await keepFaults(database, upload.id, faults);
      return {
        message: faults.length === 0 ? 'Nothing to correct.' : sayFaults(faults[0]!, faults.length),
        batches: checked.batches.map(({ batch_no, state, batch_number }) => ({ batch_no, state, batch_number })),
        check: checkOf(upload, checked, faults),
      };
    },
    async take(file, tell) {
      const taken = await takeFile(services, definitions, file, tell);
      if (!('faults' in taken)) return taken;
      const faults = toldFaults(file.upload, taken.faults);
      await keepFaults(database, file.upload.id, faults);
      throw refusedFile(faults.slice(0, FAULTS_TOLD), faults.length);
    },
    accept: (acceptance) => acceptBatches(services, definitions, acceptance),
    undo: (undoing) => undoUploaded(services, definitions, undoing),
  };
}

function checkOf(
  upload: WaitingFile,
  { batches, debit, credit }: CheckedFile,
  faults: readonly FileFault[],
): SaidOfFile['check'] {
  const groups = [...groupBy(faults, ({ rule }) => rule)].map(([rule, own]) => ({
    rule,
    title: FAULT_TITLES[rule],
    count: own.length,
    first: own[0]!,
  }));
  return {
    file_name: upload.file_name,
    source: upload.settings.source,
    batch_no: upload.settings.batch_no,
    date_order: upload.settings.date_order ?? '',
    batches: batches.length,
    debit,
    credit,
    groups: groups.toSorted((one, other) => other.count - one.count),
    faults: faults.slice(0, FAULTS_TOLD),
    fault_count: faults.length,
    refused_rows: new Set(faults.map(({ row }) => row)).size,
  };
}
