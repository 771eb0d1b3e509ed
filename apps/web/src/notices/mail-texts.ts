import type { Mail, MailState } from '@talaan/contract/notices/mail.contract';
import { showNotice } from '../ui/feedback/feedback.ts';
import type { ChipHue } from '../ui/status-chip.tsx';

/** What became of a mail, as people read it. */
export const MAIL_STATE_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  no_server: 'Not sent',
} as const satisfies Record<Mail['state'], string>;

export const MAIL_STATE_HUES = {
  waiting: 'amber',
  sent: 'green',
  failed: 'red',
  no_server: 'slate',
} as const satisfies Record<MailState, ChipHue>;

/** 'E-mail waiting'. */
export const mailText = (state: MailState): string => `E-mail ${MAIL_STATE_LABELS[state].toLowerCase()}`;

/** What a call answers that sends a mail. */
export interface Asked {
  readonly to_address: string | null;
  readonly has_server: boolean;
  readonly queued: boolean;
  readonly mail_state: MailState | null;
}

/** Says what became of a mail that was asked for: it is never sent yet, only written, once. */
export function tellMailed({ to_address: to, has_server, queued, mail_state }: Asked): void {
  if (!has_server) showNotice(`No mail server is set: the mail to ${to} is kept as not sent.`);
  else if (queued) showNotice(`The mail to ${to} waits to be sent, within seconds where the mail server answers.`);
  else if (mail_state === 'sent') showNotice(`This mail to ${to} was sent a moment ago. It is not sent twice.`);
  else showNotice(`This mail to ${to} waits to be sent already. It is not sent twice.`);
}
