import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@talaan/contract/http/envelope';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { readSort, type ResourceListQuery } from '@talaan/contract/resource/list-query';
import { useMemo } from 'react';
import * as z from 'zod';
import { useSearchState } from '../../page/search-state.ts';
import type { Sort } from '../../ui/table/table-props.ts';

/** What the address says about a list (ux §3): `?page=&pages=&q=&sort=&view=&id=` and one name per filter. */
export interface ListState {
  page: number;
  pages: number;
  q: string;
  /** '' is the list's own order. */
  sort: string;
  /** Another view than the list: tree, matrix. */
  view: string;
  /** Record ID of the open record, or 'new'. */
  id: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

export type ChangeListState = (change: Partial<ListState>, options?: { replace?: boolean }) => void;

/** The state of a resource's list in the address, and a function that changes some of it. */
export function useListState(definition: AnyResource): [ListState, ChangeListState] {
  const schema = useMemo(() => addressSchema(definition), [definition]);
  const [values, changeValues] = useSearchState(schema);
  // The schema is made of the definition's filters, so that its type knows no names.
  const { page, pages, q, sort, view, id, ...rest } = values as unknown as Omit<ListState, 'filters'> &
    Record<string, string>;
  const filters = Object.fromEntries(
    definition.list.filters.flatMap((name) => {
      const chosen = splitValues(rest[name] ?? '');
      return chosen.length === 0 ? [] : [[name, chosen]];
    }),
  );
  const change: ChangeListState = ({ filters: changed, ...others }, options) => {
    const texts = Object.fromEntries(Object.entries(changed ?? {}).map(([name, chosen]) => [name, joinValues(chosen)]));
    changeValues({ ...others, ...texts }, options);
  };
  return [{ page, pages, q, sort, view, id, filters }, change];
}

function addressSchema(definition: AnyResource) {
  const text = z.string().default('').catch('');
  return z.object({
    page: z.coerce.number().int().min(1).default(1).catch(1),
    pages: z.coerce
      .number()
      .refine((rows) => (PAGE_SIZES as readonly number[]).includes(rows))
      .default(DEFAULT_PAGE_SIZE)
      .catch(DEFAULT_PAGE_SIZE),
    q: text,
    sort: z
      .string()
      .refine((terms) => terms === '' || readSort(definition, terms) !== null)
      .default('')
      .catch(''),
    view: text,
    id: text,
    ...Object.fromEntries(definition.list.filters.map((name) => [name, text])),
  });
}

/** What the state asks the server for; `page` and `pages` only for a page. */
export function selectionOf({ q, sort, filters }: ListState): ResourceListQuery {
  return { ...(q === '' ? {} : { search: q }), ...(sort === '' ? {} : { sort }), ...filters };
}

/** Whether a search or filter narrows the list. */
export function isNarrowed({ q, filters }: ListState): boolean {
  return q !== '' || Object.keys(filters).length > 0;
}

/** The order in force as the table shows it: by its first field. */
export function sortOf(definition: AnyResource, sort: string): Sort | null {
  const [first] = readSort(definition, sort === '' ? definition.list.sort : sort) ?? [];
  return first === undefined ? null : { column: first.field, direction: first.descending ? 'descending' : 'ascending' };
}

/** Several values as one text of the address; a comma inside a value is written as %2C. */
function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
}

function splitValues(text: string): string[] {
  const parts = text.split(',').filter((part) => part !== '');
  return parts.map((part) => part.replaceAll('%2C', ',').replaceAll('%25', '%'));
}
