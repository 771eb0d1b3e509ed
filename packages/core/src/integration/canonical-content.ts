/** Data as JSON carries it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * The canonical text of data (RFC 8785): names in the order of their UTF-16 units, no spaces, numbers and texts as
 * ECMAScript writes them. Equal data has one text, whatever order it was written in.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const data = value as { readonly [name: string]: JsonValue };
  const members = Object.keys(data)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(data[name]!)}`);
  return `{${members.join()}}`;
}

/**
 * What was sent without what says nothing: what is null or absent, and empty texts; texts composed (NFC) and without spaces
 * around them. Lists keep their order.
 */
export function saidContent(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(saidContent);
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const members = Object.entries(value)
    .map(([name, inner]) => [name, inner === undefined ? null : saidContent(inner)] as const)
    .filter(([, inner]) => inner !== null && inner !== '');
  return Object.fromEntries(members);
}

/** What is hashed of a received batch: whose form it is, and its content. */
export const contentToHash = (batch: unknown): string => `talaan.integrated.1\n${canonicalJson(saidContent(batch))}`;
