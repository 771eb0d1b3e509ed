import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { anyResource, writableFields } from '@talaan/contract/resource/define-resource';
import { allResources } from '@talaan/contract/resources/resource-table';
import { createBaseRecords } from '../../testing/books/base-records.ts';
import { createCaller, recordOf, type Reply } from '../../testing/raw-caller.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { FIXTURES } from '../fixtures/fixture-table.ts';
import type { BaseRecords } from '../fixtures/fixture.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;
const { send } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true });
  base = await createBaseRecords(admin);
});
afterAll(() => world.stop());

/** Who a client says he is, and what only the server may set, on any resource (reliability G-S03, G-S04). */
const CLAIMS = {
  id: 424_242,
  input_by: 424_242,
  input_by_name: 'Somebody Else',
  input_date: '2001-01-01',
  edit_by: 424_242,
  edit_by_name: 'Somebody Else',
  edit_date: '2001-01-01',
  deleted_by: 424_242,
  prepared_by: 424_242,
  preparer: 'Somebody Else',
  approved_by: 424_242,
  department_id: 424_242,
  user: { id: 424_242, sper_user: 1 },
  company_id: 424_242,
  status_by: 424_242,
  processing: 1,
  is_confidential: 1,
  password_hash: 'x',
  logo_file_id: '00000000-0000-4000-8000-000000000000',
  built_in: true,
  next_number: 1,
  __proto__: { polluted: true },
};

describe.each(allResources().map((definition) => [definition.name, definition.path, anyResource(definition)] as const))(
  '%s',
  (name, path, definition) => {
    const isEntered = new Set(writableFields(definition).map(([field]) => field));
    /** The claims that are no fields of the resource, and every field that it only shows. */
    const claims = () => ({
      ...Object.fromEntries(Object.entries(CLAIMS).filter(([field]) => !isEntered.has(field))),
      ...Object.fromEntries(
        Object.keys(definition.fields)
          .filter((field) => !isEntered.has(field))
          .map((field) => [field, 'forged']),
      ),
    });
    const stored = async (id: number) =>
      (
        await sql<{
          row: object;
        }>`select to_jsonb(t) as row from ${sql.table(definition.table)} t where id = ${id}`.execute(world.database)
      ).rows[0]!.row;

    it('keeps its row whatever a change claims beside its fields', async () => {
      const made = recordOf(unlisted(await send(admin, 'POST', path, FIXTURES[name](base).first)));
      const before = await stored(made.id);
      const reply = await send(admin, 'PUT', `${path}/${made.id}`, claims());
      expect([200, 422]).toContain(reply.status);
      expect(await stored(made.id)).toEqual(before);
      await send(admin, 'DELETE', `${path}/${made.id}`);
    });

    it('makes the same row with the claims and without', async () => {
      const { first } = FIXTURES[name](base);
      const plain = recordOf(unlisted(await send(admin, 'POST', path, first)));
      const honest = comparable(await stored(plain.id));
      await send(admin, 'DELETE', `${path}/${plain.id}`);
      const reply = unlisted(await send(admin, 'POST', path, { ...claims(), ...first, row_version: 77 }));
      if (reply.status === 422) return;
      const forged = recordOf(reply);
      expect(comparable(await stored(forged.id))).toEqual(honest);
      expect(forged.id).not.toBe(CLAIMS.id);
      await send(admin, 'DELETE', `${path}/${forged.id}`);
    });
  },
);

/** A reply whose record may stand in a list of one. */
function unlisted(reply: Reply): Reply {
  const data = reply.body.data as unknown;
  return Array.isArray(data) ? { ...reply, body: { ...reply.body, data: data[0] as never } } : reply;
}

/** A row without what differs between two rows by itself. */
function comparable(row: object): object {
  const {
    id: _id,
    input_date: _at,
    email_stands_at: _stands,
    password_hash: _hash,
    ...rest
  } = row as Record<string, unknown>;
  return rest;
}

it('a list answers the same whoever the address says is asking', async () => {
  const reader = await createSignedInClient(world.server, world.database, { levels: { Departments: 1 } });
  const honest = await send(reader, 'GET', '/dept');
  for (const claim of ['user_id=1', 'edit_by=1', 'department_id=1', 'sper_user=1', 'preparer=1']) {
    const asked = await send(reader, 'GET', `/dept?${claim}`);
    if (asked.status === 422) continue;
    expect(asked.body.data).toEqual(honest.body.data);
  }
});
