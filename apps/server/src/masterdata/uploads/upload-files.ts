import type { FastifyReply } from 'fastify';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { describeCell, fileFields } from '@talaan/contract/resource/file-fields';
import { UPLOAD_PAGE } from '@talaan/contract/uploads/upload.contract';
import type { Database } from '../../platform/database/database.ts';
import { sendSheet } from '../../platform/spreadsheet/send-sheet.ts';
import { exportFileName } from '../../platform/spreadsheet/sheet.ts';
import type { Sheet, SheetRow } from '../../platform/spreadsheet/sheet.ts';
import { COMMENT_MARK } from '../../platform/spreadsheet/table-file.ts';
import type { Upload } from '../../platform/uploads/upload.store.ts';
import { pageOfRows } from '../../platform/uploads/upload.store.ts';
import { ERRORS_HEADING } from './upload-columns.ts';

type FileFormat = 'csv' | 'xlsx';

/**
 * Sends an empty file with the heading of every column that can be imported. Rows below the heading, which an import
 * passes over, say whether a value is needed and what it may be.
 */
export function sendTemplate(definition: AnyResource, format: FileFormat, reply: FastifyReply): Promise<undefined> {
  const fields = fileFields(definition).filter(({ shape }) => !shape.hidden);
  const comment = (texts: readonly string[]): SheetRow => ({
    cells: texts.map((text, at) => (at === 0 ? `${COMMENT_MARK}${text}` : text)),
  });
  const sheet: Sheet = {
    title: definition.title.many,
    columns: fields.map(({ label, shape }) => ({
      header: label,
      kind: 'text',
      width: Math.max(label.length, Math.min(40, describeCell(shape).length)) + 2,
    })),
    rows: [
      comment(fields.map(({ key, required }) => (key ? 'Names the record' : required ? 'Required' : 'May be empty'))),
      comment(fields.map(({ shape }) => describeCell(shape))),
    ],
  };
  return sendSheet(reply, sheet, `${slugOf(definition)}_template.${format}`, format);
}

/** Sends the refused rows of an upload with what is wrong with each, in the format of the file that they came from. */
export function sendRefusedRows(
  db: Database,
  definition: AnyResource,
  upload: Upload,
  format: FileFormat,
  reply: FastifyReply,
): Promise<undefined> {
  const sheet: Sheet = {
    title: `${definition.title.many} refused`,
    columns: [...upload.header, ERRORS_HEADING].map((header) => ({ header, kind: 'text', width: 20 })),
    rows: refusedRows(db, upload),
  };
  return sendSheet(reply, sheet, exportFileName(`${slugOf(definition)}_refused`, Date.now(), format), format);
}

async function* refusedRows(db: Database, upload: Upload): AsyncGenerator<SheetRow> {
  for (let from = 0; ; from += UPLOAD_PAGE) {
    const { rows } = await pageOfRows(db, upload.id, { verdict: 'refused', from, count: UPLOAD_PAGE });
    for (const { cells, faults } of rows) {
      const filled = upload.header.map((_, at) => cells[at] ?? '');
      yield { cells: [...filled, faults.map(({ message }) => message).join(' ')] };
    }
    if (rows.length < UPLOAD_PAGE) return;
  }
}

function slugOf(definition: AnyResource): string {
  return definition.title.many.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
