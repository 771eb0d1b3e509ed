import { guessColumns } from '@talaan/contract/uploads/guess-columns';
import { FAULTS_TOLD, type FileFault } from '@talaan/contract/integration/uploaded-batches.contract';
import type { FaultRule } from '@talaan/core/integration/fault-rules';
import { MOVING_FILES, type MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { readUploadedRow, type DateOrder } from '@talaan/core/integration/read-cells';
import type { Database } from '../../platform/database/database.ts';
import { invalid, Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { openTableFile } from '../../platform/spreadsheet/table-file.ts';
import { createTurns } from '../../platform/uploads/give-way.ts';
import { ROWS_AT_A_TIME } from '../../platform/uploads/stage-rows.ts';
import { missingColumns, placeColumns, type NamedColumn } from '../uploads/file-columns.ts';
import { RecordNames, type AskedName, type KnownRecord } from '../uploads/record-names.ts';
import { refusedFile } from '../uploads/refused-file.ts';
import { checkRow, type ReadCells, type RowChecks } from './check-row.ts';
import type { StagedRow } from './moving-in.store.ts';
import { findInvoices } from './row-checks.store.ts';

type OwnFault = Pick<FileFault, 'row' | 'value' | 'rule' | 'message'> & { readonly column: string | null };

interface GivenFile {
  readonly kind: MovingKind;
  readonly file: UploadedFile;
  /** Names of the columns in the order of the file, as JSON; guessed where absent. */
  readonly columns: string | undefined;
  readonly date_order: DateOrder;
}

/** How a file is read: its headings, and the column that each of them was taken for. */
interface FileReading {
  readonly header: readonly string[];
  readonly columns: readonly (string | null)[];
}

/**
 * Reads a file of a move into rows: each cell in its form, each name found and in use, each row by the rules of its kind. Nothing is
 * written. Throws as `openTableFile` does, and 422 with every fault by row and column, and how the file was read.
 */
export async function readMovingFile(
  database: Database,
  { kind, file, columns: given, date_order }: GivenFile,
  checks: RowChecks,
): Promise<StagedRow[]> {
  const table = await openTableFile(file);
  const { header } = table;
  const names =
    given === undefined
      ? guessColumns(MOVING_FILES[kind].columns, header).map(({ field }) => field)
      : namesOf(given, header.length);
  const reading = { header, columns: names };
  const reader = new FileReader(database, kind, columnsOf(kind, reading), checks);
  const turn = createTurns();
  let waiting: { row: number; cells: readonly string[] }[] = [];
  for await (const row of table.rows) {
    waiting.push(row);
    if (waiting.length === ROWS_AT_A_TIME) {
      await reader.take(waiting, date_order);
      waiting = [];
      await turn();
    }
  }
  await reader.take(waiting, date_order);
  return reader.finish(reading);
}

/** The columns of a file with their places. Throws 422 for a name that is none, one that is given twice, and a column that misses. */
function columnsOf(kind: MovingKind, reading: FileReading): NamedColumn[] {
  const known = MOVING_FILES[kind].columns;
  const placed = placeColumns(known, reading.header, reading.columns);
  const missing = missingColumns(known, placed);
  if (missing.length === 0) return placed;
  throw new Problem(422, 'missing_columns', missing.join(' '), { errors: { columns: missing }, ...reading });
}

function namesOf(given: string, count: number): (string | null)[] {
  try {
    const names: unknown = JSON.parse(given);
    const isName = (name: unknown) => name === null || typeof name === 'string';
    if (Array.isArray(names) && names.length === count && names.every(isName)) return names;
  } catch {
    // Told below: it is no JSON.
  }
  throw invalid({ columns: [`The file has ${count} columns; name one or null for each.`] });
}

class FileReader {
  readonly #database: Database;
  readonly #kind: MovingKind;
  readonly #columns: readonly NamedColumn[];
  readonly #checks: RowChecks;
  readonly #names: RecordNames;
  readonly #faults: OwnFault[] = [];
  readonly #rows: StagedRow[] = [];

  constructor(database: Database, kind: MovingKind, columns: readonly NamedColumn[], checks: RowChecks) {
    this.#database = database;
    this.#kind = kind;
    this.#columns = columns;
    this.#checks = checks;
    this.#names = new RecordNames(database);
  }

  async take(rows: readonly { row: number; cells: readonly string[] }[], order: DateOrder): Promise<void> {
    const file = { ...MOVING_FILES[this.#kind], source: '' };
    const read = rows.map(({ row, cells }) => ({ row, ...readUploadedRow(file, this.#columns, cells, order) }));
    await this.#names.load(read.flatMap(({ values }) => this.#askedOf(values)));
    if (this.#kind === 'invoices') {
      const numbers = read.flatMap(({ values }) => values['number']?.toUpperCase() ?? []);
      for (const number of await findInvoices(this.#database, numbers)) this.#checks.taken_invoices.add(number);
    }
    for (const { row, values, faults } of read) {
      const records: Record<string, KnownRecord> = {};
      const own = [...faults];
      for (const { column, by_id } of this.#columns) {
        const asked = this.#asked(column, by_id, values);
        if (asked === null) continue;
        const found = this.#names.find(asked);
        if ('record' in found) records[column.name] = found.record;
        else own.push({ column: column.name, value: asked.text, ...found });
      }
      const add = (name: string | null, rule: FaultRule, message: string) =>
        own.push({ column: name, value: name === null ? '' : (values[name] ?? ''), rule, message });
      const cells: ReadCells = { row, values, records, add };
      // A row whose cells cannot be read has nothing that rules could look at.
      const staged = own.length > 0 ? null : checkRow(this.#kind, cells, this.#checks);
      if (own.length === 0 && staged) this.#rows.push(staged);
      for (const fault of own) this.#faults.push({ row, ...fault });
    }
  }

  /** The rows; throws with the faults, the nearest code beside an unknown one. */
  async finish(reading: FileReading): Promise<StagedRow[]> {
    if (this.#faults.length > 0) {
      const told: FileFault[] = [];
      for (const fault of this.#faults.slice(0, FAULTS_TOLD)) told.push(await this.#told(fault));
      throw refusedFile(told, this.#faults.length, reading);
    }
    if (this.#rows.length === 0) throw invalid({ rows: ['The file has no rows below its heading.'] }, 'no_rows');
    return this.#rows;
  }

  async #told({ column: name, ...fault }: OwnFault): Promise<FileFault> {
    const placed = this.#columns.find(({ column }) => column.name === name);
    const asked = placed && this.#asked(placed.column, placed.by_id, { [placed.column.name]: fault.value });
    const near =
      asked && !asked.by_id && fault.rule.startsWith('unknown_')
        ? await this.#names.near(asked.kind, asked.text)
        : null;
    const message = near === null ? fault.message : `${fault.message} Did you mean ${near.code} ${near.name}?`;
    return { ...fault, message, column: placed?.at ?? null, label: placed?.column.label ?? null, near };
  }

  #askedOf(values: Readonly<Record<string, string>>): AskedName[] {
    return this.#columns.flatMap(({ column, by_id }) => this.#asked(column, by_id, values) ?? []);
  }

  /** What a cell names; the bank of an issued cheque is an own account, that of a received one a name. */
  #asked(
    { name, names }: NamedColumn['column'],
    by_id: boolean,
    values: Readonly<Record<string, string>>,
  ): AskedName | null {
    const text = values[name];
    const isOwnBank = name === 'bank_name' && /^i/i.test(values['direction'] ?? '');
    const kind = isOwnBank ? 'bank' : names;
    return kind && text ? { kind, text, by_id: by_id && !isOwnBank, within: '' } : null;
  }
}
