import { toldOf, type EntryField, type EntryFields } from '@talaan/contract/documents/declared-field';
import { currencyLabel } from '@talaan/core/money/currency';
import { plain, type ToldField } from '@talaan/core/text/told-changes';
import type { RecordTexts } from './record-texts.store.ts';

/** A declared field as its changes are told: by the wire's name of it, records by what people know them by. */
export interface ToldEntryField extends ToldField {
  readonly told_as: string;
}

/** The declared fields of which people are told, for `changesTold` over their values. */
export function toldFields(declared: EntryFields, records: RecordTexts): ToldEntryField[] {
  return toldOf(declared).map((name) => {
    const field = declared[name]!;
    return { ...toldField(name, field, records), told_as: field.told_as ?? name };
  });
}

/** A declared field whose value stands in a row under the key. */
export function toldField(key: string, field: EntryField, records: RecordTexts): ToldField {
  return { key, names: field.to !== undefined, read: (value) => readingOf(field, value, records) ?? plain(value) };
}

/** What people read in the place of a stored value; undefined where the value says it, or its record is gone. */
function readingOf(field: EntryField, value: unknown, records: RecordTexts): string | undefined {
  switch (field.kind) {
    case 'reference':
      return recordText(field, Number(value), records);
    case 'choice':
      return field.of?.[Number(value)];
    case 'flag':
    case 'switch':
      return value === 1 || value === true ? 'Yes' : 'No';
    default:
      return undefined;
  }
}

function recordText({ to, known_by }: EntryField, id: number, records: RecordTexts): string | undefined {
  if (to === undefined || to === 'currency') return currencyLabel(id);
  const record = records(to, id);
  switch (known_by) {
    case 'name':
      return record?.name;
    case 'code_and_name':
      return record && `${record.code} ${record.name}`;
    case 'bank_and_code':
      return record && `${record.bank_code ?? ''} ${record.code}`;
    case 'code':
    case undefined:
      return record?.code;
  }
}
