import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import {
  exportIssuedPapers,
  listIssuedPapers,
  listPapersOfCustomer,
  listPapersOfDocument,
  listPrinters,
  type IssuedPaper,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { makePage } from '@talaan/contract/http/envelope';
import { callNaming, readVisible, requireReadable } from '../../batches/record/batch-call.ts';
import { typesNamed } from '../../batches/record/served-types.ts';
import { listHeading } from '../../ledger/issuer.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import { issuedPaperSheet } from './issued-paper-sheet.ts';
import {
  countPapers,
  findPapers,
  findPrinters,
  papersOfPayee,
  papersSeenBy,
  type FoundPaper,
} from './issued-papers.query.ts';

/** So many papers of one document or customer are told, the newest ones. */
const MOST_OF_ONE = 500;

/** Serves which papers went out: of one document, of one customer, and all of them to whoever reads the audit trail. */
export function registerIssuedPapers(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listPapersOfDocument, async ({ db, user, params, query }) => {
    const types = typesNamed([...SERVED_TYPES], query.document_type);
    const input = await readVisible(db, callNaming(params.id, types, user));
    requireReadable(input, user);
    const ids = input.batch.documents.map(({ id }) => id);
    const own = {
      copies: sql`p.document_id = any (${ids}::bigint[])`,
      leaves: sql`c.document_id = any (${ids}::bigint[])`,
    };
    return { data: toldOf(await findPapers(db, own, { limit: MOST_OF_ONE })) };
  });
  registerRoute(server, services, listPapersOfCustomer, async ({ db, user, params }) => ({
    data: toldOf(await findPapers(db, papersOfPayee(user, params.id), { limit: MOST_OF_ONE })),
  }));
  registerRoute(server, services, listIssuedPapers, async ({ db, user, query }) => {
    const { page, pages, ...filter } = query;
    const wanted = papersSeenBy(user, filter);
    const [rows, total] = await Promise.all([
      findPapers(db, wanted, { limit: pages, offset: (page - 1) * pages }),
      countPapers(db, wanted),
    ]);
    return makePage(toldOf(rows), total, query, { path: `/api${listIssuedPapers.path}`, query });
  });
  registerRoute(server, services, listPrinters, async ({ db }) => ({ data: await findPrinters(db) }));
  registerRoute(server, services, exportIssuedPapers, async (call) => {
    const { db, user, query, reply } = call;
    const { format, ...filter } = query;
    await noteTakenOut(services, call, { action: 'export', table: 'issued_paper', of: 'Issued papers', facts: query });
    const name = exportFileName('issued-papers', Date.now(), format);
    const sheet = issuedPaperSheet(db, papersSeenBy(user, filter));
    return sendSheet(reply, { ...sheet, heading: await listHeading(db, user, sheet.title) }, name, format);
  });
}

const toldOf = (papers: readonly FoundPaper[]): IssuedPaper[] => papers.map(({ exactly: _exactly, ...paper }) => paper);
