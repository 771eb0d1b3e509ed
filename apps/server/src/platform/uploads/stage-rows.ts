import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { invalid, Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { openTableFile } from '../spreadsheet/table-file.ts';
import { withProgress } from './upload-progress.ts';
import {
  addWaitingRows,
  createUpload,
  endReading,
  removeUpload,
  type Upload,
  type WaitingRow,
} from './upload.store.ts';

/** Rows that are written, judged or stored together: few statements, and a short wait for everybody else. */
export const ROWS_AT_A_TIME = 500;

/** The one file of a call. Throws 422 for none or several. */
export function onlyFile([file, another]: readonly UploadedFile[]): UploadedFile {
  if (!file || another) throw invalid({ upload_file: ['Send one CSV or XLSX file.'] });
  return file;
}

/** Writes rows as they come and tells how far it is. */
export async function stageRows(db: Database, id: string, rows: AsyncIterable<WaitingRow>): Promise<void> {
  await withProgress(id, 'reading', async (tell) => {
    let waiting: WaitingRow[] = [];
    let done = 0;
    const write = async () => {
      await addWaitingRows(db, id, waiting);
      tell((done += waiting.length));
      waiting = [];
    };
    for await (const row of rows) {
      waiting.push(row);
      if (waiting.length === ROWS_AT_A_TIME) await write();
    }
    await write();
    await endReading(db, id, done);
  });
}

/**
 * Reads a file into rows that wait and answers its headings. Throws as `openTableFile` does, and 409 when the upload is
 * cancelled meanwhile; nothing of it waits then.
 */
export async function stageFile(
  db: Database,
  name: Pick<Upload, 'id' | 'user_id' | 'kind'>,
  file: UploadedFile,
): Promise<readonly string[]> {
  const table = await openTableFile(file);
  await createUpload(db, {
    ...name,
    action: 'save',
    file_name: file.name.slice(0, 250),
    format: table.format,
    file_hash: createHash('sha256').update(file.bytes).digest(),
    header: table.header,
  });
  try {
    await stageRows(db, name.id, table.rows);
  } catch (error) {
    if (error instanceof Problem) await removeUpload(db, name.id);
    throw error;
  }
  return table.header;
}
