import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { FieldShape } from '@talaan/contract/resource/field';
import { isWritable } from '@talaan/contract/resource/field';
import type { EnteredField } from '@talaan/contract/resource/field-value';
import { readFieldValue } from '@talaan/contract/resource/field-value';
import { LISTED_FAULTS } from '@talaan/contract/resource/resource-routes';
import type { ImportFault, ImportResult } from '@talaan/contract/resource/resource-routes';
import { invalid, Problem } from '../platform/http/problem.ts';
import type { UploadedFile } from '../platform/http/principal.ts';
import { readTableFile } from '../platform/spreadsheet/table-file.ts';
import type { EntryFault } from './entry-faults.ts';
import { choiceLabels, keysOfReferences, sheetFields } from './file-columns.ts';
import type { ReferenceKeys } from './file-columns.ts';
import type { ServedResource } from './read-records.ts';
import { findFlatRecords } from './read-records.ts';
import type { ResolvedReferences } from './references.ts';
import type { Change, Entry, StoredRecord, WriteContext } from './resource-override.ts';
import { findTaken, keyText } from './unique-keys.ts';
import { checkWholeEntry } from './whole-entry.ts';
import { insertRecords, isUnchanged, judgeChanges, storeChange } from './write-records.ts';

/**
 * Adds and changes records from a CSV or XLSX file, all or nothing. A row belongs to the record with the same unique
 * fields, else it is a new one; a column that the file does not have keeps its values; inner rows and passwords do not
 * travel in files. The same file again changes nothing. With `dryRun` everything is done and taken back, so that a clean
 * preview is also a clean import. Faults name row, column and value: listed in a preview, 422 `import_refused` otherwise.
 */
export async function importRecords(
  context: WriteContext,
  resource: ServedResource,
  files: readonly UploadedFile[],
  dryRun: boolean,
): Promise<ImportResult> {
  const [file, another] = files;
  if (!file || another) throw invalid({ upload_file: ['Send one CSV or XLSX file.'] });
  const table = await readTableFile(file);
  const columns = readHeader(resource.definition, table.header);
  const keys = await keysOfReferences(context.db, resource.definition);
  const rows = table.rows.flatMap((cells, at) =>
    cells.some((cell) => cell !== '') ? [{ line: at + 2, cells, given: readRow(columns, cells, keys) }] : [],
  );
  const judged = await judgeRows(
    context,
    resource,
    rows.map((row) => row.given),
  );
  const { changes, faults } = judged;
  const listed = faults.map((fault): ImportFault => {
    const row = rows[fault.index]!;
    const at = columns.findIndex((column) => column?.name === fault.field);
    const label = resource.definition.fields[fault.field]?.label ?? fault.field;
    return { row: row.line, column: label, value: (row.cells[at] ?? '').slice(0, 200), message: fault.message };
  });
  if (faults.length > 0 && !dryRun) throw refuseImport(listed);
  if (faults.length === 0) await storeChanges(context, resource, judged, dryRun);
  return {
    dry_run: dryRun,
    rows: rows.length,
    ...countChanges(resource.definition, changes),
    fault_count: faults.length,
    faults: listed.slice(0, LISTED_FAULTS),
  };
}

interface FieldColumn {
  readonly name: string;
  readonly shape: FieldShape;
}

/** The field of each column, by label or wire name; null for the columns that a file shows but nobody enters. */
function readHeader(definition: AnyResource, header: readonly string[]): (FieldColumn | null)[] {
  const fields = sheetFields(definition);
  const known = new Map<string, FieldColumn | null>([
    ['record id', null],
    ['id', null],
  ]);
  const entered = fields.map(([name, shape]) => ({ name, shape, column: isWritable(shape) ? { name, shape } : null }));
  for (const { name, column } of entered) known.set(name, column);
  for (const { shape, column } of entered) known.set(shape.label.toLowerCase(), column);
  const columns = header.map((text) => {
    const column = known.get(text.trim().toLowerCase());
    if (column === undefined) {
      const names = fields.map(([, shape]) => shape.label).join(', ');
      throw invalid({ file: [`Column '${text}' is not known. The columns are: ${names}.`] }, 'unknown_column');
    }
    return column;
  });
  const names = columns.flatMap((column) => (column ? [column.name] : []));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw invalid({ file: [`Column '${fieldOf(definition, twice).label}' occurs twice.`] }, 'double_column');
  const missing = definition.unique[0]!.find((name) => !names.includes(name));
  if (missing)
    throw invalid({ file: [`Column '${fieldOf(definition, missing).label}' is missing.`] }, 'missing_column');
  return columns;
}

function readRow(columns: readonly (FieldColumn | null)[], cells: readonly string[], keys: ReferenceKeys): Entry {
  const given: Record<string, unknown> = {};
  columns.forEach((column, at) => {
    if (column) given[column.name] = readCell(column, cells[at] ?? '', keys);
  });
  return given;
}

/** A cell in its wire form: a label becomes the stored value, a key the Record ID; the schema judges the rest. */
function readCell({ name, shape }: FieldColumn, cell: string, keys: ReferenceKeys): unknown {
  if (cell === '') return null;
  const text = cell.trim().toLowerCase();
  for (const [value, label] of choiceLabels(shape) ?? []) if (label.toLowerCase() === text) return value;
  return keys.get(name)?.idOf.get(cell.trim()) ?? cell;
}

interface JudgedRows {
  readonly changes: readonly Change[];
  readonly ids: ResolvedReferences;
  readonly faults: readonly EntryFault[];
}

/** Rows that are checked before other requests get their turn. */
const ROWS_AT_A_TIME = 200;

/** Checks rows as the dialog and the database would, set by set; a faulty row does not hide the faults of the others. */
async function judgeRows(context: WriteContext, resource: ServedResource, rows: readonly Entry[]): Promise<JudgedRows> {
  const stored = await findStored(context, resource, rows);
  const faults: EntryFault[] = [];
  const changes: Change[] = [];
  const places: number[] = [];
  for (const [index, given] of rows.entries()) {
    if (index % ROWS_AT_A_TIME === 0) await setImmediate();
    const whole = checkWholeEntry(resource.definition, stored[index] ?? null, given);
    if (whole.ok) {
      changes.push({ stored: stored[index] ?? null, entry: whole.entry });
      places.push(index);
    } else {
      faults.push(...whole.faults.map((fault) => ({ ...fault, index })));
    }
  }
  const judged = await judgeChanges(context, resource, changes);
  faults.push(...judged.faults.map((fault) => ({ ...fault, index: places[fault.index]! })));
  for (const [at, change] of changes.entries()) {
    try {
      await resource.override.refuseChange?.(context, change);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push({ index: places[at]!, field: resource.definition.key, message: error.message, kind: 'invalid' });
    }
  }
  return { changes, ids: judged.ids, faults: faults.toSorted((left, right) => left.index - right.index) };
}

/** The stored record of each row, by the unique fields; undefined for a new one. */
async function findStored(
  context: WriteContext,
  resource: ServedResource,
  rows: readonly Entry[],
): Promise<(StoredRecord | undefined)[]> {
  const { definition } = resource;
  const key = definition.unique[0]!.map((name) => [name, fieldOf(definition, name) as EnteredField] as const);
  const wanted = rows.map((given) => key.map(([name, shape]) => storedForm(shape, given[name])));
  const complete = wanted.filter((values) => !values.includes(null));
  const taken = await findTaken(context.db, resource, definition.unique[0]!, complete);
  const records = await findFlatRecords(context.db, resource, [...new Set(taken.values())], { lock: true });
  const byId = new Map(records.map((record) => [record.id, record]));
  return wanted.map((values) => byId.get(taken.get(keyText(values)) ?? 0));
}

/** A key's cell as the record would hold it ('01' finds period 1); null for what the field refuses. */
function storedForm(shape: EnteredField, given: unknown): unknown {
  const reading = readFieldValue(shape, given);
  return reading.ok ? reading.value : null;
}

function countChanges(definition: AnyResource, changes: readonly Change[]) {
  const added = changes.filter((change) => change.stored === null).length;
  const unchanged = changes.filter((change) => isUnchanged(definition, change)).length;
  return { added, changed: changes.length - added - unchanged, unchanged };
}

/** Nothing that travels in a file is an inner row. */
const NO_PARTS: ReadonlySet<string> = new Set();

async function storeChanges(
  context: WriteContext,
  resource: ServedResource,
  { changes, ids }: JudgedRows,
  dryRun: boolean,
): Promise<void> {
  if (dryRun) await sql`savepoint preview`.execute(context.db);
  const added = changes.filter((change) => change.stored === null);
  if (added.length > 0) await insertRecords(context, resource, added, ids);
  for (const { stored, entry } of changes) {
    if (stored) await storeChange(context, resource, { stored, entry }, ids, NO_PARTS);
  }
  if (!dryRun) return;
  await sql`set constraints all immediate`.execute(context.db);
  await sql`rollback to savepoint preview`.execute(context.db);
}

function refuseImport(faults: readonly ImportFault[]): Problem {
  const errors: Record<string, string[]> = {};
  for (const fault of faults.slice(0, LISTED_FAULTS)) {
    (errors[`row ${fault.row}`] ??= []).push(`Row ${fault.row.toLocaleString('en')}: ${fault.message}`);
  }
  const first = `Row ${faults[0]!.row.toLocaleString('en')}: ${faults[0]!.message}`;
  const more = faults.length > 1 ? ` And ${(faults.length - 1).toLocaleString('en')} more.` : '';
  return new Problem(422, 'import_refused', `${first}${more}`, {
    errors,
    fault_count: faults.length,
    faults: faults.slice(0, LISTED_FAULTS),
  });
}
