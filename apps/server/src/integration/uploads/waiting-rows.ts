import { sql } from 'kysely';
import type { FileFault, UploadedFileRow } from '@talaan/contract/integration/uploaded-batches.contract';
import { UPLOAD_FILES } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';
import { groupBy } from '../../platform/group-by.ts';
import { endChecking } from '../../platform/uploads/upload.store.ts';
import type { RowFault } from './read-rows.ts';
import type { WaitingFile } from './uploads.store.ts';

/** Rows whose faults are kept by one statement. */
const AT_ONCE = 500;

/** Faults as they are told: by the place of their column in the file. */
export function toldFaults(
  { kind, columns }: Pick<WaitingFile, 'kind' | 'columns'>,
  faults: readonly RowFault[],
): FileFault[] {
  const labels = new Map(UPLOAD_FILES[kind].columns.map(({ name, label }) => [name, label]));
  return faults.map(({ column, ...fault }) => {
    const at = column === null ? -1 : columns.indexOf(column);
    return { ...fault, column: at < 0 ? null : at, label: labels.get(column ?? '') ?? null };
  });
}

/** Keeps what a check found with the rows, in the place of what one before it found. Throws 409 where the upload was cancelled. */
export async function keepFaults(database: Database, id: string, faults: readonly FileFault[]): Promise<void> {
  await sql`update upload_row set verdict = null, faults = null where upload_id = ${id} and verdict is not null`.execute(
    database,
  );
  const rows = [...groupBy(faults, ({ row }) => row)];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE).map(([row, own]) => ({ row, faults: own }));
    const numbers = part.map(({ row }) => row);
    await sql`update upload_row u set verdict = 'refused', faults = r.faults
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r ("row" int, faults jsonb)
      where u.upload_id = ${id} and u.row_no = any (${numbers}::int[]) and u.row_no = r."row"`.execute(database);
  }
  await endChecking(database, id);
}

/** Some rows of a file, all or those with faults, and how many there are. */
export async function readRowsOf(
  database: Database,
  id: string,
  { faults, from, count }: { faults: 0 | 1; from: number; count: number },
): Promise<{ data: UploadedFileRow[]; total: number }> {
  const wanted = sql`upload_id = ${id} ${faults === 1 ? sql`and verdict = 'refused'` : sql``}`;
  const page = await sql<UploadedFileRow>`select row_no as "row", cells, coalesce(faults, '[]') as faults
    from upload_row where ${wanted} order by row_no limit ${count} offset ${from}`.execute(database);
  const total = await sql<{ total: number }>`select count(*)::int as total from upload_row where ${wanted}`.execute(
    database,
  );
  return { data: page.rows, total: total.rows[0]!.total };
}
