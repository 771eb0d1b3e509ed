import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from './database.ts';

/** The newest seal of the audit trail, as it is kept outside the database: number, hash in hex, instant of sealing. */
const auditHead = z.object({ seal_no: z.string(), row_hash: z.string(), sealed_at: z.string(), signature: z.string() });
export type AuditHead = z.infer<typeof auditHead>;

const HEAD_FILE = 'audit-head.json';
const KEY_FILE = 'audit-key.pem';

/**
 * Keeps the newest seal in `folder`, signed by a key of that folder: whoever can rewrite the database alone cannot cut the
 * trail unseen. A head whose seal is not in the chain any more is never replaced, so it goes on to show what is missing.
 */
export async function keepAuditHead(database: Database, folder: string): Promise<void> {
  const kept = readAuditHead(folder);
  const { rows } = await sql<Omit<AuditHead, 'signature'>>`
    select seal_no::text, encode(row_hash, 'hex') as row_hash, sealed_at::text
    from audit_seal
    where ${kept?.seal_no ?? null}::bigint is null or seal_no > ${kept?.seal_no ?? null}::bigint and exists (
      select from audit_seal k
      where k.seal_no = ${kept?.seal_no ?? null}::bigint and k.row_hash = decode(${kept?.row_hash ?? null}, 'hex'))
    order by audit_seal.seal_no desc limit 1`.execute(database);
  if (rows[0]) writeWhole(join(folder, HEAD_FILE), JSON.stringify(signed(rows[0], folder)));
}

/** The kept head, or null where none is kept yet. Throws one sentence when the file is not what was signed. */
export function readAuditHead(folder: string): AuditHead | null {
  const file = join(folder, HEAD_FILE);
  if (!existsSync(file)) return null;
  const head = auditHead.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  if (!head || !verify(null, textOf(head), createPublicKey(keyOf(folder)), Buffer.from(head.signature, 'base64'))) {
    throw new Error(
      `${file} was changed: it is not the head of the audit trail that was signed. Put a copy of it back.`,
    );
  }
  return head;
}

const textOf = (head: Omit<AuditHead, 'signature'>) =>
  Buffer.from([head.seal_no, head.row_hash, head.sealed_at].join('\n'));

function signed(head: Omit<AuditHead, 'signature'>, folder: string): AuditHead {
  return { ...head, signature: sign(null, textOf(head), createPrivateKey(keyOf(folder))).toString('base64') };
}

/** The private key of the installation, made when it is first asked for. */
function keyOf(folder: string): string {
  const file = join(folder, KEY_FILE);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return readFileSync(file, 'utf8');
}

/** Beside its place and then moved there, so that a copy that was cut short is never read; for this account alone. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
