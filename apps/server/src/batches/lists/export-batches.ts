import type { EntryField, EntryFields } from '@talaan/contract/documents/declared-field';
import type { exportBatches as exportRoute } from '@talaan/contract/documents/desk.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import { ACCOUNTING_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { stateChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { amountText, requireSum } from '@talaan/core/money/money';
import { listHeading } from '../../ledger/issuer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call, RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import {
  exportFileName,
  type Cell,
  type Sheet,
  type SheetColumn,
  type SheetRow,
} from '../../platform/spreadsheet/sheet.ts';
import { readBatchRows, withFacts, type StoredBatchRow } from '../record/batch-rows.ts';
import { findAllBatches, type WholeListQuery } from './list-batches.ts';

/** Rows read at once, so that an export of any size takes little memory. */
const ROWS_AT_ONCE = 500;

/** A column of an exported list. */
type ExportColumn<Row> = SheetColumn & { cell(row: Row): Cell };

/** How a transaction list leaves as a file. */
export interface ExportedList<Row extends StoredBatchRow = StoredBatchRow> {
  /** Title of the sheet, and what the audit trail calls the list. */
  readonly title: string;
  /** The first part of the file's name. */
  readonly file: string;
  readonly types: readonly DocumentType[];
  readonly columns: readonly ExportColumn<Row>[];
  /** The batches with these ids, in their order, with what the columns show of them. */
  readonly rowsOf: (database: Database, ids: readonly string[]) => Promise<Row[]>;
  /** Sums of columns that are not added up row by row, by their heading, of the batches with these ids. */
  readonly sumsOf?: (database: Database, ids: readonly string[]) => Promise<readonly OwnSums[]>;
}

interface OwnSums {
  readonly currency: string;
  readonly archived: boolean;
  readonly sums: Readonly<Record<string, string>>;
}

const typeOf = (row: StoredBatchRow) => row.document_type as DocumentType;

/** Columns by what they show; each exported list takes its own. */
export const EXPORT_COLUMNS = {
  batchNumber: { header: 'Batch No.', kind: 'text', width: 12, cell: (row) => row.batch_number },
  documentNumber: { header: 'Document No.', kind: 'text', width: 14, cell: (row) => row.document_number },
  type: { header: 'Type', kind: 'text', width: 18, cell: (row) => DOCUMENT_TYPES[typeOf(row)].label },
  documentDate: {
    header: 'Document Date',
    kind: 'date',
    width: 14,
    cell: (row) => row.document_date.split(',')[0] ?? null,
  },
  payee: { header: 'Payee', kind: 'text', width: 32, cell: (row) => row.payee_desc },
  remarks: { header: 'Remarks', kind: 'text', width: 48, cell: (row) => row.remarks },
  currency: { header: 'Currency', kind: 'text', width: 9, cell: (row) => row.currency },
  totalAmount: { header: 'Total Amount', kind: 'amount', width: 18, cell: (row) => row.total_amount },
  totalDebit: { header: 'Total Debit', kind: 'amount', width: 18, cell: (row) => row.total_debit },
  totalCredit: { header: 'Total Credit', kind: 'amount', width: 18, cell: (row) => row.total_credit },
  amountInPesos: { header: 'Amount in Pesos', kind: 'amount', width: 18, cell: (row) => row.amount_php },
  status: {
    header: 'Status',
    kind: 'text',
    width: 16,
    cell: (row) => stateChip({ ...row, document_type: typeOf(row) }).label,
  },
  accountingStatus: {
    header: 'Accounting Status',
    kind: 'text',
    width: 18,
    cell: (row) => ACCOUNTING_STATUSES[row.accounting_status as keyof typeof ACCOUNTING_STATUSES].label,
  },
  preparer: { header: 'Preparer', kind: 'text', width: 24, cell: (row) => row.preparer },
  dateEncoded: { header: 'Date Encoded', kind: 'instant', width: 18, cell: (row) => row.date_encoded },
} as const satisfies Readonly<Record<string, ExportColumn<StoredBatchRow>>>;

const KINDS = { amount: 'amount', date: 'date', count: 'integer' } as const;
const WIDTHS = { amount: 18, date: 14, integer: 14, text: 24 } as const;

/** Columns of the declared fields of a list's rows, by their names and under their labels. */
export function fieldColumns<Fields extends EntryFields>(fields: Fields) {
  const columnOf = (name: string, { kind: stored, label = name, of }: EntryField): ExportColumn<object> => {
    const kind = KINDS[stored as keyof typeof KINDS] ?? 'text';
    const words = of as Readonly<Record<string, string>> | undefined;
    const cell = (row: object): Cell => {
      const value = (row as Readonly<Record<string, Cell>>)[name] ?? null;
      return words === undefined ? value : (words[String(value)] ?? null);
    };
    return { header: label, kind, width: WIDTHS[kind], cell };
  };
  const columns = Object.entries(fields).map(([name, field]) => [name, columnOf(name, field)]);
  return Object.fromEntries(columns) as { readonly [Name in keyof Fields]: ExportColumn<object> };
}

/** The list of a kind as a file, whose rows have facts beside their batches. */
export function listAsFile<Facts>(
  { module, types }: DocumentKind,
  {
    readFacts,
    ...own
  }: Pick<ExportedList<StoredBatchRow & Facts>, 'file' | 'columns' | 'sumsOf'> & {
    readonly readFacts: Parameters<typeof withFacts<StoredBatchRow, Facts>>[2];
  },
): ExportedList<StoredBatchRow & Facts> {
  return {
    title: module,
    types,
    ...own,
    rowsOf: async (database, ids) => withFacts(database, await readBatchRows(database, ids), readFacts),
  };
}

/**
 * Sends every batch that the filters find, in their order, as a file of the list's columns. `filters` are the query after
 * its slice has read what is its own. Who takes it out is noted first.
 */
export async function exportBatches<Row extends StoredBatchRow>(
  services: RouteServices,
  call: Pick<Call<typeof exportRoute>, 'db' | 'user' | 'query' | 'request' | 'reply'>,
  list: ExportedList<Row>,
  filters: WholeListQuery,
): Promise<undefined> {
  const { db, user, query, reply } = call;
  const { title, file, types, columns } = list;
  const ids = await findAllBatches(db, user, filters, types);
  const facts = { ...query, rows: ids.length };
  await noteTakenOut(services, call, { action: 'export', table: 'batch', of: title, facts });
  const heading = await listHeading(db, user, title);
  const sheet: Sheet = { title, heading, columns, rows: sheetRows(db, list, ids, query.format === 'xlsx') };
  return sendSheet(reply, sheet, exportFileName(file, Date.now(), query.format), query.format);
}

/**
 * Read while they are written. Totals end a workbook, what is void, cancelled or archived apart; in a CSV, which is for
 * other programs, every line is a batch.
 */
async function* sheetRows<Row extends StoredBatchRow>(
  database: Database,
  { columns, rowsOf, sumsOf }: ExportedList<Row>,
  ids: readonly string[],
  withTotals: boolean,
): AsyncGenerator<SheetRow> {
  const totals = new Map<string, ExportTotal>();
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    for (const row of await rowsOf(database, ids.slice(start, start + ROWS_AT_ONCE))) {
      const cells = columns.map((column) => column.cell(row));
      const { currency } = row;
      const archived = row.status === STATUS.ARCHIVED;
      const key = `${Number(archived)} ${currency}`;
      const sums = totals.get(key)?.sums ?? columns.map(({ kind }) => (kind === 'amount' ? 0n : null));
      totals.set(key, {
        currency,
        archived,
        sums: sums.map((sum, place) => (sum === null ? null : sum + requireSum(String(cells[place] ?? '0')))),
      });
      yield { cells };
    }
  }
  if (!withTotals) return;
  const own = (await sumsOf?.(database, ids)) ?? [];
  for (const { currency, archived, sums } of [...totals.values()].toSorted(lastArchived)) {
    const ownSums = own.find((one) => one.currency === currency && one.archived === archived)?.sums ?? {};
    const [, ...cells] = sums.map((sum, place) => {
      if (sum === null) return columns[place] === EXPORT_COLUMNS.currency ? currency : null;
      return ownSums[columns[place]!.header] ?? amountText(sum);
    });
    yield { look: 'total', cells: [archived ? 'Void or archived' : 'Total', ...cells] };
  }
}

interface ExportTotal {
  readonly currency: string;
  readonly archived: boolean;
  readonly sums: readonly (bigint | null)[];
}

const lastArchived = (one: ExportTotal, other: ExportTotal): number => Number(one.archived) - Number(other.archived);
