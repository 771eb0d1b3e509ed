import { queryOptions } from '@tanstack/react-query';
import { pageOf } from '@talaan/contract/http/envelope';
import { defineRoute } from '@talaan/contract/http/route';
import type { ReferenceField, ReferencesField } from '@talaan/contract/resource/field';
import { factsOf, type ResourceName } from '@talaan/contract/resource/resource-index';
import { dropdownRow, type DropdownRow } from '@talaan/contract/resource/resource-routes';
import * as z from 'zod';
import { callServer } from '../../api/client.ts';
import type { Option } from '../../ui/fields/combobox.tsx';
import { MASTERDATA_KEY } from './resource-calls.ts';

/** A combobox shows so many records (ux §4). */
const SHOWN_CHOICES = 20;
const REMEMBERED_CHOICES = 5;

type AnyReference = Pick<ReferenceField | ReferencesField, 'to'> & { by?: 'key' | 'id' | undefined };

/** The first 100 active records of a resource that a text finds, by code or name. */
export function choicesOf(to: ResourceName, search = '') {
  return queryOptions({
    queryKey: [MASTERDATA_KEY, to, 'choices', search],
    queryFn: async ({ signal }) => {
      const reply = await callServer(dropdownRoute(to), { query: search === '' ? {} : { search }, signal });
      return reply.data;
    },
    staleTime: 60_000,
  });
}

/** Every active record of a resource, page after page; for matrices, whose records are few. */
export function allChoicesOf(to: ResourceName) {
  return queryOptions({
    queryKey: [MASTERDATA_KEY, to, 'all choices'],
    queryFn: async ({ signal }) => {
      const choices: DropdownRow[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const reply = await callServer(dropdownRoute(to), { query: { page }, signal });
        choices.push(...reply.data);
        last = reply.last_page;
      }
      return choices;
    },
    staleTime: 60_000,
  });
}

/** The record that a stored reference names, or null when it is none of the active ones. */
export function choiceOf(shape: AnyReference, value: string) {
  return queryOptions({
    queryKey: [MASTERDATA_KEY, shape.to, 'choice', shape.by ?? 'key', value],
    queryFn: async ({ client }) => {
      const found = await client.query(choicesOf(shape.to, shape.by === 'id' ? '' : value));
      return found.map((row) => optionOf(shape, row)).find((option) => option.value === value) ?? null;
    },
    staleTime: 60_000,
  });
}

/** A record of a dropdown list as an option: its name, and its code on the right unless both are the same. */
export function optionOf(shape: AnyReference, row: DropdownRow): Option {
  const label = row.name === '' ? row.code : row.name;
  return {
    value: shape.by === 'id' ? String(row.id) : row.code,
    label,
    ...(label === row.code ? {} : { code: row.code }),
  };
}

const recent = new Map<ResourceName, readonly DropdownRow[]>();

/** At most 20 records for a combobox; without a text the ones chosen last come first (ux §4). */
export function suggestChoices(to: ResourceName, found: readonly DropdownRow[], search: string): DropdownRow[] {
  const first = search.trim() === '' ? (recent.get(to) ?? []) : [];
  return [...first, ...found.filter((row) => !first.some((chosen) => chosen.id === row.id))].slice(0, SHOWN_CHOICES);
}

/** Remembers a chosen record for `suggestChoices`, until the page is left. */
export function rememberChoice(to: ResourceName, row: DropdownRow): void {
  const others = (recent.get(to) ?? []).filter((chosen) => chosen.id !== row.id);
  recent.set(to, [row, ...others].slice(0, REMEMBERED_CHOICES));
}

/** The dropdown list of a resource whose definition is not loaded; the server declares the same route. */
function dropdownRoute(to: ResourceName) {
  return defineRoute({
    method: 'GET',
    path: `${factsOf(to).path}/dropdown-list`,
    summary: 'Records to choose from',
    tag: 'Master data',
    access: { kind: 'choices', of: to },
    query: z.object({ search: z.string().optional(), page: z.int().optional() }),
    response: pageOf(dropdownRow),
  });
}
