import { inTransaction, SYSTEM_ACTOR, type Database } from '../database/database.ts';
import type { MailServer } from './mail-server.ts';
import { keepUnsent, recordAttempt, takeMail, type TakenMail } from './mail.store.ts';

/** A slow mail server keeps a run from the other jobs no longer than this; what is left goes with the next run. */
const RUNS_FOR_MS = 20_000;

/** Stands in a stored mail for an address with a secret in it, which is made when the mail is sent and kept nowhere. */
export const LATE_ADDRESS = '[address]';

/** Makes the address of a mail, by the mail's template, in the transaction that takes it for sending. */
export type LateAddresses = Readonly<Record<string, (transaction: Database, mail: TakenMail) => Promise<string>>>;

/**
 * Sends every mail that is due, one after the other; without a server it is kept as not sent. Safe to repeat and to run
 * on several servers: a mail is held by one of them while it is sent. A server that dies between sending and recording
 * it lets another one send it again, under the same Message-ID.
 */
export async function sendWaitingMail(
  database: Database,
  server: MailServer | null,
  lateAddresses: LateAddresses = {},
): Promise<void> {
  const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);
  if (server === null) return asSystem(keepUnsent);
  const until = Date.now() + RUNS_FOR_MS;
  while (Date.now() < until) {
    const mail = await asSystem(async (transaction) =>
      complete(transaction, await takeMail(transaction), lateAddresses),
    );
    if (mail === null) return;
    const { id } = mail;
    const result = await server.send(mail);
    await asSystem((transaction) => recordAttempt(transaction, id, result));
    // The other mails would wait for the same silence; they go with the next run.
    if (result.outcome === 'unreachable') return;
  }
}

async function complete(
  transaction: Database,
  mail: TakenMail | null,
  lateAddresses: LateAddresses,
): Promise<TakenMail | null> {
  const makeAddress = mail && lateAddresses[mail.template];
  if (!makeAddress) return mail;
  const address = await makeAddress(transaction, mail);
  const withAddress = (text: string) => text.replaceAll(LATE_ADDRESS, address);
  return { ...mail, body_text: withAddress(mail.body_text), body_html: withAddress(mail.body_html) };
}
