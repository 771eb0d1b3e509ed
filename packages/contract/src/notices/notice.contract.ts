import * as z from 'zod';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/**
 * What a notice tells its reader about a batch: that it waits for him, what others did with the one he prepared, or that
 * one which he prepared or released could not be posted on its day; or about a sign-in, to its owner and to who asked:
 * that a link was sent, or the password or the sign-in e-mail is another; that drafts of another were handed over to
 * its reader; or about a file that he asked for: that it is ready, or why there is none; or about cheques, to whoever may void
 * one: that leaves did not print well, or that the bank paid one which it should not have; or, to whoever may write one, that the
 * address of a source was switched off; or about a schedule of a report, to who set it: that it stopped, or that somebody got nothing;
 * or, to whoever administers users, that no backup could be made; or, to whoever may accept it, that a file of batches waits.
 */
const NOTICE_KINDS = [
  'waiting',
  'returned',
  'rejected',
  'for_release',
  'posted',
  'voided',
  'not_matured',
  'password_link',
  'password_changed',
  'email_changed',
  'handed_over',
  'file_ready',
  'file_failed',
  'cheque_misprint',
  'cheque_alarm',
  'webhook_off',
  'schedule_stopped',
  'schedule_withheld',
  'backup_failed',
  'file_to_accept',
] as const;

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  /** One line: 'Returned to you'. */
  title: z.string(),
  /** What it is about, and why: document type, batch number, payee, amount; who did it and with which remarks. */
  text: z.string(),
  /** Address in the application, from its root. */
  link: z.string(),
  /** Instants, ISO 8601 in UTC. */
  at: z.string(),
  read_at: z.string().nullable(),
});
export type Notice = z.infer<typeof notice>;

const tag = 'Notices';
const session = { kind: 'session' } as const;

export const listNotices = defineRoute({
  method: 'GET',
  path: '/notices',
  summary:
    'The last 50 notices of the caller, the newest first, how many of all are unread, and how many files are in his tray',
  tag,
  access: session,
  response: z.object({ data: z.array(notice), unread: z.int(), files: z.int() }),
});

export const readNotices = defineRoute({
  method: 'POST',
  path: '/notices/read',
  summary: "Mark one's notices as read: the one that is named, else all of them",
  tag,
  access: session,
  body: z.object({
    id: z
      .string()
      .regex(/^\d{1,18}$/, 'id must be the id of a notice.')
      .optional(),
  }),
  response: recordOf(z.object({ read: z.int() })),
});

/** Which mails about waiting transactions a person wants. */
const MAIL_CHOICES = ['none', 'digest', 'reminder', 'both'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

const mailChoice = z.object({
  choice: z.enum(MAIL_CHOICES, 'choice must be none, digest, reminder or both.'),
});
const storedChoice = recordOf(
  mailChoice.extend({
    /** Where the mails go; null: the user record has no work e-mail, and none is sent. */
    email: z.string().nullable(),
  }),
);

export const readMailChoice = defineRoute({
  method: 'GET',
  path: '/notices/mail-choice',
  summary: 'Which mails about waiting transactions the caller gets',
  tag,
  access: session,
  response: storedChoice,
});

export const changeMailChoice = defineRoute({
  method: 'PUT',
  path: '/notices/mail-choice',
  summary: 'Choose which mails about waiting transactions one gets',
  tag,
  access: session,
  body: mailChoice,
  response: storedChoice,
});
