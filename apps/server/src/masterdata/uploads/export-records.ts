import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { ListSelection } from '@talaan/contract/resource/list-query';
import { listHeading } from '../../ledger/issuer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import type { CellKind, Sheet, SheetColumn, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { cellOf, keysOfReferences, sheetFields } from '../records/file-columns.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findIds, findFlatRecords } from '../records/read-records.ts';

/** Records that are read at a time, so that memory does not grow with the list. */
const CHUNK = 500;

/** The call that asks for a file. */
export interface ExportCall {
  readonly db: Database;
  readonly user: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Streams every record that the selection finds as a file named `{list}_{unix seconds}.{format}`: typed cells, choices
 * by their labels, references by their keys. The same file can be imported again. The trail keeps who took how many
 * records out, and by which filters.
 */
export async function exportRecords(
  services: Pick<RouteServices, 'inTransaction'>,
  call: ExportCall,
  resource: ServedResource,
  selection: ListSelection & { format: 'xlsx' | 'csv' },
): Promise<undefined> {
  const { db, user, reply } = call;
  const { definition } = resource;
  const ids = await findIds(db, resource, selection);
  await noteTakenOut(services, call, {
    action: 'export',
    table: definition.table,
    of: definition.title.many,
    facts: { ...selection, ids: selection.ids?.length ?? null, rows: ids.length },
  });
  const sheet = sheetOfRecords(db, resource, async () => ids);
  const name = definition.title.many.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const file = exportFileName(name, Date.now(), selection.format);
  return sendSheet(reply, { ...sheet, heading: await listHeading(db, user, sheet.title) }, file, selection.format);
}

/** A list as a sheet: the records of those ids in their order, which are asked for when the first row is. */
export function sheetOfRecords(db: Database, resource: ServedResource, idsOf: () => Promise<readonly number[]>): Sheet {
  const { definition } = resource;
  const fields = sheetFields(definition);
  return {
    title: definition.title.many,
    columns: [{ header: 'Record ID', kind: 'integer', width: 10 }, ...fields.map(([, shape]) => sheetColumn(shape))],
    rows: sheetRows(db, resource, fields, idsOf),
  };
}

async function* sheetRows(
  db: Database,
  resource: ServedResource,
  fields: readonly [string, FieldShape][],
  idsOf: () => Promise<readonly number[]>,
): AsyncGenerator<SheetRow> {
  const ids = await idsOf();
  const keys = await keysOfReferences(db, resource.definition);
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const record of await findFlatRecords(db, resource, ids.slice(at, at + CHUNK))) {
      yield { cells: [record.id, ...fields.map(([name, shape]) => cellOf(name, shape, record[name], keys))] };
    }
  }
}

/** The column of a field in a file. */
export function sheetColumn(shape: FieldShape): SheetColumn {
  return { header: shape.label, kind: cellKindOf(shape), width: widthOf(shape) };
}

function cellKindOf(shape: FieldShape): CellKind {
  switch (shape.kind) {
    case 'integer':
      return 'integer';
    case 'amount':
    case 'percent':
      return 'amount';
    case 'rate':
      return 'rate';
    case 'date':
      return 'date';
    default:
      return shape.kind === 'generated' && shape.type === 'integer' ? 'integer' : 'text';
  }
}

function widthOf(shape: FieldShape): number {
  switch (shape.kind) {
    case 'amount':
    case 'rate':
      return 18;
    case 'general':
    case 'address':
    case 'lookup':
      return 32;
    default:
      return 16;
  }
}
