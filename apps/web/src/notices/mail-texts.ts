import type { Mail } from '@talaan/contract/notices/mail.contract';
import { showNotice, showSuccess } from '../ui/feedback/feedback.ts';

/** What became of a mail, as people read it. */
export const MAIL_STATE_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  no_server: 'Not sent',
} as const satisfies Record<Mail['state'], string>;

/** Says that a mail is on its way; without a mail server, that it is kept as not sent. */
export function tellMailed(mail: { to_address: string | null; has_server: boolean }, sentText: string): void {
  if (mail.has_server) showSuccess(sentText);
  else showNotice(`No mail server is set: the mail to ${mail.to_address} is kept as not sent.`);
}
