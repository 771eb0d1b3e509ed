/** A field of a record as text, as the wire carries it; '' for none. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  return scalarText(record[name]);
}

/** A single value of the wire as text; '' for none. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
