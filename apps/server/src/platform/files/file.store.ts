import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Keeps a file in the database, in pieces, and answers its id. Its type must have been judged. */
export async function storeFile(
  transaction: Database,
  userId: number,
  file: { media_type: string; bytes: Buffer },
): Promise<string> {
  const file_id = randomUUID();
  await transaction
    .insertInto('file')
    .values({
      id: file_id,
      sha256: createHash('sha256').update(file.bytes).digest(),
      size: file.bytes.length,
      media_type: file.media_type,
      created_by: userId,
    })
    .execute();
  for (let no = 0; no * CHUNK_BYTES < file.bytes.length; no += 1) {
    const bytes = file.bytes.subarray(no * CHUNK_BYTES, (no + 1) * CHUNK_BYTES);
    await transaction.insertInto('file_chunk').values({ file_id, no, bytes }).execute();
  }
  return file_id;
}

/** The bytes of a stored file. */
export async function readFileBytes(database: Database, fileId: string): Promise<Buffer> {
  const chunks = await database
    .selectFrom('file_chunk')
    .select('bytes')
    .where('file_id', '=', fileId)
    .orderBy('no')
    .execute();
  return Buffer.concat(chunks.map((chunk) => chunk.bytes));
}
