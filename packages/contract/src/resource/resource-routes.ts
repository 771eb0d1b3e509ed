import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import type { EntryOf, ReplyForm, ResourceDefinition } from './define-resource.ts';
import { anyResource } from './define-resource.ts';
import type { Fields } from './field.ts';
import type { ResourceListQuery } from './list-query.ts';
import { dropdownQuerySchema, exportQuerySchema, listQuerySchema } from './list-query.ts';
import { changeSchema, entrySchema, rowSchema, rowVersion } from './row-schema.ts';
import { deletedRecords, olderPageQuery, recordHistory, recordUses } from './safe-change.ts';
import { wireNumber } from '../http/wire-number.ts';

/** What the caller's level on the module lets him do with the list's records (decisions §8). */
export const abilities = z.object({ create: z.boolean(), update: z.boolean(), delete: z.boolean() });
export type Abilities = z.infer<typeof abilities>;

/** One entry of a dropdown list, with the extra fields that its resource declares. */
export const dropdownRow = z.looseObject({ id: z.int(), code: z.string(), name: z.string() });
export type DropdownRow = z.infer<typeof dropdownRow>;

/** One cell that an import refuses. Rows count as the file shows them: the heading is row 1. */
const importFault = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

/** Faults that one reply lists; the count tells the rest (reliability (d) 25). */
export const LISTED_FAULTS = 100;

/** What an import did, or would do. */
const importResult = z.object({
  dry_run: z.boolean(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  fault_count: z.int(),
  faults: z.array(importFault),
});
export type ImportResult = z.infer<typeof importResult>;

const recordId = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });

/**
 * A write that asks first is answered 409 `confirm` with the question; the same call with `confirmed` writes. Rows of a file or of a
 * selection are refused with it.
 */
const confirmedQuery = z.object({ confirmed: z.literal('1', 'confirmed must be 1.').optional() });

/** The calls that every resource answers (spec 1 §7: generic resource pattern), and its export and import. */
export function resourceRoutes<F extends Fields, R extends ReplyForm>(definition: ResourceDefinition<F, R>) {
  return {
    ...readingRoutes(definition),
    ...writingRoutes(definition),
    ...pastRoutes(definition),
    ...fileRoutes(definition),
  } as const;
}

export type ResourceRoutes<F extends Fields = Fields, R extends ReplyForm = ReplyForm> = ReturnType<
  typeof resourceRoutes<F, R>
>;

/** What a level on the module of a resource opens. */
const at = <F extends Fields, R extends ReplyForm, const Level extends 1 | 2 | 3 | 4>(
  { module }: ResourceDefinition<F, R>,
  level: Level,
) => ({ kind: 'module', module, level }) as const;

/** Records as they stand: listed, to choose from, and one alone. */
function readingRoutes<F extends Fields, R extends ReplyForm>(definition: ResourceDefinition<F, R>) {
  const { path, title } = definition;
  return {
    list: defineRoute({
      method: 'GET',
      path,
      summary: `List of ${title.many}`,
      tag: title.many,
      access: at(definition, ACCESS.select),
      // These schemas are made of the definition's fields; the casts give back the types that its generic carries.
      query: listQuerySchema(anyResource(definition)) as unknown as z.ZodType<
        z.output<ReturnType<typeof listQuerySchema>>,
        ResourceListQuery
      >,
      response: pageOf(rowSchema(definition)).extend({ abilities }),
    }),
    dropdown: defineRoute({
      method: 'GET',
      path: `${path}/dropdown-list`,
      summary: `${title.many} to choose from: active records, 100 a page`,
      tag: title.many,
      access: { kind: 'choices', of: definition.name },
      query: dropdownQuerySchema(anyResource(definition)) as unknown as z.ZodType<
        z.output<ReturnType<typeof dropdownQuerySchema>>,
        ResourceListQuery
      >,
      response: pageOf(dropdownRow),
    }),
    one: defineRoute({
      method: 'GET',
      path: `${path}/{id}`,
      summary: `One ${title.one}`,
      tag: title.many,
      access: at(definition, ACCESS.select),
      params: recordId,
      response: recordOf(rowSchema(definition)).extend({ abilities }),
    }),
  };
}

/** Adding, changing and deleting one record. */
function writingRoutes<F extends Fields, R extends ReplyForm>(definition: ResourceDefinition<F, R>) {
  const { path, title } = definition;
  const saved = savedReply(rowSchema(definition), definition.replies);
  return {
    create: defineRoute({
      method: 'POST',
      path,
      summary: `Add a ${title.one}`,
      tag: title.many,
      access: at(definition, ACCESS.insert),
      query: confirmedQuery,
      body: entrySchema(definition) as z.ZodType<EntryOf<F>, Partial<Record<keyof F, unknown>>>,
      response: saved,
      may_wait: true,
    }),
    update: defineRoute({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Change a ${title.one}`,
      tag: title.many,
      access: at(definition, ACCESS.update),
      params: recordId,
      query: confirmedQuery,
      body: changeSchema(definition) as unknown as z.ZodType<
        Partial<EntryOf<F>> & { row_version?: number },
        Partial<Record<keyof F, unknown>> & { row_version?: number }
      >,
      response: saved,
      may_wait: true,
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete a ${title.one}; with row_version only while nobody else has changed it`,
      tag: title.many,
      access: at(definition, ACCESS.delete),
      params: recordId,
      query: z.object({ row_version: rowVersion }),
      response: recordOf(z.object({ id: z.int() })),
      may_wait: true,
    }),
  };
}

/** What a record was, what hangs on it, and bringing back a deleted one. */
function pastRoutes<F extends Fields, R extends ReplyForm>(definition: ResourceDefinition<F, R>) {
  const { path, title } = definition;
  return {
    history: defineRoute({
      method: 'GET',
      path: `${path}/{id}/history`,
      summary: `History of a ${title.one}, newest first, also after it was deleted`,
      tag: title.many,
      access: at(definition, ACCESS.select),
      params: recordId,
      query: olderPageQuery,
      response: recordHistory,
    }),
    uses: defineRoute({
      method: 'GET',
      path: `${path}/{id}/uses`,
      summary: `What uses a ${title.one}, and whether it can be deleted or taken out of use`,
      tag: title.many,
      access: at(definition, ACCESS.select),
      params: recordId,
      response: recordOf(recordUses),
    }),
    deleted: defineRoute({
      method: 'GET',
      path: `${path}/deleted`,
      summary: `Deleted ${title.many}, the last one first`,
      tag: title.many,
      access: at(definition, ACCESS.delete),
      query: olderPageQuery,
      response: deletedRecords,
    }),
    restore: defineRoute({
      method: 'POST',
      path: `${path}/{id}/restore`,
      summary: `Bring a deleted ${title.one} back as it was, under its Record ID`,
      tag: title.many,
      access: at(definition, ACCESS.delete),
      params: recordId,
      response: recordOf(rowSchema(definition)),
    }),
  };
}

/** Records as a file, out and in. */
function fileRoutes<F extends Fields, R extends ReplyForm>(definition: ResourceDefinition<F, R>) {
  const { path, title } = definition;
  return {
    exportFile: defineRoute({
      method: 'GET',
      path: `${path}/export`,
      summary: `${title.many} as a file: what is filtered`,
      tag: title.many,
      access: at(definition, ACCESS.select),
      query: exportQuerySchema(anyResource(definition)),
      file: 'application/octet-stream',
    }),
    importFile: defineRoute({
      method: 'POST',
      path: `${path}/import`,
      summary: `Add and change ${title.many} from a CSV or XLSX file, all or nothing; dry_run=1 only previews`,
      tag: title.many,
      access: at(definition, ACCESS.update),
      body: z.object({ dry_run: z.union([z.string(), z.int()]).optional() }),
      multipart: true,
      long: true,
      response: recordOf(importResult),
    }),
  };
}

/** The reply of create and update, in the form of the resource. */
function savedReply<Row extends z.ZodType, R extends ReplyForm>(row: Row, form: R): SavedReply<Row, R> {
  const schema = form === 'list_of_one' ? recordOf(z.tuple([row])) : recordOf(row);
  return schema as z.ZodType as SavedReply<Row, R>;
}
type SavedReply<Row extends z.ZodType, R extends ReplyForm> = z.ZodObject<{
  data: R extends 'list_of_one' ? z.ZodTuple<[Row]> : Row;
}>;

/** The record of a reply to create or update, whatever its form. */
export function savedRecord(reply: { readonly data: unknown }): unknown {
  return Array.isArray(reply.data) ? reply.data[0] : reply.data;
}
