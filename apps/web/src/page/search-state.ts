import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod';

type SearchSchema = z.ZodObject;

/**
 * The part of the address after `?` as typed, validated values, and a function that changes some of them. The schema gives
 * every field a default and a `.catch`, so that any address shows something; defaults are left out of the address.
 * Reload, back and a shared link restore the exact view (ux §3). `replace` writes no entry into the history.
 */
export function useSearchState<Schema extends SearchSchema>(
  schema: Schema,
): [z.output<Schema>, (change: Partial<z.output<Schema>>, options?: { replace?: boolean }) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const values = schema.parse(raw);
  function change(changed: Partial<z.output<Schema>>, { replace = false }: { replace?: boolean } = {}): void {
    const defaults = schema.parse({}) as Record<string, unknown>;
    const next = Object.entries({ ...raw, ...values, ...changed }).filter(
      ([name, value]) => value !== undefined && value !== null && textOf(value) !== textOf(defaults[name]),
    );
    void navigate({ to: '.', search: Object.fromEntries(next), replace });
  }
  return [values, change];
}

/** Reads `?a=1&b=x` as plain texts; the screens' schemas give them their types. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes an address from values; lists are joined with commas, empty values left out. */
export function writeSearchText(values: Record<string, unknown>): string {
  const filled = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, textOf(value)]],
  );
  const text = new URLSearchParams(filled).toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** A value as it stands in an address; a list is joined with commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
