import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import {
  bulkChange,
  columnChoice,
  noteId,
  storeChoice,
  uploadCounts,
  uploadId,
  uploadRow,
  uploadRowsQuery,
  uploadView,
} from '../uploads/upload.contract.ts';
import type { AnyResource } from './define-resource.ts';
import type { ResourceListQuery } from './list-query.ts';
import { selectionQuerySchema } from './list-query.ts';
import { olderPageQuery } from './safe-change.ts';

/** Records that one call can change or delete by their Record IDs. */
const MOST_CHOSEN = 100_000;
/** Records that one call can delete: each is looked up wherever it may be used. */
export const MOST_DELETED = 1000;

const named = z.object({ upload_id: uploadId });
const ids = z.array(z.int().min(1).max(2_147_483_647)).min(1);
const fileFormat = z.object({ format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx') });

/**
 * The calls by which many records are changed at once: a file or a selection becomes rows that are checked, shown and
 * then stored, all or the good ones. Only who started an upload sees it.
 */
export function uploadRoutes(definition: AnyResource) {
  return { ...fileRoutes(definition), ...waitingRoutes(definition), ...bulkRoutes(definition) } as const;
}

export type UploadRoutes = ReturnType<typeof uploadRoutes>;

/** What every call on many of a resource says of itself, at a level on its module. */
const at = <const Level extends 1 | 2 | 3 | 4>({ module, title }: AnyResource, level: Level) =>
  ({ tag: title.many, access: { kind: 'module', module, level } }) as const;

/** A file comes in, and its rows are looked at. */
function fileRoutes(definition: AnyResource) {
  const { path, title } = definition;
  const update = at(definition, ACCESS.update);
  return {
    template: defineRoute({
      method: 'GET',
      path: `${path}/import-template`,
      summary: `An empty file for ${title.many}, with what each column may hold`,
      ...update,
      query: fileFormat,
      file: 'application/octet-stream',
    }),
    read: defineRoute({
      method: 'POST',
      path: `${path}/uploads`,
      summary: 'Read a CSV or XLSX file into rows that wait; answers its columns with the fields they probably mean',
      ...update,
      body: z.object({ upload_id: uploadId }),
      multipart: true,
      reads: true,
      long: true,
      response: recordOf(uploadView),
    }),
    view: defineRoute({
      method: 'GET',
      path: `${path}/uploads/{upload_id}`,
      summary: 'How far an upload is',
      ...update,
      params: named,
      response: recordOf(uploadView),
    }),
    rows: defineRoute({
      method: 'GET',
      path: `${path}/uploads/{upload_id}/rows`,
      summary: 'Some rows of an upload with what each would do, old and new, and the faults by column',
      ...update,
      params: named,
      query: uploadRowsQuery,
      response: z.object({ data: z.array(uploadRow), total: z.int() }),
    }),
  };
}

/** What becomes of rows that wait. */
function waitingRoutes(definition: AnyResource) {
  const { path } = definition;
  const update = at(definition, ACCESS.update);
  return {
    check: defineRoute({
      method: 'POST',
      path: `${path}/uploads/{upload_id}/check`,
      summary: 'Check the rows of a file with a field for each column; the choice is remembered for the next file',
      ...update,
      params: named,
      body: z.object({ columns: columnChoice }),
      reads: true,
      long: true,
      response: recordOf(uploadView),
    }),
    store: defineRoute({
      method: 'POST',
      path: `${path}/uploads/{upload_id}/store`,
      summary: 'Store checked rows, or those of an undo: all or none, or the good ones',
      ...update,
      params: named,
      body: z.object({ rows: storeChoice.default('all') }),
      long: true,
      response: recordOf(uploadCounts),
    }),
    remove: defineRoute({
      method: 'POST',
      path: `${path}/uploads/{upload_id}/delete-records`,
      summary: 'Delete the records of a checked selection: all or none, or those that nothing uses',
      ...at(definition, ACCESS.delete),
      params: named,
      body: z.object({ rows: storeChoice.default('all') }),
      long: true,
      response: recordOf(uploadCounts),
    }),
    refused: defineRoute({
      method: 'GET',
      path: `${path}/uploads/{upload_id}/refused`,
      summary: 'The refused rows as a file, with their faults, to correct and import again',
      ...update,
      params: named,
      query: fileFormat,
      file: 'application/octet-stream',
    }),
    drop: defineRoute({
      method: 'DELETE',
      path: `${path}/uploads/{upload_id}`,
      summary: 'Cancel an upload: nothing of it is stored',
      ...update,
      params: named,
      response: recordOf(z.object({ id: uploadId })),
    }),
  };
}

/** Changes and deletions of a selection, and the undo of what was done to many. */
function bulkRoutes(definition: AnyResource) {
  const { path, title } = definition;
  const update = at(definition, ACCESS.update);
  // Made of the definition's filters; the cast gives what a caller may send.
  const selection = selectionQuerySchema(definition) as unknown as z.ZodType<
    z.output<ReturnType<typeof selectionQuerySchema>>,
    ResourceListQuery
  >;
  return {
    changeMany: defineRoute({
      method: 'POST',
      path: `${path}/bulk-change`,
      summary: `Preview the same change of many ${title.many}: those of the Record IDs, else all that the query finds`,
      ...update,
      query: selection,
      body: z.object({
        upload_id: uploadId,
        ids: ids.max(MOST_CHOSEN).optional(),
        change: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      }),
      reads: true,
      long: true,
      response: recordOf(uploadView),
    }),
    deleteMany: defineRoute({
      method: 'POST',
      path: `${path}/bulk-delete`,
      summary: `Preview the deletion of many ${title.many}, with what uses them`,
      ...at(definition, ACCESS.delete),
      query: selection,
      body: z.object({
        upload_id: uploadId,
        ids: ids.max(MOST_DELETED, `At most ${MOST_DELETED.toLocaleString('en')} records at once.`).optional(),
      }),
      reads: true,
      long: true,
      response: recordOf(uploadView),
    }),
    changes: defineRoute({
      method: 'GET',
      path: `${path}/bulk-changes`,
      summary: `Imports and bulk changes of ${title.many}, the last one first: who, when, how many, and who undid them`,
      ...update,
      query: olderPageQuery,
      response: z.object({ data: z.array(bulkChange), has_more: z.boolean() }),
    }),
    undo: defineRoute({
      method: 'POST',
      path: `${path}/bulk-undo`,
      summary:
        'Preview the undo of an import or a bulk change: what it would restore, what was changed since and by whom. ' +
        'Records that it would delete or bring back need Delete',
      ...update,
      body: z.object({ upload_id: uploadId, change_id: noteId }),
      reads: true,
      long: true,
      response: recordOf(uploadView),
    }),
  };
}
