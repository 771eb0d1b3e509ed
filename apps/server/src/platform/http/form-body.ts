import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorable, parseJson } from './json-text.ts';
import { invalid, malformed, Problem } from './problem.ts';
import type { UploadedFile } from './principal.ts';

const MB = 1024 * 1024;

/** Limits of one multipart body (reliability (e) Uploads). */
const FORM_LIMITS = {
  /** Of all text fields together, declared or not. */
  fields_bytes: 8 * MB,
  fields: 200,
  bytes_per_file: 10 * MB,
  files: 20,
  /** Of fields and files together; also of all forms that are held at one time. */
  bytes: 100 * MB,
} as const;

/**
 * What the reader of forms may keep for each byte of the fields before their sum is known: those that are complete, the one
 * that arrives, and both once more while they become text.
 */
const BYTES_PER_FIELD_BYTE = 4;

/** Form fields that carry JSON text in a multipart transaction body: its lists, of details under the name of any kind (decisions §2). */
const JSON_FIELD = /^(headers|(\w+_)?details|keep_attachments)$/;

/** Bytes that all forms hold now: a process has one memory. */
let held = 0;

/**
 * Reads a multipart body into the declared fields and the files, so that the route's schema sees the same object as for
 * JSON. Files come as `upload_file[]`. Fields that the route does not declare are passed over. Refuses what is above a
 * limit (413) or no form (400), and while other forms fill the memory (503). What is left of a refused body is let run
 * by, so that its sender reads the answer.
 */
export async function readFormBody(
  request: FastifyRequest,
  reply: FastifyReply,
  declared: ReadonlySet<string>,
  largest_file: number = FORM_LIMITS.bytes_per_file,
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  const texts = new Map<string, MultipartValue['value']>();
  const files: UploadedFile[] = [];
  const hold = holdUntilAnswered(request, reply);
  let room: number = FORM_LIMITS.fields_bytes;
  try {
    const { fields: count, fields_bytes: fieldSize, files: fileCount } = FORM_LIMITS;
    const limits = { fields: count, fieldSize, files: fileCount, fileSize: largest_file, parts: count + fileCount };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        files.push(await readFile(part, hold, largest_file));
      } else {
        room -= sizeOf(part);
        if (room < 0 || part.valueTruncated) throw tooLarge();
        if (declared.has(part.fieldname)) texts.set(part.fieldname, part.value);
      }
    }
  } catch (error) {
    throw refusalOf(error, largest_file);
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
  return { fields: Object.fromEntries([...texts].map(([name, value]) => [name, fieldValue(name, value)])), files };
}

async function readFile(part: MultipartFile, hold: (bytes: number) => void, largest: number): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    hold(chunk.length);
    chunks.push(chunk);
  }
  if (part.file.truncated) throw tooLarge(largest);
  return { name: part.filename ?? 'file', media_type: part.mimetype, bytes: Buffer.concat(chunks) };
}

/**
 * Counts what a form holds until it is answered, from the start what its fields may take. Throws when that is too much
 * for one form, or for all together.
 */
function holdUntilAnswered(request: FastifyRequest, reply: FastifyReply): (bytes: number) => void {
  let own = 0;
  const take = (bytes: number) => {
    if (own + bytes > FORM_LIMITS.bytes) throw tooLarge();
    if (held + bytes > FORM_LIMITS.bytes) {
      throw new Problem(503, 'receiving', 'Other large files are being received. Try again in a moment.');
    }
    own += bytes;
    held += bytes;
  };
  const giveBack = () => {
    held -= own;
    own = 0;
  };
  const announced = Number(request.headers['content-length'] ?? Infinity);
  let unused = Math.min(announced, FORM_LIMITS.fields_bytes) * BYTES_PER_FIELD_BYTE;
  take(unused);
  reply.raw.once('finish', giveBack).once('close', giveBack);
  return (bytes) => {
    unused -= bytes;
    if (unused < 0) take(-unused);
    unused = Math.max(unused, 0);
  };
}

/** About the bytes that a field takes; one that declares itself as JSON has been parsed by the reader of forms. */
function sizeOf({ fieldname, value }: MultipartValue): number {
  return fieldname.length + (typeof value === 'string' ? Buffer.byteLength(value) : JSON.stringify(value).length);
}

function fieldValue(name: string, value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (JSON_FIELD.test(name)) return parseJson(text, `The form field ${name}`);
  if (!isStorable(text)) throw invalid({ [name]: [`${name} holds a character that no text can hold. Remove it.`] });
  return text;
}

function tooLarge(largest_file: number = FORM_LIMITS.bytes_per_file): Problem {
  if (largest_file > FORM_LIMITS.bytes_per_file) {
    return new Problem(413, 'too_large', `The file is above ${largest_file / MB} MB.`);
  }
  return new Problem(
    413,
    'too_large',
    'The form is too large: its fields may have up to 8 MB in all, files up to 10 MB each, and 100 MB at once.',
  );
}

const TOO_MANY = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** What the reader of forms could not read, as a refusal: it has no fault of ours to tell. */
function refusalOf(error: unknown, largest_file: number): Problem {
  if (error instanceof Problem) return error;
  const { code } = error as { code?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(largest_file);
  if (typeof code === 'string' && TOO_MANY.has(code)) {
    return new Problem(
      413,
      'too_many_parts',
      'The form has too many parts: send up to 200 fields and 20 files at once.',
    );
  }
  return malformed('malformed_form', 'The form data is damaged or ends too early. Send it again.');
}

/** The method a form asks for by `_method` in its body; only PUT on a POST is honoured (decisions §2, spec 2 §7). */
export function overriddenMethod(fields: Record<string, unknown>): 'PUT' | null {
  const wanted = fields['_method'];
  if (wanted === undefined) return null;
  if (typeof wanted === 'string' && wanted.toUpperCase() === 'PUT') return 'PUT';
  throw new Problem(400, 'method_override', '_method may only be PUT.');
}
