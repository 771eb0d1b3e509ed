import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '@talaan/contract/http/envelope';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import type { AnyResource, RecordFacts } from '@talaan/contract/resource/define-resource';
import type { ResourceListQuery } from '@talaan/contract/resource/list-query';
import { resourceRoutes, savedRecord, type Abilities } from '@talaan/contract/resource/resource-routes';
import { callServer } from '../../api/client.ts';

/** A stored record of any resource, as replies carry it. */
export type MasterRecord = Readonly<Record<string, unknown>> & RecordFacts;
/** A page of a list, with what the user may do with its records. */
export type RecordPage = Page<MasterRecord> & { abilities: Abilities };

interface RecordReply {
  data: MasterRecord;
  abilities: Abilities;
}

/** Whether what the server asked first was answered with yes. */
export interface Confirmed {
  readonly confirmed?: '1';
}

/** All answers about master data are kept under this key: a record's name shows in the lists of others too. */
export const MASTERDATA_KEY = 'masterdata';

/** The calls of one resource, with the keys under which their answers are kept. */
export function resourceCalls(definition: AnyResource) {
  const routes = resourceRoutes(definition);
  const list = (query: ResourceListQuery) =>
    queryOptions({
      queryKey: [MASTERDATA_KEY, definition.name, 'list', query],
      // The routes of any resource: their schemas have read the reply, their types know no columns.
      queryFn: async ({ signal }) => (await callServer(routes.list, { query, signal })) as unknown as RecordPage,
      placeholderData: keepPreviousData,
    });
  return {
    routes,
    list,
    /** Every record that the query finds, page after page; for trees and matrices, whose records are few. */
    all: (query: ResourceListQuery) =>
      queryOptions({
        queryKey: [MASTERDATA_KEY, definition.name, 'all', query],
        queryFn: async ({ signal }) => {
          const records: MasterRecord[] = [];
          for (let page = 1, last = 1; page <= last; page += 1) {
            const asked = { ...query, page, pages: PAGE_SIZES.at(-1)! };
            // As in `list`.
            const reply = (await callServer(routes.list, { query: asked, signal })) as unknown as RecordPage;
            records.push(...reply.data);
            last = reply.last_page;
          }
          return records;
        },
        placeholderData: keepPreviousData,
      }),
    one: (id: number) =>
      queryOptions({
        queryKey: [MASTERDATA_KEY, definition.name, 'one', id],
        queryFn: ({ signal }): Promise<RecordReply> => callServer(routes.one, { params: { id }, signal }),
        // What is edited is read anew each time it is opened.
        staleTime: 0,
      }),
    /** What was written on a record, a page of entries, newest first. */
    history: (id: number, page: number) =>
      queryOptions({
        queryKey: [MASTERDATA_KEY, definition.name, 'history', id, page],
        queryFn: ({ signal }) => callServer(routes.history, { params: { id }, query: { page }, signal }),
        placeholderData: keepPreviousData,
        staleTime: 0,
      }),
    /** Records that are gone, the last one first. */
    deleted: (page: number) =>
      queryOptions({
        queryKey: [MASTERDATA_KEY, definition.name, 'deleted', page],
        queryFn: ({ signal }) => callServer(routes.deleted, { query: { page }, signal }),
        placeholderData: keepPreviousData,
        staleTime: 0,
      }),
    uses: (id: number) => callServer(routes.uses, { params: { id } }).then(({ data }) => data),
    restore: (id: number, key: string) =>
      callServer(routes.restore, { params: { id }, headers: { 'idempotency-key': key } }).then(recordOf),
    create: (entry: Record<string, unknown>, key: string, query: Confirmed = {}) =>
      callServer(routes.create, { query, body: entry, headers: { 'idempotency-key': key } }).then(recordOf),
    update: (id: number, change: Record<string, unknown>, key: string, query: Confirmed = {}) =>
      callServer(routes.update, { params: { id }, query, body: change, headers: { 'idempotency-key': key } }).then(
        recordOf,
      ),
    /** Refused when somebody else has changed the record since it was read. */
    remove: ({ id, row_version }: Pick<MasterRecord, 'id' | 'row_version'>, key: string) =>
      callServer(routes.remove, { params: { id }, query: { row_version }, headers: { 'idempotency-key': key } }),
  };
}

export type ResourceCalls = ReturnType<typeof resourceCalls>;

function recordOf(reply: { data: unknown }): MasterRecord {
  return savedRecord(reply) as MasterRecord;
}
