import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../platform/database/database.ts';
import { createCaller, recordOf, rowsOf, type Row } from '../testing/raw-caller.ts';
import { createSignedInClient, createUser, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true });
});
afterAll(async () => world.stop());

const VOUCHERS = '/trx/voucher-alloc';
const add = async (path: string, body: object): Promise<Row> => recordOf(await send(admin, 'POST', path, body));

/** Takes numbers as a save does; no document is needed for that. */
const take = (kind: string, count: number) =>
  inTransaction(world.database, { user_id: admin.user.id, request_id: null }, (db) =>
    sql`select take_numbers(${kind}, ${admin.user.id}, ${count})`.execute(db),
  );

describe('a range', () => {
  let series: Row;
  beforeAll(async () => {
    series = await add(VOUCHERS, { series_from: 1, series_to: 100 });
  });

  it('is refused when it ends before it starts', async () => {
    const reply = await send(admin, 'POST', VOUCHERS, { series_from: 300, series_to: 250 });
    expect(reply).toMatchObject({ status: 422 });
    expect(reply.body.errors).toEqual({ series_to: ['Series to must be at least series from.'] });
  });

  it.each([
    ['in part', { series_from: 51, series_to: 150 }, 'series_from'],
    ['as a whole', { series_from: 1, series_to: 100 }, 'series_from'],
    ['from outside', { series_from: 1, series_to: 9_999_999 }, 'series_from'],
  ])('is refused when it overlaps another one %s, which is named', async (_, range, field) => {
    const reply = await send(admin, 'POST', VOUCHERS, range);
    expect(reply.body).toMatchObject({ status: 409, message: 'Range overlaps series 1–100.' });
    expect(reply.body.errors).toEqual({ [field]: ['Range overlaps series 1–100.'] });
  });

  it('is refused in the same words when two people add it at once', async () => {
    const range = { series_from: 8001, series_to: 8100 };
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(admin, 'POST', VOUCHERS, range)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.flatMap(({ status, body }) => (status === 200 ? [] : [body.message])))).toEqual(
      new Set(['Range overlaps series 8001–8100.']),
    );
  });

  it('may stand beside one of another kind, which its list does not show', async () => {
    const receipt = await add('/trx/or-alloc', { series_from: 1, series_to: 100 });
    expect(rowsOf(await send(admin, 'GET', '/trx/or-alloc')).map(({ id }) => id)).toEqual([receipt.id]);
    expect(rowsOf(await send(admin, 'GET', VOUCHERS)).map(({ id }) => id)).not.toContain(receipt.id);
    for (const [method, body] of [['GET'], ['PUT', { series_to: 90 }], ['DELETE']] as const) {
      expect(await send(admin, method, `${VOUCHERS}/${receipt.id}`, body)).toMatchObject({ status: 404 });
    }
  });

  it('counts down, keeps what it issued, and says so', async () => {
    await take('voucher', 20);
    const { body } = await send(admin, 'GET', `${VOUCHERS}/${series.id}`);
    expect(body.data).toMatchObject({ remaining: 80, next_number: 21, series_text: '0000001 to 0000100' });

    const shorter = await send(admin, 'PUT', `${VOUCHERS}/${series.id}`, { series_to: 19 });
    expect(shorter.body).toMatchObject({
      status: 409,
      code: 'number_series_issued',
      message: 'Numbers 1 to 20 of this series are issued. Series to must be at least 20.',
    });
    const later = await send(admin, 'PUT', `${VOUCHERS}/${series.id}`, { series_from: 2 });
    expect(later.body.errors).toEqual({ series_from: ['Series from must stay 1.'] });
    expect((await send(admin, 'DELETE', `${VOUCHERS}/${series.id}`)).body).toMatchObject({
      status: 409,
      message:
        'Numbers 1 to 20 of this series are issued. It cannot be deleted; to hand out no more, set series to to 20.',
    });

    const closed = recordOf(await send(admin, 'PUT', `${VOUCHERS}/${series.id}`, { series_to: 20 }));
    expect(closed).toMatchObject({ remaining: 0 });
    const offered = rowsOf(await send(admin, 'GET', `${VOUCHERS}/dropdown-list`));
    expect(offered.map(({ id }) => id)).not.toContain(series.id);
  });

  it('comes from a file with others, unless two of them overlap', async () => {
    const file = (last: number) => ({
      name: 'series.csv',
      bytes: Buffer.from(`Series from,Series to\r\n501,600\r\n601,${last}\r\n700,800\r\n`),
    });
    const refused = await sendFile(admin, `${VOUCHERS}/import`, file(700), { dry_run: '1' });
    expect(recordOf(refused)['faults']).toMatchObject([
      { row: 4, column: 'Series from', message: 'Range overlaps series 601–700.' },
    ]);
    expect(recordOf(await sendFile(admin, `${VOUCHERS}/import`, file(699)))).toMatchObject({ added: 3 });
  });
});

describe('officers', () => {
  it('answer as /approver what they answer as /approvingofficer', async () => {
    await add('/approver-level', { level_code: 'L1', level_name: 'Section Head', min_amount: '0', max_amount: '0' });
    const { id: user_id } = await createUser(world.database, {});
    const officer = await add('/approver', { user_id, level: 'L1', currency_id: 1 });
    for (const address of ['', '/dropdown-list', `/${officer.id}`]) {
      const [alias, own] = [`/approver${address}`, `/approvingofficer${address}`];
      expect((await send(admin, 'GET', alias)).body.data).toEqual((await send(admin, 'GET', own)).body.data);
    }
    expect(recordOf(await send(admin, 'PUT', `/approver/${officer.id}`, { max_amount: '5' }))).toMatchObject({
      max_amount: '5.00',
    });
    expect((await send(admin, 'DELETE', `/approver/${officer.id}`)).body).toEqual({ data: { id: officer.id } });
    expect((await send(admin, 'GET', '/approvingofficer')).body).toMatchObject({ total: 0 });
  });
});
