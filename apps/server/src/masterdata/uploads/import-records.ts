import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportResult } from '@talaan/contract/resource/resource-routes';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { findUpload, removeUpload } from '../../platform/uploads/upload.store.ts';
import type { ServedResource } from '../records/served-resource.ts';
import type { WriteContext } from '../records/resource-override.ts';
import { listFaults, settleUpload } from './settle-upload.ts';
import { onlyFile, stageFile } from '../../platform/uploads/stage-rows.ts';
import { exactFields, requireKey, takenColumns } from './upload-columns.ts';
import { storeUpload } from './work-through.ts';

/**
 * Adds and changes records from a CSV or XLSX file in one call, all or nothing, for a program that knows the columns. A
 * row belongs to the record with the same unique fields, else it is a new one; a column that the file does not have keeps
 * its values; inner rows and passwords do not travel in files. The same file again changes nothing. With `dryRun`
 * everything is done and taken back, so that a clean preview is also a clean import. Faults name row, column and value:
 * listed in a preview, 422 `import_refused` otherwise.
 */
export async function importRecords(
  context: WriteContext,
  resource: ServedResource,
  files: readonly UploadedFile[],
  dryRun: boolean,
): Promise<ImportResult> {
  const { db, user } = context;
  const { definition } = resource;
  const name = { id: randomBytes(16).toString('hex'), user_id: user.user_id };
  const fields = exactFields(definition, await stageFile(db, { ...name, kind: definition.name }, onlyFile(files)));
  const columns = takenColumns(definition, fields);
  requireKey(definition, columns);
  const upload = { ...(await findUpload(db, { ...name, kind: definition.name })), columns: fields };
  if (dryRun) await sql`savepoint preview`.execute(db);
  const outcome = await storeUpload(context, resource, upload, columns, dryRun ? 'good' : 'all');
  if (dryRun) {
    await sql`rollback to savepoint preview`.execute(db);
    await removeUpload(db, upload.id);
  } else {
    await settleUpload(db, definition, upload, 'all', outcome);
  }
  return {
    dry_run: dryRun,
    rows: upload.row_count,
    added: outcome.counts.new,
    changed: outcome.counts.changed,
    unchanged: outcome.counts.unchanged,
    fault_count: outcome.refused.length,
    faults: listFaults(definition, fields, outcome.refused),
  };
}
