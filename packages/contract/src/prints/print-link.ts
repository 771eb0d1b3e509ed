import type * as z from 'zod';

/** Longest {data} of a print address, in characters (reliability (d) 31). */
const LONGEST_PRINT_LINK = 4096;

/** What a page says when its {data} cannot be used; the reason is not told (reliability (d) 31, 32). */
export const DAMAGED_LINK = 'This print link is damaged. Open the document again.';

/**
 * The {data} of a print or report address: base64url of JSON in UTF-8 (spec 2 §2). It holds keys and filters only; what
 * is printed is read from the server, which checks the rights again (decisions §9).
 */
export function encodePrintLink(
  keys: Readonly<Record<string, string | number | readonly number[] | undefined>>,
): string {
  const bytes = new TextEncoder().encode(JSON.stringify(keys));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * The keys of a {data}, checked by the strict schema of its page; null for anything else: not base64, not UTF-8, not
 * JSON, longer than 4 KB, unknown or missing keys, values of another kind. Plain base64 with its padding is read too.
 * The generated-by name that old links carry (`user`) is dropped: the server knows who asks.
 */
export function decodePrintLink<Schema extends z.ZodType>(schema: Schema, data: string): z.output<Schema> | null {
  if (data.length === 0 || data.length > LONGEST_PRINT_LINK || !/^[\w+/-]+={0,2}$/.test(data)) return null;
  const value = parseBase64Json(data);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // The copy has no prototype, so that a key such as __proto__ is a key like any other, and refused as unknown.
  const keys: Record<string, unknown> = Object.assign(Object.create(null), value);
  delete keys['user'];
  const read = schema.safeParse(keys);
  return read.success ? read.data : null;
}

function parseBase64Json(data: string): unknown {
  try {
    const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Damaged text has one meaning here, whichever decoder stumbled over it.
    return null;
  }
}
