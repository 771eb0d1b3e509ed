import type { Database } from '../database/database.ts';
import { invalid } from '../http/problem.ts';
import type { UploadedFile } from '../http/principal.ts';
import { withProgress } from './upload-progress.ts';
import { addWaitingRows, endReading, type WaitingRow } from './upload.store.ts';

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
