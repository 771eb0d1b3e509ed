import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
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
import { voidRecord } from '../batches/moves/void-batch.ts';
import { followChanges } from '../batches/moves/make-moves.ts';
import { readBatchRows } from '../batches/record/batch-rows.ts';
import { readVisible } from '../batches/record/batch-call.ts';
import { requireAction } from '../batches/record/batch-decision.ts';
import { definitionsOf, type DocumentDefinition } from '../batches/record/document-definition.ts';
import { reversalDatesOf } from '../batches/record/reversal-dates.ts';
import { servedTypes } from '../batches/record/served-types.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, notFound } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';
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
      const reversed_on = details.status === STATUS.APPROVED ? await reversalDays(db, acting(user), batch_number) : [];
      return { data: { ...details, reversed_on } };
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
    const person = acting(user);
    const input = await readVisible(db, { batch_number, types: RECEIVED_TYPES, user: person });
    if (input.batch.status === STATUS.ARCHIVED) {
      throw conflict('deleted', `Batch ${batch_number} was deleted already.`);
    }
    const reversed_on = input.batch.status === STATUS.APPROVED ? daysOf(input) : [];
    const decision = requireAction('void', input, person);
    const { status } = await voidRecord(db, input, person, { decision, reason: reason || REASON });
    await followChanges(db, definitions, [input.batch], 'void');
    return { data: { batch_number, status, reversed_on } };
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
function acting(user: Principal): Principal {
  const opened = Object.fromEntries(RECEIVED_TYPES.map((type) => [DOCUMENT_MODULES[type], ACCESS.delete]));
  return { ...user, levels: { ...user.levels, ...opened } };
}

async function reversalDays(db: Database, user: Principal, batch_number: string): Promise<string[]> {
  return daysOf(await readVisible(db, { batch_number, types: RECEIVED_TYPES, user }));
}

/** The days at which mirrors would be booked, each once. */
function daysOf(input: Parameters<typeof reversalDatesOf>[0]): string[] {
  return [...new Set([...reversalDatesOf(input).values()].filter((day) => day !== null))].toSorted();
}
