import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ApiScope } from '@talaan/contract/access/api-scopes';
import type { ApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { inTransaction, type Database } from '../../platform/database/database.ts';
import { hashSecret, newSecret } from '../session/session-token.ts';

/** Seconds that a token is good for. */
export const TOKEN_SECONDS = 900;

/** Every client, or the one with this id; the newest first. */
export async function findClients(database: Database, id?: number): Promise<ApiClient[]> {
  const found = await sql<ApiClient>`
    select c.id, c.client_id, c.client_name, c.scopes, concat_ws(' ', u.user_first_name, u.user_last_name) as made_by,
      c.made_at, c.rotated_at, c.revoked_at, c.last_used_at, s.source_code as source,
      array(select d.dept_code::text from department d where d.id = any (c.department_ids) order by 1) as departments,
      coalesce(s.posting = 'posts' and not client_confirmed(c), false) as waits,
      (select concat_ws(' ', a.user_first_name, a.user_last_name) from app_user a where a.id = c.confirmed_by) as confirmed_by
    from api_client c join app_user u on u.id = c.made_by left join integration_source s on s.id = c.source_id
    where ${id === undefined ? sql`true` : sql`c.id = ${id}`} order by c.id desc`.execute(database);
  return found.rows;
}

/** For which source a client sends, and of which departments. */
export interface SendingRights {
  readonly source_id: number;
  readonly department_ids: readonly number[];
}

/** The source and the departments of it by their codes; null for what there is not, or is out of use. */
export async function findSendingRights(
  database: Database,
  given: { source: string; departments: readonly string[] },
): Promise<{ source_id: number | null; departments: { code: string; id: number | null }[] }> {
  const found = await sql<{ source_id: number | null; departments: { code: string; id: number | null }[] }>`
    select s.id as source_id, (
      select coalesce(json_agg(json_build_object('code', g.code, 'id', (
        select d.id from integration_source_department o join department d on d.id = o.department_id
        where o.source_id = s.id and lower(d.dept_code) = lower(g.code) and d.dept_status = 1)) order by g.place), '[]')
      from unnest(${given.departments}::text[]) with ordinality g (code, place)) as departments
    from (select 1) one left join integration_source s on lower(s.source_code) = lower(${given.source}) and s.status = 1`.execute(
    database,
  );
  return found.rows[0]!;
}

/** Somebody else agrees that what the client sends posts by itself; undefined when there is none that waits for it. */
export async function confirmClient(transaction: Database, id: number): Promise<ApiClient | undefined> {
  const confirmed = await sql`
    update api_client set confirmed_at = now()
    where id = ${id} and source_id is not null and revoked_at is null and confirmed_at is null returning id`.execute(
    transaction,
  );
  return confirmed.rows.length === 0 ? undefined : (await findClients(transaction, id))[0];
}

/** Makes a client in the name of the actor; answers its secret, which is kept nowhere. */
export async function insertClient(
  transaction: Database,
  { name, scopes, sends }: { name: string; scopes: readonly ApiScope[]; sends: SendingRights | null },
) {
  const client_secret = newSecret();
  const inserted = await sql<{ id: number }>`
    insert into api_client (client_id, client_name, scopes, secret_hash, source_id, department_ids)
    values (${`talaan-${randomBytes(8).toString('hex')}`}, ${name}, ${scopes}, ${hashSecret(client_secret)},
      ${sends?.source_id ?? null}, ${sends?.department_ids ?? []}::int[])
    returning id`.execute(transaction);
  return { ...(await findClients(transaction, inserted.rows[0]!.id))[0]!, client_secret };
}

/** Another secret for a client that was not revoked; undefined when there is none. */
export async function changeSecret(transaction: Database, id: number) {
  const client_secret = newSecret();
  const changed = await sql`
    update api_client set secret_hash = ${hashSecret(client_secret)}, rotated_at = now()
    where id = ${id} and revoked_at is null returning id`.execute(transaction);
  return changed.rows.length === 0 ? undefined : { ...(await findClients(transaction, id))[0]!, client_secret };
}

/** Ends a client; undefined when there is none that was not ended. */
export async function revokeClient(transaction: Database, id: number): Promise<ApiClient | undefined> {
  const revoked = await sql`
    update api_client set revoked_at = now() where id = ${id} and revoked_at is null returning id`.execute(transaction);
  return revoked.rows.length === 0 ? undefined : (await findClients(transaction, id))[0];
}

export interface KnownClient {
  readonly id: number;
  readonly made_by: number;
  readonly scopes: readonly ApiScope[];
}

/** What is compared where there is no such client, so that both take the same time. */
const NO_HASH = createHash('sha256').update(randomBytes(32)).digest();

/** The client of these credentials; null when either is wrong, it was revoked, or its maker may not sign in. */
export async function findClientBySecret(
  database: Database,
  clientId: string,
  secret: string,
): Promise<KnownClient | null> {
  const found = await sql<KnownClient & { secret_hash: Buffer }>`
    select c.id, c.made_by, c.scopes, c.secret_hash from api_client c join app_user u on u.id = c.made_by
    where c.client_id = ${clientId} and c.revoked_at is null and may_sign_in(u)`.execute(database);
  const client = found.rows[0];
  const isRight = timingSafeEqual(client?.secret_hash ?? NO_HASH, hashSecret(secret));
  return client && isRight ? client : null;
}

/**
 * Opens a token for a client, noted in the audit trail; also removes those that have ended. Null when its secret was changed
 * or ended since it was looked at.
 */
export async function openToken(
  database: Database,
  client: KnownClient,
  secret: string,
  scopes: readonly ApiScope[],
  requestId: string,
): Promise<string | null> {
  const token = newSecret();
  return inTransaction(database, { user_id: client.made_by, request_id: requestId }, async (transaction) => {
    await sql`delete from api_client_token where expires_at <= now()`.execute(transaction);
    const used = await sql`
      update api_client set last_used_at = now()
      where id = ${client.id} and secret_hash = ${hashSecret(secret)} and revoked_at is null returning id`.execute(
      transaction,
    );
    if (used.rows.length === 0) return null;
    await sql`
      insert into api_client_token (token_hash, client_id, scopes, expires_at)
      values (${hashSecret(token)}, ${client.id}, ${scopes}, now() + make_interval(secs => ${TOKEN_SECONDS}))`.execute(
      transaction,
    );
    await sql`select audit_note('api_client', ${String(client.id)}, 'token_given', ${JSON.stringify({ scopes })}::jsonb)`.execute(
      transaction,
    );
    return token;
  });
}
