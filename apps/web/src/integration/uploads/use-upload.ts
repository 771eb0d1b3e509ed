import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import {
  cancelUpload,
  uploadCalls,
  type FileFault,
  type UploadAnswer,
  type UploadCorrection,
} from '@talaan/contract/integration/uploaded-batches.contract';
import { sayFault } from '@talaan/contract/integration/upload-words';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { callServer, newIdempotencyKey } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { showErrorList, showSuccess } from '../../ui/feedback/feedback.ts';
import { UPLOADS_KEY } from './upload-calls.ts';

/** What is said of a file beside its rows. */
export interface UploadSettings {
  source: string;
  batch_no: string;
  mapping: string;
  date_order: '' | 'D/M' | 'M/D';
}

export type Checked = UploadAnswer & { check: NonNullable<UploadAnswer['check']> };

/** What is said anew of a file that waits. */
type Change = Partial<UploadSettings> & { columns?: (string | null)[]; corrections?: UploadCorrection[] };

type Step =
  | { step: 'file' }
  | { step: 'working'; id: string; first: string }
  | { step: 'check'; answer: Checked; version: number }
  | { step: 'result'; answer: UploadAnswer };

const NO_SETTINGS: UploadSettings = { source: '', batch_no: '', mapping: '', date_order: '' };

/** A file on its way: it is sent and checked, corrected, checked again, and taken whole. What nobody takes is dropped. */
export function useUpload(kind: UploadKind) {
  const client = useQueryClient();
  const [run, setRun] = useState<Step>({ step: 'file' });
  const [settings, setSettings] = useState(NO_SETTINGS);
  const { waiting, abort, drop } = useWaiting();
  const route = uploadCalls[kind];

  const restart = () => {
    drop();
    setRun({ step: 'file' });
  };

  /** Runs a step that answers a file as it is checked now; where it fails, the page is where it was. */
  async function check(id: string, first: string, call: (signal: AbortSignal) => Promise<UploadAnswer>): Promise<void> {
    const ending = new AbortController();
    const before = run;
    abort.current = ending;
    waiting.current = id;
    setRun({ step: 'working', id, first });
    try {
      const answer = await call(ending.signal);
      if (answer.check === null) return told(answer);
      const { source, batch_no, mapping, date_order } = answer.check;
      setSettings({ source, batch_no, mapping: mapping ?? '', date_order });
      setRun({ step: 'check', answer: answer as Checked, version: (before.step === 'check' ? before.version : 0) + 1 });
    } catch (failure) {
      if (ending.signal.aborted) return;
      setRun(before.step === 'check' ? before : { step: 'file' });
      if (before.step !== 'check') waiting.current = null;
      reportFailure(failure, (message) => showErrorList('Unable to upload file!', [message]));
    }
  }

  /** Ends with a file that is in, or was before. */
  async function told(answer: UploadAnswer): Promise<void> {
    waiting.current = null;
    setRun({ step: 'result', answer });
    showSuccess(answer.message);
    await client.invalidateQueries({ queryKey: [UPLOADS_KEY] });
  }

  async function send(file: File): Promise<void> {
    drop();
    const id = newIdempotencyKey();
    const form = formOf(id, settings, file);
    await check(id, 'Sending the file', async (signal) => (await callServer(route, { form, signal })).data);
  }

  async function again(change: Change = {}): Promise<void> {
    if (run.step !== 'check') return;
    const { upload_id } = run.answer;
    const body = { upload_id, preview: 1 as const, ...saidOf(settings), ...change };
    await check(upload_id, 'Checking rows', async (signal) => (await callServer(route, { body, signal })).data);
  }

  async function take(): Promise<void> {
    if (run.step !== 'check') return;
    const before = run;
    const { upload_id } = run.answer;
    setRun({ step: 'working', id: upload_id, first: 'Uploading rows' });
    try {
      await told((await callServer(route, { body: { upload_id } })).data);
    } catch (failure) {
      setRun(before);
      tellRefused(failure);
    }
  }

  return { run, settings, setSettings, send, again, take, restart };
}

export type Upload = ReturnType<typeof useUpload>;

/** Tells why a file was not taken, with its faults. */
function tellRefused(failure: unknown): void {
  const faults = failure instanceof CallRefused ? (failure.problem['faults'] as FileFault[] | undefined) : undefined;
  reportFailure(failure, (message) =>
    showErrorList('Failed to upload!', faults === undefined ? [message] : faults.map((fault) => sayFault(fault))),
  );
}

/** What was said of a file; what was left empty is for the server to find out. */
const saidOf = (settings: UploadSettings) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));

function formOf(upload_id: string, settings: UploadSettings, file: File): FormData {
  const form = new FormData();
  form.set('upload_id', upload_id);
  form.set('preview', '1');
  for (const [name, value] of Object.entries(saidOf(settings))) form.set(name, value);
  form.append('upload_file[]', file);
  return form;
}

/** The file that waits on the server, and the call that works on it: dropped with the page, and when another one comes. */
function useWaiting() {
  const waiting = useRef<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  function drop(): void {
    abort.current?.abort();
    const upload_id = waiting.current;
    waiting.current = null;
    // What nobody drops is removed after a day, so a lost call does no harm.
    if (upload_id !== null) callServer(cancelUpload, { params: { upload_id } }).catch(() => undefined);
  }
  const dropLatest = useRef(drop);
  useEffect(() => {
    dropLatest.current = drop;
  });
  useEffect(() => () => dropLatest.current(), []);
  return { waiting, abort, drop };
}
