import { createHash } from 'node:crypto';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { openTableFile } from '../../platform/spreadsheet/table-file.ts';
import { stageRows } from '../../platform/uploads/stage-rows.ts';
import { createUpload, removeUpload } from '../../platform/uploads/upload.store.ts';
import { WAITING_KIND } from './uploads.store.ts';

/** Reads a file into rows that wait. Throws as `openTableFile` does, and 409 where it is cancelled meanwhile; nothing of it waits then. */
export async function stageFile(
  database: Database,
  name: { readonly id: string; readonly user_id: number; readonly kind: UploadKind },
  file: UploadedFile,
): Promise<void> {
  const table = await openTableFile(file);
  await createUpload(database, {
    ...name,
    kind: `${WAITING_KIND}${name.kind}`,
    action: 'save',
    file_name: file.name.slice(0, 250),
    format: table.format,
    file_hash: createHash('sha256').update(file.bytes).digest(),
    header: table.header,
  });
  try {
    await stageRows(database, name.id, table.rows);
  } catch (error) {
    if (error instanceof Problem) await removeUpload(database, name.id);
    throw error;
  }
}
