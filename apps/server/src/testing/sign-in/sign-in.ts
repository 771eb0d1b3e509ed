import type { FastifyInstance } from 'fastify';
import { ACCESS_LETTERS, type AccessLevel } from '@talaan/core/access/access-level';
import { MODULES, type ModuleName } from '@talaan/contract/access/modules';
import { createClient, type Transport } from '@talaan/contract/http/client';
import { openSession } from '../../access/session/session.store.ts';
import { csrfTokenOf } from '../../access/session/session-token.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';

/** What a test says about the person who signs in; everything else is made up. */
export interface TestUserFacts {
  /** Sign-in name; a new one for each user when left out. */
  user_id?: string;
  first_name?: string;
  last_name?: string;
  email?: string | null;
  password_hash?: string | null;
  super_user?: boolean;
  /** Level by module; `'*'` is the level on every module that is not named. */
  levels?: Partial<Record<ModuleName | '*', AccessLevel>>;
  dept_code?: string | null;
  /** Cap of the user record, in pesos: a decimal string. */
  max_amount?: string | null;
  end_date?: string | null;
}

export interface TestUser {
  id: number;
  user_id: string;
  name: string;
}

let made = 0;

/** Creates a user with the given levels, as privilege rows, so that no role is needed. */
export async function createUser(database: Database, facts: TestUserFacts = {}): Promise<TestUser> {
  made += 1;
  const user_id = facts.user_id ?? `user${made}`;
  const first = facts.first_name ?? 'Test';
  const last = facts.last_name ?? `Person ${made}`;
  return inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    const { id } = await transaction
      .insertInto('app_user')
      .values({
        user_id,
        user_first_name: first,
        user_last_name: last,
        email: facts.email === undefined ? `${user_id}@sampol.example` : facts.email,
        password_hash: facts.password_hash ?? null,
        sper_user: facts.super_user ? 1 : 0,
        dept_code: facts.dept_code ?? null,
        max_amount: facts.max_amount ?? null,
        start_date: '2020-01-01',
        end_date: facts.end_date ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = privilegesOf(facts.levels ?? {}).map(([prog_code, level]) => ({
      user_id: id,
      prog_code,
      access_level: ACCESS_LETTERS[level],
    }));
    if (rows.length > 0) await transaction.insertInto('user_access_privilege').values(rows).execute();
    return { id, user_id, name: `${first} ${last}` };
  });
}

function privilegesOf(levels: NonNullable<TestUserFacts['levels']>): [string, AccessLevel][] {
  const everywhere = levels['*'];
  const names = everywhere === undefined ? Object.keys(levels) : Object.keys(MODULES);
  return names.map((name) => [name, levels[name as ModuleName] ?? everywhere ?? 0]);
}

/** A caller of the server: typed calls of the route table, and the headers for raw requests. */
export interface SignedInClient {
  user: TestUser;
  call: ReturnType<typeof createClient>;
  /** Cookie and CSRF token of the session, for `server.inject`. */
  headers: { cookie: string; 'x-csrf-token': string };
}

/** Creates a user with the given levels and opens a session for him, as a sign-in would. */
export async function createSignedInClient(
  server: FastifyInstance,
  database: Database,
  facts: TestUserFacts = {},
): Promise<SignedInClient> {
  return signInAs(server, database, await createUser(database, facts));
}

/** Opens a session for a user who exists already. */
export async function signInAs(server: FastifyInstance, database: Database, user: TestUser): Promise<SignedInClient> {
  const actor = { user_id: user.id, request_id: null };
  const { token } = await inTransaction(database, actor, (transaction) =>
    openSession(transaction, user.id, () => null),
  );
  const headers = { cookie: `talaan=${token}`, 'x-csrf-token': csrfTokenOf(token) };
  return { user, headers, call: createClient(transportTo(server), () => headers) };
}

/** A transport that hands requests to the server without a network, multipart forms included. */
function transportTo(server: FastifyInstance): Transport {
  return async (address, { method, headers, body }) => {
    const form = body instanceof FormData ? new Response(body) : null;
    const payload = form ? Buffer.from(await form.arrayBuffer()) : (body as string | undefined);
    const reply = await server.inject({
      method: method as 'GET',
      url: address,
      headers: form ? { ...headers, 'content-type': form.headers.get('content-type')! } : headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, json: async () => reply.json() };
  };
}
