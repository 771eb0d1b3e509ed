import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A message as its signature covers it (Standard Webhooks): its id, the seconds of its sending, its body to the byte. */
export interface SignedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string | Buffer;
}

const PREFIX = 'whsec_';

/** A new secret of 256 bits, as receivers' libraries take it. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** `v1,` and the HMAC-SHA256 of id, seconds and body, parted by full stops, in base64. */
export function signatureOf(key: Buffer, { id, timestamp, body }: SignedMessage): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** Whether one of the signatures, parted by spaces, is that of the message. */
export function isSigned(key: Buffer, message: SignedMessage, signatures: string): boolean {
  const wanted = Buffer.from(signatureOf(key, message));
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
