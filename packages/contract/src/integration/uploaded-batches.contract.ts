/** Files in which other systems hand over batches: read, checked, taken, accepted and undone (decisions §7). */
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { FAULT_RULES } from '@talaan/core/integration/fault-rules';
import { UPLOAD_KINDS, type UploadKind } from '@talaan/core/integration/upload-columns';
import { amount, calendarDay, flag, instant } from '../documents/wire-values.ts';
import { listQuery, pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { wireNumber } from '../http/wire-number.ts';
import { uploadId } from '../uploads/upload.contract.ts';

const MODULE = 'Upload from IS';
const TAG = 'Uploads of batches';
export const LARGEST_UPLOAD = 40 * 1024 * 1024;
/** Batches that one file may hold. */
export const MOST_BATCHES = 1000;
/** Faults that one reply tells; all of them are in the rows and in the error file. */
export const FAULTS_TOLD = 100;
/** Rows that one reply carries at most. */
export const UPLOADED_ROWS = 200;

const at = (level: 1 | 2 | 3 | 4) => ({ tag: TAG, access: { kind: 'module', module: MODULE, level } }) as const;

const correction = z.object({
  row: z.int().min(2).max(1_100_000),
  column: z.int().min(0).max(199),
  value: z.string().max(250),
});
export type UploadCorrection = z.infer<typeof correction>;

/** A JSON text of a form, as what it says. */
const jsonOf = <Schema extends z.ZodType>(name: string, schema: Schema) =>
  z.union([
    schema,
    z
      .string()
      .max(200_000)
      .transform((text, context): z.output<Schema> => {
        try {
          const read = schema.safeParse(JSON.parse(text));
          if (read.success) return read.data;
        } catch {
          // Told below: it is no JSON, or says something else.
        }
        context.addIssue({ code: 'custom', message: `${name} cannot be read.` });
        return z.NEVER;
      }),
  ]);

/** The column of each heading of a file, in their order, by its name; null for one that is not taken. */
const columnNames = z.array(z.string().max(60).nullable()).max(200);

const uploadBody = z.object({
  /** Name of the upload; chosen by who sends a file, so that he can follow and cancel it. */
  upload_id: uploadId.optional(),
  /** Code of the source whose batches these are; that of the kind of file otherwise. */
  source: z.string().max(60).optional(),
  /** The number of the one batch of a file that has no column for it. */
  batch_no: z
    .string()
    .regex(/^[A-Za-z0-9._/-]{0,40}$/, 'batch_no must have 1 to 40 letters A–Z, digits or . _ / -')
    .optional(),
  /** Name under which the columns are kept for the next file. */
  mapping: z
    .string()
    .max(60)
    .regex(/^\P{Cc}*$/u, 'mapping holds a character that no name can hold.')
    .transform((text) => text.normalize('NFC').trim())
    .optional(),
  columns: jsonOf('columns', columnNames).optional(),
  date_order: z.enum(['D/M', 'M/D', ''], 'date_order must be D/M or M/D.').optional(),
  corrections: jsonOf('corrections', z.array(correction).max(1000)).optional(),
  /** 1: the file is checked and waits; nothing of it is taken. */
  preview: flag.default(0),
});

/** What became of a batch of a file: its other half misses, it waits for somebody who accepts or approves it, or it is posted. */
export const UPLOADED_STATES = ['waiting', 'for_approval', 'posted'] as const;
const uploadedBatch = z.object({
  batch_no: z.string(),
  state: z.enum(UPLOADED_STATES),
  batch_number: z.string().nullable(),
});
export type UploadedBatch = z.infer<typeof uploadedBatch>;

const fileFault = z.object({
  /** As the file shows it: the heading is row 1. */
  row: z.int(),
  /** The place of its column, from 0; null where none is at fault. */
  column: z.int().nullable(),
  /** What the column is called here. */
  label: z.string().nullable(),
  value: z.string(),
  rule: z.enum(FAULT_RULES),
  message: z.string(),
  /** A code that was probably meant, with its name. */
  near: z.object({ code: z.string(), name: z.string() }).nullable(),
});
export type FileFault = z.infer<typeof fileFault>;

/** A file as it was read and checked. */
const uploadCheck = z.object({
  file_name: z.string(),
  source: z.string(),
  posting: z.enum(['route', 'posts']),
  /** The number that its batch has where the file has no column for it. */
  batch_no: z.string(),
  columns: z.array(z.object({ heading: z.string(), name: z.string().nullable(), certain: z.boolean() })),
  mapping: z.string().nullable(),
  date_order: z.enum(['D/M', 'M/D', '']),
  batches: z.int(),
  debit: amount,
  credit: amount,
  /** Faults by kind, the most frequent first; the first of each with its place. */
  groups: z.array(z.object({ rule: z.enum(FAULT_RULES), title: z.string(), count: z.int(), first: fileFault })),
  faults: z.array(fileFault),
  fault_count: z.int(),
  refused_rows: z.int(),
});
export type UploadCheck = z.infer<typeof uploadCheck>;

const uploadAnswer = z.object({
  upload_id: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  rows: z.int(),
  batches: z.array(uploadedBatch),
  message: z.string(),
  /** What a preview found; null once the file is taken. */
  check: uploadCheck.nullable(),
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;

const uploadCall = <const Path extends string>(path: Path, what: string) =>
  defineRoute({
    method: 'POST',
    path,
    summary: `Upload ${what}: one CSV or XLSX file, taken whole or not at all; with preview it is only checked, and taken later by its upload_id`,
    ...at(ACCESS.insert),
    body: uploadBody,
    multipart: true,
    largest_file: LARGEST_UPLOAD,
    reads: true,
    long: true,
    response: recordOf(uploadAnswer),
  });

export const uploadCalls = {
  'header-is': uploadCall('/trx/up-header-is', 'the documents of batches of IS'),
  'detail-is': uploadCall('/trx/up-detail-is', 'the lines of batches of IS'),
  'header-p': uploadCall('/trx/up-header-p', 'payrolls, each a batch'),
  'detail-p': uploadCall('/trx/up-detail-p', 'the lines of payrolls'),
  entries: uploadCall('/trx/up-entries', 'journal entries, heads and lines together'),
} as const satisfies Record<UploadKind, unknown>;

const person = z.object({ user_name: z.string(), at: instant });

const uploadedFile = z.object({
  id: z.string(),
  upload_id: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  source: z.string(),
  file_name: z.string(),
  /** SHA-256, hexadecimal. */
  sha256: z.string(),
  rows: z.int(),
  /** Rows that are read or checked of one that is still in work. */
  done: z.int(),
  batches: z.int(),
  user: z.string(),
  at: instant,
  state: z.enum(['uploading', 'waiting', 'for_approval', 'accepted', 'undone']),
  undone: person.extend({ reason: z.string() }).nullable(),
  undo: z.object({ allowed: z.boolean(), needs_reason: z.boolean(), message: z.string().nullable() }),
  batch_numbers: z.array(z.string()),
  /** What was changed of its cells before it was taken. */
  corrections: z.int(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const listUploads = defineRoute({
  method: 'GET',
  path: '/trx/csv-upload',
  summary: 'Files that were uploaded, the last one first',
  ...at(ACCESS.select),
  query: listQuery.pick({ page: true, pages: true }),
  response: pageOf(uploadedFile),
});

const named = z.object({ upload_id: uploadId });

export const readUpload = defineRoute({
  method: 'GET',
  path: '/trx/uploads/{upload_id}',
  summary: 'How far an upload of one’s own is',
  ...at(ACCESS.insert),
  params: named,
  response: recordOf(
    z.object({
      upload_id: z.string(),
      /** `queued` behind others; `ready` once it is checked. */
      state: z.enum(['queued', 'reading', 'checking', 'storing', 'ready']),
      /** How many are before it. */
      place: z.int(),
      rows: z.int(),
      done: z.int(),
    }),
  ),
});

export const cancelUpload = defineRoute({
  method: 'DELETE',
  path: '/trx/uploads/{upload_id}',
  summary: 'Drop an upload of one’s own that is not taken yet, also while it is being read',
  ...at(ACCESS.insert),
  params: named,
  reads: true,
  response: recordOf(z.object({ upload_id: z.string() })),
});

const uploadedRow = z.object({ row: z.int(), cells: z.array(z.string()), faults: z.array(fileFault) });
export type UploadedFileRow = z.infer<typeof uploadedRow>;

export const readUploadRows = defineRoute({
  method: 'GET',
  path: '/trx/uploads/{upload_id}/rows',
  summary: 'Rows of a file that waits, with their faults',
  ...at(ACCESS.insert),
  params: named,
  query: z.object({
    /** 1: those with faults alone. */
    faults: flag.default(0),
    from: wireNumber(z.number().int().min(0).max(1_000_000)).default(0),
    count: wireNumber(z.number().int().min(1).max(UPLOADED_ROWS)).default(100),
  }),
  response: z.object({ data: z.array(uploadedRow), total: z.int() }),
});

export const uploadErrors = defineRoute({
  method: 'GET',
  path: '/trx/uploads/{upload_id}/refused',
  summary: 'The refused rows of a file as they were sent, a row for each fault',
  ...at(ACCESS.insert),
  params: named,
  file: 'application/octet-stream',
});

export const undoUpload = defineRoute({
  method: 'POST',
  path: '/trx/uploads/{upload_id}/undo',
  summary: 'Undo a file as a whole: what was posted of it is reversed, by somebody who uploaded none of it',
  ...at(ACCESS.update),
  params: named,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  reads: true,
  long: true,
  response: recordOf(z.object({ upload_id: z.string(), batches: z.int(), reversed_on: z.array(calendarDay) })),
});

const batchName = z.object({ source: z.string().max(60), batch_no: z.string().max(40) });

const waitingBatch = batchName.extend({
  /** `waiting` for its other half, `for_approval` for somebody who accepts it. */
  state: z.enum(['waiting', 'for_approval']),
  misses: z.enum(['header', 'detail']).nullable(),
  documents: z.int(),
  lines: z.int(),
  debit: amount,
  credit: amount,
  files: z.array(person.extend({ file_name: z.string(), upload_id: z.string() })),
  accept: z.object({ allowed: z.boolean(), message: z.string().nullable() }),
});
export type WaitingBatch = z.infer<typeof waitingBatch>;

export const listWaiting = defineRoute({
  method: 'GET',
  path: '/trx/uploads/waiting',
  summary: 'Batches of files that wait for their other half, or for somebody who accepts them',
  ...at(ACCESS.select),
  response: z.object({ data: z.array(waitingBatch) }),
});

const waitingLine = z.object({
  account: z.string(),
  branch: z.string(),
  department: z.string(),
  section: z.string(),
  payee: z.string(),
  debit: amount,
  credit: amount,
  remarks: z.string(),
});
const waitingDetails = z.object({
  source: z.string(),
  batch_no: z.string(),
  document_type: z.string(),
  currency: z.string(),
  documents: z.array(
    z.object({
      document_no: z.string(),
      document_date: calendarDay,
      payee: z.string(),
      remarks: z.string(),
      lines: z.array(waitingLine),
    }),
  ),
  /** The place from which more documents follow; null with the last. */
  next: z.int().nullable(),
});
export type WaitingDetails = z.infer<typeof waitingDetails>;

export const readWaiting = defineRoute({
  method: 'GET',
  path: '/trx/uploads/waiting/details',
  summary:
    'What a batch of files holds that waits, some documents at a time: for its uploaders, and whoever may accept it',
  ...at(ACCESS.insert),
  query: batchName.extend({ after: wireNumber(z.number().int().min(0).max(5000)).default(0) }),
  response: recordOf(waitingDetails),
});

export const acceptUploads = defineRoute({
  method: 'POST',
  path: '/trx/uploads/accept',
  summary:
    'Accept batches of files of a source that posts, all or none: they are posted. By somebody who uploaded none of them',
  ...at(ACCESS.delete),
  body: z.object({ batches: z.array(batchName).min(1, 'Choose a batch.').max(100) }),
  reads: true,
  long: true,
  response: recordOf(z.object({ batches: z.array(uploadedBatch.extend({ source: z.string() })) })),
});

export const uploadTemplate = defineRoute({
  method: 'GET',
  path: '/trx/uploads/import-template',
  summary: 'An empty file of a kind with its headings',
  ...at(ACCESS.select),
  query: z.object({
    kind: z.enum(UPLOAD_KINDS),
    format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx'),
  }),
  file: 'application/octet-stream',
});

const uploadMappings = z.object({
  sources: z.array(z.object({ code: z.string(), name: z.string(), posting: z.enum(['route', 'posts']) })),
  mappings: z.array(
    z.object({ id: z.int(), source: z.string(), name: z.string(), date_order: z.enum(['D/M', 'M/D', '']) }),
  ),
});
export type UploadMappings = z.infer<typeof uploadMappings>;

export const listMappings = defineRoute({
  method: 'GET',
  path: '/trx/uploads/mappings',
  summary: 'Names under which the columns of a kind of file are kept, with the sources that may send it',
  ...at(ACCESS.select),
  query: z.object({ kind: z.enum(UPLOAD_KINDS) }),
  response: recordOf(uploadMappings),
});

export const forgetMapping = defineRoute({
  method: 'DELETE',
  path: '/trx/uploads/mappings/{id}',
  summary: 'Forget the columns that are kept under a name; files that were taken by them stay',
  ...at(ACCESS.insert),
  params: z.object({ id: wireNumber(z.number().int().min(1).max(2_147_483_647)) }),
  response: recordOf(z.object({ name: z.string() })),
});
