import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleName } from '@talaan/contract/access/modules';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import { singleFields, writableFields } from '@talaan/contract/resource/define-resource';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { holdsLetters, isSingleValue } from '@talaan/contract/resource/field';
import type { FieldShape } from '@talaan/contract/resource/field';
import { readFieldValue } from '@talaan/contract/resource/field-value';
import type { EnteredField } from '@talaan/contract/resource/field-value';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import { allResources, resourceNamed } from '@talaan/contract/resources/resource-table';
import { ACCESS_POLICY } from '../testing/access-policy.ts';
import { createSignedInClient } from '../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { createCaller, messagesUnder, recordOf, rowsOf } from '../testing/raw-caller.ts';
import type { Reply, Row } from '../testing/raw-caller.ts';
import { createBaseRecords } from '../testing/books/base-records.ts';
import { everyField, isKept, ROUNDS } from './fixtures/every-field.ts';
import type { BaseRecords, ResourceFixture } from './fixtures/fixture.ts';
import { FIXTURES } from './fixtures/fixture-table.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
let base: BaseRecords;
const { send, sendFile, download } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Administrator' });
  base = await createBaseRecords(admin);
});
afterAll(async () => world.stop());

const EVERY_RESOURCE = allResources().map((definition) => [definition.title.many, definition] as const);

describe.each(EVERY_RESOURCE)('%s', (_title, definition) => {
  const { path, module } = definition;
  let fixture: ResourceFixture;
  let first: Row;
  let second: Row;
  beforeAll(() => {
    fixture = FIXTURES[definition.name](base);
  });

  it('refuses every bad value under its field, with the exact message', async () => {
    const entered = writableFields(definition).map(([name]) => name);
    expect(Object.keys(fixture.bad).toSorted()).toEqual(entered.toSorted());
    for (const [name, { value, message }] of Object.entries(fixture.bad)) {
      const reply = await send(admin, 'POST', path, { ...fixture.first, [name]: value });
      expect({ name, status: reply.status, messages: messagesUnder(name, reply) }).toMatchObject({
        name,
        status: 422,
        messages: expect.arrayContaining([message]),
      });
    }
  });

  it('requires what has no default', async () => {
    const required = writableFields(definition).filter(
      ([, shape]) => isSingleValue(shape) && !shape.optional && !('default' in shape),
    );
    for (const [name, shape] of required) {
      for (const nothing of [undefined, null, '']) {
        const reply = await send(admin, 'POST', path, { ...fixture.first, [name]: nothing });
        expect(reply.body.errors).toMatchObject({ [name]: [`${shape.label} is required.`] });
      }
    }
  });

  it('adds a record once, ignoring what the server owns, and shows it', async () => {
    const key = { 'idempotency-key': `add-${definition.name}-0001` };
    const owned = { id: 999_999, row_version: 99, input_by: 424_242, edit_by: 424_242, edit_date: '2001-01-01' };
    const sent = { ...fixture.first, ...owned, built_in: true, password_hash: 'x' };
    const added = await send(admin, 'POST', path, sent, key);
    first = recordOf(added);
    const facts = { row_version: 1, input_by: admin.user.id, edit_by: null, edit_date: null, ...fixture.facts };
    expect(first).toMatchObject(facts);
    expect(first.id).not.toBe(999_999);
    expect(Object.keys(first)).not.toContain('password');
    expect(Object.keys(first)).not.toContain('password_hash');
    expect(first).toMatchObject(asShown(definition, fixture.first));

    expect(await send(admin, 'POST', path, sent, key)).toEqual(added);
    const other = await send(admin, 'POST', path, fixture.second, key);
    expect(other.body).toMatchObject({ status: 409, code: 'idempotency_conflict' });

    const shown = await send(admin, 'GET', `${path}/${first.id}`);
    expect(shown.body).toEqual({ data: first, abilities: { create: true, update: true, delete: true } });
    second = recordOf(await send(admin, 'POST', path, fixture.second));
    expect(second).toMatchObject(asShown(definition, fixture.second));
  });

  it('refuses a second record with the same key, whatever the case of its letters, and names field and record', async () => {
    const keys = definition.unique.filter((key) => key.every((name) => first[name] !== null));
    for (const key of keys) {
      const taken = Object.fromEntries(key.map((name) => [name, first[name]]));
      const isText = key.some((name) => holdsLetters(definition.fields[name]!));
      const end = isText ? ` exists already: ${definition.describe(first)}.` : '.';
      const message = expect.stringMatching(/exists already[.:]|overlaps series \d+–\d+\.$/);
      // An ISO code in small letters is none.
      const accepted = (given: object) => (definition.check?.({ ...second, ...given }) ?? []).length === 0;
      for (const given of [taken, ...[inOtherCase(definition, taken)].filter(accepted)]) {
        const reply = await send(admin, 'PUT', `${path}/${second.id}`, given);
        expect(reply.body).toMatchObject({ status: 409, code: 'already_exists', message });
        expect(reply.body.errors).toEqual({ [key.at(-1)!]: [message] });
        expect(reply.body.message?.endsWith(end)).toBe(true);
      }
    }
  });

  it('finds, filters, sorts and pages the list', async () => {
    const all = await send(admin, 'GET', `${path}?pages=100`);
    expect(all.body).toMatchObject({ current_page: 1, from: 1, per_page: 100, prev_page_url: null });
    expect(rowsOf(all)).toEqual(expect.arrayContaining([first, second]));

    for (const name of ['search', 'query']) {
      const found = await send(admin, 'GET', `${path}?pages=100&${name}=${encodeURIComponent(fixture.search)}`);
      expect(idsOf(found)).toContain(first.id);
      expect(idsOf(found)).not.toContain(second.id);
    }
    for (const wildcard of ['%', '_', '\\']) {
      const found = await send(admin, 'GET', `${path}?search=${encodeURIComponent(wildcard)}`);
      expect(found.body).toMatchObject({ total: 0 });
    }

    const filtered = definition.list.filters.map((name) => [name, textOf(first[name])] as const);
    for (const [name, value] of filtered) {
      const found = await send(admin, 'GET', `${path}?pages=100&${name}=${encodeURIComponent(value)}`);
      expect({ name, ids: idsOf(found) }).toMatchObject({ name, ids: expect.arrayContaining([first.id]) });
    }
    for (const name of ['id', ...singleFields(definition).map(([field]) => field)]) {
      const up = await everyId(path, name);
      const down = await everyId(path, `-${name}`);
      expect({ name, ids: new Set(up), count: up.length }).toEqual({ name, ids: new Set(down), count: down.length });
    }
    const descending = idsOf(await send(admin, 'GET', `${path}?pages=100&sort=-id`));
    expect(descending).toEqual(descending.toSorted((left, right) => right - left));

    for (const rows of PAGE_SIZES) {
      expect((await send(admin, 'GET', `${path}?pages=${rows}`)).body).toMatchObject({ per_page: rows });
    }
    expect((await send(admin, 'GET', path)).body).toMatchObject({ per_page: 10 });
    expect((await send(admin, 'GET', `${path}?page=100000000`)).body).toMatchObject({ data: [], from: 0, to: 0 });
  });

  it('refuses a query that the list does not know', async () => {
    for (const pages of ['0', '-1', '7', '1e9', 'abc']) {
      const reply = await send(admin, 'GET', `${path}?pages=${pages}`);
      expect(reply.body.errors).toEqual({ pages: ['Rows per page must be 10, 25, 50, 75 or 100.'] });
    }
    for (const sort of ['1;drop table payee', 'password_hash', 'roles.id', '-']) {
      const reply = await send(admin, 'GET', `${path}?sort=${encodeURIComponent(sort)}`);
      expect(reply.body.errors).toEqual({ sort: ['This list cannot be sorted by that field.'] });
    }
    const message = expect.stringMatching(/^This list has no filter row_version\./);
    expect((await send(admin, 'GET', `${path}?row_version=1`)).body).toMatchObject({ status: 422, message });
  });

  it('offers a record to choose, with its code, its name and the extra fields', async () => {
    const { code, extra } = definition.dropdown;
    const search = encodeURIComponent(fixture.search);
    const offered = await send(admin, 'GET', `${path}/dropdown-list?search=${search}`);
    expect(offered.body).toMatchObject({ per_page: 100 });
    const choice = rowsOf(offered).find((row) => row.id === first.id)!;
    expect(choice).toMatchObject({ id: first.id, code: textOf(first[code]), name: expect.stringMatching(/./) });
    expect(Object.keys(choice).toSorted()).toEqual(['id', 'code', 'name', ...extra].toSorted());
  });

  it('keeps account numbers, TINs and limits from whoever only refers to it, and the list from everybody else', async () => {
    const offered = async (levels: Partial<Record<ModuleName, AccessLevel>>, query = '') =>
      send(await clerkWith(levels), 'GET', `${path}/dropdown-list?pages=100&${query}`);
    expect(await offered({})).toMatchObject({ status: 403, body: { code: 'module_access' } });
    const [own, ...referring] = modulesOf(definition);
    expect(own).toBe(module);
    const { code, name, extra } = definition.dropdown;
    const confidential = singleFields(definition)
      .filter(([field, { kind }]) => CONFIDENTIAL.includes(kind) && field !== code && !name.includes(field))
      .map(([field]) => field);
    for (const asking of referring) {
      const shown = SHOWN_BY_FORMS[`${asking} > ${path}`] ?? [];
      const hidden = confidential.filter((field) => !shown.includes(field));
      const reply = await offered({ [asking]: 1 });
      const keys = ['id', 'code', 'name', ...extra.filter((field) => !hidden.includes(field))].toSorted();
      expect({ asking, status: reply.status, keys: rowsOf(reply).map((row) => Object.keys(row).toSorted()) }).toEqual({
        asking,
        status: 200,
        keys: rowsOf(reply).map(() => keys),
      });
      // Neither is told by what a search, a filter or an order finds.
      for (const field of hidden) {
        expect({ asking, field, reply: await offered({ [asking]: 1 }, `sort=${field}`) }).toMatchObject({
          reply: { status: 403, body: { code: 'module_access' } },
        });
        const value = textOf(first[field]);
        if (value === '' || !definition.list.search.includes(field)) continue;
        const found = rowsOf(await offered({ [asking]: 1 }, `search=${encodeURIComponent(value)}`));
        expect({ asking, field, found: found.filter(({ id }) => id === first.id) }).toEqual({
          asking,
          field,
          found: [],
        });
      }
    }
  });

  it('changes what was sent, keeps the rest, and refuses a change of a record that moved on', async () => {
    const name = { first_name: 'Mario', last_name: 'Cruz' };
    const colleague = await createSignedInClient(world.server, world.database, { super_user: true, ...name });
    const read = first;
    const owned = { input_by: 424_242, edit_by: 424_242, input_date: '2001-01-01T00:00:00Z' };
    const changed = await send(colleague, 'PUT', `${path}/${read.id}`, {
      ...fixture.change,
      ...owned,
      row_version: read.row_version,
    });
    first = recordOf(changed);
    const kept = writableFields(definition).filter(
      ([field, shape]) => shape.kind !== 'password' && !(field in fixture.change),
    );
    expect(first).toMatchObject({
      ...Object.fromEntries(kept.map(([field]) => [field, read[field]])),
      ...asShown(definition, fixture.change),
      row_version: read.row_version + 1,
      input_by: admin.user.id,
      input_date: read['input_date'],
      edit_by: colleague.user.id,
      edit_by_name: 'Mario Cruz',
    });

    const stale = await send(admin, 'PUT', `${path}/${first.id}`, { ...fixture.change, row_version: read.row_version });
    expect(stale.body).toMatchObject({
      status: 409,
      code: 'row_version',
      message: expect.stringMatching(/^Changed by Mario Cruz at \d\d:\d\d\. Reload to see it\.$/),
      changed_by: 'Mario Cruz',
      changed_at: first['edit_date'],
      row_version: first.row_version,
      sent_row_version: read.row_version,
      current: first,
    });

    const same = await send(admin, 'PUT', `${path}/${first.id}`, { ...fixture.change, row_version: first.row_version });
    expect(recordOf(same)).toEqual(first);
    for (const [field, { value, message }] of Object.entries(fixture.bad)) {
      const reply = await send(admin, 'PUT', `${path}/${first.id}`, { [field]: value });
      expect({ field, messages: messagesUnder(field, reply) }).toMatchObject({
        field,
        messages: expect.arrayContaining([message]),
      });
    }
  });

  it('travels through CSV and XLSX and back, and the same file again changes nothing', async () => {
    for (const format of ['csv', 'xlsx']) {
      const file = await download(admin, `${path}/export?format=${format}`);
      expect(file.disposition).toMatch(new RegExp(`^attachment; filename="[a-z-]+_\\d{10}\\.${format}"$`));
      const again = recordOf(await sendFile(admin, `${path}/import`, file));
      expect(again).toMatchObject({ added: 0, changed: 0, fault_count: 0, unchanged: again['rows'] });
    }
    const file = await download(admin, `${path}/export?format=csv`);
    for (const { id } of [first, second]) {
      expect((await send(admin, 'DELETE', `${path}/${id}`)).body).toEqual({ data: { id } });
    }
    const preview = await sendFile(admin, `${path}/import`, file, { dry_run: '1' });
    expect(recordOf(preview)).toMatchObject({ dry_run: true, added: 2, changed: 0, faults: [] });
    expect((await send(admin, 'GET', `${path}?search=${encodeURIComponent(fixture.search)}`)).body.data).toEqual([]);
    const back = await sendFile(admin, `${path}/import`, file);
    expect(recordOf(back)).toMatchObject({ dry_run: false, added: 2, changed: 0, fault_count: 0 });
    const after = await download(admin, `${path}/export?format=csv`);
    expect(linesWithoutId(after.bytes).toSorted()).toEqual(linesWithoutId(file.bytes).toSorted());
  });

  it('keeps every field in a place of its own: on the wire, in the file and in its column', async () => {
    const { id } = (await findByKey(definition, first))!;
    const seen = new Map<string, string[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const sent = everyField(definition, fixture.first, round);
      const { status, body } = await send(admin, 'PUT', `${path}/${id}`, sent);
      expect({ status, errors: body.errors }).toEqual({ status: 200 });
      const shown = recordOf(await send(admin, 'GET', `${path}/${id}`));
      expect(shown).toMatchObject(asShown(definition, sent));
      const file = await download(admin, `${path}/export?format=csv&id=${id}`);
      const [line] = parse(file.bytes, { bom: true, columns: true }) as Record<string, string>[];
      const columns = await columnsOfRecord(definition, id);
      for (const [name, shape] of singleFields(definition)) {
        if (!(name in sent)) continue;
        const wire = shown[name];
        expect({ name, cell: line![shape.label] }).toEqual({ name, cell: await cellText(shape, wire) });
        const stored = columns[COLUMNS[`${definition.table}.${name}`] ?? name];
        expect({ name, stored: plainText(stored) }).toEqual({ name, stored: await storedText(shape, wire) });
        if (!isKept(definition, name, shape)) seen.set(name, [...(seen.get(name) ?? []), textOf(wire)]);
      }
      for (const [name, shape] of writableFields(definition)) {
        if (shape.kind !== 'children' || !(name in sent) || isKept(definition, name, shape)) continue;
        const [row] = sent[name] as Row[];
        const inner = await innerColumns(shape.table);
        for (const [member, value] of Object.entries(row!)) {
          const stored = inner[COLUMNS[`${shape.table}.${member}`] ?? member];
          expect({ member, stored: plainText(stored) }).toEqual({ member, stored: plainText(textOf(value)) });
        }
      }
    }
    const inner = writableFields(definition).filter(([, { kind }]) => kind === 'children');
    const before = { ...Object.fromEntries(inner.map(([name]) => [name, []])), ...asShown(definition, fixture.first) };
    expect(await send(admin, 'PUT', `${path}/${id}`, before)).toMatchObject({ status: 200 });
    // Two fields that were always alike could stand in each other's place.
    const texts = [...seen.values()].map((values) => values.join(' | '));
    expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted());
  });

  it('deletes a record and answers 404 for it afterwards', async () => {
    const { id } = (await findByKey(definition, second))!;
    const gone = { status: 404, code: 'not_found' };
    expect((await send(admin, 'DELETE', `${path}/${id}`)).body).toEqual({ data: { id } });
    expect((await send(admin, 'GET', `${path}/${id}`)).body).toMatchObject(gone);
    expect((await send(admin, 'PUT', `${path}/${id}`, {})).body).toMatchObject(gone);
    expect((await send(admin, 'DELETE', `${path}/${id}`)).body).toMatchObject(gone);
    expect(await send(admin, 'GET', `${path}/abc`)).toMatchObject({ status: 422 });
  });
});

/** Columns that are not called as their field is, by table. */
const COLUMNS: Readonly<Record<string, string>> = {
  'billing_service_assignment.payee_code': 'payee_id',
  'billing_service_assignment.billing_service_name': 'service_id',
  'payee_bank.payee_code': 'payee_id',
  'payee_bank.bank_code': 'bank_id',
  'payee_bank.acct_no': 'account_number',
  'payee_bank.acct_cur': 'currency_id',
  'payee_bank.currency': 'currency_id',
  'received_cheque.payee_code': 'payee_id',
  'withholding_certificate.payee_code': 'payee_id',
  'withholding_certificate.atc_code': 'atc_id',
  'role_access.roles': 'role_id',
  'role_access.module_name': 'module_id',
};

async function columnsOfRecord({ table }: AnyResource, id: number): Promise<Record<string, string | null>> {
  const found = await sql<{ row: Record<string, string | null> }>`select audit_texts(to_jsonb(t)) as row
    from ${sql.table(table)} t where id = ${id}`.execute(world.database);
  return found.rows[0]!.row;
}

/** The inner row that was written last. */
async function innerColumns(table: string): Promise<Record<string, string | null>> {
  const found = await sql<{ row: Record<string, string | null> }>`select audit_texts(to_jsonb(t)) as row
    from ${sql.table(table)} t order by greatest(t.input_date, t.edit_date) desc, id desc limit 1`.execute(
    world.database,
  );
  return found.rows[0]!.row;
}

/** What a cell of the file holds for a value of the wire. */
async function cellText(shape: FieldShape, value: unknown): Promise<string> {
  if (shape.kind === 'reference' && shape.by === 'id' && value !== null) return keyOfRecord(shape.to, Number(value));
  if ('of' in shape && shape.of) return (shape.of as Record<string, string>)[textOf(value)] ?? textOf(value);
  if (shape.kind === 'flag') return value === 1 ? shape.on : shape.off;
  return textOf(value);
}

/** What the column holds for a value of the wire. */
async function storedText(shape: FieldShape, value: unknown): Promise<string> {
  if (shape.kind === 'choice' && shape.stores) return String(shape.stores[textOf(value)]);
  if (shape.kind !== 'reference' || shape.stores !== 'id' || shape.by === 'id') return plainText(textOf(value));
  const target = resourceNamed(shape.to);
  const found = await sql<{ id: number }>`select id from ${sql.table(target.table)}
    where ${sql.ref(target.key)} = ${value}`.execute(world.database);
  return String(found.rows[0]!.id);
}

async function keyOfRecord(to: ResourceName, id: number): Promise<string> {
  const { table, key } = resourceNamed(to);
  const found = await sql<{ key: string }>`select ${sql.ref(key)}::text as key from ${sql.table(table)}
    where id = ${id}`.execute(world.database);
  return found.rows[0]!.key;
}

/** A figure without the decimals that say nothing, a switch as 1 or 0. */
function plainText(text: string | null | undefined): string {
  if (text === 'true' || text === 'false') return text === 'true' ? '1' : '0';
  return /^\d+\.\d+$/.test(text ?? '') ? String(Number(text)) : (text ?? '');
}

/** The modules that a dropdown list opens to, its own first, as the policy has them. */
function modulesOf({ path }: AnyResource): ModuleName[] {
  const [, ...modules] = ACCESS_POLICY[`GET ${path}/dropdown-list`] as [1, ...ModuleName[]];
  return modules;
}

const CONFIDENTIAL: readonly FieldShape['kind'][] = ['bank_account', 'tin', 'amount'];
/** Forms that show confidential fields of what they refer to: a level brings its limits. */
const SHOWN_BY_FORMS: Readonly<Record<string, readonly string[]>> = {
  'Approving Officers > /approver-level': ['min_amount', 'max_amount'],
  'Billing Officers > /approver-level': ['min_amount', 'max_amount'],
};

const clerks = new Map<string, Promise<SignedInClient>>();
/** A user with these levels, the same one whenever they are asked for. */
function clerkWith(levels: Partial<Record<ModuleName, AccessLevel>>): Promise<SignedInClient> {
  const key = JSON.stringify(levels);
  const clerk = clerks.get(key) ?? createSignedInClient(world.server, world.database, { last_name: 'Clerk', levels });
  clerks.set(key, clerk);
  return clerk;
}

const WITH_STATUS = EVERY_RESOURCE.filter(([, definition]) => definition.active !== null);

describe.each(WITH_STATUS)('%s out of use', (_title, definition) => {
  it('leave the dropdown list and stay in the list', async () => {
    const fixture = FIXTURES[definition.name](base);
    const { id } = recordOf(await send(admin, 'POST', definition.path, fixture.second));
    for (const flag of [1, 0]) {
      await send(admin, 'PUT', `${definition.path}/${id}`, { [definition.active!]: flag });
      const listed = async (query: string) =>
        idsOf(await send(admin, 'GET', `${definition.path}${query}`)).includes(id);
      expect({
        dropdown: await listed('/dropdown-list'),
        all: await listed('?pages=100'),
        active: await listed('?pages=100&list=active'),
        inactive: await listed('?pages=100&list=inactive'),
      }).toEqual({ dropdown: flag === 1, all: true, active: flag === 1, inactive: flag === 0 });
    }
  });
});

async function findByKey(definition: AnyResource, record: Row): Promise<Row | undefined> {
  const list = await send(admin, 'GET', `${definition.path}?pages=100&sort=-id`);
  return rowsOf(list).find((row) => definition.unique[0]!.every((name) => row[name] === record[name]));
}

/** Ids of all pages of a list in that order. */
async function everyId(path: string, sort: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const reply = await send(admin, 'GET', `${path}?pages=100&page=${page}&sort=${sort}`);
    ids.push(...idsOf(reply));
    last = reply.body['last_page'] as number;
  }
  return ids;
}

function idsOf(reply: Reply): number[] {
  return rowsOf(reply).map((row) => row.id);
}

const textOf = (value: unknown) => (value === null ? '' : `${value as string | number}`);

/** The texts of a key with their small letters large and the other way round. */
function inOtherCase(definition: AnyResource, key: Readonly<Record<string, unknown>>) {
  const turn = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  return Object.fromEntries(
    Object.entries(key).map(([name, value]) => [
      name,
      holdsLetters(definition.fields[name]!) ? Array.from(String(value), turn).join('') : value,
    ]),
  );
}

/** Lines of a CSV without its first column, the Record ID, which a new record does not keep. */
function linesWithoutId(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\r\n')
    .map((line) => line.slice(line.indexOf(',') + 1));
}

/** Values as replies show what was entered: decimals with their decimals; a password not at all. */
function asShown(definition: AnyResource, entered: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entered).flatMap(([name, value]): [string, unknown][] => {
      const shape = definition.fields[name]!;
      if (shape.kind === 'password') return [];
      return [[name, isDecimal(shape) ? decimalText(shape, value) : value]];
    }),
  );
}

function isDecimal(shape: FieldShape): shape is EnteredField {
  return shape.kind === 'amount' || shape.kind === 'rate' || shape.kind === 'percent';
}

function decimalText(shape: EnteredField, value: unknown): unknown {
  const reading = readFieldValue(shape, value);
  return reading.ok ? reading.value : reading.message;
}
