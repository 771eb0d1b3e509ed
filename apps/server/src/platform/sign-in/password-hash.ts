import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Cost of one argon2id hash: 19 MiB, two passes, one lane. All hashes share it, so that every check takes the same time. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage, as an argon2id string that carries its own salt and cost (reliability (e) Passwords). */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password belongs to a stored hash. Without a hash (unknown user, user without a password) it does the
 * same work and answers false, so that time tells nothing (reliability G-S13).
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNobody()), password);
  return matches && stored !== null;
}

let nobody: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(randomBytes(24).toString('base64url'));
  return nobody;
}
