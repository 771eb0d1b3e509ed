import * as z from 'zod';
import { wireNumber } from '../http/wire-number.ts';

/**
 * Rows that wait for acceptance: those of a file, or those of a selection that is changed or deleted together. They are
 * checked, shown and then stored, all of them or the good ones; until then nothing of them is in the books.
 */

/** Name of an upload, chosen by the caller, so that he can follow and cancel it while it is being read. */
export const uploadId = z.string().regex(/^[0-9a-f]{32}$/, 'upload_id must be 32 hexadecimal digits.');

/** Name of what the trail keeps about a stored upload. */
export const noteId = z.string().regex(/^\d{1,18}$/, 'change_id must be the id of a change.');

/** What a row would do. */
export const VERDICTS = ['new', 'changed', 'unchanged', 'removed', 'refused'] as const;
export const verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof verdict>;

/** Rows by verdict. */
export const uploadCounts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  refused: z.int(),
});
export type UploadCounts = z.infer<typeof uploadCounts>;

/**
 * A column of the rows: its heading, and the field that it fills; null when it is not taken. Not `certain`: the field is
 * a guess, or nothing is known about the heading.
 */
const uploadColumn = z.object({ heading: z.string(), field: z.string().nullable(), certain: z.boolean() });
export type UploadColumn = z.infer<typeof uploadColumn>;

/** `save` adds and changes records, `delete` removes those that the rows name, `undo` takes an earlier upload back. */
const uploadAction = z.enum(['save', 'delete', 'undo']);
export type UploadAction = z.infer<typeof uploadAction>;

/** An upload as it stands. `done` counts the rows of the step that is under way. */
export const uploadView = z.object({
  id: uploadId,
  action: uploadAction,
  /** Null for rows of a selection. */
  file_name: z.string().nullable(),
  state: z.enum(['reading', 'read', 'checking', 'checked', 'storing', 'stored']),
  rows: z.int(),
  done: z.int(),
  columns: z.array(uploadColumn),
  /** Null before the rows were checked. */
  counts: uploadCounts.nullable(),
});
export type UploadView = z.infer<typeof uploadView>;

/** Why a row is refused; `column` counts from 0 and is null when no column is at fault. */
export const uploadFault = z.object({ column: z.int().nullable(), message: z.string() });
export type UploadFault = z.infer<typeof uploadFault>;

/** One row: its number as the file shows it (the heading is row 1), its cells, and what became of it. */
export const uploadRow = z.object({
  row: z.int(),
  record_id: z.int().nullable(),
  verdict: verdict.nullable(),
  cells: z.array(z.string()),
  /** Texts that the stored record has now where the row changes them, by number of the column. */
  before: z.record(z.string(), z.string()),
  faults: z.array(uploadFault),
});
export type UploadRow = z.infer<typeof uploadRow>;

/** An import, a bulk change or the undo of one, as the trail keeps it. */
export const bulkChange = z.object({
  id: noteId,
  /** Instant, ISO 8601 in UTC. */
  at: z.string(),
  user_name: z.string(),
  action: uploadAction,
  /** The file of an import; of an undo, that of what it took back. Null for a selection. */
  file_name: z.string().nullable(),
  new: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Who undid it last and when; null while nobody did. */
  undone: z.object({ user_name: z.string(), at: z.string() }).nullable(),
  /** Whether the caller's level is enough to undo it; `message` is the reason against it. */
  undo: z.object({ allowed: z.boolean(), message: z.string().nullable() }),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** Rows that one reply carries at most. */
export const UPLOAD_PAGE = 200;

export const uploadRowsQuery = z.object({
  verdict: verdict.optional(),
  /** Rows of that verdict that come before the page. */
  from: wireNumber(z.number().int().min(0).max(1_000_000)).default(0),
  count: wireNumber(z.number().int().min(1).max(UPLOAD_PAGE)).default(100),
});

/** `all` stores every row or none; `good` leaves out those that are refused. */
export const storeChoice = z.enum(['all', 'good'], 'rows must be all or good.');
export type StoreChoice = z.infer<typeof storeChoice>;

/** The field of each column, in the order of the columns; null for one that is not taken. */
export const columnChoice = z.array(z.string().max(60).nullable()).max(200);
