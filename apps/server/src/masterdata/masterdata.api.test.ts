import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessLevelLabel } from '@talaan/contract/access/access-level';
import type { AccessLevel } from '@talaan/contract/access/access-level';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import { singleFields, writableFields } from '@talaan/contract/resource/define-resource';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { isSingleValue } from '@talaan/contract/resource/field';
import { allResources } from '@talaan/contract/resources/resource-table';
import { createSignedInClient } from '../testing/sign-in.ts';
import type { SignedInClient } from '../testing/sign-in.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { createBaseRecords } from './fixtures/base-records.ts';
import type { BaseRecords, ResourceFixture } from './fixtures/fixture.ts';
import { FIXTURES } from './fixtures/fixture-table.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Administrator' });
  base = await createBaseRecords(admin);
});
afterAll(async () => world.stop());

type Row = Record<string, unknown> & { id: number; row_version: number };
interface Reply<Body = any> {
  status: number;
  body: Body;
}

async function send(
  client: SignedInClient | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await world.server.inject({
    method,
    url: path.startsWith('/api') ? path : `/api${path}`,
    headers: { ...client?.headers, ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function sendFile(
  client: SignedInClient,
  path: string,
  file: { name: string; bytes: Buffer },
  dryRun = false,
): Promise<Reply> {
  const form = new FormData();
  if (dryRun) form.append('dry_run', '1');
  form.append('upload_file[]', new File([new Uint8Array(file.bytes)], file.name));
  const encoded = new Response(form);
  const reply = await world.server.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...client.headers, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function download(path: string) {
  const reply = await world.server.inject({ method: 'GET', url: `/api${path}`, headers: admin.headers });
  expect(reply.statusCode).toBe(200);
  return { headers: reply.headers, bytes: reply.rawPayload, name: 'list.csv' };
}

/** Lines of a CSV without its first column, the Record ID, which a new record does not keep. */
function linesWithoutId(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.slice(line.indexOf(',') + 1));
}

describe.each(allResources().map((definition) => [definition.title.many, definition] as const))(
  '%s',
  (_, definition) => {
    const { path } = definition;
    let fixture: ResourceFixture;
    let first: Row;
    let second: Row;
    beforeAll(() => {
      fixture = FIXTURES[definition.name](base);
    });

    it('turns away whoever is not signed in or lacks the level, and names both', async () => {
      const verbs: [AccessLevel, 'GET' | 'POST' | 'PUT' | 'DELETE', string][] = [
        [1, 'GET', path],
        [1, 'GET', `${path}/999999`],
        [1, 'GET', `${path}/export`],
        [2, 'POST', path],
        [3, 'PUT', `${path}/999999`],
        [3, 'POST', `${path}/import`],
        [4, 'DELETE', `${path}/999999`],
      ];
      for (const level of [0, 1, 2, 3, 4] as const) {
        const client = await createSignedInClient(world.server, world.database, {
          last_name: 'Clerk',
          levels: { [definition.module]: level },
        });
        for (const [needed, method, address] of verbs) {
          expect((await send(null, method, address)).status, `${method} ${address} signed out`).toBe(401);
          const reply = await world.server.inject({ method, url: `/api${address}`, headers: client.headers });
          const label = `${method} ${address} at level ${level}`;
          if (level >= needed) expect(reply.statusCode, label).not.toBe(403);
          else {
            expect(reply.json(), label).toMatchObject({
              status: 403,
              message: `You need ${accessLevelLabel(needed)} on ${definition.module}; you have ${accessLevelLabel(level)}.`,
            });
          }
        }
        expect((await send(client, 'GET', `${path}/dropdown-list`)).status).toBe(200);
      }
      expect((await send(null, 'GET', `${path}/dropdown-list`)).status).toBe(401);
    });

    it('refuses every bad value under its field, with the exact message', async () => {
      const entered = writableFields(definition).map(([name]) => name);
      expect(Object.keys(fixture.bad).toSorted()).toEqual(entered.toSorted());
      for (const [name, { value, message }] of Object.entries(fixture.bad)) {
        const reply = await send(admin, 'POST', path, { ...fixture.first, [name]: value });
        expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBe(422);
        expect(messagesUnder(name, reply.body.errors), name).toContain(message);
      }
    });

    it('requires what has no default', async () => {
      for (const [name, shape] of writableFields(definition)) {
        const isRequired = isSingleValue(shape) && !shape.optional && !('default' in shape);
        if (!isRequired) continue;
        for (const absent of [undefined, null, '']) {
          const reply = await send(admin, 'POST', path, { ...fixture.first, [name]: absent });
          expect(reply.body.errors?.[name], name).toEqual([`${shape.label} is required.`]);
        }
      }
    });

    it('adds a record once, ignoring what the server owns, and shows it', async () => {
      const key = { 'idempotency-key': `add-${definition.name}-0001` };
      const owned = {
        id: 999_999,
        row_version: 99,
        input_by: 424242,
        edit_by: 424242,
        edit_date: '2001-01-01',
        built_in: true,
      };
      const added = await send(admin, 'POST', path, { ...fixture.first, ...owned, password_hash: 'x' }, key);
      expect(added.status, JSON.stringify(added.body)).toBe(200);
      first = added.body.data;
      expect(first).toMatchObject({ row_version: 1, input_by: admin.user.id, edit_by: null, edit_date: null });
      expect(first.id).not.toBe(999_999);
      expect(first).not.toHaveProperty('password');
      expect(first).not.toHaveProperty('password_hash');
      expectSameValues(definition, first, fixture.first);

      const again = await send(admin, 'POST', path, { ...fixture.first, ...owned, password_hash: 'x' }, key);
      expect(again.body).toEqual(added.body);
      const other = await send(admin, 'POST', path, { ...fixture.second }, key);
      expect(other.body).toMatchObject({ status: 409, code: 'idempotency_conflict' });

      const shown = await send(admin, 'GET', `${path}/${first.id}`);
      expect(shown.body).toEqual({ data: first, abilities: { create: true, update: true, delete: true } });
      second = (await send(admin, 'POST', path, fixture.second)).body.data;
      expectSameValues(definition, second, fixture.second);
    });

    it('refuses a second record with the same key and names the field', async () => {
      for (const key of definition.unique) {
        const taken = Object.fromEntries(key.map((name) => [name, first[name]]));
        if (Object.values(taken).includes(null)) continue;
        const reply = await send(admin, 'PUT', `${path}/${second.id}`, taken);
        expect(reply.body, JSON.stringify(key)).toMatchObject({ status: 409, code: 'already_exists' });
        expect(reply.body.message).toMatch(/exists already\.$/);
        expect(Object.keys(reply.body.errors)).toEqual([key.at(-1)]);
      }
    });

    it('finds, filters, sorts and pages the list', async () => {
      const all = await send(admin, 'GET', `${path}?pages=100`);
      expect(all.body).toMatchObject({ current_page: 1, from: 1, per_page: 100, prev_page_url: null });
      expect(all.body.data).toContainEqual(first);
      expect(all.body.data).toContainEqual(second);

      if (fixture.search) {
        for (const name of ['search', 'query']) {
          const found = await send(admin, 'GET', `${path}?pages=100&${name}=${encodeURIComponent(fixture.search)}`);
          expect(idsOf(found)).toContain(first.id);
          expect(idsOf(found)).not.toContain(second.id);
        }
      }
      expect((await send(admin, 'GET', `${path}?search=%25%5C'_`)).body.total).toBe(0);
      for (const name of definition.list.filters) {
        const value = encodeURIComponent(String(first[name] ?? ''));
        expect(idsOf(await send(admin, 'GET', `${path}?pages=100&${name}=${value}`)), name).toContain(first.id);
      }
      for (const name of ['id', ...singleFields(definition).map(([field]) => field)]) {
        const up = idsOf(await send(admin, 'GET', `${path}?pages=100&sort=${name}`));
        expect(up, name).toHaveLength(Math.min(100, all.body.total));
        expect((await send(admin, 'GET', `${path}?pages=100&sort=-${name}`)).status, name).toBe(200);
      }
      const descending = idsOf(await send(admin, 'GET', `${path}?pages=100&sort=-id`));
      expect(descending).toEqual(descending.toSorted((left, right) => right - left));

      for (const rows of PAGE_SIZES) {
        expect((await send(admin, 'GET', `${path}?pages=${rows}`)).body.per_page).toBe(rows);
      }
      expect((await send(admin, 'GET', path)).body.per_page).toBe(10);
      expect((await send(admin, 'GET', `${path}?page=100000000`)).body).toMatchObject({ data: [], from: 0, to: 0 });
    });

    it('refuses a query that the list does not know', async () => {
      const rows = { pages: ['Rows per page must be 10, 25, 50, 75 or 100.'] };
      for (const pages of ['0', '-1', '7', '1e9', 'abc']) {
        expect((await send(admin, 'GET', `${path}?pages=${pages}`)).body).toMatchObject({ status: 422, errors: rows });
      }
      for (const sort of ['1;drop table payee', 'password_hash', 'roles.id', '-']) {
        const reply = await send(admin, 'GET', `${path}?sort=${encodeURIComponent(sort)}`);
        expect(reply.body.errors.sort, sort).toEqual(['This list cannot be sorted by that field.']);
      }
      const unknown = await send(admin, 'GET', `${path}?row_version=1`);
      expect(unknown.status).toBe(422);
      expect(unknown.body.message).toMatch(/^This list has no filter row_version\./);
    });

    it('offers records in use in the dropdown list', async () => {
      const search = fixture.search ? `?search=${encodeURIComponent(fixture.search)}` : '';
      const offered = await send(admin, 'GET', `${path}/dropdown-list${search}`);
      expect(offered.body.per_page).toBe(100);
      const choice = offered.body.data.find((row: Row) => row.id === first.id);
      expect(choice).toMatchObject({ id: first.id, code: String(first[definition.dropdown.code]) });
      expect(choice.name).not.toBe('');
      expect(Object.keys(choice).toSorted()).toEqual(['id', 'code', 'name', ...definition.dropdown.extra].toSorted());
      if (!definition.active) return;
      expect((await send(admin, 'PUT', `${path}/${first.id}`, { [definition.active]: 0 })).status).toBe(200);
      expect(idsOf(await send(admin, 'GET', `${path}/dropdown-list${search}`))).not.toContain(first.id);
      expect(idsOf(await send(admin, 'GET', `${path}?pages=100&list=active`))).not.toContain(first.id);
      expect(idsOf(await send(admin, 'GET', `${path}?pages=100&list=inactive`))).toContain(first.id);
      first = (await send(admin, 'PUT', `${path}/${first.id}`, { [definition.active]: 1 })).body.data;
    });

    it('changes what was sent, keeps the rest, and refuses a change of a record that moved on', async () => {
      const colleague = await createSignedInClient(world.server, world.database, {
        super_user: true,
        first_name: 'Mario',
        last_name: 'Cruz',
      });
      const read = first;
      const owned = { input_by: 424242, edit_by: 424242, input_date: '2001-01-01T00:00:00Z' };
      const changed = await send(colleague, 'PUT', `${path}/${first.id}`, {
        ...fixture.change,
        ...owned,
        row_version: read.row_version,
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      first = changed.body.data;
      expectSameValues(definition, first, fixture.change);
      expect(first).toMatchObject({
        row_version: read.row_version + 1,
        input_by: admin.user.id,
        input_date: read['input_date'],
        edit_by: colleague.user.id,
        edit_by_name: 'Mario Cruz',
      });
      for (const [name, shape] of writableFields(definition)) {
        if (shape.kind !== 'password' && !(name in fixture.change)) expect(first[name], name).toEqual(read[name]);
      }

      const stale = await send(admin, 'PUT', `${path}/${first.id}`, {
        ...fixture.change,
        row_version: read.row_version,
      });
      expect(stale.body).toMatchObject({
        status: 409,
        code: 'row_version',
        changed_by: 'Mario Cruz',
        changed_at: first['edit_date'],
        row_version: first.row_version,
        sent_row_version: read.row_version,
        current: first,
      });
      expect(stale.body.message).toMatch(/^Changed by Mario Cruz at \d\d:\d\d\. Reload to see it\.$/);

      const same = await send(admin, 'PUT', `${path}/${first.id}`, {
        ...fixture.change,
        row_version: first.row_version,
      });
      expect(same.body.data).toEqual(first);
      for (const [name, { value, message }] of Object.entries(fixture.bad)) {
        const reply = await send(admin, 'PUT', `${path}/${first.id}`, { [name]: value });
        expect(messagesUnder(name, reply.body.errors), name).toContain(message);
      }
    });

    it('travels through CSV and XLSX and back, and the same file again changes nothing', async () => {
      for (const format of ['csv', 'xlsx']) {
        const file = await download(`${path}/export?format=${format}`);
        expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+_\d{10}\.(csv|xlsx)"$/);
        const again = await sendFile(admin, `${path}/import`, file);
        expect(again.status, JSON.stringify(again.body)).toBe(200);
        expect(again.body.data).toMatchObject({ added: 0, changed: 0, fault_count: 0 });
        expect(again.body.data.unchanged).toBe(again.body.data.rows);
      }
      const file = await download(`${path}/export`.concat('?format=csv'));
      for (const { id } of [first, second]) expect((await send(admin, 'DELETE', `${path}/${id}`)).status).toBe(200);
      const preview = await sendFile(admin, `${path}/import`, file, true);
      expect(preview.body.data, JSON.stringify(preview.body)).toMatchObject({ dry_run: true, added: 2, changed: 0 });
      expect((await send(admin, 'GET', `${path}?list=`)).body.data).not.toContainEqual(first);
      const back = await sendFile(admin, `${path}/import`, file);
      expect(back.body.data).toMatchObject({ dry_run: false, added: 2, changed: 0, fault_count: 0 });
      const after = await download(`${path}/export?format=csv`);
      expect(linesWithoutId(after.bytes).toSorted()).toEqual(linesWithoutId(file.bytes).toSorted());
    });

    it('deletes a record and answers 404 for it afterwards', async () => {
      const key = definition.unique[0]!;
      const list = await send(admin, 'GET', `${path}?pages=100&sort=-id`);
      const found = list.body.data.find((row: Row) => key.every((name) => row[name] === second[name]));
      const gone = { status: 404, code: 'not_found' };
      expect((await send(admin, 'DELETE', `${path}/${found.id}`)).body).toEqual({ data: { id: found.id } });
      expect((await send(admin, 'GET', `${path}/${found.id}`)).body).toMatchObject(gone);
      expect((await send(admin, 'PUT', `${path}/${found.id}`, {})).body).toMatchObject(gone);
      expect((await send(admin, 'DELETE', `${path}/${found.id}`)).body).toMatchObject(gone);
      expect((await send(admin, 'GET', `${path}/abc`)).body).toMatchObject({ status: 422 });
    });
  },
);

function idsOf(reply: Reply): number[] {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data.map((row: Row) => row.id);
}

function messagesUnder(field: string, errors: Record<string, string[]> = {}): string[] {
  return Object.entries(errors).flatMap(([name, messages]) => (name.split('.')[0] === field ? messages : []));
}

/** The record holds what was entered; decimals and inner rows may carry more than was typed. */
function expectSameValues(definition: AnyResource, row: Row, entered: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(entered)) {
    const shape = definition.fields[name]!;
    if (shape.kind === 'password') continue;
    if (shape.kind === 'children' || shape.kind === 'group') expect(row[name], name).toMatchObject(value as object);
    else if (shape.kind === 'amount' || shape.kind === 'rate' || shape.kind === 'percent') {
      expect(Number(row[name]), name).toBe(Number(value));
      expect(row[name] === null || /\.\d\d/.test(String(row[name])), name).toBe(true);
    } else expect(row[name], name).toEqual(value);
  }
}
