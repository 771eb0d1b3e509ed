import * as z from 'zod';
import { listQuery } from '../http/envelope.ts';
import type { AnyResource } from './define-resource.ts';
import { fieldOf, singleFields } from './define-resource.ts';
import { readFieldValue } from './field-value.ts';
import type { EnteredField } from './field-value.ts';
import { wireNumber } from '../http/wire-number.ts';

/** Rows of one page of a dropdown list (decisions §2). */
export const DROPDOWN_PAGE_SIZE = 100;

/** What narrows a list: text to search, values to filter by, the order, and `list`: all, active or inactive records. */
export interface ListSelection {
  search?: string;
  sort?: string;
  list?: string;
  filters: Record<string, unknown[]>;
  /** Only these records. */
  ids?: number[];
}

export interface ResourceListQuery {
  page?: number;
  pages?: number;
  search?: string;
  query?: string;
  sort?: string;
  list?: string;
  /** A filter by its field's name: one value or several. */
  [filter: string]: string | number | readonly (string | number)[] | undefined;
}

/**
 * The query of a resource's list. Names of filters and of sort fields are checked against the definition, values
 * against their field: whatever it does not know is refused with 422, so nothing that a caller writes becomes SQL.
 */
export function listQuerySchema(definition: AnyResource) {
  return z
    .strictObject({ ...listQuery.shape, ...selectionShape(definition) }, { error: unknownName(definition) })
    .transform(({ page, pages, ...selection }) => ({ page, pages, ...selectionOf(definition, selection) }));
}

/** The query of an export: what narrows the list, or the Record IDs of chosen records, and the file format. */
export function exportQuerySchema(definition: AnyResource) {
  const { page: _page, pages: _pages, ...text } = listQuery.shape;
  return z
    .strictObject(
      {
        ...text,
        ...selectionShape(definition),
        id: chosenIds,
        format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx'),
      },
      { error: unknownName(definition) },
    )
    .transform(({ format, id, ...selection }) => ({
      format,
      ...selectionOf(definition, selection),
      ...(id === undefined ? {} : { ids: id }),
    }));
}

/** What narrows a list, for a call that acts on all that it finds. */
export function selectionQuerySchema(definition: AnyResource) {
  const { page: _page, pages: _pages, ...text } = listQuery.shape;
  return z
    .strictObject({ ...text, ...selectionShape(definition) }, { error: unknownName(definition) })
    .transform((selection) => selectionOf(definition, selection));
}

/** The query of a dropdown list: text and page. `pages` is accepted, a page always holds 100 rows. */
export function dropdownQuerySchema(definition: AnyResource) {
  const { sort: _sort, pages: _pages, ...text } = listQuery.shape;
  return z
    .strictObject(
      { ...text, ...selectionShape(definition), pages: z.unknown().optional() },
      { error: unknownName(definition) },
    )
    .transform(({ page, pages: _ignored, ...selection }) => ({
      page,
      pages: DROPDOWN_PAGE_SIZE,
      ...selectionOf(definition, selection),
    }));
}

/** One name of a sort order, `-` first for descending: '-document_date'. */
export interface SortTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** Reads a sort order such as '-atc_rate,atc_code'; null when it names a field that the list cannot sort by. */
export function readSort(definition: AnyResource, text: string): SortTerm[] | null {
  const sortable = new Set(['id', 'edit_date', 'input_date', ...singleFields(definition).map(([name]) => name)]);
  const terms = text.split(',').map((term) => ({ field: term.replace(/^-/, ''), descending: term.startsWith('-') }));
  return terms.every((term) => sortable.has(term.field)) ? terms : null;
}

/** Records that an address can name one by one. */
export const MOST_IDS = 1000;

const recordId = wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647));
const chosenIds = z
  .union([recordId.transform((id) => [id]), z.array(recordId).max(MOST_IDS, `Name at most ${MOST_IDS} records.`)])
  .optional();

const oneOrMany = z.union([z.string(), z.array(z.string()).max(100)]).optional();

function selectionShape(definition: AnyResource): Record<string, z.ZodType<string | string[] | undefined>> {
  const filters = definition.list.filters.map((name) => [name, filterSchema(definition, name)]);
  const sort = z
    .string()
    .max(60)
    .optional()
    .refine((text) => !text || readSort(definition, text) !== null, 'This list cannot be sorted by that field.');
  return { ...Object.fromEntries(filters), sort, list: z.string().max(60).optional() };
}

/** The field as its filter reads it: what the server makes is one of its texts. */
function filterShape(definition: AnyResource, name: string): EnteredField {
  const shape = fieldOf(definition, name);
  if (shape.kind !== 'generated') return shape as EnteredField;
  return { kind: 'choice', label: shape.label, of: Object.fromEntries((shape.of ?? []).map((text) => [text, text])) };
}

function filterSchema(definition: AnyResource, name: string) {
  const shape = filterShape(definition, name);
  return oneOrMany.superRefine((given, context) => {
    for (const value of valuesOf(given)) {
      const reading = readFieldValue(shape, value);
      if (!reading.ok) context.addIssue({ code: 'custom', message: reading.message });
    }
  });
}

function selectionOf(definition: AnyResource, given: Record<string, unknown>): ListSelection {
  const filters: Record<string, unknown[]> = {};
  for (const name of definition.list.filters) {
    const shape = filterShape(definition, name);
    const values = valuesOf(given[name] as string | string[] | undefined).map((value) => readFieldValue(shape, value));
    if (values.length > 0) filters[name] = values.flatMap((reading) => (reading.ok ? [reading.value] : []));
  }
  const text = (given['search'] ?? given['query']) as string | undefined;
  return {
    filters,
    ...(text?.trim() ? { search: text.trim() } : {}),
    ...(given['sort'] ? { sort: given['sort'] as string } : {}),
    ...(given['list'] ? { list: given['list'] as string } : {}),
  };
}

function valuesOf(given: string | string[] | undefined): string[] {
  return (Array.isArray(given) ? given : [given]).filter((value) => value !== undefined && value !== '') as string[];
}

function unknownName(definition: AnyResource): z.core.$ZodErrorMap {
  const names = definition.list.filters.join(', ') || 'none';
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? `This list has no filter ${issue.keys.join(', ')}. Its filters are: ${names}.`
      : undefined;
}
