import type { ReactNode } from 'react';
import { singleFields, type AnyResource } from '@talaan/contract/resource/define-resource';
import type { FieldShape } from '@talaan/contract/resource/field';
import { listColumns, type ResolvedColumn } from '@talaan/contract/resource/list-columns';
import { readSort } from '@talaan/contract/resource/list-query';
import type { Column, ColumnPriority } from '../../ui/table/table-props.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { displayValue, scalarText } from '@talaan/contract/resource/display-value';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';

export const RECORD_ID = 'id';
const INSTANTS = new Set(['input_date', 'edit_date']);
const FIGURES = new Set([
  'code',
  'number',
  'phone',
  'bank_account',
  'tin',
  'date',
  'amount',
  'rate',
  'percent',
  'integer',
  'children',
]);

/** Every field that a list can show, in the order of its definition: its own columns first, then the others. */
export function offeredColumns(definition: AnyResource): { field: string; label: string }[] {
  const own = listColumns(definition).map(({ field, label }) => ({ field, label }));
  const shown = new Set(own.map(({ field }) => field));
  const others = [...singleFields(definition).map(([name]) => name), ...FACTS].filter((name) => !shown.has(name));
  return [...own, ...columnsOf(definition, others)];
}

const FACTS = ['input_by_name', 'input_date', 'edit_by_name', 'edit_date'];

/** The columns of the list's own choice, Record ID first (spec 1 §2). */
export function standardColumns(definition: AnyResource): string[] {
  return listColumns(definition).map(({ field }) => field);
}

/** The table's columns for the chosen fields, with the cells of their kinds. */
export function tableColumns(
  { definition, override }: ResourceParts,
  chosen: readonly string[],
): Column<MasterRecord>[] {
  const own = new Map(listColumns(definition).map((column) => [column.field, column]));
  const resolved = chosen.flatMap((name) => own.get(name) ?? columnsOf(definition, [name]));
  const places = cardPlaces(definition, resolved);
  const isStandard = chosen.join() === standardColumns(definition).join();
  return resolved.map(({ field, label, width, align, line }): Column<MasterRecord> => {
    const priority = line ? 'line' : (places.get(field) ?? (isStandard ? 'extra' : undefined));
    const shape = definition.fields[field];
    const fixedWidth = width ?? labelWidth(shape);
    const cell = override.cells?.[field] ?? ((record) => plainCell(definition, field, record));
    return {
      id: field,
      header: label,
      ...(priority === undefined ? {} : { priority }),
      cell,
      align,
      figures: field === RECORD_ID || INSTANTS.has(field) || (shape !== undefined && FIGURES.has(shape.kind)),
      strong: field === definition.dropdown.code,
      sortable: readSort(definition, field) !== null,
      ...(fixedWidth === null
        ? {
            least: field === definition.dropdown.name[0] ? LEAST_NAME : LEAST_OTHER,
            title: (record: MasterRecord) => plainText(definition, field, record),
          }
        : { width: fixedWidth }),
    };
  });
}

/**
 * What the columns are to a record: its name, its code, its state, its last amount and its first date. The others leave a narrow
 * list, but not one whose columns somebody chose: he sees them at every width.
 */
function cardPlaces(definition: AnyResource, shown: readonly ResolvedColumn[]): Map<string, ColumnPriority> {
  const { code, name } = definition.dropdown;
  const offered = shown.filter(({ field, line }) => field !== RECORD_ID && !line);
  const fields = offered.map(({ field }) => field);
  const amount = offered.findLast(
    ({ field, align }) => align === 'right' && definition.fields[field]?.kind !== 'children',
  );
  const wanted: [ColumnPriority, (field: string) => boolean][] = [
    ['title', (field) => field === name[0]],
    ['number', (field) => field === code],
    ['status', (field) => field === definition.active],
    ['status', (field) => isState(definition.fields[field])],
    ['amount', (field) => field === amount?.field],
    ['date', (field) => definition.fields[field]?.kind === 'date'],
    ['title', () => true],
    ['number', () => true],
  ];
  const places = new Map<string, ColumnPriority>();
  for (const [place, fits] of wanted) {
    if ([...places.values()].includes(place)) continue;
    const field = fields.find((one) => !places.has(one) && fits(one));
    if (field !== undefined) places.set(field, place);
  }
  return places;
}

/** Whether the values say by themselves what they are: Open and Closed, a level of access; not Yes and No. */
function isState(shape: FieldShape | undefined): boolean {
  return shape?.kind === 'flag' ? shape.on !== 'Yes' : shape?.kind === 'choice' || shape?.kind === 'numbered_choice';
}

/** Room for the longest label of a choice, in pixels; null for other fields. */
function labelWidth(shape: FieldShape | undefined): number | null {
  if (shape === undefined || !('of' in shape) || shape.of === undefined) return null;
  const longest = Math.max(...Object.values<string>(shape.of).map((label) => label.length));
  return Math.max(88, 16 + longest * CHARACTER_WIDTH);
}

/** What a record is called is read in the list; the other texts may be cut sooner. Pixels. */
const LEAST_NAME = 224;
const LEAST_OTHER = 104;

/** Of the running text in a table row, on the average. */
const CHARACTER_WIDTH = 7;

/** Columns of fields that the list does not show by itself. */
function columnsOf(definition: AnyResource, names: readonly string[]) {
  const asked = { ...definition, list: { ...definition.list, columns: names } };
  return listColumns(asked).slice(1);
}

function plainCell(definition: AnyResource, field: string, record: MasterRecord): ReactNode {
  const shape = definition.fields[field];
  const value = record[field];
  if (shape?.kind === 'flag' && shape.on !== 'Yes') {
    return <StatusChip hue={value === 1 ? 'green' : 'slate'} label={value === 1 ? shape.on : shape.off} />;
  }
  if (shape?.kind === 'children') return (value as unknown[]).length;
  const text = plainText(definition, field, record);
  return shape?.kind === 'amount' && text === '0.00' ? <span className="muted">{text}</span> : text;
}

function plainText(definition: AnyResource, field: string, record: MasterRecord): string {
  const value = record[field];
  if (INSTANTS.has(field)) return typeof value === 'string' ? displayInstant(value) : '';
  const shape = definition.fields[field];
  return shape === undefined ? scalarText(value) : displayValue(shape, value);
}
