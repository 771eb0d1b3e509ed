import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { makePage } from '@talaan/contract/http/envelope';
import {
  deleteIntegrated,
  exportIntegrated,
  listIntegrated,
  listRefused,
} from '@talaan/contract/integration/integrated.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { STATUS } from '@talaan/core/documents/status';
import { RECEIVED_TYPES } from '@talaan/contract/integration/received-batch.contract';
import { EXPORT_COLUMNS, exportBatches, type ExportedList } from '../batches/lists/export-batches.ts';
import { listBatches } from '../batches/lists/list-batches.ts';
import { readBatchRows } from '../batches/record/batch-rows.ts';
import { readVisible } from '../batches/record/batch-call.ts';
import { definitionsOf, type DocumentDefinition } from '../batches/record/document-definition.ts';
import { servedTypes } from '../batches/record/served-types.ts';
import { conflict, notFound } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
import { endReceived, reversalDaysOf } from './end-received.ts';
import { withReceived } from './sending.ts';
import { ofDepartment, readDetails, readOfSource, readRefused } from './integrated.store.ts';

const REASON = 'Deleted in Integrated Transactions.';

/** Serves the list of what other systems sent, what a batch of it holds, and its deletion. */
export function registerIntegratedRoutes(
  server: FastifyInstance,
  services: RouteServices,
  given: readonly DocumentDefinition[],
): void {
  const definitions = definitionsOf(given);
  const served = servedTypes(definitions);

  registerRoute(server, services, listIntegrated, async ({ db, user, query }) => {
    const { department_id, source, after, batch_number, ...filters } = query;
    const seen = await ofDepartment(db, user, department_id);
    if (batch_number !== undefined) {
      const details = await readDetails(db, user, { batch_number, after, seen });
      if (!details) throw notFound(MESSAGES.noSuchBatch(batch_number));
      if (details.status !== STATUS.APPROVED) return { data: { ...details, reversed_on: [] } };
      const input = await readVisible(db, { batch_number, types: RECEIVED_TYPES, user: acting(user) });
      return { data: { ...details, reversed_on: reversalDaysOf(input) } };
    }
    const asked = { ...filters, also: [seen, ofSource(source)] };
    const page = await listBatches(db, acting(user), asked, served, { path: '/api/trx/isfis', query });
    const received = await readOfSource(
      db,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => ({ ...row, ...received.get(row.id)! })) };
  });

  registerRoute(server, services, exportIntegrated, async (call) => {
    const { department_id, source, ...filters } = call.query;
    const also = [await ofDepartment(call.db, call.user, department_id), ofSource(source)];
    const list = { ...EXPORT, types: served };
    return exportBatches(services, { ...call, user: acting(call.user) }, list, { ...filters, also });
  });

  registerRoute(server, services, listRefused, async ({ db, user, query }) => {
    const { rows, total } = await readRefused(db, user, query);
    return makePage(rows, total, query, { path: '/api/trx/isfis/refused', query });
  });

  registerRoute(server, services, deleteIntegrated, async ({ db, user, body: { batch_number, reason } }) => {
    const seen = await ofDepartment(db, user);
    if (!(await readDetails(db, user, { batch_number, after: 0, seen })))
      throw notFound(MESSAGES.noSuchBatch(batch_number));
    const ended = await endReceived(db, definitions, user, { batch_number, reason: reason || REASON });
    if (ended === null) throw conflict('deleted', `Batch ${batch_number} was deleted already.`);
    return { data: { batch_number, ...ended } };
  });
}

/** The list as a file. */
const EXPORT: Omit<ExportedList, 'types'> = {
  title: 'Integrated Transactions',
  file: 'integrated-transactions',
  columns: [
    EXPORT_COLUMNS.batchNumber,
    EXPORT_COLUMNS.type,
    EXPORT_COLUMNS.documentNumber,
    EXPORT_COLUMNS.documentDate,
    EXPORT_COLUMNS.currency,
    EXPORT_COLUMNS.totalAmount,
    EXPORT_COLUMNS.status,
  ],
  rowsOf: readBatchRows,
};

/** The batches `b` of one source, or of every one. */
const ofSource = (source: string | undefined) =>
  source === undefined
    ? sql`true`
    : sql`exists (select from integrated_batch i join integration_source s on s.id = i.source_id
        where i.id = b.integrated_batch_id and s.source_code = ${source})`;

/** The person with what Integrated Transactions opens of the modules of documents: what is seen is narrowed by department. */
const acting = (user: Principal): Principal => withReceived(user, ACCESS.delete);
