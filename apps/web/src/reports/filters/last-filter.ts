/** The filter a user last generated each report with, kept in this browser: a choice about the interface, without figures. */
const KEY = 'talaan-report-filters';

type Filters = Record<string, Record<string, string>>;

/** The last filter of a report, or null; the caller checks it as it checks an address. */
export function readLastFilter(userId: number, report: string): Record<string, string> | null {
  return readAll()[`${userId} ${report}`] ?? null;
}

/** Keeps the filter for the next visit; empty values are left out. */
export function keepLastFilter(
  userId: number,
  report: string,
  filter: Readonly<Record<string, string | undefined>>,
): void {
  const filled = Object.entries(filter).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [`${userId} ${report}`]: Object.fromEntries(filled) }));
}

function readAll(): Filters {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Filters;
  } catch {
    return {}; // written by hand or cut short: the next report writes it anew
  }
}
