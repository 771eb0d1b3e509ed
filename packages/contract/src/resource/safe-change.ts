import * as z from 'zod';
import { RESOURCE_NAMES } from './resource-index.ts';
import { wireNumber } from '../http/wire-number.ts';

/** One field of a record, or of one of its inner rows, before and after a write: as people read it, null for empty. */
const recordChange = z.object({
  /** Wire name of the field. */
  field: z.string(),
  label: z.string(),
  /** The inner row that it belongs to: 'section DISB01'; null for a field of the record itself. */
  row: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** A value that is kept from everybody, like a password: only that it changed. */
  hidden: z.boolean(),
});
export type RecordChange = z.infer<typeof recordChange>;

/** Everything that one call wrote on a record. */
export const historyEntry = z.object({
  id: z.string(),
  /** Instant, ISO 8601 in UTC. */
  at: z.string(),
  user_name: z.string(),
  action: z.enum(['added', 'changed', 'deleted', 'restored']),
  /** Name of the file that an import read; null for other calls. */
  source_file: z.string().nullable(),
  changes: z.array(recordChange),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A page of a list that is read newest first and never counted. */
export const olderPageQuery = z.object({
  page: wireNumber(
    z
      .number('Page must be a number from 1.')
      .int('Page must be a number from 1.')
      .min(1, 'Page must be a number from 1.')
      .max(100_000),
  ).default(1),
});

export const recordHistory = z.object({ data: z.array(historyEntry), has_more: z.boolean() });
export type RecordHistory = z.infer<typeof recordHistory>;

/** A record that is gone, as its last state named it. */
const deletedRecord = z.object({
  id: z.int(),
  name: z.string(),
  /** Instant, ISO 8601 in UTC. */
  deleted_at: z.string(),
  deleted_by_name: z.string(),
});
export type DeletedRecord = z.infer<typeof deletedRecord>;

export const deletedRecords = z.object({ data: z.array(deletedRecord), has_more: z.boolean() });
export type DeletedRecords = z.infer<typeof deletedRecords>;

const resourceName = z.enum(RESOURCE_NAMES);

/** One of the records or transactions behind a count. */
const useExample = z.object({
  label: z.string(),
  /** Resource and Record ID of another master record. */
  resource: resourceName.nullable(),
  id: z.int().nullable(),
  /** As the search for a number takes it: '0010234', 'BI-0000012'. */
  batch_number: z.string().nullable(),
});
export type UseExample = z.infer<typeof useExample>;

/** What uses a record, by kind. */
const recordUse = z.object({
  /** '3 open transactions', '2 branches', 'more than 1,000 transactions'. */
  text: z.string(),
  /** The first few that the caller may see. */
  examples: z.array(useExample),
});
export type RecordUse = z.infer<typeof recordUse>;

/** Whether something can be done now; `message` is the reason against it, with the way out. */
const permission = z.object({ allowed: z.boolean(), message: z.string().nullable() });

export const recordUses = z.object({
  uses: z.array(recordUse),
  /** '1 branch and 2 payees use this ATC code.'; null when nothing uses it. */
  sentence: z.string().nullable(),
  deletion: permission,
  /** Null when the record has no status to take it out of use, or is out of use already. */
  deactivation: permission.nullable(),
});
export type RecordUses = z.infer<typeof recordUses>;
