import { scalarText } from '@talaan/contract/resource/display-value';

/** A field of a record as text, as the wire carries it; '' for none. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  return scalarText(record[name]);
}

/** 'bank account' as a heading or a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
