import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits, as base64url text: a session cookie, a pre-session cookie or a ticket. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be one of our secrets; anything else is not looked up. */
export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}

/** SHA-256 of a secret: what the database keeps instead of it. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * The CSRF token of a session, derived from its cookie: the server answers it again after a reload without storing it,
 * and it tells nothing about the cookie (decisions §8).
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('talaan csrf token').digest('base64url');
}

/** Encrypts a text (an HR access token) with a secret that the database does not hold: AES-256-GCM, nonce first, tag last. */
export function sealText(secret: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text that `sealText` encrypted with the same secret. Throws when the bytes were altered or the secret is another. */
export function openSealedText(secret: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
}

function sealingKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('talaan sealed text').digest();
}
