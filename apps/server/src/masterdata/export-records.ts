import type { FastifyReply } from 'fastify';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { ListSelection } from '@talaan/contract/resource/list-query';
import type { Database } from '../platform/database.ts';
import { writeCsv } from '../platform/spreadsheet/csv-writer.ts';
import { exportFileName, FILE_TYPES } from '../platform/spreadsheet/sheet.ts';
import type { Cell, CellKind, SheetRow } from '../platform/spreadsheet/sheet.ts';
import { writeXlsx } from '../platform/spreadsheet/xlsx-writer.ts';
import { choiceLabels, keysOfReferences, sheetFields } from './file-columns.ts';
import type { ReferenceKeys } from './file-columns.ts';
import type { ServedResource } from './read-records.ts';
import { findIds, findFlatRecords } from './read-records.ts';
import type { StoredRecord } from './resource-override.ts';

/** Records that are read at a time, so that memory does not grow with the list. */
const CHUNK = 500;

/**
 * Streams every record that the selection finds as a file named `{list}_{unix seconds}.{format}`: typed cells, choices
 * by their labels, references by their keys. The same file can be imported again.
 */
export async function exportRecords(
  db: Database,
  resource: ServedResource,
  selection: ListSelection & { format: 'xlsx' | 'csv' },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { definition } = resource;
  const fields = sheetFields(definition);
  const sheet = {
    title: definition.title.many,
    columns: [
      { header: 'Record ID', kind: 'integer' as const, width: 10 },
      ...fields.map(([, shape]) => ({ header: shape.label, kind: cellKindOf(shape), width: widthOf(shape) })),
    ],
    rows: sheetRows(db, resource, fields, await findIds(db, resource, selection)),
  };
  const name = definition.title.many.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const file = exportFileName(name, Date.now(), selection.format);
  return reply
    .type(FILE_TYPES[selection.format])
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(selection.format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet));
}

async function* sheetRows(
  db: Database,
  resource: ServedResource,
  fields: readonly [string, FieldShape][],
  ids: readonly number[],
): AsyncGenerator<SheetRow> {
  const keys = await keysOfReferences(db, resource.definition);
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const record of await findFlatRecords(db, resource, ids.slice(at, at + CHUNK))) {
      yield { cells: [record.id, ...fields.map(([name, shape]) => cellOf(name, shape, record, keys))] };
    }
  }
}

function cellOf(name: string, shape: FieldShape, record: StoredRecord, keys: ReferenceKeys): Cell {
  const value = record[name] as Cell;
  if (value === null) return null;
  const labels = choiceLabels(shape);
  if (labels) return labels.get(String(value)) ?? value;
  return keys.get(name)?.keyOf.get(value as number) ?? value;
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
