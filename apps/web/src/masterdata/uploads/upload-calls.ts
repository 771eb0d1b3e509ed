import { CallRefused } from '@talaan/contract/http/client';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ResourceListQuery } from '@talaan/contract/resource/list-query';
import { uploadRoutes } from '@talaan/contract/resource/upload-routes';
import type {
  StoreChoice,
  UploadCounts,
  UploadRow,
  UploadView,
  Verdict,
} from '@talaan/contract/uploads/upload.contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callServer, newIdempotencyKey } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { MASTERDATA_KEY } from '../record/resource-calls.ts';

/** Rows that one call of the preview brings. */
export const ROWS_AT_A_TIME = 100;
const POLL_MS = 500;

/** Which records a bulk step is for: some by their Record IDs, or all that the list's search and filters find. */
export type BulkTarget = { readonly ids: readonly number[] } | { readonly query: ResourceListQuery };

const params = (id: string) => ({ params: { upload_id: id } });

/** The calls by which files and selections of one resource are read, checked, shown and stored. */
export function uploadCalls(definition: AnyResource) {
  const routes = uploadRoutes(definition);
  const targetOf = (target: BulkTarget) =>
    'ids' in target ? { query: {}, ids: { ids: [...target.ids] } } : { query: withoutSort(target.query), ids: {} };
  return {
    ...uploadQueries(definition),
    read: async (id: string, file: File, signal: AbortSignal): Promise<UploadView> => {
      const form = new FormData();
      form.set('upload_id', id);
      form.append('upload_file[]', file);
      return (await callServer(routes.read, { form, signal })).data;
    },
    check: async (id: string, columns: readonly (string | null)[], signal: AbortSignal): Promise<UploadView> =>
      (await callServer(routes.check, { ...params(id), body: { columns: [...columns] }, signal })).data,
    changeMany: async (
      id: string,
      target: BulkTarget,
      change: Record<string, string | number | null>,
      signal: AbortSignal,
    ) => {
      const { query, ids } = targetOf(target);
      return (await callServer(routes.changeMany, { query, body: { upload_id: id, ...ids, change }, signal })).data;
    },
    deleteMany: async (id: string, target: BulkTarget, signal: AbortSignal): Promise<UploadView> => {
      const { query, ids } = targetOf(target);
      return (await callServer(routes.deleteMany, { query, body: { upload_id: id, ...ids }, signal })).data;
    },
    undo: async (id: string, change_id: string, signal: AbortSignal): Promise<UploadView> =>
      (await callServer(routes.undo, { body: { upload_id: id, change_id }, signal })).data,
    store: async (upload: UploadView, rows: StoreChoice): Promise<UploadCounts> => {
      const route = upload.action === 'delete' ? routes.remove : routes.store;
      const headers = { 'idempotency-key': newIdempotencyKey() };
      return (await callServer(route, { ...params(upload.id), body: { rows }, headers })).data;
    },
    drop: (id: string) => callServer(routes.drop, params(id)),
    saveTemplate: (format: 'xlsx' | 'csv') => downloadFile(routes.template, { query: { format } }),
    saveRefused: (id: string) => downloadFile(routes.refused, { ...params(id), query: {} }),
  };
}

/** What is shown of uploads: those that were stored, how far one is, and its rows. */
function uploadQueries(definition: AnyResource) {
  const routes = uploadRoutes(definition);
  return {
    /** Imports and bulk changes, the last one first. */
    changes: (page: number) =>
      queryOptions({
        queryKey: [MASTERDATA_KEY, definition.name, 'changes', page],
        queryFn: ({ signal }) => callServer(routes.changes, { query: { page }, signal }),
        placeholderData: keepPreviousData,
        staleTime: 0,
      }),
    /** How far a running step is; null while the server knows nothing of it yet. */
    progress: (id: string) =>
      queryOptions({
        queryKey: ['uploads', id, 'progress'],
        queryFn: async ({ signal }): Promise<UploadView | null> => {
          try {
            return (await callServer(routes.view, { ...params(id), signal })).data;
          } catch (failure) {
            if (failure instanceof CallRefused && failure.problem.status === 404) return null;
            throw failure;
          }
        },
        refetchInterval: POLL_MS,
        gcTime: 0,
      }),
    /** One page of rows, of one verdict or of all; `version` changes when they were checked anew. */
    rows: (id: string, version: number, verdict: Verdict | null, page: number) =>
      queryOptions({
        queryKey: ['uploads', id, version, verdict, page],
        queryFn: async ({ signal }): Promise<{ data: UploadRow[]; total: number }> =>
          callServer(routes.rows, {
            ...params(id),
            query: { from: page * ROWS_AT_A_TIME, count: ROWS_AT_A_TIME, ...(verdict === null ? {} : { verdict }) },
            signal,
          }),
        staleTime: Infinity,
        placeholderData: keepPreviousData,
      }),
  };
}

export type UploadCalls = ReturnType<typeof uploadCalls>;

function withoutSort({ sort: _sort, ...query }: ResourceListQuery): ResourceListQuery {
  return query;
}
