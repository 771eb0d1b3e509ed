import type { FaultRule } from '@talaan/core/integration/fault-rules';
import { readUploadedRow, type UploadedRow } from '@talaan/core/integration/read-cells';
import { UPLOAD_FILES } from '@talaan/core/integration/upload-columns';
import { amountText, parseAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { ROWS_AT_A_TIME } from '../../platform/uploads/stage-rows.ts';
import { nextWaitingRows, waitingRowsOf, type WaitingRow } from '../../platform/uploads/upload.store.ts';
import type { NamedColumn } from './file-columns.ts';
import type { AskedName, RecordNames } from './record-names.ts';
import type { WaitingFile } from './uploads.store.ts';

/** What is wrong with a row of a file, by the name of its column. */
export interface RowFault {
  readonly row: number;
  readonly column: string | null;
  readonly value: string;
  readonly rule: FaultRule;
  readonly message: string;
  readonly near: { readonly code: string; readonly name: string } | null;
}

/** Faults by their places: of one cell one is told. */
export class FaultsByPlace {
  readonly #faults = new Map<string, RowFault>();
  readonly #rows = new Set<number>();
  readonly #unread = new Set<number>();

  add(fault: Omit<RowFault, 'near'>): void {
    const key = `${fault.row} ${fault.column ?? fault.message}`;
    this.#rows.add(fault.row);
    if (fault.rule === 'amount' || fault.rule === 'sides') this.#unread.add(fault.row);
    if (!this.#faults.has(key)) this.#faults.set(key, { ...fault, near: null });
  }

  /** Whether an amount of one of the rows cannot be read. */
  hasAmounts(rows: readonly UploadedRow[]): boolean {
    return rows.some(({ row }) => this.#unread.has(row));
  }

  hasRow(row: number): boolean {
    return this.#rows.has(row);
  }

  all(): RowFault[] {
    return [...this.#faults.values()];
  }
}

interface GivenFile {
  readonly upload: WaitingFile;
  readonly columns: readonly NamedColumn[];
  readonly names: RecordNames;
}

/**
 * Reads every cell of a file and finds what it names. Answers the faults, the sums and the row numbers of each batch: `rowsOf` reads
 * its rows once more, for together those of a large file take more memory than the server should.
 */
export async function readRows(database: Database, given: GivenFile, tell: (done: number) => void) {
  const { upload, columns, names } = given;
  const batches = new Map<string, number[]>();
  const faults = new FaultsByPlace();
  const sums = { debit: 0n, credit: 0n };
  let done = 0;
  for (let after = 0; ;) {
    const waiting = await nextWaitingRows(database, upload.id, { after, limit: ROWS_AT_A_TIME });
    if (waiting.length === 0) break;
    after = waiting.at(-1)!.row;
    const read = waiting.map((one) => readRow(given, one));
    await names.load(read.flatMap(({ values }) => askedOf(columns, values)));
    for (const { row, values, faults: own } of read) {
      for (const fault of own) faults.add({ row, ...fault });
      for (const fault of nameFaults(columns, values, names)) faults.add({ row, ...fault });
      sums.debit += parseAmount(values['debit_amount'] ?? values['debit_total'] ?? '') ?? 0n;
      sums.credit += parseAmount(values['credit_amount'] ?? '') ?? 0n;
      const batch_no = values['batch_no'] || upload.settings.batch_no;
      if (batch_no === '') {
        faults.add({ row, column: 'batch_no', value: '', rule: 'required', message: 'Batch no is required.' });
        continue;
      }
      const rows = batches.get(batch_no);
      if (rows) rows.push(row);
      else batches.set(batch_no, [row]);
    }
    tell((done += waiting.length));
  }
  return { batches, faults, debit: amountText(sums.debit), credit: amountText(sums.credit) };
}

/** The rows of these numbers, in their order, with the codes of what they name; `readRows` has looked that up. */
export async function rowsOf(database: Database, given: GivenFile, numbers: readonly number[]): Promise<UploadedRow[]> {
  const rows: UploadedRow[] = [];
  for (let at = 0; at < numbers.length; at += ROWS_AT_A_TIME) {
    const waiting = await waitingRowsOf(database, given.upload.id, numbers.slice(at, at + ROWS_AT_A_TIME));
    for (const one of waiting) {
      const { row, values } = readRow(given, one);
      nameFaults(given.columns, values, given.names);
      rows.push({ row, values });
    }
  }
  return rows;
}

function readRow({ upload: { kind, settings }, columns }: GivenFile, { row, cells }: WaitingRow) {
  return { row, ...readUploadedRow(UPLOAD_FILES[kind], columns, cells, settings.date_order) };
}

function askedOf(columns: readonly NamedColumn[], values: Readonly<Record<string, string>>): AskedName[] {
  return columns.flatMap(({ column, by_id }): AskedName[] => {
    const text = values[column.name];
    return column.names && text ? [{ kind: column.names, text, by_id, within: '' }] : [];
  });
}

/** Puts the codes of what a row names in the place of what it says; what is not found or not in use is a fault. */
function nameFaults(columns: readonly NamedColumn[], values: Record<string, string>, names: RecordNames) {
  const faults: Omit<RowFault, 'near' | 'row'>[] = [];
  let department = '';
  for (const { column, by_id } of columns) {
    const text = values[column.name];
    if (!column.names || !text) continue;
    // A section is one of its department, which stands before it.
    const within = column.names === 'section' ? department : '';
    const found = names.find({ kind: column.names, text, by_id, within });
    if ('record' in found) values[column.name] = found.record.code;
    if ('record' in found && column.name === 'department') department = found.record.code;
    if (!('record' in found)) faults.push({ column: column.name, value: text, ...found });
  }
  return faults;
}
