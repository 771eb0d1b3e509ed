import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** What the paper of a certificate may be: by extension, and the content must be what the extension says. */
export const CERTIFICATE_FILE_TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
} as const;

const path = '/withholding-certificate/{id}/file';
const params = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });
const answer = recordOf(z.object({ id: z.int(), file_name: z.string().nullable() }));
const tag = 'Certificates Received';
const access = (level: (typeof ACCESS)[keyof typeof ACCESS]) =>
  ({ kind: 'module', module: 'Payee Details', level }) as const;

export const readCertificateFile = defineRoute({
  method: 'GET',
  path,
  summary: 'Download the paper of a 2307 received',
  tag,
  access: access(ACCESS.select),
  params,
  file: 'application/octet-stream',
});

/** One file takes the place of the one before it. */
export const putCertificateFile = defineRoute({
  method: 'POST',
  path,
  summary: 'Keep the paper of a 2307 received: one PDF, PNG or JPEG file',
  tag,
  access: access(ACCESS.update),
  params,
  multipart: true,
  response: answer,
});

export const removeCertificateFile = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Take the paper off a 2307 received',
  tag,
  access: access(ACCESS.update),
  params,
  response: answer,
});
