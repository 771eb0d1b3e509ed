import type { EntryField } from '@talaan/contract/documents/declared-field';
import type { PartRow } from '@talaan/contract/documents/document-part';
import { showAmount, showDate } from '../record/batch-texts.ts';

/** A value of a declared field as people read it; '' for none. */
export function partText({ kind, of }: EntryField, value: PartRow[string] | undefined): string {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return showAmount(String(value));
  if (kind === 'date') return showDate(String(value));
  if (kind === 'flag' || kind === 'switch') return Number(value) === 1 ? 'Yes' : 'No';
  if (kind === 'choice') return of?.[Number(value)] ?? String(value);
  return String(value);
}
