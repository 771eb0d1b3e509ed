import { PAPER_NAMES, PAPER_STATE_NAMES, WAY_NAMES } from '@talaan/contract/documents/print/issued-papers.contract';
import type { IssuedPaper } from '@talaan/contract/documents/print/issued-papers.contract';
import type { Database } from '../../platform/database/database.ts';
import type { Cell, Sheet, SheetColumn, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { findPapers, type FoundPaper, type WantedPapers } from './issued-papers.query.ts';

/** Papers that are read at a time, so that a file of any length takes little memory. */
const AT_ONCE = 2000;

const COLUMNS: readonly (SheetColumn & { cell(paper: IssuedPaper): Cell })[] = [
  { header: 'When', kind: 'instant', width: 18, cell: ({ at }) => at },
  { header: 'Who', kind: 'text', width: 24, cell: ({ user_name }) => user_name },
  { header: 'Paper', kind: 'text', width: 24, cell: ({ kind }) => PAPER_NAMES[kind] ?? kind },
  { header: 'Number', kind: 'text', width: 24, cell: ({ number }) => number },
  { header: 'Copy', kind: 'integer', width: 8, cell: ({ copy_no }) => copy_no },
  { header: 'Way', kind: 'text', width: 12, cell: ({ way }) => WAY_NAMES[way] },
  { header: 'Of', kind: 'text', width: 36, cell: ({ payee_desc }) => payee_desc },
  { header: 'Batch No.', kind: 'text', width: 14, cell: ({ document }) => document?.batch_number ?? null },
  { header: 'Print Run', kind: 'integer', width: 10, cell: ({ run }) => run?.id ?? null },
  { header: 'Layout', kind: 'text', width: 26, cell: ({ run }) => run?.layout_name ?? null },
  { header: 'Layout Version', kind: 'integer', width: 14, cell: ({ run }) => run?.layout_version ?? null },
  { header: 'Code', kind: 'text', width: 20, cell: ({ code }) => code },
  { header: 'State', kind: 'text', width: 14, cell: ({ state }) => PAPER_STATE_NAMES[state] },
];

/** The list of papers as a sheet, its rows read while it is written. */
export function issuedPaperSheet(database: Database, wanted: WantedPapers): Sheet {
  return { title: 'Issued Papers', columns: COLUMNS, rows: sheetRows(database, wanted) };
}

async function* sheetRows(database: Database, wanted: WantedPapers): AsyncGenerator<SheetRow> {
  let behind: FoundPaper | undefined;
  do {
    const papers: FoundPaper[] = await findPapers(database, wanted, { limit: AT_ONCE, behind });
    for (const paper of papers) yield { cells: COLUMNS.map((column) => column.cell(paper)) };
    behind = papers.length === AT_ONCE ? papers.at(-1) : undefined;
  } while (behind !== undefined);
}
