import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  listChequeOffsets,
  listChequeStocks,
  measureChequeOffset,
  printCheque,
  printCheques,
  type ChequeOffset,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { readChequeSample } from '@talaan/contract/resources/books/cheque-stock.contract';
import { DOCUMENT_TYPES, ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { callNaming } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { findSample } from './cheque-sample.ts';
import { chequesOfBatch, printLeaves, readStocks } from './print-cheques.ts';

/** What is paid by cheque. */
const WITH_CHEQUE = ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].header.cheque);

/** Serves cheques on their stock, and what each person's printer misses it by. */
export function registerChequePrint(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, printCheque, async ({ db, user, params, body }) => {
    const call = callNaming(params.id, WITH_CHEQUE, user);
    const { documents } = await readBatch(db, call);
    const wanted = documents.filter(
      ({ document_number, voided_at }) =>
        document_number === body.document_number || (body.document_number === undefined && voided_at === null),
    );
    if (wanted.length === 0) throw notFound();
    const ids = await chequesOfBatch(db, wanted);
    if (ids.length === 0)
      throw conflict(
        'no_cheque',
        'This voucher has no cheque yet: it names no bank account, or is not saved with one.',
      );
    return { data: await printLeaves(db, user, ids, body) };
  });
  registerRoute(server, services, printCheques, async ({ db, user, body }) => ({
    data: await printLeaves(db, user, [...new Set(body.ids)], body),
  }));
  registerRoute(server, services, readChequeSample, async ({ db, user, params }) => ({
    data: await findSample(db, user, params.id),
  }));
  registerRoute(server, services, listChequeStocks, async ({ db }) => ({ data: await readStocks(db) }));
  registerRoute(server, services, listChequeOffsets, async ({ db, user, query }) => ({
    data: await readOffsets(db, user.user_id, query.layout_id),
  }));
  registerRoute(server, services, measureChequeOffset, async ({ db, user, body }) => {
    const { layout_id, printer_name, measured_left, measured_top } = body;
    const known = await sql`select from cheque_layout where id = ${layout_id}`.execute(db);
    if (known.rows.length === 0) throw invalid({ layout_id: ['Choose a cheque layout.'] });
    await sql`
      insert into cheque_offset (layout_id, user_id, printer_name, x_mm, y_mm)
      values (${layout_id}, ${user.user_id}, ${printer_name}, 10 - ${measured_left}::numeric, 10 - ${measured_top}::numeric)
      on conflict on constraint cheque_offset_once
        do update set x_mm = excluded.x_mm, y_mm = excluded.y_mm, measured_at = now()`.execute(db);
    const offsets = await readOffsets(db, user.user_id, layout_id);
    return { data: offsets.find((offset) => offset.printer_name === printer_name)! };
  });
}

async function readOffsets(database: Database, userId: number, layoutId: number): Promise<ChequeOffset[]> {
  const found = await sql<ChequeOffset>`
    select id, layout_id, printer_name, x_mm::text, y_mm::text, measured_at from cheque_offset
    where user_id = ${userId} and layout_id = ${layoutId} order by measured_at desc`.execute(database);
  return found.rows;
}
