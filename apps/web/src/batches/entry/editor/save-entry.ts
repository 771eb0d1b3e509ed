import { createBatch, updateBatch } from '@talaan/contract/documents/batch.contract';
import type { AttachmentView, BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { BatchInput } from '@talaan/contract/documents/batch-input.contract';
import { callServer } from '../../../api/client.ts';
import type { CellFault } from '../lines/entry-lines.ts';
import { columnOfField } from '../lines/entry-line.ts';

export interface EntrySave {
  input: BatchInput;
  draft_id: string;
  /** New files, in the order in which they were chosen. */
  files: readonly File[];
  /** The stored batch that is changed; undefined for a new entry. */
  stored?: { batch: BatchDetail; row_version: number; removed: readonly AttachmentView[] } | undefined;
  /** Repeats a save whose answer was lost. */
  idempotency_key: string;
}

/** Saves a new or a changed entry with its files, in one call. Refusals are thrown as `CallRefused`. */
export async function saveEntry({ input, draft_id, files, stored, idempotency_key }: EntrySave): Promise<BatchDetail> {
  const headers = { 'idempotency-key': idempotency_key };
  const kept = stored?.batch.upload_file.filter((file) => !stored.removed.includes(file)).map(({ id }) => id);
  const body = {
    ...input,
    draft_id,
    ...(stored === undefined ? {} : { _method: 'PUT', row_version: stored.row_version, keep_attachments: kept }),
  };
  const given = files.length === 0 ? { body, headers } : { form: formOf(body, files), headers, body: undefined };
  if (stored === undefined) return (await callServer(createBatch, given as never)).data;
  const params = { id: stored.batch.batch_number };
  return (await callServer(updateBatch, { params, ...given } as never)).data;
}

/** A multipart body: lists as JSON text, the rest as plain fields, files as `upload_file[]` (decisions §2). */
function formOf(body: Record<string, object | string | number | undefined>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append('upload_file[]', file);
  return form;
}

export interface PlacedErrors {
  /** By field of the header. */
  header: Record<string, string>;
  cells: CellFault[];
  /** What concerns no field that the page shows. */
  rest: string[];
}

/**
 * Places the server's messages: `headers.0.document_date`, `details.3.debit_amount` (lines as they were sent).
 * `rows` gives the row of the grid for each line that was sent.
 */
export function placeErrors(errors: Record<string, string[]>, rows: readonly number[]): PlacedErrors {
  const placed: PlacedErrors = { header: {}, cells: [], rest: [] };
  for (const [path, messages] of Object.entries(errors)) {
    const message = messages.join(' ');
    const [list, place, name] = path.split('.');
    const row = rows[Number(place)];
    const field = columnOfField(name ?? '');
    if (list === 'headers' && name !== undefined) placed.header[name] = sentence(message);
    else if (list === 'details' && row !== undefined && field !== null) {
      placed.cells.push({ row, field, message: sentence(message.replace(/^line \d+: /, '')) });
    } else placed.rest.push(sentence(message));
  }
  return placed;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
