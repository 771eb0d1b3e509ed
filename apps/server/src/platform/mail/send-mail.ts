import { inTransaction, SYSTEM_ACTOR, type Database } from '../database/database.ts';
import type { MailServer, OutgoingMail, SendResult } from './mail-server.ts';
import { keepUnsent, recordAttempt, takeMail, type TakenMail } from './mail.store.ts';

/** A run begins no mail after this time; what is left goes with the next one. */
const RUNS_FOR_MS = 20_000;

/** Stands in a stored mail for an address with a secret in it, which is made when the mail is sent and kept nowhere. */
export const LATE_ADDRESS = '[address]';

/** A mail with an address where `LATE_ADDRESS` stands. */
export function withAddress(mail: TakenMail, address: string): OutgoingMail {
  const replaced = (text: string) => text.replaceAll(LATE_ADDRESS, address);
  return { ...mail, body_text: replaced(mail.body_text), body_html: replaced(mail.body_html) };
}

/**
 * Completes the mails of a template with what is made when they are sent and kept nowhere, such as a secret or the paper
 * of a document as it is by then; or answers why one is not sent after all. What it throws defers the mail.
 */
export type Completions = Readonly<
  Record<string, (transaction: Database, mail: TakenMail) => Promise<OutgoingMail | SendResult>>
>;

/**
 * Sends every mail that is due, one after the other; without a server it is kept as not sent. Safe to repeat and to run
 * on several servers: a mail is held by one of them while it is sent. A server that dies between sending and recording
 * it lets another one send it again, under the same Message-ID.
 */
export async function sendWaitingMail(
  database: Database,
  server: MailServer | null,
  completions: Completions = {},
): Promise<void> {
  const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);
  if (server === null) return asSystem(keepUnsent);
  const until = Date.now() + RUNS_FOR_MS;
  while (Date.now() < until) {
    const mail = await asSystem(takeMail);
    if (mail === null) return;
    const complete = completions[mail.template];
    const ready = complete ? await asSystem((transaction) => complete(transaction, mail)).catch(deferred) : mail;
    const result = 'outcome' in ready ? ready : await server.send(ready);
    await asSystem((transaction) => recordAttempt(transaction, mail.id, result));
    // The other mails would wait for the same silence; they go with the next run.
    if (result.outcome === 'unreachable') return;
  }
}

/** A mail that cannot be completed is tried again later, and never stands in the way of the others. */
function deferred(error: unknown): SendResult {
  return {
    outcome: 'deferred',
    reply: `It could not be completed: ${error instanceof Error ? error.message : String(error)}`,
  };
}
