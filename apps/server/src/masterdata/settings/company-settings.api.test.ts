import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import { printJournalEntry } from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { readSettings, updateSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { registerBatchRoutes } from '../../batches/register-batches.ts';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { registerJournalPrint } from '../../documents/journal-entry/journal-print.routes.ts';
import { openJournalBooks, type JournalBooks, type Role } from '../../testing/books/journal-books.ts';
import { createCaller, recordOf } from '../../testing/raw-caller.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let books: JournalBooks;
const { send, sendFile } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerBatchRoutes(server, services, [journalEntryDocument]);
    registerJournalPrint(server, services);
  });
  books = await openJournalBooks(world.server, world.database);
});
afterAll(() => world.stop());

const admin = () => books.people.admin;
const settings = async () => (await admin().call(readSettings, {})).data;
const move = async (role: Role, batch: { batch_number: string }, status: number) =>
  (await books.people[role].call(moveBatch, { params: { id: batch.batch_number }, body: { status } })).data;

/** Sets the two stages of journals, and leaves those of the other types. */
async function setJournalStages(review: boolean, approval: boolean): Promise<void> {
  const { review_stage, approval_required } = await settings();
  await admin().call(updateSettings, {
    body: { review_stage: { ...review_stage, JE: review }, approval_required: { ...approval_required, JE: approval } },
  });
}

describe('the stages of a document type', () => {
  it.each([
    [true, true, [2, 3, 7]],
    [false, true, [3, 7]],
    [true, false, [2, 7]],
    [false, false, [7]],
  ] as const)('review %s, approval %s: a small journal passes %j', async (review, approval, steps) => {
    await setJournalStages(review, approval);
    const batch = await books.save('700.00');
    expect([...batch.route.map(({ status }) => status), 7]).toEqual(steps);
    const actors: Role[] = ['preparer', ...(review ? (['checker'] as const) : []), 'approver1'];
    for (const [at, status] of steps.entries())
      expect(await move(actors[at]!, batch, status)).toMatchObject({ status });
  });

  it('act on the next move of what is under way', async () => {
    await setJournalStages(true, true);
    const batch = await books.save('700.00');
    await move('preparer', batch, 2);
    await setJournalStages(true, false);
    expect(await move('checker', batch, 7)).toMatchObject({ status: 7 });
    const { data } = await books.people.preparer.call(readBatch, { params: { id: batch.batch_number }, query: {} });
    expect(data.headers[0]!.journal_entry_id).not.toBeNull();
  });
});

describe('settings', () => {
  it('of one document type leave the others, and a stale version is refused', async () => {
    await setJournalStages(true, true);
    const before = await settings();
    expect(before).toMatchObject({ aging_day_60: '31-60', approval_required: { CV: true, CR: false } });
    const changed = await admin().call(updateSettings, {
      body: { aging_day_60: '61-90', row_version: before.row_version },
    });
    expect(changed.data).toEqual({ ...before, aging_day_60: '61-90', row_version: before.row_version + 1 });
    const stale = await send(admin(), 'PUT', '/settings', { aging_day_60: '31-60', row_version: before.row_version });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'row_version', message: expect.stringMatching(/^Changed by Admin Reyes at /) },
    });
  });

  it('refuses what is no setting, or no value of one', async () => {
    for (const body of [
      { demo: true },
      { four_eyes: { bank_details: true } },
      { approval_required: { JE: 1 } },
      { aging_day_60: '0-30' },
      { cheque_stale_days: 7 },
      { write_off_without_approval: '-1.00' },
      { write_off_without_approval: 'all' },
      { reminder_hours: 1 },
      { risk_duplicate_days: -1 },
      { risk_payee_account_days: 366 },
    ])
      expect([body, (await send(admin(), 'PUT', '/settings', body)).status]).toEqual([body, 422]);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080002000301011100ffda0008010100003f0000ffd9',
  'hex',
);

describe('the logo', () => {
  let path: string;
  beforeAll(async () => {
    const body = { company_code: 'SPSI', company_name: 'SAMPOL PADALA SERVICES, INC.', reporting: 1 };
    path = `/company/${recordOf(await send(admin(), 'POST', '/company', body)).id}`;
  });

  it('is kept without what it tells of its maker, read by anybody signed in, printed on papers, and taken off again', async () => {
    const told = Buffer.from('0000000d7445587441757468 6f7200416e61 526579 00000000'.replaceAll(' ', ''), 'hex');
    const bytes = Buffer.concat([PNG.subarray(0, 33), told, PNG.subarray(33)]);
    const put = await sendFile(admin(), `${path}/logo`, { name: 'logo.png', bytes });
    expect(put.status).toBe(200);
    const address = recordOf(put)['logo'] as string;
    const { headers } = await createSignedInClient(world.server, world.database);
    const read = await world.server.inject({ url: address, headers });
    expect([read.headers['content-type'], read.rawPayload.equals(PNG)]).toEqual(['image/png', true]);
    expect((await world.server.inject({ url: address })).statusCode).toBe(401);
    expect(recordOf(await send(admin(), 'GET', path))).toMatchObject({ logo: address });
    const batch = await books.save('700.00');
    const paper = await books.people.preparer.call(printJournalEntry, { params: { id: batch.batch_number } });
    expect(paper.data.company.logo).toBe(address);

    expect(recordOf(await send(admin(), 'DELETE', `${path}/logo`))).toMatchObject({ logo: null });
    expect((await world.server.inject({ url: address, headers })).statusCode).toBe(404);
  });

  it('can be a JPEG, and is nothing else, not too large and not damaged', async () => {
    const wide = Buffer.from(PNG);
    wide.writeUInt32BE(30_000, 16);
    const send1 = async (bytes: Buffer, name = 'logo.png') =>
      (await sendFile(admin(), `${path}/logo`, { name, bytes })).body;
    expect(await send1(JPEG, 'logo.jpg')).toMatchObject({ data: { logo: expect.any(String) } });
    expect(await send1(Buffer.from('%PDF-1.7'))).toMatchObject({
      status: 415,
      message: 'logo.png: file content is PDF, expected PNG or JPEG.',
    });
    expect(await send1(Buffer.from('<svg onload="x()"/>'), 'logo.svg')).toMatchObject({ status: 415 });
    expect(await send1(wide)).toMatchObject({
      status: 413,
      message: 'logo.png: a logo may have up to 4000 pixels a side.',
    });
    expect(await send1(Buffer.concat([PNG, Buffer.alloc(600_000)]))).toMatchObject({ status: 413 });
    expect(await send1(JPEG.subarray(0, 12), 'logo.jpg')).toMatchObject({
      status: 415,
      message: 'logo.jpg: the picture is damaged.',
    });
    expect((await send(admin(), 'POST', `${path}/logo`, {})).body.errors).toEqual({
      'upload_file[]': ['Choose one file.'],
    });
  });
});

describe('the picture of a stock', () => {
  const stock = '/cheque-layout/1';
  const send1 = (name: string, bytes: Buffer, sender = admin()) =>
    sendFile(sender, `${stock}/picture`, { name, bytes });
  const layout = async () => recordOf(await send(admin(), 'GET', stock));

  it('is shown to whoever looks at cheques, leaves the version of the layout, and is replaced and taken off', async () => {
    const before = await layout();
    const put = await send1('stock ñ.png', PNG);
    const address = recordOf(put)['picture'] as string;
    expect(await layout()).toEqual({ ...before, picture: address });
    const reader = await createSignedInClient(world.server, world.database, { levels: { 'Check Transactions': 1 } });
    const stranger = await createSignedInClient(world.server, world.database, { levels: { 'Chart of Accounts': 4 } });
    const read = (url = address, { headers } = reader) => world.server.inject({ url, headers });
    const shown = await read();
    expect([shown.statusCode, shown.rawPayload.equals(PNG)]).toEqual([200, true]);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await read(address, stranger)).statusCode).toBe(403);
    const other = recordOf(await send1('stock.jpg', JPEG))['picture'] as string;
    expect([other === address, (await read(other)).headers['content-type']]).toEqual([false, 'image/jpeg']);
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Banks: 2 } });
    expect([
      (await send1('stock.png', PNG, clerk)).status,
      (await send(clerk, 'DELETE', `${stock}/picture`)).status,
    ]).toEqual([403, 403]);
    const noted = await sql<{ action: string }>`
      select action from audit_event where table_name = 'cheque_layout_picture' and user_id = ${admin().user.id} order by id`.execute(
      world.database,
    );
    expect(noted.rows.map(({ action }) => action)).toEqual(['insert', 'update']);
    const more = sql`insert into file_chunk (file_id, no, bytes)
      select file_id, 1, 'more'::bytea from cheque_layout_picture`.execute(world.database);
    await expect(more).rejects.toMatchObject({ constraint: 'file_append_only' });
    expect(recordOf(await send(admin(), 'DELETE', `${stock}/picture`))).toMatchObject({ picture: null });
    expect([await layout(), (await read(other)).statusCode]).toEqual([before, 404]);
    expect((await sendFile(admin(), '/cheque-layout/99/picture', { name: 'a.png', bytes: PNG })).status).toBe(404);
  });

  it('is a whole PNG or JPEG of a size that a screen can take, by its content', async () => {
    const bomb = Buffer.from(PNG);
    bomb.writeUInt32BE(60_000, 16);
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const refused: [string, Buffer, number, string][] = [
      ['stock.svg', script, 415, 'stock.svg: file content is HTML, expected PNG or JPEG.'],
      ['stock.png', script, 415, 'stock.png: file content is HTML, expected PNG or JPEG.'],
      ['stock.png', Buffer.from('%PDF-1.7'), 415, 'stock.png: file content is PDF, expected PNG or JPEG.'],
      ['stock.png', Buffer.alloc(0), 415, 'stock.png is empty.'],
      ['stock.png', PNG.subarray(0, 60), 415, 'stock.png: the picture is damaged.'],
      ['stock.jpg', JPEG.subarray(0, 30), 415, 'stock.jpg: the picture is damaged.'],
      ['stock.png', bomb, 413, 'stock.png: a picture of a stock may have up to 6000 pixels a side.'],
      [
        'stock.png',
        Buffer.concat([PNG, Buffer.alloc(6e6)]),
        413,
        'stock.png: a picture of a stock may have up to 5 MB.',
      ],
    ];
    for (const [name, bytes, status, message] of refused)
      expect((await send1(name, bytes)).body).toMatchObject({ status, message });
    expect((await send1('stock.png', Buffer.concat([PNG, Buffer.alloc(40e6)]))).body).toMatchObject({ status: 413 });
    expect((await send(admin(), 'POST', `${stock}/picture`, {})).body.errors).toEqual({
      'upload_file[]': ['Choose one file.'],
    });
    expect((await layout())['picture']).toBeNull();
  });
});
