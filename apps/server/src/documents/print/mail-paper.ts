import { ACCESS } from '@talaan/core/access/access-level';
import { FIELD_RULES } from '@talaan/core/text/field-rules';
import { invalid } from '../../platform/http/problem.ts';
import { SYSTEM_PRINCIPAL, type Principal } from '../../platform/http/principal.ts';
import type { OutgoingMail } from '../../platform/mail/mail-server.ts';
import { findSameMail, queueMail, type TakenMail } from '../../platform/mail/mail.store.ts';
import type { mailText } from '../../platform/mail/mail-text.ts';
import type { MailState } from '@talaan/contract/notices/mail.contract';
import type { Database } from '../../platform/database/database.ts';
import { printsAlone } from './print-document.ts';
import type { EmbeddedRecord } from '../../platform/pdf/paper-drawing.ts';
import { writePdf } from '../../platform/pdf/paper-pdf.ts';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';

/** The address of a record without the spaces around it; null where mail cannot go to what stands there. */
export function usableAddress(address: string): string | null {
  const wanted = address.trim();
  return FIELD_RULES.email.pattern.test(wanted) ? wanted : null;
}

/**
 * The address that a paper is sent to, without the spaces around it. Refuses with 422, at the field in which another can be
 * entered, where `whose` record (`'customer'`) has none or what it has is none.
 */
export function requireAddress(address: string, field: string, whose: string): string {
  const usable = usableAddress(address);
  if (usable !== null) return usable;
  const wanted = address.trim();
  const fault = wanted === '' ? `The ${whose} has no e-mail address.` : `"${wanted}" is no e-mail address.`;
  throw invalid({ [field]: [`${fault} Enter the one to send it to.`] });
}

/** A copy of a paper that was asked for by mail. */
export interface MailedCopy {
  readonly copy_no: number;
  /** False when the same mail waits already or was written a moment ago: no second one was. */
  readonly queued: boolean;
  readonly mail_state: MailState;
}

/**
 * Queues a paper of a document to an address outside the company, a copy of its own that `write` counts and puts into words; a
 * mail that was asked for twice is queued once.
 */
export async function queueCopy(
  transaction: Database,
  mail: { document_id: string; template: string; to_address: string },
  write: () => Promise<{ copy_no: number; of: string } & ReturnType<typeof mailText>>,
): Promise<MailedCopy> {
  await printsAlone(transaction, mail.document_id);
  const same = await findSameMail(transaction, mail);
  if (same) return { copy_no: Number(same.source.split(' copy ')[1]), queued: false, mail_state: same.state };
  const { copy_no, of, ...text } = await write();
  await queueMail(transaction, { ...mail, user_id: null, source: `${of} copy ${copy_no}`, ...text });
  return { copy_no, queued: true, mail_state: 'waiting' };
}

/** Whoever sent a mail, as a reader of the module that its paper is of. */
export function asSender(user_id: number, name: string, module: string): Principal {
  return { ...SYSTEM_PRINCIPAL, user_id, name, super_user: false, levels: { [module]: ACCESS.select } };
}

/** The mail with its paper as a PDF of that name, without the ending, and the record that it carries. */
export async function withPaper(
  mail: TakenMail,
  name: string,
  paper: DrawnPaper,
  record?: EmbeddedRecord,
): Promise<OutgoingMail> {
  const bytes = await writePdf(paper, record);
  return { ...mail, attachments: [{ name: `${name}.pdf`, media_type: 'application/pdf', bytes }] };
}
