import type { FastifyRequest } from 'fastify';
import { malformed, Problem } from './problem.ts';
import type { UploadedFile } from './principal.ts';

/** Limits of one multipart body (reliability (e) Uploads). */
export const UPLOAD_LIMITS = { bytes_per_file: 10 * 1024 * 1024, files: 20 } as const;

/** Form fields that carry JSON text in a multipart transaction body (decisions §2). */
const JSON_FIELDS = new Set(['headers', 'details', 'keep_attachments']);

/**
 * Reads a multipart body into plain fields and files, so that the route's schema sees the same object as for JSON.
 * Files come as `upload_file[]`. Refuses a file over the limit (413), too many files (413) and broken JSON in a field (400).
 */
export async function readFormBody(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  const fields: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  const parts = request.parts({
    limits: {
      fileSize: UPLOAD_LIMITS.bytes_per_file,
      files: UPLOAD_LIMITS.files,
      fields: 200,
      fieldSize: 8 * 1024 * 1024,
    },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      files.push({ name: part.filename ?? 'file', media_type: part.mimetype, bytes });
    } else {
      fields[part.fieldname] = fieldValue(part.fieldname, String(part.value));
    }
  }
  return { fields: { ...fields }, files };
}

function fieldValue(name: string, text: string): unknown {
  if (!JSON_FIELDS.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('malformed_field', `The form field ${name} is not valid JSON.`);
  }
}

/** The method a form asks for by `_method` in its body; only PUT on a POST is honoured (decisions §2, spec 2 §7). */
export function overriddenMethod(fields: Record<string, unknown>): 'PUT' | null {
  const wanted = fields['_method'];
  if (wanted === undefined) return null;
  if (typeof wanted === 'string' && wanted.toUpperCase() === 'PUT') return 'PUT';
  throw new Problem(400, 'method_override', '_method may only be PUT.');
}
