import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmApiClient, rotateApiClient } from '@talaan/contract/sign-in/api-client.contract';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../platform/database/database.ts';
import { WORK_LIMITS } from '../platform/http/work-gate.ts';
import type { JournalBooks } from '../testing/books/journal-books.ts';
import { answerOf, batchOf, registerSending, SendingBooks } from '../testing/books/sending-books.ts';
import { runAsOwner } from '../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { signatureOf } from './webhooks/standard-webhook.ts';

let app: TestServer;
let books: JournalBooks;
let maker: SignedInClient;
let second: SignedInClient;
/** Of a source that posts, and of one whose batches take their route. */
let posting: string;
let routed: string;

let sending: SendingBooks;

beforeAll(async () => {
  // As many calls as the product lets in: what waits to be entered is bounded by its own queue.
  app = await createTestServer((server, services) => registerSending(server, services, [journalEntryDocument]), {
    limits: { work: WORK_LIMITS },
  });
  sending = await SendingBooks.open(app);
  ({ books, maker, second } = sending);
  posting = await tokenOf(await makeClient('IS', true));
  routed = await tokenOf(await makeClient('ENTRIES', false));
});
afterAll(() => app.stop());

const makeClient: SendingBooks['makeClient'] = (...given) => sending.makeClient(...given);
const tokenOf: SendingBooks['tokenOf'] = (secret) => sending.tokenOf(secret);
const sendRaw: SendingBooks['sendRaw'] = (...given) => sending.sendRaw(...given);
const send = (body: unknown, token = posting, headers: Record<string, string> = {}) =>
  sending.send(body, token, headers);
const count = async (statement: ReturnType<typeof sql<{ count: string }>>) =>
  Number((await statement.execute(app.database)).rows[0]!.count);
const entriesOf = (batch_number: string) =>
  count(sql<{ count: string }>`select count(*) from journal_entry e join document d on d.id = e.document_id
    join batch b on b.id = d.batch_id where b.batch_number = ${batch_number}`);

describe('what is wrong', () => {
  it('is told all at once, by its place, and leaves neither number nor row', async () => {
    const before = await count(sql`select count(*) from batch`);
    const reserved = await count(sql`select count(*) from number_issue`);
    const body = batchOf('BAD', {
      documents_of: 3,
      control: { documents: 3, lines: 7, debit: '310.00', credit: '300.00' },
    });
    body.documents[0]!.lines[0]!.branch = 'SMP-049';
    body.documents[0]!.lines[1]!.account_code = '999999';
    body.documents[1]!.lines[1]!.credit_amount = '90.00';
    body.documents[2]!.document_no = 'D-1';
    const reply = await send(body);
    expect(reply.statusCode).toBe(422);
    const { faults, fault_count, message } = reply.json();
    expect(message).toBe('Batch BAD: control.credit is 300.00, the lines add up to 290.00. … and 6 more faults.');
    expect(fault_count).toBe(faults.length);
    expect(faults.map(({ path, message: said }: { path: string; message: string }) => `${path}: ${said}`)).toEqual([
      'control.credit: control.credit is 300.00, the lines add up to 290.00.',
      'control.debit: control.debit is 310.00, the lines add up to 300.00.',
      'control.lines: control.lines is 7, the batch has 6.',
      'documents.0.lines.0.branch: no branch has the code SMP-049.',
      expect.stringMatching(/^documents\.0\.lines\.1\.account_code: .*999999/),
      'documents.1: Batch BAD, document D-2: debit 100.00, credit 90.00.',
      'documents.2.document_no: document D-1 is in the batch twice.',
    ]);
    expect(faults[3]).toEqual({
      path: 'documents.0.lines.0.branch',
      batch_no: 'BAD',
      document_no: 'D-1',
      line: 1,
      field: 'branch',
      value: 'SMP-049',
      rule: 'unknown_branch',
      message: 'no branch has the code SMP-049.',
    });
    expect(await count(sql`select count(*) from batch`)).toBe(before);
    expect(await count(sql`select count(*) from number_issue`)).toBe(reserved);
    expect(await count(sql`select count(*) from number_reservation where state = 'reserved'`)).toBe(0);
    expect(await count(sql`select count(*) from integration_refusal where batch_no = 'BAD' and status = 422`)).toBe(1);
  });

  it.each(['0.1e1', '1.00 ', '1e400', '-1.00', '1', 0.1])('is an amount %s', async (amount) => {
    const body = batchOf('AMOUNT');
    (body.documents[0]!.lines[0] as Record<string, unknown>)['debit_amount'] = amount;
    const reply = await send(body);
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { 'documents.0.lines.0.debit_amount': ['amount must be a string with 2 decimals.'] },
    ]);
  });

  const HEADERS = () => ({
    authorization: `Bearer ${posting}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
  });
  type Refused = [Awaited<ReturnType<typeof send>>, number, RegExp];
  const expectRefused = (answers: readonly Refused[]) => {
    for (const [reply, status, message] of answers) {
      expect([reply.statusCode, reply.json().message]).toEqual([status, expect.stringMatching(message)]);
    }
  };

  it('is another form than JSON, or gzip of it, with a key and no field twice or unknown', async () => {
    const headers = HEADERS();
    const text = JSON.stringify(batchOf('FORM'));
    const { 'idempotency-key': _key, ...withoutKey } = headers;
    expectRefused([
      [await sendRaw(text, { ...headers, 'content-type': 'text/csv' }), 415, /./],
      [
        await sendRaw(text, { ...headers, 'content-encoding': 'br' }),
        415,
        /^Content-Encoding must be gzip, or none\.$/,
      ],
      [await sendRaw(text, withoutKey), 400, /^Idempotency-Key is missing\./],
      [await sendRaw(Buffer.from('no gzip'), { ...headers, 'content-encoding': 'gzip' }), 400, /gzip/],
      [await sendRaw(text.replace('{', '{"batch_no":"x",'), headers), 400, /^The name "batch_no" stands twice/],
      [await send({ ...batchOf('MORE'), note: 'x' }), 422, /note is no field here\./],
    ]);
  });

  it('is more than fits, packed or unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));
    const lines = Array.from({ length: 50_001 }, () => ({}));
    expectRefused([
      [await sendRaw(bomb, { ...HEADERS(), 'content-encoding': 'gzip' }), 413, /./],
      [await send({ ...batchOf('MANY'), documents: [{ lines }] }), 413, /^The batch has more than 50,000 lines\.$/],
    ]);
  });

  it('is of another department, type or source than the client may send, or of no client', async () => {
    const headers = { ...HEADERS(), authorization: '', cookie: maker.headers.cookie };
    expectRefused([
      [
        await send(batchOf('OTHER', { department: 'TREA' })),
        403,
        /^Client may not write integrated batches for department TREA\.$/,
      ],
      [
        await send(batchOf('OTHER', { department: undefined, department_id: 12 })),
        403,
        /^Client may not write integrated batches for department 12\.$/,
      ],
      [
        await send(batchOf('TYPE', { document_type: 'BI' })),
        422,
        /Billing is not received; send CV, CW, OB, DM, JE, CR\./,
      ],
      [await send(batchOf('TYPE', { document_type: 'OB' })), 422, /IS sends no OB\./],
      [await send(batchOf('SOURCE', { source: 'PAYROLL' })), 403, /sends for IS, not for PAYROLL\.$/],
      [await sendRaw(JSON.stringify(batchOf('COOKIE')), headers), 401, /token of a client/],
    ]);
  });

  it('is a closed period, also where a part of the batch is in it', async () => {
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update accounting_period set general_journal = 0 where fiscal_year = 2025 and period_no = 3`.execute(db),
    );
    const body = batchOf('CLOSED');
    body.documents[1]!.document_date = '2025-03-31';
    const reply = await send(body);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Accounting Period for this date is already Closed.',
    ]);
  });
});

describe('what a source sends', () => {
  it('posts whole, by the numbers of the source, where the source posts; the same again is answered to the byte', async () => {
    const first = await send(batchOf('77'));
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const answer = answerOf(first);
    expect(answer).toMatchObject({
      source: 'IS',
      batch_no: '77',
      state: 'posted',
      status: 7,
      department: 'ACCT',
      document_type: 'JE',
      documents: [
        { document_no: 'D-1', document_number: 'JE0000001' },
        { document_no: 'D-2', document_number: 'JE0000002' },
      ],
      lines: 4,
      overallDebit: '200.00',
      overallCredit: '200.00',
    });
    expect(await entriesOf(answer.batch_number)).toBe(2);
    // Another key, other spaces, the names in another order, what says nothing: the same batch.
    const { documents, ...rest } = batchOf('77');
    const again = await send({ documents, currency: 'php', source: 'IS', ...rest });
    expect([again.statusCode, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body]);
    const other = await send(batchOf('77', { documents_of: 3 }));
    expect([other.statusCode, other.json()]).toEqual([
      409,
      expect.objectContaining({
        message: 'Batch 77 was received with other content.',
        batch_number: answer.batch_number,
        content_hash: answer.content_hash,
      }),
    ]);
    const state = await app.server.inject({
      method: 'GET',
      url: '/api/trx/integrated/77',
      headers: { authorization: `Bearer ${posting}` },
    });
    expect(state.body).toBe(first.body);
    const wrong = await sql`select * from verify_balances()`.execute(app.database);
    expect(wrong.rows).toEqual([]);
  });

  it('enters once, however many send it at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 64 }, () => send(batchOf('RACE-64'))));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 63 }, () => 200),
      201,
    ]);
    expect(await entriesOf(answerOf(replies[0]!).batch_number)).toBe(2);
  });

  it('enters what waits together, and answers a faulty one alone', async () => {
    const bodies = Array.from({ length: 32 }, (_, place) => batchOf(`F-${place}`));
    bodies[7]!.documents[0]!.lines[0]!.branch = 'NOWHERE';
    const replies = await Promise.all(bodies.map((body) => send(body)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(bodies.map((_, place) => (place === 7 ? 422 : 201)));
    // The first one alone, the others while it was entered.
    const posted = await sql<{
      at: string;
    }>`select distinct e.posted_at as at from journal_entry e join document d on d.id = e.document_id
      join batch b on b.id = d.batch_id join integrated_batch i on i.id = b.integrated_batch_id where i.batch_no like 'F-%'`.execute(
      app.database,
    );
    expect(posted.rows.length).toBeLessThan(6);
  });

  it('takes the route of its type and amount where the source does not post, and nobody corrects it', async () => {
    const reply = await send(batchOf('R-1'), routed);
    const { batch_number, state, status } = answerOf(reply);
    expect([reply.statusCode, state, status, await entriesOf(batch_number)]).toEqual([201, 'for_approval', 2, 0]);
    const move = (by: SignedInClient, to: number) =>
      app.server.inject({
        method: 'POST',
        url: `/api/trx/header/${batch_number}`,
        headers: { ...by.headers, 'idempotency-key': randomUUID() },
        payload: { status: to, approved_remarks: 'No', document_type: 'JE' },
      });
    // Neither its maker nor the checker brings it back; its maker does not approve it.
    for (const by of [maker, books.people.checker]) {
      expect((await move(by, 1)).json().message).toBe(
        'This batch came from ENTRIES; reject it, and let ENTRIES send it anew.',
      );
    }
    expect((await move(maker, 3)).json().code).toBe('is_preparer');
    expect((await move(books.people.checker, 20)).statusCode).toBe(200);
    const again = await send(batchOf('R-1'), routed);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      expect.stringMatching(/^Batch R-1 was rejected on \d+ \w+ \d{4} by Checker Reyes\.$/),
    ]);
    expect((await send(batchOf('R-1', { documents_of: 1 }), routed)).statusCode).toBe(201);
  });
});

describe('a signed request', () => {
  const signedBy = (client_secret: string, body: string, change: { timestamp?: string; signed?: string } = {}) => {
    const { timestamp = String(Math.floor(Date.now() / 1000)), signed = body } = change;
    const key = createHash('sha256').update(client_secret).digest();
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(key, { id: 'msg_1', timestamp, body: signed }),
    };
  };

  it('is asked for where the source signs, by the secret of the client, over what is sent, within five minutes', async () => {
    const client = await makeClient('IS', true);
    const token = await tokenOf(client);
    const signs = (flag: 0 | 1) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        sql`update integration_source set signs_requests = ${flag} where source_code = 'IS'`.execute(db),
      );
    const sent = async (batch_no: string, headers: (body: string) => Record<string, string>) => {
      const body = batchOf(batch_no);
      const reply = await send(body, token, headers(JSON.stringify(body)));
      return [reply.statusCode, reply.json().code ?? reply.json().data.state];
    };
    await signs(1);
    const { client_secret } = client;
    expect(await sent('SIGNED', (body) => signedBy(client_secret, body))).toEqual([201, 'posted']);
    expect(await sent('UNSIGNED', () => ({}))).toEqual([401, 'signature_missing']);
    await signs(0);
    expect(await sent('UNSIGNED', () => ({}))).toEqual([201, 'posted']);
    // One that is sent is checked all the same.
    const past = String(Math.floor(Date.now() / 1000) - 301);
    for (const [headers, code] of [
      [(body: string) => signedBy('another secret', body), 'signature_wrong'],
      [(body: string) => signedBy(client_secret, body, { signed: `${body} ` }), 'signature_wrong'],
      [(body: string) => signedBy(client_secret, body, { timestamp: past }), 'signature_time'],
      [() => ({ 'webhook-signature': 'v1,x' }), 'signature_missing'],
    ] as const) {
      expect(await sent('WRONG', headers)).toEqual([401, code]);
    }
  });

  it('covers the body before it is packed', async () => {
    const client = await makeClient('IS', true);
    const body = JSON.stringify(batchOf('PACKED'));
    const reply = await sendRaw(gzipSync(body), {
      authorization: `Bearer ${await tokenOf(client)}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'idempotency-key': randomUUID(),
      ...signedBy(client.client_secret, body),
    });
    expect(reply.statusCode).toBe(201);
  });
});

describe('nobody alone', () => {
  it('lets a client of a source that posts send before somebody who does not know its secret agreed, nor after a new secret', async () => {
    const made = await makeClient('IS', false);
    const sent = async (client: typeof made) =>
      (await send(batchOf(`ALONE-${randomUUID()}`.slice(0, 40)), await tokenOf(client))).json();
    expect((await sent(made)).code).toBe('client_waits');
    await expect(maker.call(confirmApiClient, { params: { id: made.id } })).rejects.toMatchObject({
      problem: { status: 403 },
    });
    await second.call(confirmApiClient, { params: { id: made.id } });
    expect((await sent(made)).data.state).toBe('posted');
    // Another administrator who takes a new secret for himself begins anew.
    const taken = (await second.call(rotateApiClient, { params: { id: made.id } })).data;
    expect((await sent(taken)).code).toBe('client_waits');
    for (const by of [second, maker])
      await expect(by.call(confirmApiClient, { params: { id: made.id } })).rejects.toMatchObject({
        problem: { status: 403 },
      });
  });

  it('lets whoever gave a client its secret approve what it sends, or take it out of the ledger', async () => {
    const { admin } = books.people;
    const rotated = async (source: string) => {
      const { id } = await makeClient(source, false);
      return (await admin.call(rotateApiClient, { params: { id } })).data;
    };
    const act = (path: string, payload: object) =>
      app.server.inject({
        method: 'POST',
        url: `/api/trx/${path}`,
        headers: { ...admin.headers, 'idempotency-key': randomUUID() },
        payload,
      });
    const routedBatch = answerOf(await send(batchOf('R-9'), await tokenOf(await rotated('ENTRIES')))).batch_number;
    const approved = await act(`header/${routedBatch}`, { status: 3, document_type: 'JE' });
    expect([approved.statusCode, approved.json().code]).toEqual([403, 'is_editor']);
    const client = await rotated('IS');
    await second.call(confirmApiClient, { params: { id: client.id } });
    const { batch_number } = answerOf(await send(batchOf('R-10'), await tokenOf(client)));
    const removed = await act('deltrx', { batch_number });
    expect([removed.statusCode, removed.json().code]).toEqual([403, 'own_received']);
  });
});

describe('the list of Integrated Transactions', () => {
  const ask = (by: SignedInClient, query: string) =>
    app.server.inject({ method: 'GET', url: `/api/trx/isfis?${query}`, headers: by.headers });
  const remove = (by: SignedInClient, batch_number: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/trx/deltrx',
      headers: { ...by.headers, 'idempotency-key': randomUUID() },
      payload: { batch_number, deleted_by: 'somebody', status: 20 },
    });
  const person = (level: 1 | 3 | 4, dept_code: string | null, super_user = false) =>
    createSignedInClient(app.server, app.database, {
      levels: { 'Integrated Transactions': level },
      dept_code,
      super_user,
    });

  it('shows those of one’s department, whatever is asked, and what each holds', async () => {
    const { batch_number } = answerOf(await send(batchOf('LIST', { documents_of: 60 })));
    const [own, other, nobody, everybody] = [
      await person(1, 'ACCT'),
      await person(1, 'TREA'),
      await person(1, null),
      await person(1, null, true),
    ];
    const listed = async (by: SignedInClient, query = '') =>
      (await ask(by, `document_date=2026-03-01&pages=100${query}`))
        .json<{ data: { batch_number: string }[] }>()
        .data.map((row) => row.batch_number);
    expect(await listed(own)).toContain(batch_number);
    expect(await listed(everybody)).toContain(batch_number);
    expect(await listed(own, '&source=ENTRIES')).not.toContain(batch_number);
    expect(await listed(other)).toEqual([]);
    expect(await listed(other, `&department_id=${books.department_id}`)).toEqual([]);
    const told = await ask(nobody, '');
    expect([told.statusCode, told.json().message]).toEqual([403, 'Your user has no department; ask an administrator.']);
    const [row] = (await ask(own, 'document_date=2026-03-01&source=IS&pages=25')).json().data;
    expect(row).toMatchObject({ source: 'IS', department: 'ACCT', state: 'posted' });
    const first = (await ask(own, `batch_number=${batch_number}`)).json().data;
    expect(first).toMatchObject({
      document_count: 60,
      overallDebit: '6000.00',
      overallCredit: '6000.00',
      next: 50,
      reversed_on: ['2026-03-31'],
    });
    expect([first.documents.length, first.documents[0].lines[0]]).toEqual([
      50,
      {
        line_no: 1,
        analysis: '',
        department: 'ACCT',
        branch: 'SMP-001',
        section: '',
        account_code: '502010',
        account: 'Rental Fee - Branches',
        debit: '100.00',
        credit: '0.00',
      },
    ]);
    const rest = (await ask(own, `batch_number=${batch_number}&after=50`)).json().data;
    expect([rest.documents.length, rest.next]).toEqual([10, null]);
    expect((await ask(other, `batch_number=${batch_number}`)).statusCode).toBe(404);
  });

  it('tells what was refused of one’s department, with all that was wrong; of what is confidential its places alone', async () => {
    const wrong = batchOf('NOT-IN', { documents_of: 1 });
    wrong.documents[0]!.lines[0]!.branch = 'SMP-049';
    expect((await send(wrong)).statusCode).toBe(422);
    expect((await send({ ...wrong, batch_no: 'SECRET', is_confidential: 1 })).statusCode).toBe(422);
    const told = async (by: SignedInClient) =>
      (await app.server.inject({ method: 'GET', url: '/api/trx/isfis/refused?pages=100', headers: by.headers })).json();
    const { data, total } = await told(await person(1, 'ACCT'));
    expect(data.slice(0, 2)).toMatchObject([
      {
        batch_no: 'SECRET',
        message: 'Confidential: its client was told what is wrong.',
        faults: [{ path: 'documents.0.lines.0.branch', value: null }],
      },
      { source: 'IS', batch_no: 'NOT-IN', status: 422, faults: [{ value: 'SMP-049', rule: 'unknown_branch' }] },
    ]);
    expect(total).toBe((await told(await person(1, null, true))).total);
    expect((await told(await person(1, 'TREA'))).total).toBe(0);
    expect((await told(await person(1, null))).code).toBe('no_department');
  });

  it('goes page by page, to whoever has the module of his role without a level, which is Select and deletes nothing', async () => {
    const batches = await Promise.all(Array.from({ length: 12 }, (_, at) => send(batchOf(`PAGE-${at}`))));
    const { batch_number } = answerOf(batches[0]!);
    const reader = await createSignedInClient(app.server, app.database, { dept_code: 'ACCT' });
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`with made as (insert into role (roles) values ('Reader') returning id),
            given as (insert into user_role (user_id, role_id) select ${reader.user.id}, id from made)
          insert into role_access (role_id, module_id)
          select made.id, module.id from made, module where module_name = 'Integrated Transactions'`.execute(db),
    );
    const pageOf = async (page: number) =>
      (await ask(reader, `document_date=2026-03-01&source=IS&pages=10&page=${page}`)).json<{
        data: { batch_number: string }[];
        current_page: number;
        last_page: number;
        total: number;
      }>();
    const first = await pageOf(1);
    const others = [];
    for (let page = 2; page <= first.last_page; page += 1) others.push(await pageOf(page));
    const numbers = [first, ...others].flatMap(({ data }) => data.map((row) => row.batch_number));
    expect([first.data.length, new Set(numbers).size]).toEqual([10, first.total]);
    expect(others[0]!.current_page).toBe(2);
    expect(numbers).toContain(batch_number);
    expect((await remove(reader, batch_number)).json().message).toBe(
      'You need Delete on Integrated Transactions; you have Select.',
    );
  });

  it('deletes at level 4 as a whole, by its mirrors, by somebody else than who made the client; the number is free for other content', async () => {
    const { batch_number } = answerOf(await send(batchOf('DEL')));
    const [own, other, reader] = [await person(4, 'ACCT'), await person(4, 'TREA'), await person(3, 'ACCT')];
    expect((await remove(reader, batch_number)).statusCode).toBe(403);
    expect((await remove(other, batch_number)).statusCode).toBe(404);
    const himself = await createSignedInClient(app.server, app.database, { super_user: true, dept_code: 'ACCT' });
    const sent = await tokenOf(await makeClient('IS', true, himself));
    const mine = answerOf(await send(batchOf('MINE'), sent)).batch_number;
    const refused = await remove(himself, mine);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'own_received']);
    // Not by the door of every transaction either, nor one document of it.
    const voided = (payload: object, by = himself) =>
      app.server.inject({
        method: 'POST',
        url: '/api/trx/void',
        headers: { ...by.headers, 'idempotency-key': randomUUID() },
        payload: { batch_number: mine, document_type: 'JE', reason: 'x', ...payload },
      });
    expect((await voided({})).json().code).toBe('own_received');
    const reply = await remove(own, batch_number);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { data: { batch_number, status: 20, reversed_on: ['2026-03-31'] } },
    ]);
    expect(await entriesOf(batch_number)).toBe(4);
    const left = await sql<{ left: string }>`select coalesce(sum(p.debit - p.credit), 0)::text as left from posting p
      join journal_entry e on e.id = p.entry_id join document d on d.id = e.document_id join batch b on b.id = d.batch_id
      join account a on a.id = p.account_id where b.batch_number = ${batch_number} and a.acct_code = '502010'`.execute(
      app.database,
    );
    expect(Number(left.rows[0]!.left)).toBe(0);
    expect((await remove(own, batch_number)).json().message).toBe(`Batch ${batch_number} was deleted already.`);
    const same = await send(batchOf('DEL'));
    expect([same.statusCode, same.json().code]).toEqual([409, 'batch_deleted']);
    const edition = answerOf(await send(batchOf('DEL', { documents_of: 1 })));
    expect([edition.state, edition.documents.length]).toEqual(['posted', 1]);
    const wrong = await sql`select * from verify_balances()`.execute(app.database);
    expect(wrong.rows).toEqual([]);
  });
});

it('keeps everything in the trail and nothing of a transaction that failed', async () => {
  await runAsOwner(app.ownerUrl, async (owner) => {
    const lost = await owner.query(`select from integrated_batch i where not exists (
      select from batch b where b.integrated_batch_id = i.id)`);
    const noted = await owner.query(
      `select from audit_event where table_name = 'integrated_batch' and action = 'insert'`,
    );
    const kept = await owner.query('select from integrated_batch');
    expect([lost.rowCount, noted.rowCount]).toEqual([0, kept.rowCount]);
  });
});
