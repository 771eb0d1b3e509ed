import type { PlacedFault } from '@talaan/core/integration/batch-totals';
import { joinBatch, type JoinedBody } from '@talaan/core/integration/join-batch';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { checkBatch, hashOf, parseSent, type GivenSending } from '../receive-batch.ts';
import { refusedBatch } from '../received-faults.ts';
import type { CheckedSending, Sender } from '../sending.ts';
import { findParts, headOf, type KeptPart } from './uploads.store.ts';

/** A batch that was joined of files, read as what another system sends; or why it is none that this source sends. */
export function readOfFiles(sender: Sender, body: JoinedBody): GivenSending | { faults: readonly PlacedFault[] } {
  const read = parseSent(body);
  if ('faults' in read) return read;
  const { batch } = read;
  const department = sender.departments.find(({ code }) => code.toUpperCase() === batch.department);
  if (department === undefined) {
    const message = `${sender.source_code} sends no batches of department ${body.department || 'none'}.`;
    return { faults: [{ path: 'department', rule: 'department', message }] };
  }
  // What was read says the same as the body, which would be held beside it.
  return { sending: { sender, batch, content_hash: hashOf(batch), body: batch }, department_id: department.id };
}

/** A batch of its parts. Its department is that of who uploaded its heads, where they name none. */
export function bodyOf(batch_no: string, parts: readonly KeptPart[]): JoinedBody {
  const department = headOf(parts)?.department ?? '';
  return joinBatch(parts, { batch_no, department }).body;
}

/** The same as its source sends it. Throws its faults (422). */
export function readParts(sender: Sender, batch_no: string, parts: readonly KeptPart[]): GivenSending {
  const body = bodyOf(batch_no, parts);
  const read = readOfFiles(sender, body);
  if ('faults' in read) throw refusedBatch(body, read.faults);
  return read;
}

/** A batch whose parts are there whole, joined and checked as it stands. Throws its faults (422). */
export async function checkWaiting(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  { sender, batch_no }: { readonly sender: Sender; readonly batch_no: string },
): Promise<CheckedSending> {
  return checkRead(transaction, definitions, user, await readWaiting(transaction, sender, batch_no));
}

/** The same of one that was read. */
export async function checkRead(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  read: GivenSending,
): Promise<CheckedSending> {
  const checked = await checkBatch(transaction, definitions, user, read);
  if ('faults' in checked) throw refusedBatch(read.sending.body, checked.faults);
  return checked;
}

/** Apart from the check, so that the parts are garbage by then. */
async function readWaiting(transaction: Database, sender: Sender, batch_no: string): Promise<GivenSending> {
  return readParts(sender, batch_no, await findParts(transaction, sender.source_id, [batch_no]));
}
