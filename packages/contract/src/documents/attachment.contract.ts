import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { attachmentView } from './batch-view.contract.ts';
import { documentType } from './wire-values.ts';

const TAG = 'Attachments';

/** What may be attached: by extension, and the content must be what the extension says (reliability (e) Uploads). */
export const ATTACHMENT_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Limits of one batch. */
export const ATTACHMENT_LIMITS = { bytes_per_file: 10 * 1024 * 1024, files: 20 } as const;

/** Adds `upload_file[]` to an editable batch. */
export const addAttachments = defineRoute({
  method: 'POST',
  path: '/trx/header/{id}/attachments',
  summary: 'Attach files to a batch',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.insert },
  multipart: true,
  params: z.object({ id: z.string().min(1).max(20) }),
  body: z.object({ document_type: documentType.optional() }),
  response: recordOf(z.array(attachmentView)),
});

export const downloadAttachment = defineRoute({
  method: 'GET',
  path: '/trx/attachments/{id}',
  summary: 'Download an attachment',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.select },
  params: z.object({ id: z.uuid() }),
  file: 'application/octet-stream',
});

/** Only before approval: an approver's signature covers the attachments. */
export const removeAttachment = defineRoute({
  method: 'DELETE',
  path: '/trx/attachments/{id}',
  summary: 'Remove an attachment',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.insert },
  params: z.object({ id: z.uuid() }),
  response: recordOf(z.object({ removed: z.boolean() })),
});

export const attachmentRoutes = [addAttachments, downloadAttachment, removeAttachment] as const;
