import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { nameOf } from './check-file.ts';
import { sniffFileType } from './file-type.ts';
import { withoutMetadata } from './picture-metadata.ts';
import { readImage } from './read-image.ts';

/**
 * The name, the media type and the bytes to keep of a PNG or JPEG picture that the product itself shows, which tell nothing beside
 * its pixels (`withoutMetadata`). It is judged by its content: what is another type or damaged answers 415; above the limits, in bytes and in pixels a side, 413. `what` is the subject of those
 * messages: 'a logo'.
 */
export function checkPicture(
  file: UploadedFile,
  limits: { readonly bytes: number; readonly pixels: number },
  what: string,
): { name: string; media_type: string; bytes: Buffer } {
  const { bytes } = file;
  const name = nameOf(file);
  if (bytes.length === 0) throw new Problem(415, 'file_empty', `${name} is empty.`);
  const { media_type, label } = sniffFileType(bytes);
  if (media_type !== 'image/png' && media_type !== 'image/jpeg')
    throw new Problem(415, 'file_type', `${name}: file content is ${label}, expected PNG or JPEG.`);
  if (bytes.length > limits.bytes)
    throw new Problem(413, 'too_large', `${name}: ${what} may have up to ${sizeText(limits.bytes)}.`);
  const image = readImage(bytes);
  const bare = image && withoutMetadata(bytes);
  if (!bare) throw new Problem(415, 'file_type', `${name}: the picture is damaged.`);
  if (Math.max(image.width, image.height) > limits.pixels)
    throw new Problem(413, 'too_large', `${name}: ${what} may have up to ${limits.pixels} pixels a side.`);
  return { name, media_type, bytes: bare };
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`;
}
