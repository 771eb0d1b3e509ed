import type { AnyRow } from '@talaan/contract/reports/kit/define-report';
import type { ReportGroup } from '@talaan/contract/reports/kit/report-reply';
import { invalid } from '../../platform/http/problem.ts';

/**
 * A place in the order of a report: the values of its fields at the last row that was answered, as text. Only the codes of a group
 * are set where the group is done, with all of its rows.
 */
export type PlaceIn = Readonly<Record<string, string | null>>;

interface Found {
  /** One more than the limit where there are more. */
  readonly rows: readonly AnyRow[];
  /** Null in a report whose groups have no figures of their own. */
  readonly groups: readonly ReportGroup[] | null;
  readonly limit: number;
  readonly after: PlaceIn | null;
}

/**
 * What of the found rows and groups is one page, and the place that it ends at; null where nothing follows. It ends with a row, or
 * with a group where many stand there without rows, so that no page has more than its limit of either.
 */
export function cutPage(
  { rows, groups, limit, after }: Found,
  levels: readonly string[],
  order: readonly string[],
): { rows: AnyRow[]; groups: ReportGroup[]; end: PlaceIn | null } {
  const page = rows.slice(0, limit);
  const moreRows = rows.length > limit;
  if (!groups) return { rows: page, groups: [], end: moreRows ? placeOf(page.at(-1)!, order) : null };
  const codesOf = (place: AnyRow | PlaceIn) => JSON.stringify(levels.map((level) => place[level]));
  const heads = groups.slice(0, limit);
  const known = new Set(heads.map(({ codes }) => JSON.stringify(codes)));
  if (after) known.add(codesOf(after));
  // The rows of groups that come later wait for them.
  const own = page.filter((row) => known.has(codesOf(row)));
  if (moreRows && own.length === page.length) {
    const last = page.at(-1)!;
    const at = heads.findIndex(({ codes }) => JSON.stringify(codes) === codesOf(last));
    return { rows: own, groups: heads.slice(0, at + 1), end: placeOf(last, order) };
  }
  const { codes } = groups.length > limit ? heads.at(-1)! : { codes: null };
  const end = codes && Object.fromEntries(order.map((field) => [field, codes[levels.indexOf(field)] ?? null]));
  return { rows: own, groups: heads, end };
}

/** The place of a row in the order. */
export function placeOf(row: AnyRow, order: readonly string[]): PlaceIn {
  return Object.fromEntries(order.map((field) => [field, row[field] === null ? null : String(row[field])]));
}

/** A place as the text of a cursor, which nobody has to read. */
export function writeCursor(place: PlaceIn, order: readonly string[]): string {
  return Buffer.from(JSON.stringify(order.map((field) => place[field]))).toString('base64url');
}

/** The place of a cursor; what is none of this order is refused with 422. */
export function readCursor(text: string, order: readonly string[]): PlaceIn {
  const values = parse(Buffer.from(text, 'base64url').toString());
  const fits = Array.isArray(values) && values.length === order.length && values.every(isPart);
  if (!fits) throw invalidCursor();
  return Object.fromEntries(order.map((field, at) => [field, values[at] as string | null]));
}

/** The refusal of what is no place of this report. */
export const invalidCursor = () =>
  invalid({ after: ['after is not a cursor of this report. Generate the report again.'] });

const isPart = (value: unknown) => value === null || (typeof value === 'string' && !value.includes('\0'));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It is refused as what it is not.
    return null;
  }
}
