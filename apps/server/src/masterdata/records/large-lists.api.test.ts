import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { billingService } from '@talaan/contract/resources/billing/billing-service.resource';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';
import { serveResource } from '../overrides/serve-resource.ts';
import { pageStatement, RECORD } from './page-statement.ts';

const ROWS = 2_345;
const routes = resourceRoutes(payee);

let app: TestServer;
let admin: SignedInClient;

beforeAll(async () => {
  app = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(app.server, app.database, {
    levels: { 'Payee Details': 4, 'Billing Services': 1 },
  });
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`
      insert into payee (payee_code, payee_desc, payee_type, trader_name, tin, city, status)
      select 'LL-' || lpad(n::text, 5, '0'), 'Payee ' || (n * 7919) % 1009, 4 + n % 3,
        case when n % 5 > 0 then 'Trader ' || n % 97 end, case when n % 2 = 0 then '900-000-0' || lpad((n % 50)::text, 2, '0') || '-00000' end,
        'City ' || n % 11, case when n % 10 = 0 then 0 else 1 end
      from generate_series(1, ${ROWS}) n`.execute(db);
  });
});
afterAll(() => app.stop());

const list = (query: Record<string, string | number>) => admin.call(routes.list, { query });
const codesOf = async (search: string) => (await list({ search, pages: 100 })).data.map((row) => row.payee_code);

describe('a page of a long list', () => {
  test.each([
    ['payee_code', 'payee_code collate people_order'],
    ['-payee_code', 'payee_code collate people_order desc'],
    ['trader_name', 'trader_name collate people_order asc nulls last'],
    ['-trader_name', 'trader_name collate people_order desc nulls last'],
    ['-tin,city', 'tin desc nulls last, city collate people_order asc nulls last'],
    ['status', 'status'],
  ])('sorted by %s is the same from either end, and nothing is shown twice or left out', async (sort, order) => {
    const tie = sort.split(',').at(-1)!.startsWith('-') ? 'id desc' : 'id';
    const expected = await sql<{ id: number }>`select id from payee order by ${sql.raw(`${order}, ${tie}`)}`.execute(
      app.database,
    );
    const shown: number[] = [];
    for (let page = 1; page <= Math.ceil(ROWS / 100); page += 1) {
      const { data, total, last_page } = await list({ sort, page, pages: 100 });
      expect([total, last_page]).toEqual([ROWS, 24]);
      shown.push(...data.map((row) => row.id));
    }
    expect(shown).toEqual(expected.rows.map((row) => row.id));
  });

  test.each([
    ['payee_code', 'payee_by_code'],
    ['-payee_desc', 'payee_name'],
    ['trader_name', 'payee_by_trader'],
    ['email_add', 'payee_by_email'],
    ['city', 'payee_by_city'],
  ])('sorted by %s is walked along %s', async (sort, index) => {
    await runAsOwner(app.ownerUrl, (owner) => owner.query('analyze payee'));
    const statement = pageStatement(app.database, serveResource(payee), { filters: {}, sort }, RECORD, {
      skip: 0,
      take: 10,
    });
    const plan = await app.database.executeQuery<Record<string, string>>({
      ...statement,
      sql: `explain ${statement.sql}`,
    });
    expect(JSON.stringify(plan.rows)).toContain(index);
  });

  test('past the end is empty and keeps the total', async () => {
    expect(await list({ page: 25, pages: 100 })).toMatchObject({ data: [], total: ROWS });
    expect(await list({ page: 900, pages: 100, search: 'payee' })).toMatchObject({ data: [], total: ROWS });
  });

  test('of a search or a filter counts what it finds', async () => {
    const inactive = await list({ list: 'inactive', page: 3, pages: 100 });
    expect([inactive.data.length, inactive.total]).toEqual([34, 234]);
    const { data, total } = await list({ search: 'll-', page: 24, pages: 100 });
    expect([data.length, total, data.at(-1)!.payee_code]).toEqual([45, ROWS, 'LL-02345']);
  });
});

describe('a search through one text', () => {
  beforeAll(async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await sql`insert into payee (payee_code, payee_desc, payee_type, trader_name, tin) values
        ('ZQ-1', 'Niño Supplies', 6, 'ÑANDÚ', '777-123-456-00000'),
        ('ZQ-2', '50% Off_Season', 6, null, null),
        ('ZR-1', 'Lease Liability - Current', 6, null, null), ('ZR-2', 'Office Rental', 6, null, null),
        ('ZR-3', 'RENTAL INCOME', 6, null, null)`.execute(db);
      await sql`insert into billing_service (billing_service_name) values ('accounting'), ('AUDIT'), ('Advice')`.execute(
        db,
      );
    });
  });

  test.each([
    ['zq', ['ZQ-1', 'ZQ-2']],
    ['NIÑO', ['ZQ-1']],
    ['ñandú', ['ZQ-1']],
    ['777-123', ['ZQ-1']],
    ['supplies zq', ['ZQ-1']],
    ['0%', ['ZQ-2']],
    ['f_s', ['ZQ-2']],
    ['suppliesñ', []],
  ])('finds %s in %j, in any case, word by word, never across two fields', async (search, codes) => {
    expect(await codesOf(search)).toEqual(codes);
  });

  test('puts what begins with the word first, then what has a word that does', async () => {
    expect(await codesOf('rent')).toEqual(['ZR-3', 'ZR-2', 'ZR-1']);
    expect(await codesOf('rental off')).toEqual(['ZR-2']);
  });

  test('a list is in the order of people, whatever the capitals and accents, and by the value of numbers', async () => {
    const { data } = await admin.call(resourceRoutes(billingService).list, { query: {} });
    expect(data.map(({ billing_service_name: name }) => name)).toEqual(['accounting', 'Advice', 'AUDIT']);
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`insert into payee (payee_code, payee_desc, payee_type) values
        ('AP-10', 'Zñ nube', 6), ('ap-9', 'zN norte', 6), ('AP-2', 'ZN oeste', 6)`.execute(db),
    );
    const sorted = async (sort: string) => (await list({ search: 'ap-', sort })).data.map((row) => row.payee_code);
    expect(await sorted('payee_code')).toEqual(['AP-2', 'ap-9', 'AP-10']);
    expect(await sorted('-payee_desc')).toEqual(['AP-2', 'AP-10', 'ap-9']);
  });

  test('follows a change, and is no part of the record or of its history', async () => {
    const { data } = await list({ search: 'zq-2' });
    const changed = await admin.call(routes.update, {
      params: { id: data[0]!.id },
      body: { payee_desc: 'Off Season', trader_name: 'Kalesa', row_version: data[0]!.row_version },
    });
    expect(changed.data).not.toHaveProperty('search_text');
    expect(await codesOf('kalesa')).toEqual(['ZQ-2']);
    const events = await sql<{ text: string }>`select concat(before, after) as text from audit_event
      where table_name = 'payee' and row_key = ${String(data[0]!.id)} order by id`.execute(app.database);
    expect(events.rows.map(({ text }) => [text.includes('search_text'), text.includes('Kalesa')])).toEqual([
      [false, false],
      [false, true],
    ]);
  });
});
