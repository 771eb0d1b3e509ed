import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallOf } from '@talaan/contract/http/route';
import {
  downloadReportFile,
  listReportFiles,
  removeReportFile,
  startReportFile,
  type ReportFile,
} from '@talaan/contract/reports/files/report-file.contract';
import { callServer } from '../api/client.ts';
import { downloadFile } from '../api/download.ts';
import { reportFailure } from '../api/report-failure.ts';
import { useSession } from '../session/session.ts';
import { showError, showNotice, showSuccess } from '../ui/feedback/feedback.ts';
import { NOTICES_KEY, useNotices } from './notices.ts';

const FILES_KEY = 'report files';
/** How often the tray asks while something is being made. */
const ASK_AGAIN_MS = 2000;

const filesQuery = queryOptions({
  queryKey: [FILES_KEY],
  queryFn: ({ signal }) => callServer(listReportFiles, { signal }),
});

/** Whether a file is still to come. */
export function isComing({ state }: ReportFile): boolean {
  return state === 'waiting' || state === 'working';
}

/** Has a file of many rows made in the background, where the tray shows how far it is; false of few rows, which come at once. */
export async function startFile(client: QueryClient, body: CallOf<typeof startReportFile>['body']): Promise<boolean> {
  const { data } = await callServer(startReportFile, { body });
  if (data === null) return false;
  showNotice(`${data.title} is being made. You can go on; Files tells when it is ready.`);
  await lookAgain(client);
  return true;
}

const lookAgain = (client: QueryClient) =>
  Promise.all([FILES_KEY, NOTICES_KEY].map((key) => client.invalidateQueries({ queryKey: [key] })));

const whileComing = ({ state }: { state: { data?: { data: readonly ReportFile[] } | undefined } }) =>
  state.data?.data.some(isComing) ? ASK_AGAIN_MS : false;

/** A file that a dialog has made: how far it is, and what can be done about it. Null before it was asked for, and once it was cancelled. */
export function useMadeFile() {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery({ ...filesQuery, enabled: id !== null, refetchInterval: whileComing });
  const file = id === null ? null : (data?.data.find((one) => one.id === id) ?? null);
  return {
    file,
    /** Shows the file that the server began. */
    follow: async ({ data: begun }: { readonly data: ReportFile }): Promise<void> => {
      client.setQueryData(filesQuery.queryKey, (before) => ({ data: [begun, ...(before?.data ?? [])] }));
      setId(begun.id);
      await lookAgain(client);
    },
    take: () => (file === null ? Promise.resolve() : takeFile(client, file)),
    cancel: () => (file === null ? Promise.resolve() : removeFile(client, file)),
  };
}

async function takeFile(client: QueryClient, { id }: ReportFile): Promise<void> {
  try {
    showSuccess(`${await downloadFile(downloadReportFile, { params: { id } })} is saved.`);
  } catch (failure) {
    reportFailure(failure);
    await lookAgain(client);
  }
}

async function removeFile(client: QueryClient, { id }: ReportFile): Promise<void> {
  try {
    await callServer(removeReportFile, { params: { id } });
  } catch (failure) {
    reportFailure(failure);
  }
  await lookAgain(client);
}

/** The files that the user asked for, and what can be done about them; who only looks changes nothing. */
export function useReportFiles() {
  const session = useSession();
  const client = useQueryClient();
  const { files: count } = useNotices();
  const { data } = useQuery({
    ...filesQuery,
    enabled: session.state === 'signed_in' && count > 0,
    refetchInterval: whileComing,
  });
  const files = count > 0 ? (data?.data ?? []) : [];
  const take = (file: ReportFile) => takeFile(client, file);
  useTold(files, (file) => void take(file));
  return {
    files,
    mayRemove: session.state === 'signed_in' && !session.preview,
    take,
    remove: (file: ReportFile) => removeFile(client, file),
  };
}

/** Tells once of each file that came, or that did not, while the page was open. */
function useTold(files: readonly ReportFile[], take: (file: ReportFile) => void): void {
  const client = useQueryClient();
  const coming = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = files.filter((file) => coming.current.has(file.id) && !isComing(file));
    coming.current = new Set(files.filter(isComing).map(({ id }) => id));
    for (const file of ended) {
      if (file.state === 'ready') showSuccess(`${file.name} is ready.`, { label: 'Download', run: () => take(file) });
      else showError(`${file.title} could not be made: ${file.reason}`);
    }
    if (ended.length > 0) void client.invalidateQueries({ queryKey: [NOTICES_KEY] });
  });
}
