import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { StoreChoice, UploadCounts, UploadView } from '@talaan/contract/uploads/upload.contract';
import { newIdempotencyKey } from '../../api/client.ts';
import { failureMessage, reportFailure } from '../../api/report-failure.ts';
import { showError } from '../../ui/feedback/feedback.ts';
import { MASTERDATA_KEY } from '../record/resource-calls.ts';
import { uploadCalls, type UploadCalls } from './upload-calls.ts';
import { doneWords } from './upload-words.ts';

/** Where an upload stands in its dialog. */
export type UploadRun =
  | { step: 'start'; refusal: string | null }
  | { step: 'working'; id: string; first: string; cancel: (() => void) | undefined }
  | { step: 'columns'; upload: UploadView }
  | { step: 'review'; upload: UploadView; version: number }
  | { step: 'stored'; upload: UploadView; counts: UploadCounts };

/**
 * Runs an upload through its steps: each step shows how far it is and can be cancelled until rows are stored. What is left
 * of it when the dialog closes is dropped.
 */
export function useUploadRun(definition: AnyResource) {
  const calls = useMemo(() => uploadCalls(definition), [definition]);
  const client = useQueryClient();
  const { run, setRun, work, review, reviewAgain, restart, drop, keep } = useUploadWork(calls);

  /** Checks the rows of a file with a field for each column. */
  async function check(upload: UploadView, columns: readonly (string | null)[]): Promise<void> {
    const back = { step: 'columns', upload } as const;
    const checked = await work('Checking rows', upload.id, back, (id, signal) => calls.check(id, columns, signal));
    if (checked !== null) review(checked);
  }

  /** Reads a file; one whose columns are all known is checked at once. */
  async function read(file: File): Promise<void> {
    drop();
    const upload = await work('Sending the file', newIdempotencyKey(), null, (id, signal) =>
      calls.read(id, file, signal),
    );
    if (upload === null) return;
    const isCertain = upload.columns.every(({ certain }) => certain);
    const fields = upload.columns.map(({ field }) => field);
    if (isCertain && fields.some((field) => field !== null)) await check(upload, fields);
    else setRun({ step: 'columns', upload });
  }

  /** Previews a step for the records of a selection. */
  async function preview(step: (id: string, signal: AbortSignal) => Promise<UploadView>): Promise<void> {
    drop();
    const upload = await work('Checking records', newIdempotencyKey(), null, step);
    if (upload !== null) review(upload);
  }

  /** Stores the checked rows; answers of what and, in words, what was stored when no row was left out. */
  async function store(rows: StoreChoice): Promise<{ upload: UploadView; words: string } | null> {
    if (run.step !== 'review') return null;
    const { upload } = run;
    setRun({ step: 'working', id: upload.id, first: 'Storing rows', cancel: undefined });
    try {
      const counts = await calls.store(upload, rows);
      if (counts.refused === 0) keep();
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
      setRun({ step: 'stored', upload, counts });
      return counts.refused === 0 ? { upload, words: doneWords(counts, upload.action) } : null;
    } catch (failure) {
      reviewAgain(upload);
      reportFailure(failure, showError);
      return null;
    }
  }

  /** Leaves the preview for the choice of columns. */
  const chooseColumns = (upload: UploadView) => setRun({ step: 'columns', upload });

  return { calls, run, restart, read, check, chooseColumns, preview, store };
}

/** The step in which an upload is, and the one call that works at it; the server forgets what is dropped. */
function useUploadWork(calls: UploadCalls) {
  const [run, setRun] = useState<UploadRun>({ step: 'start', refusal: null });
  const [version, setVersion] = useState(1);
  const waiting = useRef<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  function drop(): void {
    abort.current?.abort();
    const id = waiting.current;
    waiting.current = null;
    // Rows that nobody drops are removed after a day, so a lost call does no harm.
    if (id !== null) calls.drop(id).catch(() => undefined);
  }
  const dropLatest = useRef(drop);
  useEffect(() => {
    dropLatest.current = drop;
  });
  useEffect(() => () => dropLatest.current(), []);

  /** Runs a step that ends with the upload in another state; answers null when it was refused or cancelled. */
  async function work(
    first: string,
    id: string,
    back: UploadRun | null,
    step: (id: string, signal: AbortSignal) => Promise<UploadView>,
  ): Promise<UploadView | null> {
    const ending = new AbortController();
    abort.current = ending;
    waiting.current = id;
    setRun({ step: 'working', id, first, cancel: () => restart() });
    try {
      return await step(id, ending.signal);
    } catch (failure) {
      if (ending.signal.aborted) return null;
      const start = { step: 'start', refusal: null } as const;
      setRun(back ?? start);
      reportFailure(failure, () =>
        back === null ? setRun({ ...start, refusal: failureMessage(failure) }) : showError(failureMessage(failure)),
      );
      return null;
    }
  }

  function restart(refusal: string | null = null): void {
    drop();
    setRun({ step: 'start', refusal });
  }

  function review(upload: UploadView): void {
    setVersion(version + 1);
    setRun({ step: 'review', upload, version: version + 1 });
  }

  /** Back to the rows as they were checked. */
  const reviewAgain = (upload: UploadView) => setRun({ step: 'review', upload, version });
  /** Nothing of it is left to drop. */
  function keep(): void {
    waiting.current = null;
  }

  return { run, setRun, work, review, reviewAgain, restart, drop, keep };
}
