import type { FastifyInstance } from 'fastify';
import { addAttachments, downloadAttachment, removeAttachment } from '@talaan/contract/documents/attachment.contract';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { noteTakenOut } from '../../platform/http/taken-out.ts';
import { attachFiles, findAttachment, listAttachments, removeAttachments } from './attachments.store.ts';
import { callNaming, readVisible, requireReadable } from '../record/batch-call.ts';
import { requireAction } from '../record/batch-decision.ts';
import type { DecisionInput } from '../record/batch-record.ts';
import type { DocumentDefinitions } from '../record/document-definition.ts';
import { servedTypes, typesNamed } from '../record/served-types.ts';

/** Files of a batch. Every call asks the batch that owns the file, so that a confidential one stays hidden. */
export function registerAttachmentCalls(
  server: FastifyInstance,
  services: RouteServices,
  definitions: DocumentDefinitions,
): void {
  const served = servedTypes(definitions);

  registerRoute(server, services, addAttachments, async ({ db, user, params, body, files }) => {
    if (files.length === 0) throw invalid({ 'upload_file[]': ['Choose at least one file.'] });
    const types = typesNamed(served, body.document_type);
    const input = await readVisible(db, callNaming(params.id, types, user));
    requireOpenForFiles(input, user);
    await attachFiles(db, input.batch.id, user.user_id, files);
    await countAsChange(db, input);
    return { data: await listAttachments(db, input.batch.id) };
  });

  registerRoute(server, services, downloadAttachment, async (call) => {
    const { db, user, params, reply } = call;
    const { attachment, input } = await findOwned(db, params.id, user, served);
    requireReadable(input, user);
    await noteTakenOut(services, call, {
      action: 'download',
      table: 'attachment',
      row_key: attachment.id,
      of: attachment.name,
      facts: { batch: attachment.batch_number, size: attachment.size },
    });
    await sendFile(reply, db, attachment);
    return undefined;
  });

  registerRoute(server, services, removeAttachment, async ({ db, user, params }) => {
    const { attachment, input } = await findOwned(db, params.id, user, served);
    requireOpenForFiles(input, user);
    await removeAttachments(db, [attachment.id]);
    await countAsChange(db, input);
    return { data: { removed: true } };
  });
}

async function findOwned(db: Database, id: string, user: Principal, served: readonly DocumentType[]) {
  const found = await findAttachment(db, id);
  const unknown = notFound('There is no such attachment.');
  if (!found) throw unknown;
  const { batch_number, document_type } = found;
  const types = typesNamed(served, document_type);
  const input = await readVisible(db, { batch_number, types, user }).catch((error: unknown) => {
    // A hidden batch answers like an unknown file, and does not tell its number.
    if ((error as { status?: number }).status === 404) throw unknown;
    throw error;
  });
  return { attachment: { ...found, id }, input };
}

/** An approver's signature covers the attachments, so they change while the batch is active only. */
function requireOpenForFiles(input: DecisionInput, user: Principal): void {
  requireAction('edit', input, user);
  if (input.batch.status === STATUS.ACTIVE) return;
  throw conflict('attachments_signed', 'The attachments of a submitted transaction stay. Withdraw it to change them.');
}

/** Files are contents: whoever changes them is an editor of the round, and the version goes up. */
async function countAsChange(db: Database, { batch }: DecisionInput): Promise<void> {
  await db.updateTable('batch').set({ row_version: batch.row_version }).where('id', '=', batch.id).execute();
}
