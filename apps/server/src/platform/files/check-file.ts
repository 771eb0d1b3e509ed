import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { sniffFileType } from './file-type.ts';

/**
 * The name and the media type of a file that is to be kept. `types` are the media types that are taken, by extension; the
 * content must be what the extension says, else 415. The name is for people only: files are stored under ids of their own.
 */
export function checkFile(
  file: UploadedFile,
  types: Readonly<Record<string, string>>,
): { name: string; media_type: string } {
  const name = nameOf(file);
  const extension = (/\.([a-z0-9]+)$/i.exec(name)?.[1] ?? '').toLowerCase();
  const expected = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (expected === undefined) throw new Problem(415, 'file_type', `${name}: attach ${labelsOf(types)} files.`);
  if (file.bytes.length === 0) throw new Problem(415, 'file_empty', `${name} is empty.`);
  const actual = sniffFileType(file.bytes);
  if (actual.media_type !== expected) {
    throw new Problem(
      415,
      'file_type',
      `${name}: file content is ${actual.label}, expected ${extension.toUpperCase()}.`,
    );
  }
  return { name, media_type: expected };
}

/** 'PDF, PNG or JPEG': the last extension of each media type. */
function labelsOf(types: Readonly<Record<string, string>>): string {
  const byType = new Map(Object.entries(types).map(([extension, type]) => [type, extension.toUpperCase()]));
  const labels = [...byType.values()];
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
}

/** The last part of the name that was sent, composed, without control characters and at most 200 characters long. */
export function nameOf({ name: sent }: UploadedFile): string {
  const name = (sent.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? 'attachment' : name.slice(-200);
}
