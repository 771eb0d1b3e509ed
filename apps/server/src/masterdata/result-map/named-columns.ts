import type { UploadedFile } from '../../platform/http/principal.ts';
import { invalid } from '../../platform/http/problem.ts';
import { openTableFile } from '../../platform/spreadsheet/table-file.ts';

/** A row of a file by the names of its columns, with its number in the file. */
export interface NamedRow<Name extends string> {
  readonly row: number;
  readonly cells: Readonly<Record<Name, string>>;
}

/** So many rows are told what is wrong with them. */
const MOST_FAULTS = 50;

/**
 * Reads one CSV or XLSX file by the names or labels of its columns; others are passed over. Throws 422 for a column that is missing
 * and what `openTableFile` refuses.
 */
export async function readNamedColumns<Name extends string>(
  [file, another]: readonly UploadedFile[],
  labels: Readonly<Record<Name, string>>,
): Promise<NamedRow<Name>[]> {
  if (!file || another) throw invalid({ upload_file: ['Send one CSV or XLSX file.'] });
  const table = await openTableFile(file);
  const names = Object.keys(labels) as Name[];
  const said = table.header.map((heading) => heading.trim().toLowerCase());
  const placeOf = (name: Name) =>
    said.findIndex((heading) => heading === name || heading === labels[name].toLowerCase());
  const missing = names.filter((name) => placeOf(name) === -1).map((name) => labels[name]);
  if (missing.length > 0)
    throw invalid(
      { file: [`The file needs the columns ${Object.values(labels).join(', ')}; it lacks ${missing.join(', ')}.`] },
      'missing_column',
    );
  const rows: NamedRow<Name>[] = [];
  for await (const { row, cells } of table.rows) {
    const named = names.map((name) => [name, (cells[placeOf(name)] ?? '').trim()] as const);
    rows.push({ row, cells: Object.fromEntries(named) as Record<Name, string> });
  }
  if (rows.length === 0) throw invalid({ file: ['The file has no rows below its heading.'] }, 'empty_file');
  return rows;
}

/** Throws 422 with what is wrong with rows of a file; nothing of it is stored. */
export function refuseRows(faults: readonly { readonly row: number; readonly message: string }[]): void {
  if (faults.length === 0) return;
  const told = faults.slice(0, MOST_FAULTS).map(({ row, message }) => `Row ${row.toLocaleString('en')}: ${message}`);
  const more = faults.length - told.length;
  throw invalid({ file: more > 0 ? [...told, `and ${more} more.`] : told }, 'import_refused');
}
