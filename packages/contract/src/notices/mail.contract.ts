import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf, recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/** Who looks after the company looks after its mail. */
export const MAIL_ACCESS = { kind: 'module', module: 'Companies', level: ACCESS.update } as const;

/** `no_server`: kept, because no mail server is set. */
export const MAIL_STATES = ['waiting', 'sent', 'failed', 'no_server'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What a call answers that sends a paper by mail. */
export const mailedCopy = {
  to_address: z.string(),
  /** Whether a mail server is set; without one the mail is kept as not sent. */
  has_server: z.boolean(),
  /** False when the same mail waits already or was written less than a minute ago: no second one was. */
  queued: z.boolean(),
  mail_state: z.enum(MAIL_STATES),
};

const mail = z.object({
  id: z.string(),
  /** What kind of mail it is. */
  template: z.string(),
  to_address: z.string(),
  to_name: z.string().nullable(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** How often it was tried, and the last answer of the mail server. */
  attempts: z.int(),
  reply: z.string().nullable(),
  /** Instants, ISO 8601 in UTC. `next_try_at` only while it waits. */
  created_at: z.string(),
  last_attempt_at: z.string().nullable(),
  next_try_at: z.string().nullable(),
});
export type Mail = z.infer<typeof mail>;

/** The last time that a kind of mail was made up, how many mails it gave, and who has no address for it. */
const mailRun = z.object({ template: z.string(), at: z.string(), mailed: z.int(), without_address: z.int() });

export const listMail = defineRoute({
  method: 'GET',
  path: '/mail',
  summary: 'Outgoing mail with its state and the last answer of the mail server; the newest first',
  tag: 'Mail',
  access: MAIL_ACCESS,
  query: listQuery
    .pick({ page: true, pages: true })
    .extend({ state: z.enum(MAIL_STATES, 'state must be waiting, sent, failed or no_server.').optional() }),
  response: pageOf(mail).extend({
    /** Whether a mail server is set. */
    has_server: z.boolean(),
    runs: z.array(mailRun),
  }),
});

export const sendMailAgain = defineRoute({
  method: 'POST',
  path: '/mail/{id}/send',
  summary: 'Queue a mail again that failed or was kept, or try a waiting one now',
  tag: 'Mail',
  access: MAIL_ACCESS,
  params: z.object({ id: z.string().regex(/^\d{1,18}$/, 'id must be the id of a mail.') }),
  response: recordOf(z.object({ id: z.string(), state: z.literal('waiting') })),
});
