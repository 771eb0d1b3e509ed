import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  putStockPicture,
  readStockPicture,
  removeStockPicture,
  STOCK_PICTURE_LIMITS,
} from '@talaan/contract/resources/books/cheque-stock.contract';
import type { Database } from '../platform/database/database.ts';
import { checkPicture } from '../platform/files/check-picture.ts';
import { storeFile } from '../platform/files/file.store.ts';
import { sendPicture } from '../platform/files/send-file.ts';
import { invalid, notFound } from '../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { STOCK_PICTURE_ADDRESS } from './overrides/bank.ts';

/** Serves the pictures of stocks: kept like every file in the database, shown on screens and printed on no paper. */
export function registerStockPictures(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readStockPicture, async ({ db, params, reply }) => {
    const found = await sql<{ file_id: string; media_type: string }>`
      select f.id as file_id, f.media_type from cheque_layout_picture p join file f on f.id = p.file_id
      where p.layout_id = ${params.id}`.execute(db);
    const [picture] = found.rows;
    if (picture === undefined) throw notFound('This layout has no picture of its stock.');
    await sendPicture(reply, db, picture);
    return undefined;
  });

  registerRoute(server, services, putStockPicture, async ({ db, user, params, files }) => {
    const [file] = files;
    if (file === undefined || files.length > 1) throw invalid({ 'upload_file[]': ['Choose one file.'] });
    const picture = checkPicture(file, STOCK_PICTURE_LIMITS, 'a picture of a stock');
    await requireLayout(db, params.id);
    const fileId = await storeFile(db, user.user_id, picture);
    await sql`insert into cheque_layout_picture (layout_id, file_id, file_name) values (${params.id}, ${fileId}, ${picture.name})
      on conflict (layout_id) do update set file_id = excluded.file_id, file_name = excluded.file_name`.execute(db);
    return { data: await readAddress(db, params.id) };
  });

  registerRoute(server, services, removeStockPicture, async ({ db, params }) => {
    await requireLayout(db, params.id);
    await sql`delete from cheque_layout_picture where layout_id = ${params.id}`.execute(db);
    return { data: await readAddress(db, params.id) };
  });
}

/** Holds the layout until the transaction ends; throws 404 where there is none. */
async function requireLayout(db: Database, id: number): Promise<void> {
  const found = await sql`select from cheque_layout where id = ${id} for key share`.execute(db);
  if (found.rows.length === 0) throw notFound('There is no such cheque layout.');
}

async function readAddress(db: Database, id: number): Promise<{ id: number; picture: string | null }> {
  const found = await sql<{ id: number; picture: string | null }>`
    select t.id, ${STOCK_PICTURE_ADDRESS} as picture from cheque_layout t where t.id = ${id}`.execute(db);
  return found.rows[0]!;
}
