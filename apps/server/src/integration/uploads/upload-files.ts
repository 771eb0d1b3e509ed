import type { FastifyReply } from 'fastify';
import { UPLOADED_ROWS } from '@talaan/contract/integration/uploaded-batches.contract';
import { sayFault } from '@talaan/contract/integration/upload-words';
import { UPLOAD_FILES, type UploadColumn, type UploadKind } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName, type Sheet, type SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { COMMENT_MARK } from '../../platform/spreadsheet/table-file.ts';
import { ERROR_HEADINGS } from './file-columns.ts';
import { readRowsOf } from './waiting-rows.ts';
import type { WaitingFile } from './uploads.store.ts';

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

const FORMS = {
  text: '',
  number: 'letters, digits and . _ / -',
  amount: '1234.50',
  balance: '1234.50 or -1234.50',
  rate: '55.250000',
  date: '2026-04-03',
  count: 'a number',
  flag: '1 or 0',
} as const;

function formOf({ form, names, says }: UploadColumn): string {
  if (says !== undefined) return says;
  if (names === undefined) return FORMS[form];
  return names === 'payee' ? 'code or name' : names === 'bank' ? 'number' : 'code';
}

/** Sends an empty file of a kind. */
export function sendTemplate(kind: UploadKind, format: 'csv' | 'xlsx', reply: FastifyReply): Promise<undefined> {
  return sendColumns(UPLOAD_FILES[kind], format, reply);
}

/** Sends an empty file with these columns; rows below its heading, which are passed over, say what they hold. */
export function sendColumns(
  { title, columns }: { readonly title: string; readonly columns: readonly UploadColumn[] },
  format: 'csv' | 'xlsx',
  reply: FastifyReply,
): Promise<undefined> {
  const comment = (texts: readonly string[]): SheetRow => ({
    cells: texts.map((text, at) => (at === 0 ? `${COMMENT_MARK}${text}` : text)),
  });
  const sheet: Sheet = {
    title,
    columns: columns.map(({ label }) => ({ header: label, kind: 'text', width: Math.max(label.length, 12) + 2 })),
    rows: [
      comment(columns.map(({ required }) => (required ? 'Required' : 'May be empty'))),
      comment(columns.map((column) => formOf(column))),
    ],
  };
  return sendSheet(reply, sheet, `${slugOf(title)}_template.${format}`, format);
}

/** Sends the refused rows of a file as they were sent, a row for each fault, in the format of the file. */
export function sendErrors(database: Database, upload: WaitingFile, reply: FastifyReply): Promise<undefined> {
  const sheet: Sheet = {
    title: `${UPLOAD_FILES[upload.kind].title} errors`,
    columns: [...upload.header, ...ERROR_HEADINGS].map((header) => ({ header, kind: 'text', width: 18 })),
    rows: errorRows(database, upload),
  };
  const name = exportFileName(`${slugOf(UPLOAD_FILES[upload.kind].title)}_errors`, Date.now(), upload.format);
  return sendSheet(reply, sheet, name, upload.format);
}

async function* errorRows(database: Database, upload: WaitingFile): AsyncGenerator<SheetRow> {
  for (let from = 0; ; from += UPLOADED_ROWS) {
    const { data } = await readRowsOf(database, upload.id, { faults: 1, from, count: UPLOADED_ROWS });
    for (const { row, cells, faults } of data) {
      const sent = upload.header.map((_, at) => cells[at] ?? '');
      for (const fault of faults) {
        const column = fault.column === null ? '' : (upload.header[fault.column] ?? '');
        yield { cells: [...sent, String(row), column, fault.value, fault.rule, sayFault(fault)] };
      }
    }
    if (data.length < UPLOADED_ROWS) return;
  }
}
