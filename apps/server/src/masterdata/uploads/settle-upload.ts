import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ImportFault } from '@talaan/contract/resource/resource-routes';
import { LISTED_FAULTS } from '@talaan/contract/resource/resource-routes';
import type { StoreChoice, UploadCounts } from '@talaan/contract/uploads/upload.contract';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { endStoring, removeUpload } from '../../platform/uploads/upload.store.ts';
import type { RefusedRow } from './store-rows.ts';
import type { UploadOutcome } from './work-through.ts';

/**
 * Ends a stored upload: refuses it as a whole (422 `import_refused`) when all rows were wanted and some are refused; else
 * leaves a note in the trail and takes it away, but for refused rows that can still be corrected.
 */
export async function settleUpload(
  db: Database,
  definition: AnyResource,
  upload: Upload,
  choice: StoreChoice,
  { counts, refused }: UploadOutcome,
): Promise<UploadCounts> {
  if (choice === 'all' && refused.length > 0) throw refuseImport(definition, upload, refused);
  const { file_name, action, undoes } = upload;
  const note = { resource: definition.name, file_name, action, ...(undoes === null ? {} : { undoes }), ...counts };
  await sql`select audit_note(${definition.table}, ${upload.id}, 'import', ${JSON.stringify(note)}::jsonb)`.execute(db);
  if (counts.refused === 0) await removeUpload(db, upload.id);
  else await endStoring(db, upload.id);
  return counts;
}

/** The first faults of an import, each with its row, column and value. */
export function listFaults(
  definition: AnyResource,
  columns: readonly (string | null)[],
  refused: readonly RefusedRow[],
): ImportFault[] {
  return refused.slice(0, LISTED_FAULTS).map(({ row, fault }) => ({
    row: row.row,
    column: definition.fields[fault.field]?.label ?? fault.field,
    value: (row.cells[columns.indexOf(fault.field)] ?? '').slice(0, 200),
    message: fault.message,
  }));
}

function refuseImport(definition: AnyResource, upload: Upload, refused: readonly RefusedRow[]): Problem {
  const faults = listFaults(definition, upload.columns ?? [], refused);
  const errors: Record<string, string[]> = {};
  for (const { row, message } of faults) (errors[`row ${row}`] ??= []).push(`${rowName(row)}: ${message}`);
  const more = refused.length > 1 ? ` And ${(refused.length - 1).toLocaleString('en')} more.` : '';
  const [first] = faults;
  return new Problem(422, 'import_refused', `${rowName(first!.row)}: ${first!.message}${more}`, {
    errors,
    fault_count: refused.length,
    faults,
  });
}

const rowName = (row: number) => `Row ${row.toLocaleString('en')}`;
