import { guessColumns, type ColumnGuess } from '@talaan/contract/uploads/guess-columns';
import type { PlacedColumn } from '@talaan/core/integration/read-cells';
import { UPLOAD_FILES, type UploadColumn, type UploadKind } from '@talaan/core/integration/upload-columns';
import { invalid } from '../../platform/http/problem.ts';

/** A column of a file with its place, and whether it names records by their Record IDs. */
export interface NamedColumn extends PlacedColumn {
  readonly by_id: boolean;
}

/** The column that each heading probably means, by earlier choice, name, other name and likeness. */
export function guessHeadings(
  kind: UploadKind,
  header: readonly string[],
  remembered: Readonly<Record<string, string | null>>,
): ColumnGuess[] {
  const errors = Object.fromEntries(
    header.filter((heading) => ERROR_HEADINGS.includes(heading.trim().toUpperCase())).map((heading) => [heading, null]),
  );
  return guessColumns(UPLOAD_FILES[kind].columns, header, { ...errors, ...remembered });
}

/** What an error file has beside the columns of its file: it is corrected and sent again as it is. */
export const ERROR_HEADINGS = ['ROW', 'COLUMN', 'VALUE', 'RULE', 'MESSAGE'];

/**
 * The columns of a file that are taken, in the order in which they are known. In: their names, or null, by the headings. Throws 422 for a
 * name that is none, and for one that is given twice.
 */
export function placeColumns(
  known: readonly UploadColumn[],
  header: readonly string[],
  names: readonly (string | null)[],
): NamedColumn[] {
  const taken = new Set<string>();
  const placed = names.flatMap((name, at): NamedColumn[] => {
    if (name === null) return [];
    const column = known.find((one) => one.name === name);
    if (column === undefined) throw invalid({ columns: [`No column can be ${name}.`] }, 'unknown_column');
    if (taken.has(name)) throw invalid({ columns: [`Column '${column.label}' occurs twice.`] }, 'double_column');
    taken.add(name);
    return [{ at, column, by_id: /[_ ]id$/i.test(header[at] ?? '') }];
  });
  return placed.toSorted((one, other) => known.indexOf(one.column) - known.indexOf(other.column));
}

/** What a file has no column for, though it needs one, in sentences. */
export function missingColumns(known: readonly UploadColumn[], columns: readonly NamedColumn[]): string[] {
  const given = new Set(columns.map(({ column }) => column.name));
  return known
    .filter((column) => column.required && !given.has(column.name))
    .map(({ label }) => `Column '${label}' is missing.`);
}
