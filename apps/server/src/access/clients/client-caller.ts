import { sql } from 'kysely';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import type { ModuleName } from '@talaan/contract/access/modules';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { readShort, type Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { levelOn } from '../may-open.ts';
import { hashSecret, isSecret } from '../session/session-token.ts';
import type { AccessVersion, keepUserRights } from '../session/user-rights.store.ts';

/** What a scope opens at most: these levels, where whoever made the client has them himself. */
const SCOPE_LEVELS: Readonly<Record<ApiScope, Partial<Record<ModuleName, AccessLevel>>>> = {
  receipts: {
    'Cash Receipt': ACCESS.update,
    Billing: ACCESS.update,
    Collection: ACCESS.update,
    'Sales Journal': ACCESS.select,
  },
  reports: { 'Sales Journal': ACCESS.select },
  integrated: { 'Integrated Transactions': ACCESS.insert },
};

interface StoredToken extends AccessVersion {
  user_id: number;
  client_id: string;
  client_name: string;
  scopes: ApiScope[];
  expires_at: string;
  seconds_left: number;
}

/**
 * The client of the API whose token this is, with the levels of its scopes that its maker has; null when the token is
 * unknown or has ended, the client was revoked, or its maker may not sign in.
 */
export async function findClientCaller(
  database: Database,
  rightsOf: ReturnType<typeof keepUserRights>,
  token: string,
): Promise<Principal | null> {
  if (!isSecret(token)) return null;
  const token_hash = hashSecret(token);
  const found = await findToken(database, token_hash);
  const maker = found && (await rightsOf(found.user_id, found));
  if (!maker?.admitted) return null;
  const { client_id, client_name, scopes, expires_at, seconds_left } = found!;
  const levels = scopes.flatMap((scope) => Object.entries(SCOPE_LEVELS[scope]));
  return {
    user_id: maker.user_id,
    login: client_id,
    name: client_name,
    super_user: false,
    levels: Object.fromEntries(
      levels.map(([module, most]) => [module, Math.min(most, levelOn(maker, module)) as AccessLevel]),
    ),
    client: { client_id, scopes },
    session: { token_hash, csrf_hash: Buffer.alloc(0), expires_at, seconds_left },
  };
}

async function findToken(database: Database, tokenHash: Buffer): Promise<StoredToken | undefined> {
  const asked = sql<StoredToken>`
    select c.made_by as user_id, c.client_id, c.client_name, t.scopes, t.expires_at,
      extract(epoch from t.expires_at - now())::float8 as seconds_left, a.version, manila_today() as day
    from api_client_token t join api_client c on c.id = t.client_id, access_version a
    where t.token_hash = ${tokenHash} and t.expires_at > now() and c.revoked_at is null`;
  const [found] = await readShort(database, asked.compile(database));
  return found;
}
