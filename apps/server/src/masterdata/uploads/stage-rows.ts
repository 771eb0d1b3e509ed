import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { bulkFields } from '@talaan/contract/resource/file-fields';
import type { ListSelection } from '@talaan/contract/resource/list-query';
import type { UploadAction } from '@talaan/contract/uploads/upload.contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { ROWS_AT_A_TIME, stageRows } from '../../platform/uploads/stage-rows.ts';
import type { WaitingRow } from '../../platform/uploads/upload.store.ts';
import { createUpload } from '../../platform/uploads/upload.store.ts';
import { cellOf, keysOfReferences } from '../records/file-columns.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findFlatRecords, findIds } from '../records/read-records.ts';

/** Name and owner of the rows that are about to wait. */
export interface UploadName {
  readonly id: string;
  readonly user_id: number;
}

/** What is done to every record of a selection: fields with their new wire values, or deletion. */
export type BulkStep =
  | { readonly action: 'save'; readonly change: Readonly<Record<string, string | number | null>> }
  | { readonly action: 'delete' };

/**
 * Makes a row of every record that the selection finds: its code and name, to be recognised by, and the new values. Throws
 * 422 for a field that records cannot be given together, for no record, and for more than `most` of them.
 */
export async function stageSelection(
  db: Database,
  resource: ServedResource,
  name: UploadName,
  { selection, step, most }: { selection: ListSelection; step: BulkStep; most: number },
): Promise<void> {
  const { definition } = resource;
  const shown = shownFields(definition);
  const keys = await keysOfReferences(db, definition);
  const change = step.action === 'save' ? changedCells(definition, step.change, keys) : [];
  const ids = await findIds(db, resource, selection);
  if (ids.length === 0) throw invalid({ ids: ['No record is chosen.'] });
  if (ids.length > most) throw invalid({ ids: [`At most ${most.toLocaleString('en')} records at once.`] });
  await createUpload(db, {
    ...name,
    kind: definition.name,
    action: step.action satisfies UploadAction,
    file_name: null,
    format: null,
    header: [...shown, ...change.map(({ field }) => field)].map((field) => fieldOf(definition, field).label),
    columns: [...shown.map(() => null), ...change.map(({ field }) => field)],
  });
  const cellOfField = (field: string, value: unknown) =>
    String(cellOf(field, fieldOf(definition, field), value, keys) ?? '');
  const rows = async function* (): AsyncGenerator<WaitingRow> {
    for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME) {
      const records = await findFlatRecords(db, resource, ids.slice(at, at + ROWS_AT_A_TIME));
      for (const [index, record] of records.entries()) {
        const named = shown.map((field) => cellOfField(field, record[field]));
        yield { row: at + index + 1, record_id: record.id, cells: [...named, ...change.map(({ cell }) => cell)] };
      }
    }
  };
  await stageRows(db, name.id, rows());
}

/** Fields that a record is recognised by. */
export function shownFields({ dropdown }: AnyResource): string[] {
  return [...new Set([dropdown.code, ...dropdown.name])];
}

function changedCells(
  definition: AnyResource,
  change: Readonly<Record<string, string | number | null>>,
  keys: Awaited<ReturnType<typeof keysOfReferences>>,
): { field: string; cell: string }[] {
  const allowed = new Set(bulkFields(definition).map(({ name }) => name));
  const given = Object.entries(change);
  if (given.length === 0) throw invalid({ change: ['Name at least one field and its new value.'] });
  return given.map(([field, value]) => {
    if (!allowed.has(field)) throw invalid({ change: [`${field} cannot be changed for many records at once.`] });
    return { field, cell: String(cellOf(field, fieldOf(definition, field), value, keys) ?? '') };
  });
}
