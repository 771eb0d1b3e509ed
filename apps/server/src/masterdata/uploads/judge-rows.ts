import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { EnteredField } from '@talaan/contract/resource/field-value';
import { readFieldValue } from '@talaan/contract/resource/field-value';
import { ambiguityOf } from '@talaan/contract/resource/file-fields';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { Verdict } from '@talaan/contract/uploads/upload.contract';
import type { Problem } from '../../platform/http/problem.ts';
import { createTurns } from '../../platform/uploads/give-way.ts';
import type { WaitingRow } from '../../platform/uploads/upload.store.ts';
import type { EntryFault } from '../records/entry-faults.ts';
import { cellOf, choiceLabels } from '../records/file-columns.ts';
import type { ReferenceKeys } from '../records/file-columns.ts';
import type { ServedResource } from '../records/served-resource.ts';
import { findFlatRecords } from '../records/read-records.ts';
import { findRefusals } from '../records/refusals.ts';
import type { ResolvedReferences } from '../writing/references.ts';
import type { Change, Entry, StoredRecord, WriteContext } from '../records/resource-override.ts';
import { findTaken, keyText, nameKey, namesInKeys, seenKeysOf } from '../writing/unique-keys.ts';
import { checkWholeEntry } from '../records/whole-entry.ts';
import type { OtherRows } from '../writing/write-records.ts';
import { differingFields, isUnchanged, judgeChanges } from '../writing/write-records.ts';
import type { FieldColumn } from './upload-columns.ts';

/** Why a row is refused whose record is not there any more. */
export const GONE = 'This record was deleted meanwhile.';

/** What the rows of an upload share while they are judged part by part. */
export interface RowSurroundings {
  readonly columns: readonly FieldColumn[];
  readonly keys: ReferenceKeys;
  readonly others: OtherRows;
}

/** One row after its check; `change` is null when the row makes no whole entry. */
export interface JudgedRow {
  readonly row: WaitingRow;
  readonly change: Change | null;
  readonly faults: readonly Pick<EntryFault, 'field' | 'message'>[];
}

/**
 * Checks rows as the dialog and the database would, set by set; a faulty row does not hide the faults of the others. A
 * row belongs to the record that it names by Record ID, else to the one with the same unique fields, else it is new; what
 * it has no column for keeps its value. With `lock` nobody else changes the found records until the transaction ends.
 */
export async function judgeRows(
  context: WriteContext,
  resource: ServedResource,
  surroundings: RowSurroundings,
  rows: readonly WaitingRow[],
  { lock }: { lock: boolean },
): Promise<{ judged: JudgedRow[]; ids: ResolvedReferences }> {
  const { definition } = resource;
  const faults: EntryFault[] = [];
  const given = rows.map((row) => readRow(surroundings, row.cells));
  const stored = await findStored(context, resource, surroundings, { rows, given, faults, lock });
  const changes: Change[] = [];
  const places: number[] = [];
  const doubtful = new Set(faults.map(({ index }) => index));
  const giveWay = createTurns();
  for (const [index, entry] of given.entries()) {
    await giveWay();
    const unclear = unclearCells(surroundings, rows[index]!.cells);
    faults.push(...unclear.map((fault) => ({ ...fault, index })));
    const whole = checkWholeEntry(definition, stored[index] ?? null, withStoredKey(definition, stored[index], entry));
    if (!whole.ok) {
      const others = whole.faults.filter(({ field }) => unclear.every((fault) => fault.field !== field));
      faults.push(...others.map((fault) => ({ ...fault, index })));
    } else if (unclear.length === 0 && !doubtful.has(index)) {
      changes.push({ stored: stored[index] ?? null, entry: whole.entry });
      places.push(index);
    }
  }
  const { ids, faults: found } = await judgeChanges(context, resource, changes, surroundings.others);
  faults.push(...found.map((fault) => ({ ...fault, index: places[fault.index]! })));
  for (const [at, refusal] of await findRefusals(context, resource, changes)) {
    faults.push({ ...faultOf(definition, refusal), index: places[at]!, kind: 'invalid' });
  }
  const changeAt = new Map(places.map((index, at) => [index, changes[at]!]));
  const faultsAt = new Map<number, EntryFault[]>();
  for (const fault of faults) faultsAt.set(fault.index, [...(faultsAt.get(fault.index) ?? []), fault]);
  return {
    ids,
    judged: rows.map((row, index) => ({
      row,
      change: changeAt.get(index) ?? null,
      faults: faultsAt.get(index) ?? [],
    })),
  };
}

/** What a judged row would do. */
export function verdictOf(definition: AnyResource, { change, faults }: JudgedRow): Verdict {
  if (faults.length > 0 || change === null) return 'refused';
  if (change.stored === null) return 'new';
  return isUnchanged(definition, change) ? 'unchanged' : 'changed';
}

/** What a changed record holds now where its row has something else: texts by number of the column. */
export function textsBefore(
  definition: AnyResource,
  { columns, keys }: Pick<RowSurroundings, 'columns' | 'keys'>,
  { stored, entry }: Change,
): Record<string, string> {
  if (stored === null) return {};
  const differing = new Set(differingFields(definition, stored, entry).map(([name]) => name));
  return Object.fromEntries(
    columns
      .filter(({ name }) => differing.has(name))
      .map(({ at, name, shape }) => [at, String(cellOf(name, shape, stored[name], keys) ?? '')]),
  );
}

/** The fault that a refusal of the whole record means: under its first field, else under the record's key. */
export function faultOf(definition: AnyResource, problem: Problem): Pick<EntryFault, 'field' | 'message'> {
  const [field, messages] = Object.entries(problem.details.errors ?? {})[0] ?? [definition.key, [problem.message]];
  const message = messages[0] ?? problem.message;
  return { field, message: problem.code === 'confirm' ? `${message} That is answered in its form.` : message };
}

function readRow({ columns, keys }: RowSurroundings, cells: readonly string[]): Entry {
  return Object.fromEntries(columns.map((column) => [column.name, readCell(column, cells[column.at] ?? '', keys)]));
}

/** A cell in its wire form: a label becomes the stored value, a key the Record ID; the schema judges the rest. */
function readCell({ name, shape }: FieldColumn, cell: string, keys: ReferenceKeys): unknown {
  if (cell === '') return null;
  const text = cell.trim();
  for (const [value, label] of choiceLabels(shape) ?? []) if (label.toLowerCase() === text.toLowerCase()) return value;
  return keys.get(name)?.idOf.get(text) ?? cell;
}

/** Cells that say nothing certain: a date or figure of two readings, a code that no record has. */
function unclearCells({ columns, keys }: RowSurroundings, cells: readonly string[]) {
  return columns.flatMap((column) => {
    const cell = cells[column.at] ?? '';
    const message = ambiguityOf(column.shape, cell) ?? unknownCodeOf(column, cell, keys);
    return message === null ? [] : [{ field: column.name, message, kind: 'invalid' as const }];
  });
}

/** What is wrong with a code that no record has, where the wire has a Record ID: it and its list are named. */
function unknownCodeOf(column: FieldColumn, cell: string, keys: ReferenceKeys): string | null {
  const { name, shape } = column;
  const isKnown = !keys.has(name) || cell === '' || readFieldValue(shape, readCell(column, cell, keys)).ok;
  if (isKnown || shape.kind !== 'reference') return null;
  return `${shape.label} ${cell.trim()} does not exist under ${resourceNamed(shape.to).module}.`;
}

interface GivenRows {
  readonly rows: readonly WaitingRow[];
  readonly given: readonly Entry[];
  readonly faults: EntryFault[];
  readonly lock: boolean;
}

/** The stored record of each row; undefined for a new one. Adds a fault for a record that two rows name, or that is gone. */
async function findStored(
  context: WriteContext,
  resource: ServedResource,
  { others }: RowSurroundings,
  { rows, given, faults, lock }: GivenRows,
): Promise<(StoredRecord | undefined)[]> {
  const { definition } = resource;
  const unique = definition.unique[0]!;
  const key = unique.map((name) => [name, fieldOf(definition, name) as EnteredField] as const);
  const wanted = rows.map((row, index) =>
    typeof row.record_id !== 'number' ? key.map(([name, shape]) => storedForm(shape, given[index]![name])) : null,
  );
  const complete = wanted.filter((values) => values !== null && !values.includes(null)) as unknown[][];
  const taken = await findTaken(context.db, resource, unique, complete);
  const ids = rows.map((row, index) => row.record_id ?? taken.get(keyText(wanted[index] ?? [])));
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  const records = await findFlatRecords(context.db, resource, known, { lock });
  const byId = new Map(records.map((record) => [record.id, record]));
  const names = await namesInKeys(context.db, definition, unique, complete);
  const earlier = seenKeysOf(others.seen, ['row', ...unique]);
  for (const [index, values] of wanted.entries()) {
    if (values === null) {
      if (byId.has(ids[index]!)) continue;
      faults.push({ index, field: definition.key, message: GONE, kind: 'invalid' });
    } else if (!values.includes(null)) {
      const text = keyText(values);
      if (earlier.has(text)) {
        const message = `${nameKey(definition, unique, values, names)} occurs twice.`;
        faults.push({ index, field: unique.at(-1)!, message, kind: 'duplicate' });
      }
      earlier.add(text);
    }
  }
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)));
}

/** A row that found its record by key keeps the key as it is stored, whatever the case of the letters in the file. */
function withStoredKey(definition: AnyResource, stored: StoredRecord | undefined, entry: Entry): Entry {
  if (!stored) return entry;
  const key = definition.unique[0]!.filter((name) => name in entry);
  return { ...entry, ...Object.fromEntries(key.map((name) => [name, stored[name]])) };
}

/** A key's cell as the record would hold it ('01' finds period 1); null for what the field refuses. */
function storedForm(shape: EnteredField, given: unknown): unknown {
  const reading = readFieldValue(shape, given);
  return reading.ok ? reading.value : null;
}
