import type { AttachmentView, BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { callServer } from '../../../api/client.ts';
import type { EditedDocument } from './edited-document.ts';

export interface DocumentSave {
  calls: EditedDocument['calls'];
  input: object;
  draft_id: string;
  /** New files, in the order in which they were chosen. */
  files: readonly File[];
  /** The stored batch that is changed; undefined for a new entry. */
  stored?: { batch: BatchDetail; row_version: number; removed: readonly AttachmentView[] } | undefined;
  /** Repeats a save whose answer was lost. */
  idempotency_key: string;
}

/** Saves a new or a changed document with its files, in one call. Refusals are thrown as `CallRefused`. */
export async function saveDocument(save: DocumentSave): Promise<BatchDetail> {
  const { calls, input, draft_id, files, stored, idempotency_key } = save;
  const headers = { 'idempotency-key': idempotency_key };
  const kept = stored?.batch.upload_file.filter((file) => !stored.removed.includes(file)).map(({ id }) => id);
  const body = {
    ...input,
    draft_id,
    ...(stored === undefined ? {} : { _method: 'PUT', row_version: stored.row_version, keep_attachments: kept }),
  };
  const given = files.length === 0 ? { body, headers } : { form: formOf(body, files), headers, body: undefined };
  const params = stored === undefined ? {} : { params: { id: stored.batch.batch_number } };
  const route = stored === undefined ? calls.create : calls.update;
  // Body or form, with a number or without: one call of four shapes, each held to its schema where it is sent.
  return ((await callServer(route, { ...params, ...given } as never)) as { data: BatchDetail }).data;
}

/** A multipart body: lists as JSON text, the rest as plain fields, what is nothing left out, files as `upload_file[]` (decisions §2). */
function formOf(body: Record<string, object | string | number | null | undefined>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append('upload_file[]', file);
  return form;
}
