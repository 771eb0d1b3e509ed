import { openSealedText } from '../../access/session/session-token.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import type { Attempt, SendMessage } from './send-message.ts';
import { keyOfSecret, signatureOf } from './standard-webhook.ts';
import { keepAttempt, takeMessages, type TakenMessage } from './webhook.store.ts';

/** A run begins no message after this time; what is left goes with the next one. */
const RUNS_FOR_MS = 20_000;

/** So many at a time. */
const AT_ONCE = 8;

export interface WebhookWork {
  readonly database: Database;
  readonly send: SendMessage;
  readonly sealingKey: () => Promise<string>;
}

/**
 * Sends every message that is due. Safe to repeat and to run on several servers: a message is held by one of them while it is sent.
 * A server that dies between sending and keeping the try lets another one send it again, under the same id.
 */
export async function sendWebhooks({ database, send, sealingKey }: WebhookWork): Promise<void> {
  const asSystem = <T>(work: (transaction: Database) => Promise<T>) => inTransaction(database, SYSTEM_ACTOR, work);
  const until = Date.now() + RUNS_FOR_MS;
  // The other messages to an address that does not answer would wait for the same silence, and keep those of others waiting.
  const silent: number[] = [];
  while (Date.now() < until) {
    const taken = await asSystem((transaction) => takeMessages(transaction, { most: AT_ONCE, silent }));
    if (taken.length === 0) return;
    await Promise.all(
      taken.map(async (message) => {
        const attempt = await sendSigned(message, send, sealingKey);
        if (attempt.status === null) silent.push(message.endpoint_id);
        await asSystem((transaction) => keepAttempt(transaction, message, attempt));
      }),
    );
  }
}

async function sendSigned(
  message: TakenMessage,
  send: SendMessage,
  sealingKey: () => Promise<string>,
): Promise<Attempt> {
  const { message_id: id, url, body } = message;
  let keys: Buffer[];
  try {
    const sealedBy = await sealingKey();
    keys = [message.secret_sealed, message.previous_sealed].flatMap((sealed) =>
      sealed === null ? [] : [keyOfSecret(openSealedText(sealedBy, sealed))],
    );
  } catch {
    const reply =
      'Its secret cannot be opened: SEALING_KEY is not the one that sealed it. Give the address a new secret.';
    return { status: null, took_ms: 0, reply, retry_after: null };
  }
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Talaan',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => signatureOf(key, { id, timestamp, body })).join(' '),
  };
  return send(url, headers, body);
}
