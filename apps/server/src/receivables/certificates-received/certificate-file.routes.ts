import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  CERTIFICATE_FILE_TYPES,
  putCertificateFile,
  readCertificateFile,
  removeCertificateFile,
} from '@talaan/contract/receivables/certificates-received/certificate-file.contract';
import type { Database } from '../../platform/database/database.ts';
import { checkFile } from '../../platform/files/check-file.ts';
import { storeFile } from '../../platform/files/file.store.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';

/** Serves the papers of 2307s received: kept, checked and sent as the attachments of batches are. */
export function registerCertificateFiles(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readCertificateFile, async (call) => {
    const { db, params, reply } = call;
    const file = await findFile(db, params.id);
    if (file === null) throw notFound('This certificate has no file.');
    await noteTakenOut(services, call, {
      action: 'download',
      table: 'withholding_certificate',
      row_key: String(params.id),
      of: file.name,
      facts: { size: file.size },
    });
    await sendFile(reply, db, file);
    return undefined;
  });

  registerRoute(server, services, putCertificateFile, async ({ db, user, params, files }) => {
    const [file] = files;
    if (file === undefined || files.length > 1) throw invalid({ 'upload_file[]': ['Choose one file.'] });
    const { name, media_type } = checkFile(file, CERTIFICATE_FILE_TYPES);
    const file_id = await storeFile(db, user.user_id, { media_type, bytes: file.bytes });
    return { data: await setFile(db, params.id, { file_id, name }) };
  });

  registerRoute(server, services, removeCertificateFile, async ({ db, params }) => ({
    data: await setFile(db, params.id, null),
  }));
}

interface KeptFile {
  readonly file_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
}

async function findFile(db: Database, id: number): Promise<KeptFile | null> {
  const found = await sql<KeptFile>`
    select f.id as file_id, c.file_name as name, f.media_type, f.size
    from withholding_certificate c join file f on f.id = c.file_id where c.id = ${id}`.execute(db);
  return found.rows[0] ?? null;
}

/** Gives a certificate its file, or with null takes it off. The file before it stays for the history. */
async function setFile(db: Database, id: number, file: Pick<KeptFile, 'file_id' | 'name'> | null) {
  const changed = await sql<{ id: number; file_name: string | null }>`
    update withholding_certificate set file_id = ${file?.file_id ?? null}, file_name = ${file?.name ?? null},
      row_version = row_version where id = ${id} returning id, file_name`.execute(db);
  const [certificate] = changed.rows;
  if (certificate === undefined) throw notFound('There is no such certificate.');
  return certificate;
}
