import { DOCUMENT_TYPES, isDocumentType } from '@talaan/core/documents/document-type';
import { NUMBER_FATES, SERIES_LABELS } from '@talaan/core/numbering/series';
import type { IssuedNumber } from '@talaan/contract/resources/numbers/issued-numbers.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell, Sheet, SheetColumn, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { queryIssuedNumbers, querySeriesIds, type RegisterFilter } from './issued-numbers.query.ts';

/** Numbers that are read at a time, so that a file of any length takes little memory. */
const AT_ONCE = 2000;

const COLUMNS: readonly (SheetColumn & { cell(row: IssuedNumber): Cell })[] = [
  { header: 'Kind', kind: 'text', width: 24, cell: (row) => SERIES_LABELS[row.kind] },
  { header: 'Number', kind: 'text', width: 18, cell: (row) => row.number_text },
  { header: 'Fate', kind: 'text', width: 16, cell: (row) => NUMBER_FATES[row.fate] },
  { header: 'Document', kind: 'text', width: 20, cell: (row) => documentLabel(row.document_type) },
  { header: 'Document No.', kind: 'text', width: 16, cell: (row) => row.document_number },
  {
    header: 'Batch No.',
    kind: 'text',
    width: 14,
    cell: (row) => (row.is_confidential ? 'Confidential' : row.batch_number),
  },
  { header: 'Issued by', kind: 'text', width: 24, cell: (row) => row.issued_by },
  { header: 'Issued at', kind: 'instant', width: 18, cell: (row) => row.issued_at },
];

/** The register as a sheet, its rows read while it is written. */
export function issuedNumberSheet(database: Database, user: Principal, filter: RegisterFilter): Sheet {
  return { title: 'Issued Numbers', columns: COLUMNS, rows: sheetRows(database, user, filter) };
}

async function* sheetRows(database: Database, user: Principal, filter: RegisterFilter): AsyncGenerator<SheetRow> {
  for (const series_id of await querySeriesIds(database, user, filter)) {
    let last: IssuedNumber | undefined;
    do {
      const beyond = last === undefined ? {} : { beyond: last.number };
      const rows = await queryIssuedNumbers(database, user, { ...filter, series_id }, { limit: AT_ONCE, ...beyond });
      for (const row of rows) yield { cells: COLUMNS.map((column) => column.cell(row)) };
      last = rows.length === AT_ONCE ? rows.at(-1) : undefined;
    } while (last !== undefined);
  }
}

function documentLabel(type: string | null): string | null {
  return type !== null && isDocumentType(type) ? DOCUMENT_TYPES[type].label : type;
}
