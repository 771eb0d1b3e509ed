import type { PlacedFault } from '@talaan/core/integration/batch-totals';
import type { JoinedBody } from '@talaan/core/integration/join-batch';
import { hashOf, parseSent } from '../receive-batch.ts';
import type { Sender, Sending } from '../sending.ts';

/** A batch that was joined of files, read as what another system sends; or why it is none that this source sends. */
export function readOfFiles(
  sender: Sender,
  body: JoinedBody,
): { sending: Sending; department_id: number } | { faults: readonly PlacedFault[] } {
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
