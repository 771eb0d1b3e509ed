import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const signingKey = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  n: z.string(),
  e: z.string(),
});

const openIdKeys = z.object({
  /** Private key that signs identity tokens. */
  signing_key: signingKey,
  /** Signs the provider's own cookies. */
  cookie_key: z.string(),
  client_secret: z.string(),
});
export type OpenIdKeys = z.infer<typeof openIdKeys>;
export type SigningKey = z.infer<typeof signingKey>;

/** The secrets of the local provider: made at first start and kept in a file that only this account can read. */
export function keepOpenIdKeys(file: string): OpenIdKeys {
  if (existsSync(file)) return openIdKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
  const keys = makeOpenIdKeys();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

/** New secrets for a local provider. */
export function makeOpenIdKeys(): OpenIdKeys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  };
  return {
    signing_key: signingKey.parse(key),
    cookie_key: randomBytes(32).toString('base64url'),
    client_secret: randomBytes(32).toString('base64url'),
  };
}

/** The part of a signing key that everybody may see. */
export function publicPartOf({ kty, kid, alg, n, e }: SigningKey) {
  return { kty, kid, alg, n, e, use: 'sig' };
}
