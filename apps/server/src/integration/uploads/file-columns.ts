import { guessColumns, type ColumnGuess } from '@talaan/contract/uploads/guess-columns';
import type { PlacedColumn } from '@talaan/core/integration/read-cells';
import { UPLOAD_FILES, type UploadKind } from '@talaan/core/integration/upload-columns';
import { invalid } from '../../platform/http/problem.ts';
import type { WaitingFile } from './uploads.store.ts';

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

/** The columns that are taken, in the order in which they are listed. Throws 422 for a name that is none, and for one that is given twice. */
export function columnsOf({ kind, header, columns }: Pick<WaitingFile, 'kind' | 'header' | 'columns'>): NamedColumn[] {
  const known = new Map(UPLOAD_FILES[kind].columns.map((column) => [column.name, column]));
  const taken = new Set<string>();
  const places = [...known.keys()];
  const placed = columns.flatMap((name, at): NamedColumn[] => {
    if (name === null) return [];
    const column = known.get(name);
    if (column === undefined) throw invalid({ columns: [`No column can be ${name}.`] }, 'unknown_column');
    if (taken.has(name)) throw invalid({ columns: [`Column '${column.label}' occurs twice.`] }, 'double_column');
    taken.add(name);
    return [{ at, column, by_id: /[_ ]id$/i.test(header[at] ?? '') }];
  });
  return placed.toSorted((one, other) => places.indexOf(one.column.name) - places.indexOf(other.column.name));
}

/** What a file has no column for, though it needs one, in sentences. */
export function missingColumns(kind: UploadKind, columns: readonly NamedColumn[], batch_no: string): string[] {
  const given = new Set(columns.map(({ column }) => column.name));
  const missing = UPLOAD_FILES[kind].columns
    .filter((column) => column.required && !given.has(column.name))
    .map(({ label }) => `Column '${label}' is missing.`);
  if (batch_no === '' && !given.has('batch_no')) {
    missing.push('Give the number of the batch: the file has no column for it.');
  }
  return missing;
}
