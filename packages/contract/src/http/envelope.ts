import * as z from 'zod';
import { wireNumber } from './wire-number.ts';

/** Rows-per-page choices of every list (spec 1 §2). */
export const PAGE_SIZES = [10, 25, 50, 75, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** One record: `{ data: … }` (decisions §2). */
export function recordOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({ data: schema });
}

/** One page of a list, with the counts and addresses that the specification names (spec 1 §7, decisions §2). */
export function pageOf<Schema extends z.ZodType>(schema: Schema) {
  return z.object({
    data: z.array(schema),
    current_page: z.int(),
    from: z.int(),
    to: z.int(),
    total: z.int(),
    per_page: z.int(),
    last_page: z.int(),
    first_page_url: z.string(),
    prev_page_url: z.string().nullable(),
    next_page_url: z.string().nullable(),
    last_page_url: z.string(),
  });
}

export interface Page<Row> {
  data: Row[];
  current_page: number;
  from: number;
  to: number;
  total: number;
  per_page: number;
  last_page: number;
  first_page_url: string;
  prev_page_url: string | null;
  next_page_url: string | null;
  last_page_url: string;
}

/** What every list call takes: `page`, `pages` (rows per page), `search` or `query` (text), `sort` (`-` first: descending). */
export const listQuery = z.object({
  page: wireNumber(
    z
      .number('Page must be a number from 1.')
      .int('Page must be a number from 1.')
      .min(1, 'Page must be a number from 1.')
      .max(1_000_000_000),
  ).default(1),
  pages: wireNumber(z.number('Rows per page must be 10, 25, 50, 75 or 100.'))
    .refine(
      (rows) => PAGE_SIZES.includes(rows as (typeof PAGE_SIZES)[number]),
      'Rows per page must be 10, 25, 50, 75 or 100.',
    )
    .default(DEFAULT_PAGE_SIZE),
  search: z.string().max(200).optional(),
  query: z.string().max(200).optional(),
  sort: z.string().max(60).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/**
 * Wraps one page of rows in the envelope of the specification.
 * `address` is the list's own address with the query that produced the page; the page addresses repeat it with another page number.
 */
export function makePage<Row>(
  rows: Row[],
  total: number,
  query: { page: number; pages: number },
  address: { path: string; query: Record<string, unknown> },
): Page<Row> {
  const lastPage = Math.max(1, Math.ceil(total / query.pages));
  const from = rows.length === 0 ? 0 : (query.page - 1) * query.pages + 1;
  const others = otherParameters(address.query);
  const addressOf = (page: number) => `${address.path}?${others}page=${page}&pages=${query.pages}`;
  return {
    data: rows,
    current_page: query.page,
    from,
    to: rows.length === 0 ? 0 : from + rows.length - 1,
    total,
    per_page: query.pages,
    last_page: lastPage,
    first_page_url: addressOf(1),
    prev_page_url: query.page > 1 ? addressOf(Math.min(query.page - 1, lastPage)) : null,
    next_page_url: query.page < lastPage ? addressOf(query.page + 1) : null,
    last_page_url: addressOf(lastPage),
  };
}

/** What a list was narrowed by, before the page that is asked for. */
function otherParameters(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'page' || name === 'pages' || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `${parameters.toString()}&`;
}
