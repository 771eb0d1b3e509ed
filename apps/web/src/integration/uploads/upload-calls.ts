import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  listMappings,
  listUploads,
  listWaiting,
  readUpload,
  readUploadRows,
  readWaiting,
} from '@talaan/contract/integration/uploaded-batches.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { callServer } from '../../api/client.ts';

/** Under it stands everything that an upload changes. */
export const UPLOADS_KEY = 'batch-uploads';
/** Rows that one page of the preview shows. */
export const ROWS_A_PAGE = 100;
const POLL_MS = 500;

export const uploadQueries = {
  /** Who may send a kind of file, and the names under which its columns are kept. */
  mappings: (kind: UploadKind) =>
    queryOptions({
      queryKey: [UPLOADS_KEY, 'mappings', kind],
      queryFn: async ({ signal }) => (await callServer(listMappings, { query: { kind }, signal })).data,
    }),
  files: (page: number) =>
    queryOptions({
      queryKey: [UPLOADS_KEY, 'files', page],
      queryFn: ({ signal }) => callServer(listUploads, { query: { page }, signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  waiting: () =>
    queryOptions({
      queryKey: [UPLOADS_KEY, 'waiting'],
      queryFn: async ({ signal }) => (await callServer(listWaiting, { signal })).data,
      staleTime: 0,
    }),
  /** What a batch that waits holds, from one of its documents on. */
  details: ({ source, batch_no }: { source: string; batch_no: string }, after: number) =>
    queryOptions({
      queryKey: [UPLOADS_KEY, 'details', source, batch_no, after],
      queryFn: async ({ signal }) =>
        (await callServer(readWaiting, { query: { source, batch_no, after }, signal })).data,
      placeholderData: keepPreviousData,
    }),
  /** Rows of a file that was checked; `version` changes with each check. */
  rows: (upload_id: string, version: number, shown: { faults: 0 | 1; page: number }) =>
    queryOptions({
      queryKey: ['batch-upload', upload_id, version, shown],
      queryFn: ({ signal }) =>
        callServer(readUploadRows, {
          params: { upload_id },
          query: { faults: shown.faults, from: shown.page * ROWS_A_PAGE, count: ROWS_A_PAGE },
          signal,
        }),
      placeholderData: keepPreviousData,
      staleTime: Infinity,
    }),
  /** How far a running step is; null while the server knows nothing of it yet. */
  progress: (upload_id: string) =>
    queryOptions({
      queryKey: ['batch-upload', upload_id, 'progress'],
      queryFn: async ({ signal }) => {
        try {
          return (await callServer(readUpload, { params: { upload_id }, signal })).data;
        } catch (failure) {
          if (failure instanceof CallRefused && failure.problem.status === 404) return null;
          throw failure;
        }
      },
      refetchInterval: POLL_MS,
      gcTime: 0,
    }),
};
