import { scalarText } from '@talaan/contract/resource/display-value';
import type { MasterRecord } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';

/** A field of a record as text, as the wire carries it; '' for none. */
export function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  return scalarText(record[name]);
}

/** 'QUI01 · Quiapo': code and name of the record, or what its resource says in their place. */
export function recordTitle({ definition, override }: ResourceParts, record: MasterRecord): string {
  if (override.subtitle !== undefined) return override.subtitle(record);
  const { code, name } = definition.dropdown;
  const named = name.map((field) => textIn(record, field)).join(' ');
  return [...new Set([textIn(record, code), named])].filter(Boolean).join(' · ');
}
