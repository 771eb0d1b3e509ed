import { inTransaction, SYSTEM_ACTOR, type Database } from '../database.ts';
import type { MailServer } from './mail-server.ts';
import { keepUnsent, recordAttempt, takeMail } from './mail.store.ts';

/** A slow mail server keeps a run from the other jobs no longer than this; what is left goes with the next run. */
const RUNS_FOR_MS = 20_000;

/**
 * Sends every mail that is due, one after the other; without a server it is kept as not sent. Safe to repeat and to run
 * on several servers: a mail is held by one of them while it is sent. A server that dies between sending and recording
 * it lets another one send it again, under the same Message-ID.
 */
export async function sendWaitingMail(database: Database, server: MailServer | null): Promise<void> {
  const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);
  if (server === null) return asSystem(keepUnsent);
  const until = Date.now() + RUNS_FOR_MS;
  while (Date.now() < until) {
    const mail = await asSystem(takeMail);
    if (mail === null) return;
    const { id } = mail;
    const result = await server.send(mail);
    await asSystem((transaction) => recordAttempt(transaction, id, result));
    // The other mails would wait for the same silence; they go with the next run.
    if (result.outcome === 'unreachable') return;
  }
}
