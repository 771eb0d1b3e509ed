import { scalarText } from '@talaan/contract/resource/display-value';

/** A field of a record as text, as the wire carries it; '' for none. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  return scalarText(record[name]);
}
