import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { FieldShape, ReferenceField } from '@talaan/contract/resource/field';
import { factsOf } from '@talaan/contract/resource/resource-index';
import type { DropdownRow } from '@talaan/contract/resource/resource-routes';
import { useAccessLevel } from '../../session/session.ts';
import { LookupField, type Option } from '../../ui/fields/combobox.tsx';
import { choiceOf, choicesOf, optionOf, rememberChoice, suggestChoices } from '../record/choices.ts';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ControlProps, ResourceParts } from '../record/resource-parts.ts';
import { useFormSurroundings } from './form-context.ts';
import { textIn } from '../record/record-text.ts';

/** Another record, found by code or name while typing; whoever may add one does so from here. */
export function ReferenceControl({ name, shape, value, onChange, onBlur, record, takesFocus }: ControlProps) {
  const reference = shape as ReferenceField;
  const client = useQueryClient();
  const { form, onAddRecord } = useFormSurroundings();
  const chosen = useReferenceOption(name, reference, value, record);
  const rows = useRef(new Map<string, DropdownRow>());
  const { module, one } = factsOf(reference.to);
  const mayAdd = useAccessLevel(module) >= ACCESS.insert && onAddRecord !== null;

  function keep(option: Option): void {
    client.setQueryData(choiceOf(reference, option.value).queryKey, option);
  }

  async function search(text: string): Promise<Option[]> {
    const found = await client.fetchQuery(choicesOf(reference.to, text.trim()));
    return suggestChoices(reference.to, found, text).map((row) => {
      const option = optionOf(reference, row);
      rows.current.set(option.value, row);
      return option;
    });
  }

  function choose(option: Option | null): void {
    const row = rows.current.get(option?.value ?? '');
    if (option !== null) keep(option);
    onChange(option?.value ?? '');
    if (row === undefined) return;
    rememberChoice(reference.to, row);
    for (const field of reference.brings ?? [])
      form.setValue(field, textIn(row, field), { shouldDirty: true, shouldValidate: true });
  }

  function add(typed: string): void {
    onAddRecord?.(reference.to, typed, (added, parts) => {
      const row = rowOf(added, parts);
      const option = optionOf(reference, row);
      rows.current.set(option.value, row);
      choose(option);
    });
  }

  return (
    <LookupField
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      value={chosen}
      clearable={reference.optional ?? false}
      onChange={choose}
      onBlur={onBlur}
      search={search}
      {...(mayAdd ? { add: { label: `Add ${one}`, onAdd: add } } : {})}
    />
  );
}

/** Name and code of a referenced record, where it is only shown. */
export function ReferenceText(props: {
  name: string;
  shape: ReferenceField;
  value: string;
  record: MasterRecord | null;
}): string | null {
  const option = useReferenceOption(props.name, props.shape, props.value, props.record);
  if (option === null) return null;
  return option.code === undefined ? option.label : `${option.label} · ${option.code}`;
}

/** The option of a stored reference: its name from the record's own look-up, else from the other resource's list. */
function useReferenceOption(
  name: string,
  shape: ReferenceField,
  value: string,
  record: MasterRecord | null,
): Option | null {
  const { parts } = useFormSurroundings();
  const none = shape.none?.value === value;
  const query = useQuery({ ...choiceOf(shape, value), enabled: value !== '' && !none });
  if (value === '') return null;
  if (none) return { value, label: displayValue(shape, value) };
  if (query.data) return query.data;
  const named = record === null ? '' : lookedUpName(parts, name, value, record);
  if (shape.by === 'id') return { value, label: named || (query.isPending ? '' : `Record ${value}`) };
  return named === '' ? { value, label: value } : { value, label: named, code: value };
}

/** What the record itself says about the record that a field, or a field of its inner rows, names. */
function lookedUpName({ definition }: ResourceParts, path: string, value: string, record: MasterRecord): string {
  const [name = '', , member] = path.split('.');
  const shape = definition.fields[name];
  if (shape?.kind !== 'children' || member === undefined) return nameIn(definition.fields, record, name, value);
  const row = (record[name] as Record<string, unknown>[]).find((one) => textIn(one, member) === value);
  return row === undefined ? '' : nameIn(shape.fields, row, member, value);
}

function nameIn(
  fields: Readonly<Record<string, FieldShape>>,
  values: Readonly<Record<string, unknown>>,
  name: string,
  value: string,
): string {
  const lookup = Object.entries(fields).find(([, shape]) => isLookupThrough(shape, name));
  return lookup === undefined || textIn(values, name) !== value ? '' : displayValue(lookup[1], values[lookup[0]]);
}

function isLookupThrough(shape: FieldShape, name: string): boolean {
  return shape.kind === 'lookup' && shape.through === name;
}

/** A stored record as its dropdown list would show it. */
function rowOf(record: MasterRecord, { definition }: ResourceParts): DropdownRow {
  const { code, name, extra } = definition.dropdown;
  const text = (field: string): string => textIn(record, field);
  const added = Object.fromEntries(extra.map((field) => [field, record[field]]));
  return { ...added, id: record.id, code: text(code), name: name.map(text).filter(Boolean).join(' ') };
}
